package upstream

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// revisions are the revisions of MCP that emcp speaks with upstreams, the latest first.
var revisions = []string{
	mcpgo.ProtocolVersion20251125, mcpgo.ProtocolVersion20250618, mcpgo.ProtocolVersion20250326,
	mcpgo.ProtocolVersion20241105,
}

// open connects and makes the handshake.
func (u *Upstream) open(ctx context.Context) (l link, err error) {
	switch {
	case u.options.URL == "":
		l, err = startProcess(u.options, u.poke, u.quote)
	case strings.HasPrefix(u.options.URL, "ws"):
		l, err = dialSocket(ctx, u.options, u.poke)
	default:
		l = newHTTPLink(u.options.URL, u.options.Token.Reveal(), u.poke)
	}
	if err != nil {
		return nil, err
	}
	if err := u.greet(ctx, l); err != nil {
		l.close()
		return nil, fmt.Errorf("initialize: %w", err)
	}
	return l, nil
}

// greet makes the handshake. emcp offers nothing to servers: no sampling, no elicitation, no roots. The instructions of
// a server are not used: they would speak to assistants in the name of the site.
func (u *Upstream) greet(ctx context.Context, l link) error {
	ctx, cancel := context.WithTimeout(ctx, u.options.Timeout)
	defer cancel()
	r := newRequest(initializeMethod, map[string]any{
		"protocolVersion": revisions[0], "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "emcp", "version": u.options.Version},
	})
	r.whole = true // MCP does not let clients cancel it
	result, err := l.exchange(ctx, r)
	if err != nil {
		return u.redacted(err, "")
	}
	type listed struct {
		ListChanged bool `json:"listChanged"`
	}
	var said struct {
		ProtocolVersion string `json:"protocolVersion"`
		Capabilities    struct {
			Tools     *listed `json:"tools"`
			Resources *listed `json:"resources"`
			Prompts   *listed `json:"prompts"`
		} `json:"capabilities"`
	}
	if err := json.Unmarshal(result, &said); err != nil {
		return errNotMessage
	}
	if !slices.Contains(revisions, said.ProtocolVersion) {
		return fmt.Errorf("it speaks the revision %q of MCP, which emcp does not", cleanLine(said.ProtocolVersion, 40))
	}
	offers := said.Capabilities
	u.announced = announced{resources: offers.Resources != nil, prompts: offers.Prompts != nil}
	changes := func(list *listed) bool { return list != nil && list.ListChanged }
	l.greeted(said.ProtocolVersion, changes(offers.Tools) || changes(offers.Resources) || changes(offers.Prompts))
	return l.notify(ctx, "notifications/initialized")
}

// quote logs a line that the program has written to its standard error.
func (u *Upstream) quote(line string) {
	if text := cleanLine(u.withoutCredentials(line, ""), maxStderrLine); text != "" && u.stderr.admit() {
		u.options.Log.Info("an upstream writes to standard error", "upstream", u.options.Name, "text", text)
	}
}
