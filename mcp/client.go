package mcp

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/identity"
	"emcp/mcp/wire"
	"emcp/upstream"
)

// client is where a message comes from, and how it wants its answer.
type client struct {
	caller identity.Principal
	// returns the subscriber for its notifications, or a fault if it cannot be notified
	subscriber func(ctx context.Context) (*subscriber, error)
	// the same, if there is one already; otherwise nil
	listener func() *subscriber
	// nil over HTTP, where messages come one by one
	connection *Connection
	listing    // which list of tools it sees
	// its personal token of the site, if it has one
	personal func(ctx context.Context) string
	// the idempotency key of the message, as it was sent
	key   string
	count func(ctx context.Context) error // counts a call for the caller's rate
	// endpoint.run, to which methods in the table of methods cannot refer
	run func(ctx context.Context, from client, m message) (reply, error)
	// notifies it of the progress of the call; nil: it does not want that
	progress func(upstream.Progress)
	// it gets errors in the arguments of a tool as results of the tool
	results bool
}

// listing is a way to list tools.
type listing struct {
	underscored bool // evo_content_search for evo.content.search
	brief       bool // each argument is explained once, for assistants, which read the list with every conversation
}

// listings are all ways to list tools.
var listings = []listing{{}, {underscored: true}, {brief: true}, {underscored: true, brief: true}}

// clientOf returns the client behind a request.
func (s *Service) clientOf(r Request, e *endpoint, m message) client {
	p := r.program(m)
	caller := r.Caller
	caller.Share = callerKey(r)
	return client{
		count: func(ctx context.Context) error { return s.count(ctx, r, e) }, run: e.run,
		caller: caller, personal: r.Personal, key: r.Header.Get(s.keyHeader), connection: r.Connection,
		progress:   r.progress(m),
		subscriber: s.subscriberOf(r, e), listener: s.listenerOf(r, e),
		listing: listing{
			underscored: e.ToolNames == NamesUnderscore || e.ToolNames == NamesAuto && p.refusesDots,
			brief:       !r.Contract && p.revision != "",
		},
		results: e.ToolErrors == ErrorsResult || e.ToolErrors == ErrorsAuto && !r.Contract && p.revision >= resultsRevision,
	}
}

// form identifies the form of the replies to a message. Clients of the same form get the same bytes for the same
// outcome.
func (c client) form(m message) string {
	return fmt.Sprintf("results=%t stateless=%t", c.results, m.Stateless)
}

// resultsRevision is the first revision of MCP that reports errors in the arguments of a tool as results of the tool
// (MCP 2025-11-25, Tools, Error Handling). Revisions are dates.
const resultsRevision = mcpgo.ProtocolVersion20251125

// program describes the client, as it describes itself. The zero value is a client that says nothing.
type program struct {
	revision    string // revision of MCP that it speaks
	refusesDots bool   // it refuses dots in names of tools
}

// refusingDots are the clients that are known to refuse tool names with dots, by the name in their clientInfo. Some
// refuse the whole list because of one such name.
var refusingDots = map[string]bool{
	"claude-ai":                true, // Claude Desktop: https://github.com/barryw/ImmichMCP/issues/3
	"cursor-vscode":            true, // Cursor: https://github.com/webstudio-is/webstudio/issues/5960
	"github-copilot-developer": true, // GitHub Copilot CLI: https://github.com/github/copilot-cli/issues/2581
}

// refusesDots reports whether the client of a clientInfo refuses dots. A malformed clientInfo does no harm.
func refusesDots(clientInfo jsontext.Value) bool {
	var info struct {
		Name string `json:"name"`
	}
	return clientInfo != nil && json.Unmarshal(clientInfo, &info) == nil && refusingDots[info.Name]
}

// program returns what is known about the client behind a message: from the message, from HTTP, and from the start of
// its connection.
func (r Request) program(m message) program {
	known := r.Connection.program()
	return program{
		revision: cmp.Or(m.Revision, r.Header.Get(wire.VersionHeader), known.revision),
		refusesDots: refusesDots(m.ClientInfo) || known.refusesDots ||
			strings.HasPrefix(r.Header.Get(SessionHeader), underscoreSession),
	}
}

// underscoreSession begins the session ids of clients that refuse dots. Over HTTP a client says its name once, in
// initialize; its session id repeats that, so nothing has to be kept.
const underscoreSession = "underscore-"

// newSession returns a session id for a client.
func newSession(p program) string {
	if p.refusesDots {
		return underscoreSession + uuid.NewString()
	}
	return uuid.NewString()
}
