package server

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"

	"emcp/config"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/tracing"
	"emcp/toolset"
)

// endpoint is one MCP server: it answers messages that are already read. mcp-go knows the protocol; what it does not
// do by itself (contract metadata, exact ids, typed errors) is done here around it.
type endpoint struct {
	handle  string
	scopes  identity.ScopeMap
	rate    config.Rate
	payload int64 // bytes of a request
	// underscore says that tools/list shows evo_content_search for evo.content.search. Both can be called.
	underscore bool
	tools      *toolset.Toolset
	watch      *watch // of the site
	surfaces   bool   // whether there is more than tools
	info       serverInfo
	// instructions are what assistants are told of the server.
	instructions string
	mcp          *mcpserver.MCPServer
	answers      map[string]answerer // by method
	timeout      time.Duration       // of one call
	connections  int                 // of the site's database for calls
	log          *slog.Logger
}

// method is a method that emcp answers. Others are not even given to mcp-go, which serves features that emcp does not offer.
type method struct {
	name      string
	handshake bool // in the revisions with a handshake
	stateless bool // in the revision without
	surface   bool // not where there are tools only
}

var methods = []method{
	{"initialize", true, false, false},
	{"server/discover", false, true, false},
	{"ping", true, false, false},
	{"tools/list", true, true, false},
	{"tools/call", true, true, false},
	{"resources/list", true, true, true},
	{"resources/templates/list", true, true, true},
	{"resources/read", true, true, true},
	{"resources/subscribe", true, false, true},
	{"resources/unsubscribe", true, false, true},
	{listenMethod, false, true, true},
	{"prompts/list", true, true, true},
	{"prompts/get", true, true, true},
	{"completion/complete", true, true, true},
}

// methodsOf returns the methods that a message of its revision can have.
func (e *endpoint) methodsOf(m message) []string {
	var names []string
	for _, known := range methods {
		if (known.handshake && !m.stateless || known.stateless && m.stateless) && (e.surfaces || !known.surface) {
			names = append(names, known.name)
		}
	}
	return names
}

// client is where a message comes from.
type client struct {
	caller     identity.Principal
	subscriber func() (*subscriber, error) // how it is told of changes; the fault where it cannot be
}

// answerer answers a method, with the number of rows in the result. These methods do not go through mcp-go, whose types have
// no room for the contract's members, and which holds resources and prompts in memory, the same for every caller.
type answerer func(ctx context.Context, from client, params jsontext.Value) (result any, rows int, err error)

func newEndpoint(
	c config.Server, version string, tools *toolset.Toolset, watch *watch, site config.Site, log *slog.Logger,
) *endpoint {
	hooks := &mcpserver.Hooks{}
	hooks.AddOnError(func(ctx context.Context, _ any, _ mcp.MCPMethod, _ any, err error) {
		if t := turnOf(ctx); t != nil {
			t.err = err
		}
	})
	e := &endpoint{
		handle: c.Handle, scopes: c.Scopes, rate: c.Rate, payload: c.Limits.PayloadBytes, underscore: c.Underscore,
		tools: tools, watch: watch, surfaces: !c.ChatGPT, info: serverInfo{serverName, version, platform, version},
		instructions: instructions(c), timeout: site.StatementTimeout, connections: site.MaxOpenConns, log: log,
	}
	e.answers = map[string]answerer{
		"initialize": e.initialize, "server/discover": e.discover,
		"resources/list": e.listResources, "resources/templates/list": e.listTemplates, "resources/read": e.readResource,
		"resources/subscribe": e.subscribe, "resources/unsubscribe": e.unsubscribe,
		"prompts/list": e.listPrompts, "prompts/get": e.getPrompt, "completion/complete": e.complete,
	}
	e.mcp = mcpserver.NewMCPServer(serverName, version,
		mcpserver.WithHooks(hooks), mcpserver.WithToolCapabilities(false), mcpserver.WithToolFilter(e.visible))
	for _, tool := range tools.Tools() {
		described := describe(tool)
		described.Name = e.listed(tool.Name)
		e.mcp.AddTool(described, nil) // to be listed; it is called by call
	}
	e.addFixtures()
	return e
}

// describe returns what tools/list shows of a tool. All of them only read, and only from the site.
func describe(t toolset.Tool) mcp.Tool {
	yes, no := true, false
	return mcp.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description,
		RawInputSchema: t.Input.JSON(), RawOutputSchema: t.Output.JSON(),
		Annotations: mcp.ToolAnnotation{ReadOnlyHint: &yes, IdempotentHint: &yes, DestructiveHint: &no, OpenWorldHint: &no},
	}
}

// listed returns the name under which tools/list shows a tool, given one of its names.
func (e *endpoint) listed(name string) string {
	name = e.tools.Canonical(name)
	if e.underscore {
		return toolset.Underscored(name)
	}
	return name
}

// visible returns the tools that tools/list shows to the caller: none where a call would be refused.
func (e *endpoint) visible(ctx context.Context, tools []mcp.Tool) []mcp.Tool {
	if !e.scopes.Allows(turnOf(ctx).caller, "tools/call") {
		return []mcp.Tool{}
	}
	return tools
}

// turn is what goes through mcp-go with one message beside the message itself.
type turn struct {
	caller identity.Principal
	err    error // the error behind an error answer
}

type turnKey struct{}

func turnOf(ctx context.Context) *turn {
	t, _ := ctx.Value(turnKey{}).(*turn)
	return t
}

// call answers tools/call. mcp-go, which lists the tools, would read the message and write the result once more for that.
func (e *endpoint) call(ctx context.Context, caller identity.Principal, m message) (reply, error) {
	result, err := e.tools.Call(ctx, caller, m.tool, m.arguments)
	if err != nil {
		return reply{}, err
	}
	text, err := toolResult(result.JSON)
	return reply{member: text, rows: result.Rows}, err
}

// admit refuses what the caller may not send, and what nobody can, before anything is done about it.
func (e *endpoint) admit(caller identity.Principal, m message) error {
	if known := e.methodsOf(m); m.wantsAnswer() && !slices.Contains(known, m.method) {
		f := fault.New(fault.UnknownMethod, "emcp does not know this method; it answers %s", strings.Join(known, ", "))
		f.Suggestions = fault.Nearest(m.method, known)
		return f
	}
	switch {
	case !caller.MayUse(e.handle):
		return fault.New(fault.ServerDenied, "this token is not for the server %s", e.handle)
	case m.method != "" && !e.scopes.Allows(caller, m.method):
		return fault.New(fault.ScopeDenied, "this token has no scope for %s", m.method)
	case m.method == "tools/call" && e.answers[m.method] == nil: // an answerer admits for itself
		return e.tools.Admit(m.tool)
	}
	return nil
}

// run answers a request that has been admitted. A panic becomes a fault here, so that over stdio, too, one call cannot
// end the process.
func (e *endpoint) run(ctx context.Context, from client, m message) (_ reply, err error) {
	defer fault.Recovered(&err)
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	ctx, span := tracing.Start(ctx, strings.TrimSpace(m.method+" "+e.tools.Canonical(m.tool)))
	defer func() { span.End(err) }()
	if answer, ok := e.answers[m.method]; ok {
		return replied(answer(ctx, from, m.params))
	}
	if m.method == "tools/call" {
		return e.call(ctx, from.caller, m)
	}
	text, err := m.forwarded()
	if err != nil {
		return reply{}, err
	}
	t := &turn{caller: from.caller}
	ctx = context.WithValue(e.mcp.WithContext(ctx, newSession()), turnKey{}, t)

	switch answer := e.mcp.HandleMessage(ctx, text).(type) {
	case mcp.JSONRPCResponse:
		result, err := encode(answer.Result)
		return reply{member: member("result", result)}, err
	case mcp.JSONRPCError:
		return reply{}, faultOf(t.err, answer.Error)
	}
	return reply{}, fault.New(fault.Internal, "emcp has no answer to this message")
}

// replied returns the reply with the result of an answerer.
func replied(result any, rows int, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	text, err := json.Marshal(result, jsontext.AllowInvalidUTF8(true))
	return reply{member: member("result", text), rows: rows}, err
}

// faultOf returns the fault behind an error answer of mcp-go. The envelope has been read before, so that what mcp-go finds
// wrong in a message are its params.
func faultOf(err error, details mcp.JSONRPCErrorDetails) *fault.Error {
	switch details.Code {
	case mcp.INVALID_PARAMS, mcp.INVALID_REQUEST, mcp.PARSE_ERROR:
		return fault.Wrap(fault.InvalidParams, err, "the params are not those of the method")
	}
	return fault.From(err)
}
