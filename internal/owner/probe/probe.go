// Package probe checks an MCP server the way a client meets it for the first time, and reports what is wrong with the
// answers. It knows nothing about emcp's own server: it works with every server that speaks MCP over HTTP.
package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// handshakes are the revisions of MCP that begin with initialize. stateless is the revision that does not.
var handshakes = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

const stateless = "2026-07-28"

// Limits of a run.
const (
	maxSilent    = 3       // after so many steps in a row without an answer, the remaining steps are skipped
	oversized    = 8 << 20 // size of a request that every server should refuse, in bytes
	unknownTool  = "emcp_probe_no_such_tool"
	unknownToken = "emcp-probe-wrong-token"
)

// Options say what to probe, and how.
type Options struct {
	URL     string // see CheckURL
	Token   string // bearer token; empty: none
	Version string // of this program, as servers see it
	All     bool   // also call tools that are not marked as read-only
	Repeat  int    // how often to send requests that change nothing
	Timeout time.Duration
}

// CheckURL returns an error if the address cannot be that of a server.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return errors.New("the URL must be like https://www.example.com/mcp")
	case u.User != nil:
		return errors.New("the URL must not contain a user or password; pass the token with --token or EMCP_TOKEN")
	case u.Fragment != "":
		return errors.New("the URL must not contain #; servers do not get the part after it")
	}
	return nil
}

// Run probes the server. Its error means that the server did not answer at all. Everything wrong with the answers is in
// the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	p := &prober{client: newClient(o), options: o, report: &Report{URL: o.URL}}
	defer p.close()
	if err := p.handshake(ctx); err != nil {
		return nil, err
	}
	p.tools(ctx)
	p.mistakes(ctx)
	p.goodbye(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if p.waited > 0 {
		p.report.Notes = append(p.report.Notes, fmt.Sprintf("waited %s for the server's rate limit", p.waited))
	}
	return p.report, nil
}

// prober is the state of one run.
type prober struct {
	*client
	options  Options
	report   *Report
	dialect  dialect   // of the tool calls
	modern   bool      // the server speaks 2026-07-28
	agreed   bool      // the server agreed to some revision
	sessions []dialect // that are still open
	silent   int       // steps in a row without an answer
}

// step runs one step. look sends the requests, records the answers in the step, and returns what is wrong.
func (p *prober) step(name string, look func(*Step) error) {
	s := &Step{Name: name, Verdict: OK}
	p.report.Steps = append(p.report.Steps, s)
	if p.silent >= maxSilent {
		s.skip("not tried: the server no longer answers")
		return
	}
	err := look(s)
	var silent silence
	if errors.As(err, &silent) {
		p.silent++
		err = Finding{sentence(silent.what), "Clients wait as long as that, and then give the server up."}
	} else {
		p.silent = 0
	}
	s.conclude(err)
}

// sentence capitalizes a text and adds a full stop.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// handshake tries initialize with every revision of MCP. Its error means that the very first request had no answer.
func (p *prober) handshake(ctx context.Context) error {
	for i, version := range handshakes {
		var fatal error
		p.step("initialize "+version, func(s *Step) error {
			a, r, err := p.call(ctx, dialect{}, "initialize", map[string]any{
				"protocolVersion": version, "capabilities": map[string]any{}, "clientInfo": p.info(),
			})
			s.saw(a, r)
			if i == 0 && errors.As(err, &silence{}) {
				fatal = err
			}
			if err != nil {
				return err
			}
			return p.initialized(s, version, a, r)
		})
		if fatal != nil {
			return fatal
		}
	}
	p.step("server/discover "+stateless, func(s *Step) error { return p.discover(ctx, s) })
	if !p.agreed {
		p.dialect, p.agreed = dialect{version: stateless, modern: true}, p.modern
	}
	if !p.agreed || p.dialect.modern {
		return nil
	}
	p.step("notifications/initialized", func(s *Step) error { return p.notify(ctx, s) })
	return nil
}

// initialized checks the result of initialize.
func (p *prober) initialized(s *Step, version string, a httpAnswer, r rpc) error {
	if r.code == codeInvalidParams || r.code == codeNoMethod || r.code == codeVersion || r.code == codeInvalidRequest {
		s.skip("not supported: " + r.message)
		return nil
	}
	if r.code != 0 {
		return wrong("It refuses initialize: "+r.message, "No client can begin.")
	}
	var result struct {
		ProtocolVersion string          `json:"protocolVersion"`
		Capabilities    json.RawMessage `json:"capabilities"`
		ServerInfo      struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"serverInfo"`
	}
	if err := json.Unmarshal(r.result, &result); err != nil || result.ServerInfo.Name == "" || !isObject(result.Capabilities) {
		return wrong("The result of initialize lacks capabilities or serverInfo.name.", "Clients read them first, and end the connection if they are missing.")
	}
	if _, err := time.Parse(time.DateOnly, result.ProtocolVersion); err != nil {
		return wrong(fmt.Sprintf("It answers with the protocolVersion %q.", clean(result.ProtocolVersion)), "Clients end the connection if they do not know the revision.")
	}
	d := dialect{version: result.ProtocolVersion, session: a.header.Get("Mcp-Session-Id")}
	if strings.ContainsFunc(d.session, func(r rune) bool { return r < '!' || r > '~' }) {
		return wrong("The Mcp-Session-Id has characters other than visible ASCII.", "Clients cannot send it back in a header.")
	}
	if d.session != "" {
		p.sessions = append(p.sessions, d)
	}
	if result.ProtocolVersion != version {
		s.Note = "not supported; it offers " + result.ProtocolVersion
	}
	if !p.agreed || d.version >= p.dialect.version {
		p.dialect, p.agreed = d, true
		p.report.Server = clean(strings.TrimSpace(result.ServerInfo.Name + " " + result.ServerInfo.Version))
		p.report.Protocol = d.version
	}
	return nil
}

// discover tries the revision without a handshake. A server need not support it if it supports another revision.
func (p *prober) discover(ctx context.Context, s *Step) error {
	a, r, err := p.call(ctx, dialect{version: stateless, modern: true}, "server/discover", nil)
	s.saw(a, r)
	refused := r.code == codeNoMethod || r.code == codeInvalidRequest || r.code == codeInvalidParams || r.code == codeVersion ||
		a.status == http.StatusBadRequest || a.status == http.StatusNotFound
	switch {
	case refused && p.agreed:
		s.skip("not supported")
		return nil
	case refused:
		return wrong("It speaks no revision of MCP that this program knows.", "No client can begin. Check that the URL is that of an MCP server.")
	case err != nil:
		return err
	case r.code != 0:
		return wrong("It refuses server/discover: "+r.message, "Clients of this revision begin with it.")
	}
	var result struct {
		ResultType        string          `json:"resultType"`
		SupportedVersions []string        `json:"supportedVersions"`
		Capabilities      json.RawMessage `json:"capabilities"`
		Meta              struct {
			Info struct{ Name, Version string } `json:"io.modelcontextprotocol/serverInfo"`
		} `json:"_meta"`
	}
	if err := json.Unmarshal(r.result, &result); err != nil || len(result.SupportedVersions) == 0 || !isObject(result.Capabilities) {
		return wrong("The result of server/discover lacks supportedVersions or capabilities.", "Clients choose the revision by them.")
	}
	if result.ResultType != "complete" {
		return wrong(`The result of server/discover lacks "resultType": "complete".`, "Without it, clients of this revision do not know that the result is final.")
	}
	p.modern = true
	if p.report.Protocol == "" {
		p.report.Protocol = stateless
		p.report.Server = clean(strings.TrimSpace(result.Meta.Info.Name + " " + result.Meta.Info.Version))
	}
	return nil
}

// notify completes the handshake.
func (p *prober) notify(ctx context.Context, s *Step) error {
	text, _, err := p.message(p.dialect, "notifications/initialized", nil)
	if err != nil {
		return err
	}
	a, err := p.send(ctx, func() request {
		return request{body: bytes.NewReader(text), size: int64(len(text)), header: p.dialect.headers("", "")}
	})
	s.saw(a, rpc{})
	switch {
	case err != nil:
		return err
	case a.refused() != nil:
		return a.refused()
	case a.status != http.StatusAccepted || len(bytes.TrimSpace(a.body)) > 0:
		return wrong(fmt.Sprintf("It answers a notification with HTTP %d and %d bytes.", a.status, a.bytes),
			"MCP wants 202 without a body; clients that get more look for an answer in it and fail.")
	}
	return nil
}

// mistakes sends the kinds of wrong requests that clients, people and attackers send.
func (p *prober) mistakes(ctx context.Context) {
	if !p.agreed {
		return
	}
	p.step("unknown tool", func(s *Step) error {
		return p.refusal(ctx, s, "tools/call", map[string]any{"name": unknownTool, "arguments": map[string]any{}})
	})
	p.step("bad params", func(s *Step) error {
		return p.refusal(ctx, s, "tools/call", map[string]any{"name": 5, "arguments": "none"})
	})
	p.step("no token", func(s *Step) error { return p.stranger(ctx, s, "") })
	p.step("wrong token", func(s *Step) error { return p.stranger(ctx, s, unknownToken) })
	p.step("GET", func(s *Step) error { return p.get(ctx, s) })
	p.step("oversized body", func(s *Step) error { return p.flood(ctx, s) })
	p.step("broken JSON", func(s *Step) error { return p.garble(ctx, s) })
}

// refusal sends a request that the server must refuse with a JSON-RPC error or a tool error.
func (p *prober) refusal(ctx context.Context, s *Step, method string, params map[string]any) error {
	for range p.options.Repeat {
		a, r, err := p.call(ctx, p.dialect, method, params)
		s.saw(a, r)
		var result struct {
			IsError bool `json:"isError"`
		}
		switch {
		case errors.As(err, &silence{}):
			return err
		case a.status >= 400 && a.status < 500 && a.status != http.StatusUnauthorized && a.status != http.StatusTooManyRequests:
			// Some servers refuse with an HTTP status alone.
		case err != nil:
			return err
		case r.code == codeInternal:
			return wrong("It answers with -32603, internal error: "+r.message, "The error is the caller's. Assistants take this for a broken server and do not correct their call.")
		case r.code == 0 && (json.Unmarshal(r.result, &result) != nil || !result.IsError):
			return wrong("It answers with a result.", "Assistants do not learn that their call was wrong, and continue with the result.")
		}
	}
	return nil
}

// stranger sends a request with a wrong token, or without one.
func (p *prober) stranger(ctx context.Context, s *Step, token string) error {
	if p.token == "" {
		s.skip("not tried: no token is used")
		return nil
	}
	first := dialect{}
	method, params := "initialize", map[string]any{"protocolVersion": p.dialect.version, "capabilities": map[string]any{}, "clientInfo": p.info()}
	if p.dialect.modern {
		first, method, params = p.dialect, "server/discover", nil
	}
	text, _, err := p.message(first, method, params)
	if err != nil {
		return err
	}
	for range p.options.Repeat {
		a, err := p.send(ctx, func() request {
			return request{body: bytes.NewReader(text), size: int64(len(text)), header: first.headers(method, ""), token: &token}
		})
		s.saw(a, rpc{})
		switch {
		case err != nil:
			return err
		case a.status < 300:
			return wrong("It answers anyway.", "Anyone who finds the address can use the server. If that is intended, run this program without a token.")
		case a.status != http.StatusUnauthorized && a.refused() != nil:
			return a.refused()
		case a.status != http.StatusUnauthorized:
			return wrong(fmt.Sprintf("It answers HTTP %d, not 401.", a.status), "Clients sign in only after 401; they show any other status as a failure.")
		case a.header.Get("WWW-Authenticate") == "":
			return wrong("The 401 has no header WWW-Authenticate.", "HTTP requires it (RFC 9110). It tells clients how to sign in.")
		}
	}
	return nil
}

// get opens the event stream that a server may offer, and closes it again.
func (p *prober) get(ctx context.Context, s *Step) error {
	header := p.dialect.headers("", "")
	header["Accept"] = eventStream
	a, err := p.send(ctx, func() request { return request{method: http.MethodGet, header: header, opening: true} })
	s.saw(a, rpc{})
	switch {
	case err != nil:
		return err
	case a.status == http.StatusOK && a.contentType() == eventStream && !p.dialect.modern:
		s.Note = "a stream of events"
	case a.status == http.StatusMethodNotAllowed:
		s.Note = "no stream of events"
	case a.status == http.StatusOK:
		return wrong(fmt.Sprintf("It answers GET with %s.", orNothing(a.contentType())), "MCP requires text/event-stream or HTTP 405 here. Clients that listen for changes fail.")
	case a.refused() != nil && a.status != http.StatusBadRequest && a.status != http.StatusNotFound:
		return a.refused()
	default:
		return wrong(fmt.Sprintf("It answers GET with HTTP %d.", a.status), "MCP requires an event stream or HTTP 405 here. Clients report other answers as errors.")
	}
	return nil
}

// flood sends a body that is too large. It asks first (Expect: 100-continue), so that a good server can refuse without
// reading the body.
func (p *prober) flood(ctx context.Context, s *Step) error {
	const before, after = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"padding":"`, `"}}`
	padding := oversized - len(before) - len(after)
	header := p.dialect.headers("ping", "")
	header["Expect"] = "100-continue"
	a, err := p.send(ctx, func() request {
		return request{
			body:   io.MultiReader(strings.NewReader(before), io.LimitReader(letters{}, int64(padding)), strings.NewReader(after)),
			size:   oversized,
			header: header,
		}
	})
	var r rpc
	if err == nil {
		r, _ = a.message(nil) // an HTTP status without a JSON-RPC error is fine too
	}
	s.saw(a, r)
	var silent silence
	switch {
	case errors.As(err, &silent) && silent.timeout:
		return err
	case errors.As(err, &silent):
		s.Note = "the server closed the connection"
	case err != nil:
		return err
	case a.status >= 500:
		return a.refused()
	case a.status < 400 && r.code == 0:
		return wrong(fmt.Sprintf("It accepts a body of %d MiB.", oversized>>20), "Anybody with a token can fill its memory. Set a limit there, or in the web server in front (client_max_body_size in nginx).")
	}
	return nil
}

// letters is an endless stream of letters.
type letters struct{}

// Read fills the buffer.
func (letters) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'e'
	}
	return len(b), nil
}

// garble sends half a JSON message.
func (p *prober) garble(ctx context.Context, s *Step) error {
	const half = `{"jsonrpc":"2.0","id":1,"method":"tools/list"`
	for range p.options.Repeat {
		a, err := p.send(ctx, func() request {
			return request{body: strings.NewReader(half), size: int64(len(half)), header: p.dialect.headers("tools/list", "")}
		})
		var r rpc
		if err == nil {
			r, err = a.message(nil)
		}
		s.saw(a, r)
		switch {
		case errors.As(err, &silence{}):
			return err
		case a.status >= 400 && a.status < 500 && a.status != http.StatusTooManyRequests && a.status != http.StatusUnauthorized:
		case err != nil:
			return err
		case r.code == 0:
			return wrong("It answers with a result.", "A server that guesses the meaning of half a message does things that nobody asked for.")
		case r.code == codeInternal:
			return wrong("It answers with -32603, internal error: "+r.message, "JSON-RPC requires -32700 here. Monitoring takes this for a broken server.")
		}
	}
	return nil
}

// goodbye ends the open sessions, so that the server need not keep them until they expire.
func (p *prober) goodbye(ctx context.Context) {
	for _, d := range p.sessions {
		if p.silent >= maxSilent {
			return
		}
		_, _ = p.sendOnce(ctx, request{method: http.MethodDelete, header: d.headers("", "")}) // a server need not support DELETE
	}
}
