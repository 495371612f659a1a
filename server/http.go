package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/mcp"
	"emcp/middleware"
)

// Handler answers HTTP requests, each by the configuration that holds when it comes.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.front.Load().routes.ServeHTTP(w, r) })
}

// handler returns the HTTP routes. Every MCP request walks the chain from top to bottom, and then the steps of mcp.Service; a
// step that refuses it returns a fault, and middleware.Errors alone writes what the client sees of that.
func (f *front) handler() http.Handler {
	e := echo.New()
	e.HTTPErrorHandler = middleware.Errors(f.server.log)
	e.IPExtractor = clientAddress(f.config.Security.Proxies)
	e.Use(
		middleware.Trace(f.config.Trace.Header, f.config.Trace.GenerateIfMissing),
		middleware.Span(f.server.tracer, health, ready),
		middleware.Audit(f.report, health, ready),
		middleware.Recover, // 500
		f.cors(),
	)
	e.GET(health, f.server.health)
	e.GET(ready, f.server.ready)

	origin := middleware.Origin(f.config.Security.Origins, f.config.Security.Hosts) // 403
	rate := middleware.AddressRate(f.server.limiter, f.config.AddressLimit)         // 429
	authenticate := middleware.Authenticate(f.gate, f.handle)                       // 401
	chain := []echo.MiddlewareFunc{
		f.noteServer,
		origin,
		rate,
		middleware.JSONOnly,             // 415
		middleware.Body(f.payloadLimit), // 413
		authenticate,
	}
	streamChain := []echo.MiddlewareFunc{
		sessionsOnly,    // 405
		eventStreamOnly, // 405
		f.noteServer,
		origin,
		rate,
		authenticate,
		protocolVersion,
	}
	for _, prefix := range f.config.Prefixes {
		e.POST(prefix, f.rpc, chain...)
		e.POST(prefix+"/:server", f.rpc, chain...)
		e.POST(prefix+"/:server/dispatch", f.dispatch, chain...)
		e.GET(prefix, f.stream, streamChain...)
		e.GET(prefix+"/:server", f.stream, streamChain...)
	}
	return e
}

// Routes of probes, which are not audited: they come every few seconds.
const (
	health = "/healthz"
	ready  = "/readyz"
)

// clientAddress returns where a request comes from: the other end of the connection, or what trusted proxies say in
// X-Forwarded-For.
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

// replayedHeader says that an answer is that of an earlier call with the same idempotency key.
const replayedHeader = "Idempotency-Replayed"

func (f *front) cors() echo.MiddlewareFunc {
	trace, key := f.config.Trace.Header, f.config.Idempotency.Header
	return middleware.CORS(f.config.Security.Origins,
		[]string{"Authorization", "Content-Type", "X-Partner-Auth", mcp.SessionHeader, mcp.VersionHeader, mcp.MethodHeader, mcp.NameHeader, mcp.LastEventHeader, trace, key},
		[]string{mcp.SessionHeader, trace, replayedHeader, "Retry-After", "WWW-Authenticate"})
}

// handle returns the handle of the server that a request is for.
func (f *front) handle(c echo.Context) string {
	if handle := c.Param("server"); handle != "" {
		return handle
	}
	return f.config.Servers[0].Handle
}

// noteServer tells the audit line which server a request is for.
func (f *front) noteServer(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		audit.RecordOf(c.Request().Context()).Server = f.handle(c)
		return next(c)
	}
}

// payloadLimit returns how large a request may be; for a server that there is not, as for the first.
func (f *front) payloadLimit(c echo.Context) int64 {
	server, ok := f.servers[f.handle(c)]
	if !ok {
		server = f.config.Servers[0]
	}
	return server.Limits.PayloadBytes
}

// protocolVersion refuses streams of revisions that emcp does not speak.
func protocolVersion(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := mcp.CheckVersion(c.Request().Header.Get(mcp.VersionHeader)); err != nil {
			return err
		}
		return next(c)
	}
}

// request returns what mcp is asked by an HTTP request.
func (f *front) request(c echo.Context) mcp.Request {
	return mcp.Request{
		Server: f.handle(c), Caller: middleware.CallerOf(c), Address: middleware.Address(c), Header: c.Request().Header,
		Message: mcp.Read(middleware.BodyOf(c)),
	}
}

// rpc answers one JSON-RPC message: with the answer, or 202 when it wants none.
func (f *front) rpc(c echo.Context) error {
	answer := f.mcp.Answer(c.Request().Context(), f.request(c))
	switch {
	case answer.Cancelled:
		return gone(c)
	case answer.Refused():
		return answer.Fault
	case answer.Stream != nil:
		return f.listen(c, answer.Stream)
	case answer.Reply == nil:
		return c.NoContent(http.StatusAccepted)
	}
	if answer.Session != "" {
		c.Response().Header().Set(mcp.SessionHeader, answer.Session)
	}
	if answer.Replayed {
		c.Response().Header().Set(replayedHeader, "true")
	}
	c.Response().Header().Set(echo.HeaderContentLength, strconv.Itoa(len(answer.Reply))) // else net/http sends it in chunks
	return c.JSONBlob(cmp.Or(answer.Status, http.StatusOK), answer.Reply)
}

// clientClosedRequest is the status by which logs know that the client did not wait (of nginx).
const clientClosedRequest = 499

// gone ends a request whose client has ended it (MCP 2025-11-25, Cancellation).
func gone(c echo.Context) error {
	audit.RecordOf(c.Request().Context()).Code = audit.CodeCancelled
	return c.NoContent(clientClosedRequest)
}

// state is what healthz and readyz answer.
type state struct {
	Status string `json:"status"`
	Reason string `json:"reason,omitempty"`
}

func (s *Server) health(c echo.Context) error {
	return c.JSON(http.StatusOK, state{Status: "ok"})
}

// readyTime bounds the look at the databases.
const readyTime = time.Second

func (s *Server) ready(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), readyTime)
	defer cancel()
	reason := "draining"
	if s.draining.Err() == nil {
		err := s.Ready(ctx)
		if err == nil {
			return c.JSON(http.StatusOK, state{Status: "ready"})
		}
		s.log.WarnContext(ctx, "not ready", "error", err)
		reason = string(fault.From(err).Kind)
	}
	return c.JSON(http.StatusServiceUnavailable, state{"unavailable", reason})
}

// Limits of one connection. A call itself may take as long as its site's statement timeout.
const (
	headerTime    = 5 * time.Second
	bodyTime      = 15 * time.Second
	writeTime     = 30 * time.Second
	idleTime      = time.Minute
	maxHeader     = 16 << 10
	drainTime     = 9 * time.Second
	drainInterval = 200 * time.Millisecond
)

// warnOfDatabases logs that one does not answer, or has no site, which nobody else would say before the first call.
func (s *Server) warnOfDatabases(ctx context.Context) {
	asking, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	if err := s.Ready(asking); err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "calls fail until the database is in order; emcp check says what is wrong", "error", err)
	}
}

// Serve answers on a listener until ctx ends, then lets the calls that are under way finish.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	idle := newIdleConnections()
	web := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       bodyTime,
		WriteTimeout:      writeTime + s.longestCall(),
		IdleTimeout:       idleTime,
		ConnState:         idle.note,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		TLSConfig:         s.tls,
	}
	s.log.InfoContext(ctx, "listening", "address", listener.Addr().String(), "tls", s.tls != nil)
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok && s.tls == nil && !tcp.IP.IsLoopback() {
		s.log.WarnContext(ctx, "tokens travel readable: set tls, or listen on a loopback address behind a web server that speaks HTTPS")
	}
	s.warnOfDatabases(ctx) // who calls now waits for a moment
	served := make(chan error, 1)
	go func() {
		if s.tls != nil {
			served <- web.ServeTLS(listener, "", "")
		} else {
			served <- web.Serve(listener)
		}
	}()

	select {
	case err := <-served:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	// A moment in which readyz already says no, so that a load balancer stops sending before the listener closes.
	// Streams, which would never finish, end here.
	s.drain()
	time.Sleep(drainInterval)
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := web.Shutdown(drain); err != nil {
		return fmt.Errorf("calls were still running after %s: %w", drainTime, errors.Join(err, web.Close()))
	}
	s.log.InfoContext(ctx, "drained")
	return nil
}
