package probe

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"emcp/internal/outbound"
)

// Limits on what a server may cost the probe.
const (
	maxAnswer   = 8 << 20          // in bytes, for one answer
	idle        = 2                // connections that are kept
	maxPatience = 10 * time.Second // longest total wait when the server limits the rate of requests
	maxRefused  = 5                // how often the probe waits for that
)

// client sends requests to one address.
type client struct {
	http    *http.Client
	roots   *x509.CertPool // nil: the system's
	url     string
	token   string
	name    string // program name and version, sent as User-Agent and clientInfo
	version string
	timeout time.Duration
	clock   clock
	lastID  int
	waited  time.Duration // total wait for the server's rate limit so far
	limited *httpAnswer   // the first answer that refused a request because of the rate limit
}

// clock reads the time and waits. Tests replace it.
type clock struct {
	now   func() time.Time
	pause func(context.Context, time.Duration) // returns early if the context ends
}

func systemClock() clock {
	return clock{time.Now, func(ctx context.Context, d time.Duration) {
		select {
		case <-ctx.Done():
		case <-time.After(d):
		}
	}}
}

// newClient returns a client that does not follow redirects, because a redirect would carry the token to another
// address.
func newClient(o Options) *client {
	c := &client{
		http: newHTTPClient(&tls.Config{RootCAs: o.roots}), roots: o.roots,
		url: o.URL, token: o.Token, name: "emcp-probe", version: o.Version, timeout: o.Timeout, clock: systemClock(),
	}
	if o.clock != nil {
		c.clock = *o.clock
	}
	return c
}

func newHTTPClient(t *tls.Config) *http.Client {
	return outbound.Client(outbound.Options{Idle: idle, TLS: t})
}

// withTLS returns a client like c whose connections have a version of TLS in that range.
func (c *client) withTLS(lowest, highest uint16) *client {
	other := *c
	other.http = newHTTPClient(&tls.Config{RootCAs: c.roots, MinVersion: lowest, MaxVersion: highest})
	return &other
}

// close closes the idle connections.
func (c *client) close() { c.http.CloseIdleConnections() }

// request is one HTTP request. A zero field takes the default that its comment names.
type request struct {
	method  string // default POST
	body    io.Reader
	size    int64 // in bytes, of body
	header  map[string]string
	token   *string // nil: the token of the client
	opening bool    // read only the beginning of the answer, which may be endless
}

// httpAnswer is the answer to a request.
type httpAnswer struct {
	status int
	header http.Header
	body   []byte // from an event stream: the data of the event that answers the request
	bytes  int64  // read in total
	token  bool   // whether a token was sent
	tls    *tls.ConnectionState
	took   time.Duration
}

// dialect is the form that requests of one MCP revision take.
type dialect struct {
	version string
	session string // id that initialize returned
	modern  bool   // 2026-07-28 and later: requests are independent of each other and name the client in _meta
}

// headers returns the headers of a request in this dialect. name is the name of the tool that it calls.
func (d dialect) headers(method, name string) map[string]string {
	h := map[string]string{}
	if d.version != "" && d.version != "2024-11-05" { // 2024-11-05 had no version header
		h["MCP-Protocol-Version"] = d.version
	}
	if d.session != "" {
		h["Mcp-Session-Id"] = d.session
	}
	if d.modern {
		h["Mcp-Method"] = method
		if name != "" {
			h["Mcp-Name"] = headerText(name)
		}
	}
	return h
}

// headerText encodes a text as a header can carry it (MCP 2026-07-28, Standard Request Headers).
func headerText(text string) string {
	if strings.Trim(text, " ") == text && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		return text
	}
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(text)) + "?="
}

// message returns a JSON-RPC message and its id. A notification has no id.
func (c *client) message(d dialect, method string, params map[string]any) (text []byte, id int, err error) {
	m := map[string]any{"jsonrpc": "2.0", "method": method}
	if !strings.HasPrefix(method, "notifications/") {
		c.lastID++
		m["id"] = c.lastID
	}
	if d.modern {
		if params == nil {
			params = map[string]any{}
		}
		params["_meta"] = map[string]any{
			"io.modelcontextprotocol/protocolVersion":    d.version,
			"io.modelcontextprotocol/clientCapabilities": map[string]any{},
			"io.modelcontextprotocol/clientInfo":         c.info(),
		}
	}
	if params != nil {
		m["params"] = params
	}
	text, err = json.Marshal(m)
	return text, c.lastID, err
}

// notes says what else a reader of the results needs to know. moved is the note of locate.
func (c *client) notes(moved string) (notes []string) {
	if moved != "" {
		notes = append(notes, moved)
	}
	if c.waited > 0 {
		notes = append(notes, fmt.Sprintf("waited %s for the server's rate limit", c.waited))
	}
	return notes
}

// end ends open sessions, so that the server need not keep them until they expire.
func (c *client) end(ctx context.Context, sessions []dialect) {
	for _, d := range sessions {
		// a server need not support DELETE
		_, _ = c.sendOnce(ctx, request{method: http.MethodDelete, header: d.headers("", "")})
	}
}

func (c *client) info() map[string]string {
	return map[string]string{"name": c.name, "version": c.version}
}

// call sends a JSON-RPC request and returns the answer, even if the answer is wrong. Its errors are findings.
func (c *client) call(ctx context.Context, d dialect, method string, params map[string]any) (httpAnswer, rpc, error) {
	name, _ := params["name"].(string)
	text, id, err := c.message(d, method, params)
	if err != nil {
		return httpAnswer{}, rpc{}, err
	}
	a, err := c.send(ctx, func() request {
		return request{body: bytes.NewReader(text), size: int64(len(text)), header: d.headers(method, name)}
	})
	if err != nil {
		return a, rpc{}, err
	}
	r, err := a.message(&id)
	return a, r, err
}

// send sends the request that next builds. If the server refuses it because of a rate limit and says when to retry,
// send waits and sends it again.
func (c *client) send(ctx context.Context, next func() request) (httpAnswer, error) {
	for refused := 0; ; refused++ {
		a, err := c.sendOnce(ctx, next())
		if err != nil || a.status != http.StatusTooManyRequests {
			return a, err
		}
		if c.limited == nil {
			c.limited = &a
		}
		if refused == maxRefused {
			return a, nil
		}
		seconds, err := strconv.Atoi(a.header.Get("Retry-After"))
		wait := time.Duration(seconds) * time.Second
		if err != nil || seconds < 0 || wait > maxPatience {
			return a, nil
		}
		c.clock.pause(ctx, wait)
		if ctx.Err() != nil {
			return a, nil
		}
		c.waited += wait
	}
}

func (c *client) sendOnce(ctx context.Context, r request) (a httpAnswer, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	start := c.clock.now()
	defer func() { a.took = c.clock.now().Sub(start) }()
	method := http.MethodPost
	if r.method != "" {
		method = r.method
	}
	wire, err := http.NewRequestWithContext(ctx, method, c.url, r.body)
	if err != nil {
		return a, err
	}
	wire.ContentLength = r.size
	wire.Header.Set("Accept", "application/json, text/event-stream")
	wire.Header.Set("User-Agent", c.name+"/"+c.version)
	if r.body != nil {
		wire.Header.Set("Content-Type", "application/json")
	}
	token := c.token
	if r.token != nil {
		token = *r.token
	}
	if a.token = token != ""; a.token {
		wire.Header.Set("Authorization", "Bearer "+token)
	}
	for name, value := range r.header {
		wire.Header.Set(name, value)
	}
	response, err := c.http.Do(wire)
	if err != nil {
		return a, c.unanswered(err)
	}
	defer response.Body.Close()
	a.status, a.header, a.tls = response.StatusCode, response.Header, response.TLS
	defer func() { a.redact(token) }()
	if r.opening && response.StatusCode == http.StatusOK {
		return a, nil
	}
	limited := &io.LimitedReader{R: response.Body, N: maxAnswer + 1}
	if a.contentType() == eventStream {
		a.body, err = answerOf(limited)
	} else {
		a.body, err = io.ReadAll(limited)
	}
	a.bytes = maxAnswer + 1 - limited.N
	switch {
	case limited.N == 0:
		a.body = nil
		return a, wrong(fmt.Sprintf("The answer has more than %d MiB; the rest was not read.", maxAnswer>>20),
			"Clients cut such answers or give up, and no assistant can read that much.")
	case err != nil:
		return a, c.unanswered(err)
	}
	return a, nil
}

// shortestSecret is the length of the shortest token that redact looks for, in bytes. Shorter ones could
// be parts of ordinary words.
const shortestSecret = 16

// redact removes the token from an answer that repeats it, because parts of the answer are printed.
func (a *httpAnswer) redact(token string) {
	const instead = "TOKEN"
	if len(token) < shortestSecret {
		return
	}
	a.body = bytes.ReplaceAll(a.body, []byte(token), []byte(instead))
	for _, values := range a.header {
		for i := range values {
			values[i] = strings.ReplaceAll(values[i], token, instead)
		}
	}
}

// unansweredError is the error for an answer that did not arrive, or not completely.
type unansweredError struct {
	what    string
	timeout bool
}

// Error says what happened instead.
func (s unansweredError) Error() string { return s.what }

// unanswered explains in plain words why no answer arrived.
func (c *client) unanswered(err error) error {
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return unansweredError{fmt.Sprintf("no answer within %s", c.timeout), true}
	}
	if inner := (*url.Error)(nil); errors.As(err, &inner) {
		err = inner.Err // the reader knows the address
	}
	if errors.Is(err, http.ErrSchemeMismatch) {
		return unansweredError{what: "the server answers without TLS: write http:// instead of https://"}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return unansweredError{what: "the server closed the connection before the end of its answer"}
	}
	return unansweredError{what: clean(err.Error())}
}

// contentType returns the media type of the answer, without its parameters.
func (a httpAnswer) contentType() string {
	media, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil {
		return strings.ToLower(strings.TrimSpace(a.header.Get("Content-Type")))
	}
	return media
}
