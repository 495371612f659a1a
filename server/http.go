package server

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"emcp/config"
	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/mcp/session"
	"emcp/mcp/wire"
	"emcp/middleware"
)

// handler returns the HTTP routes. Every MCP request passes the chain from top to bottom, and then the steps of
// mcp.Service. A step refuses a request by returning a fault. Only middleware.Errors writes faults to clients.
func (f *front) handler() http.Handler {
	e := echo.New()
	e.HTTPErrorHandler = middleware.Errors(f.base.log, f.refusal, f.namespacedCodes)
	e.IPExtractor = clientAddress(f.config.Security.Proxies)
	e.Use(
		f.countSocket,
		f.limitAnswerTime,
		middleware.Trace,
		middleware.Span(f.base.tracer, health, ready),
		middleware.Audit(f.report, health, ready),
		middleware.Recover, // 500
		f.cors(middleware.AddressRate(f.base.limiter, f.config.AddressLimit, health, ready)), // 429
	)
	e.GET(health, f.health)
	e.GET(ready, f.ready)

	origin := middleware.Origin(f.config.Security.Origins, f.config.Security.Hosts) // 403
	authenticate := middleware.Authenticate(f.gate, f.handle)                       // 401
	challenge := middleware.Challenge(f.demand)
	chain := []echo.MiddlewareFunc{
		f.noteServer,
		origin,
		middleware.JSONOnly, // 415
		challenge,
		f.readRefused,
		authenticate,
		f.body(), // 413, 503
	}
	getChain := []echo.MiddlewareFunc{
		f.unlessSocket(sessionsOnly),    // 405
		f.unlessSocket(eventStreamOnly), // 405
		f.noteServer,
		origin,
		f.welcome,
		challenge,
		f.offeredToken,
		f.unlessTokenFollows(authenticate),
		f.unlessSocket(protocolVersion), // 400
	}
	for _, prefix := range f.config.Prefixes {
		e.POST(prefix, f.serveMessage, chain...)
		e.POST(prefix+"/:server", f.serveMessage, chain...)
		e.POST(prefix+"/:server/dispatch", f.serveDispatch, chain...)
		e.GET(prefix, f.serveGET, getChain...)
		e.GET(prefix+"/:server", f.serveGET, getChain...)
	}
	f.describeResources(e)
	f.serveAuthority(e)
	return e
}

// clientAddress returns a function that finds the address of a client: the other end of the connection or, from trusted
// proxies, X-Forwarded-For.
func clientAddress(proxies []netip.Prefix) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		options = append(options, echo.TrustIPRange(&net.IPNet{
			IP: p.Masked().Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen()),
		}))
	}
	return echo.ExtractIPFromXFFHeader(options...)
}

// limitAnswerTime bounds the time to read an answer, counted from its first byte, however long the call takes.
func (f *front) limitAnswerTime(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Before(func() {
			_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(f.base.options.Streams.Write))
		})
		return next(c)
	}
}

func (f *front) cors(count echo.MiddlewareFunc) echo.MiddlewareFunc {
	return middleware.CORS(f.config.Security.Origins,
		[]string{
			"Authorization", "Content-Type", "X-Partner-Auth", session.Header, wire.VersionHeader, wire.MethodHeader,
			wire.NameHeader, session.LastEventHeader, middleware.TraceHeader, keyHeader,
		},
		[]string{session.Header, middleware.TraceHeader, replayedHeader, "Retry-After", "WWW-Authenticate"}, count,
		f.isOutsideMCP)
}

// isOutsideMCP reports whether a request is not for an MCP address. Pages of any origin may use metadata and the
// endpoints of the sign-in.
func (f *front) isOutsideMCP(c echo.Context) bool {
	return !slices.ContainsFunc(f.config.Prefixes,
		func(prefix string) bool { return strings.HasPrefix(c.Request().URL.Path+"/", prefix+"/") })
}

// noteServer notes in the audit record which server a request is for.
func (f *front) noteServer(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		audit.RecordOf(c.Request().Context()).Server = f.handle(c)
		return next(c)
	}
}

// namespacedCodes reports whether errors of the server of a request have namespaced codes.
func (f *front) namespacedCodes(c echo.Context) bool {
	return f.servers[f.handle(c)].ErrorCodes == config.CodesNamespaced
}

// protocolVersion refuses streams of revisions that emcp does not speak.
func protocolVersion(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := wire.CheckVersion(c.Request().Header.Get(wire.VersionHeader)); err != nil {
			return err
		}
		return next(c)
	}
}

// refusal returns the answer to a refused message where the server's profile asks for one in JSON-RPC.
func (f *front) refusal(c echo.Context, refused *fault.Error) (status int, body []byte, ok bool) {
	if !slices.ContainsFunc(f.config.Prefixes,
		func(prefix string) bool { return c.Path() == prefix || c.Path() == prefix+"/:server" }) {
		return 0, nil, false
	}
	answer, ok := f.mcp.Refusal(c.Request().Context(), f.request(c), refused)
	return cmp.Or(answer.Status, refused.Kind.Class().HTTP), answer.Reply, ok
}

// body returns the step that reads the body of a request.
func (f *front) body() echo.MiddlewareFunc {
	return middleware.Body(f.payloadLimit, f.base.strangers)
}

// readRefused reads the message of an unauthenticated client if the server's profile needs its id for the refusal. If
// the message is too large or the budget is used up, the id is null.
func (f *front) readRefused(next echo.HandlerFunc) echo.HandlerFunc {
	read := f.body()(func(echo.Context) error { return nil })
	return func(c echo.Context) error {
		err := next(c)
		if err != nil && middleware.CallerOf(c).Subject == "" && middleware.BodyOf(c) == nil &&
			f.servers[f.handle(c)].Profile != nil {
			_ = read(c)
		}
		return err
	}
}

// serveGET answers GET with a connection or with a stream of events.
func (f *front) serveGET(c echo.Context) error {
	if f.asksForSocket(c) {
		return f.serveSocket(c)
	}
	return f.serveStream(c)
}
