package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

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
	p.step("no token", func(s *Step) error { return p.tryToken(ctx, s, "") })
	p.step("wrong token", func(s *Step) error { return p.tryToken(ctx, s, unknownToken) })
	p.step("GET", func(s *Step) error { return p.get(ctx, s) })
	p.step("oversized body", func(s *Step) error { return p.oversize(ctx, s) })
	p.step("broken JSON", func(s *Step) error { return p.truncate(ctx, s) })
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
		case errors.As(err, &unansweredError{}):
			return err
		case a.status >= 400 && a.status < 500 && a.status != http.StatusUnauthorized &&
			a.status != http.StatusTooManyRequests:
			// Some servers refuse with an HTTP status alone.
		case err != nil:
			return err
		case r.code == codeInternal:
			return wrong("It answers with -32603, internal error: "+r.message,
				"The error is the caller's. Assistants take this for a broken server and do not correct their call.")
		case r.code == 0 && (json.Unmarshal(r.result, &result) != nil || !result.IsError):
			return wrong("It answers with a result.",
				"Assistants do not learn that their call was wrong, and continue with the result.")
		}
	}
	return nil
}

// tryToken sends a request with a wrong token, or without one.
func (p *prober) tryToken(ctx context.Context, s *Step, token string) error {
	if p.token == "" {
		s.skip("not tried: no token is used")
		return nil
	}
	first := dialect{}
	method, params := "initialize", map[string]any{
		"protocolVersion": p.dialect.version, "capabilities": map[string]any{}, "clientInfo": p.info(),
	}
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
			return wrong("It answers anyway.",
				"Anyone who finds the address can use the server. If that is intended, run this program without a token.")
		case a.status != http.StatusUnauthorized && a.refused() != nil:
			return a.refused()
		case a.status != http.StatusUnauthorized:
			return wrong(fmt.Sprintf("It answers HTTP %d, not 401.", a.status),
				"Clients sign in only after 401; they show any other status as a failure.")
		case a.header.Get("WWW-Authenticate") == "":
			return wrong("The 401 has no header WWW-Authenticate.",
				"HTTP requires it (RFC 9110). It tells clients how to sign in.")
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
		return wrong(fmt.Sprintf("It answers GET with %s.", orNothing(a.contentType())),
			"MCP requires text/event-stream or HTTP 405 here. Clients that listen for changes fail.")
	case a.refused() != nil && a.status != http.StatusBadRequest && a.status != http.StatusNotFound:
		return a.refused()
	default:
		return wrong(fmt.Sprintf("It answers GET with HTTP %d.", a.status),
			"MCP requires an event stream or HTTP 405 here. Clients report other answers as errors.")
	}
	return nil
}

// oversize sends a body that is too large, with Expect: 100-continue, so that a good server refuses it unread.
func (p *prober) oversize(ctx context.Context, s *Step) error {
	const before, after = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"padding":"`, `"}}`
	padding := oversized - len(before) - len(after)
	header := p.dialect.headers("ping", "")
	header["Expect"] = "100-continue"
	a, err := p.send(ctx, func() request {
		return request{
			body: io.MultiReader(strings.NewReader(before), io.LimitReader(letters{}, int64(padding)),
				strings.NewReader(after)),
			size:   oversized,
			header: header,
		}
	})
	var r rpc
	if err == nil {
		r, _ = a.message(nil) // an HTTP status without a JSON-RPC error is fine too
	}
	s.saw(a, r)
	var silent unansweredError
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
		return wrong(fmt.Sprintf("It accepts a body of %d MiB.", oversized>>20),
			"Anybody with a token can fill its memory. Set a limit there, or in the web server in front (client_max_body_size "+
				"in nginx).")
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

// truncate sends half a JSON message.
func (p *prober) truncate(ctx context.Context, s *Step) error {
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
		case errors.As(err, &unansweredError{}):
			return err
		case a.status >= 400 && a.status < 500 && a.status != http.StatusTooManyRequests &&
			a.status != http.StatusUnauthorized:
		case err != nil:
			return err
		case r.code == 0:
			return wrong("It answers with a result.",
				"A server that guesses the meaning of half a message does things that nobody asked for.")
		case r.code == codeInternal:
			return wrong("It answers with -32603, internal error: "+r.message,
				"JSON-RPC requires -32700 here. Monitoring takes this for a broken server.")
		}
	}
	return nil
}
