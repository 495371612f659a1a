package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// handshake tries initialize with every revision of MCP. Its error means that the very first request had no answer.
func (p *prober) handshake(ctx context.Context) error {
	for i, version := range handshakes {
		var fatal error
		p.step("initialize "+version, func(s *Step) error {
			a, r, err := p.call(ctx, dialect{}, "initialize", map[string]any{
				"protocolVersion": version, "capabilities": map[string]any{}, "clientInfo": p.info(),
			})
			s.saw(a, r)
			if i == 0 && errors.As(err, &unansweredError{}) {
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
	p.step("notifications/initialized", func(s *Step) error { return p.complete(ctx, s, p.dialect) })
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
	if err := json.Unmarshal(r.result, &result); err != nil || result.ServerInfo.Name == "" ||
		!isObject(result.Capabilities) {
		return wrong("The result of initialize lacks capabilities or serverInfo.name.",
			"Clients read them first, and end the connection if they are missing.")
	}
	if _, err := time.Parse(time.DateOnly, result.ProtocolVersion); err != nil {
		return wrong(fmt.Sprintf("It answers with the protocolVersion %q.", clean(result.ProtocolVersion)),
			"Clients end the connection if they do not know the revision.")
	}
	d := dialect{version: result.ProtocolVersion, session: a.header.Get("Mcp-Session-Id")}
	if strings.ContainsFunc(d.session, func(r rune) bool { return r < '!' || r > '~' }) {
		return wrong("The Mcp-Session-Id has characters other than visible ASCII.",
			"Clients cannot send it back in a header.")
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
	refused := r.code == codeNoMethod || r.code == codeInvalidRequest || r.code == codeInvalidParams ||
		r.code == codeVersion ||
		a.status == http.StatusBadRequest || a.status == http.StatusNotFound
	switch {
	case refused && p.agreed:
		s.skip("not supported")
		return nil
	case refused:
		return wrong("It speaks no revision of MCP that this program knows.",
			"No client can begin. Check that the URL is that of an MCP server.")
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
	if err := json.Unmarshal(r.result, &result); err != nil || len(result.SupportedVersions) == 0 ||
		!isObject(result.Capabilities) {
		return wrong("The result of server/discover lacks supportedVersions or capabilities.",
			"Clients choose the revision by them.")
	}
	if result.ResultType != "complete" {
		return wrong(`The result of server/discover lacks "resultType": "complete".`,
			"Without it, clients of this revision do not know that the result is final.")
	}
	p.modern = true
	if p.report.Protocol == "" {
		p.report.Protocol = stateless
		p.report.Server = clean(strings.TrimSpace(result.Meta.Info.Name + " " + result.Meta.Info.Version))
	}
	return nil
}

// complete sends the notification that ends the handshake.
func (c *client) complete(ctx context.Context, s *Step, d dialect) error {
	text, _, err := c.message(d, "notifications/initialized", nil)
	if err != nil {
		return err
	}
	a, err := c.send(ctx, func() request {
		return request{body: bytes.NewReader(text), size: int64(len(text)), header: d.headers("", "")}
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
