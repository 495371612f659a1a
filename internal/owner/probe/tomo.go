package probe

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"emcp/internal/loopback"
)

// RunTOMO checks every requirement of TOMO that can be seen from outside. Its error means that the server did not
// answer at all. Everything wrong with the answers is in the checklist.
func RunTOMO(ctx context.Context, o Options) (*Checklist, error) {
	o, moved := locate(ctx, o)
	r := &tomoRun{
		client: newClient(o), options: o, list: &Checklist{URL: o.URL, Profile: "tomo"},
		media: map[string]bool{}, calls: map[string]time.Time{},
		forbidden: &Check{Name: "forbidden fields", Verdict: Passed},
		expiry:    &Check{Name: "expires_at", Verdict: Unchecked, Seen: "no payload has it"},
		codes:     &Check{Name: "error codes", Verdict: Unchecked, Seen: "no answer was an error"},
	}
	defer r.close()
	err := r.handshake(ctx)
	if (err != nil || r.blocked != "") && r.wantsTLS(ctx) {
		return nil, errHTTPS
	}
	if err != nil {
		return nil, err
	}
	r.listTools(ctx)
	r.callTools(ctx)
	r.wrongRequests(ctx)
	r.tryOtherTokens(ctx)
	r.concludeLater()
	if r.dialect.session != "" && r.silent < maxSilent {
		r.end(ctx, []dialect{r.dialect})
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.list.Notes = r.notes(moved)
	return r.list, nil
}

// handshake checks the transport (section 5) and initialize (section 1). Its error means that the very
// first request had no answer.
func (r *tomoRun) handshake(ctx context.Context) error {
	a, reply, err := r.ask(ctx, question{method: "initialize", params: map[string]any{
		"protocolVersion": tomoRevision,
		"capabilities":    map[string]any{"tools": map[string]any{}},
		"clientInfo":      map[string]any{"name": "tomo-orchestrator", "version": "1.0.0"},
	}})
	if errors.As(err, &unansweredError{}) {
		return err
	}
	r.check("HTTPS", func(c *Check) error { return r.encrypted(c) })
	r.check("TLS 1.2 or later", func(c *Check) error { return r.oldTLS(ctx, c, a) })
	r.check("no Origin needed", func(*Check) error {
		if a.status == http.StatusForbidden {
			return wrong("It answers HTTP 403 to a request without the header Origin.",
				"TOMO calls from a server and sends no Origin. Let requests without it pass; CORS is for browsers.")
		}
		return nil
	})
	var result struct {
		ProtocolVersion any             `json:"protocolVersion"`
		Capabilities    map[string]any  `json:"capabilities"`
		ServerInfo      json.RawMessage `json:"serverInfo"`
	}
	var info struct{ Name, Version string }
	r.check("initialize", func(*Check) error {
		refused := a.refused()
		switch {
		case err != nil:
		case refused != nil:
			err = refused
		case reply.code != 0:
			err = wrong("It refuses initialize: "+reply.message, "TOMO begins with it, by the revision "+tomoRevision+".")
		case json.Unmarshal(reply.result, &result) != nil || json.Unmarshal(result.ServerInfo, &info) != nil:
			err = wrong("The result of initialize lacks capabilities or serverInfo, or they are not objects.",
				"Answer as section 1 of the specification shows.")
		}
		return err
	})
	if err != nil {
		r.blocked = "initialize failed"
	}
	r.list.Server = clean(strings.TrimSpace(info.Name + " " + info.Version))
	r.check("protocolVersion", func(c *Check) error { return r.agree(c, result.ProtocolVersion) })
	r.dialect.session = a.header.Get("Mcp-Session-Id")
	r.check("notifications/initialized", func(*Check) error { return r.complete(ctx, &Step{}, r.dialect) })
	r.check("capabilities.tools", func(*Check) error {
		if _, ok := result.Capabilities["tools"].(map[string]any); !ok {
			return wrong("The capabilities have no tools.", `Answer initialize with "capabilities": {"tools": {}}.`)
		}
		return nil
	})
	r.check("serverInfo.name", func(c *Check) error {
		if c.Seen = clean(info.Name); c.Seen == "" || c.Seen == "your-company-mcp" {
			return wrong(fmt.Sprintf("The name of the server is %q.", c.Seen),
				"Name your company; TOMO's logs and audit show this name.")
		}
		return nil
	})
	return nil
}

// agree checks the revision that the server chose.
func (r *tomoRun) agree(c *Check, revision any) error {
	version, _ := revision.(string)
	if !slices.Contains(handshakes, version) {
		return wrong("It answers with the protocolVersion "+show(revision)+".",
			"Answer with "+tomoRevision+", which TOMO asks for, or with a later revision that begins with initialize.")
	}
	c.Seen, r.dialect.version = version, version
	return nil
}

// encrypted checks that the address is one that TOMO registers.
func (r *tomoRun) encrypted(c *Check) error {
	if strings.HasPrefix(r.url, "https:") {
		return nil
	}
	if loopback.OrHTTPS(r.url) {
		c.leaveUnchecked("plain HTTP on this computer; TOMO registers only https addresses")
		return nil
	}
	return wrong("The address is plain HTTP.",
		"TOMO registers only https addresses. Anyone on the way can read the token.")
}

// oldTLS checks that the server refuses versions of TLS before 1.2. The connections of this program
// are always of a later one.
func (r *tomoRun) oldTLS(ctx context.Context, c *Check, first httpAnswer) error {
	if first.tls == nil {
		c.leaveUnchecked("the connection has no TLS")
		return nil
	}
	c.Seen = tls.VersionName(first.tls.Version)
	old := r.withTLS(tls.VersionTLS10, tls.VersionTLS11)
	defer old.close()
	nobody := ""
	a, err := old.sendOnce(ctx, request{method: http.MethodGet, token: &nobody, opening: true})
	var silent unansweredError
	switch {
	case err == nil:
		return wrong("It also accepts "+tls.VersionName(a.tls.Version)+".",
			"Switch versions of TLS before 1.2 off in the web server (ssl_protocols in nginx).")
	case errors.As(err, &silent) && silent.timeout:
		c.leaveUnchecked("no answer to an attempt with TLS 1.1 within %s", r.timeout)
	}
	return nil
}
