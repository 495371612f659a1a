package mcp

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/profile"
	"emcp/internal/tracing"
	"emcp/mcp/wire"
)

// endpoint answers for one MCP server: messages that have been read.
type endpoint struct {
	Server
	methods []method // of the server, in the order of the table
	version string   // of emcp
	prompts []prompt
	// the results of tools/list without their ends, of tools for everybody; made when first asked for
	tools         map[listing]func() []byte
	admitTool     func(name string) error // refuses tools that are unknown or denied
	groupTools    map[string]groupTool    // the own tools of groups, by name
	changes       *Changes
	digests       digests
	sessionLimits map[string]profile.SessionLimit // limits of tools for each session; nil without a profile
	siteTime      time.Duration                   // how long a client waits for what is said of the site
	log           *slog.Logger
}

func newEndpoint(s Server, o Options, rendered *listTexts) *endpoint {
	e := &endpoint{
		Server: s, version: o.Version, changes: o.Changes, siteTime: cmp.Or(o.SiteTime, siteTime), log: o.Log,
		admitTool: s.Tools.Admit, prompts: slices.Clone(prompts),
	}
	for _, p := range s.Prompts {
		e.prompts = append(e.prompts, declaredPrompt(p))
	}
	for _, m := range methods {
		if !m.surface || !s.ToolsOnly {
			e.methods = append(e.methods, m)
		}
	}
	if s.Profile != nil {
		e.sessionLimits = map[string]profile.SessionLimit{}
		for _, tool := range s.Tools.Tools() {
			e.sessionLimits[tool.Name] = s.Profile.SessionLimit(tool.Meta)
		}
	}
	var extra []mcpgo.Tool
	e.addFixtures(&extra)
	e.groupTools = e.groupToolsByName()
	e.tools = map[listing]func() []byte{}
	for _, l := range listings {
		e.tools[l] = sync.OnceValue(func() []byte {
			return rendered.shared(toolList(append(e.described(client{listing: l}), extra...)))
		})
	}
	return e
}

// runner runs a method.
type runner func(e *endpoint, ctx context.Context, from client, m message) (reply, error)

// encoded returns the runner of a method whose result is a value, which comes with the number of rows in it.
func encoded(
	run func(e *endpoint, ctx context.Context, from client, params jsontext.Value) (result any, rows int, err error),
) runner {
	return func(e *endpoint, ctx context.Context, from client, m message) (reply, error) {
		result, rows, err := run(e, ctx, from, m.Params)
		if err != nil {
			return reply{}, err
		}
		r, err := resultOf(result)
		r.noted.Rows = rows
		return r, err
	}
}

// methodOf returns the method of a message, if the server has it in the message's revision.
func (e *endpoint) methodOf(m message) (method, bool) {
	i := slices.IndexFunc(e.methods, func(known method) bool { return known.name == m.Method && known.eras&m.era() != 0 })
	if i < 0 {
		return method{}, false
	}
	return e.methods[i], true
}

// unknownMethod returns the fault for a method that the server does not have.
func (e *endpoint) unknownMethod(m message) error {
	var known []string
	for _, other := range e.methods {
		if other.eras&m.era() != 0 {
			known = append(known, other.name)
		}
	}
	f := fault.New(fault.UnknownMethod, "emcp does not know this method; it answers %s", strings.Join(known, ", "))
	f.Suggestions = fault.Nearest(m.Method, known)
	return f
}

// admit refuses methods that nobody can send or that the caller may not send, before anything else happens.
func (e *endpoint) admit(caller identity.Principal, m message) error {
	if _, known := e.methodOf(m); !known && m.WantsAnswer() {
		return e.unknownMethod(m)
	}
	switch {
	case !caller.MayUse(e.Handle):
		return fault.New(fault.ServerDenied, "this token is not for the server %s", e.Handle)
	case m.Method != "" && !e.Scopes.Allows(caller, m.Method):
		return fault.New(fault.ScopeDenied, "this token has no scope for %s", m.Method)
	case m.role != "": // unwrapped has found it, so it is not denied
		return nil
	case m.group != nil:
		return e.admitGrouped(caller, m)
	case m.Method == wire.CallMethod:
		return e.admitCall(caller, m.Tool)
	}
	return nil
}

// hasTool reports whether a name is that of a tool of emcp or a declared one, also of a denied one.
func (e *endpoint) hasTool(name string) bool {
	err := e.admitTool(name)
	return err == nil || fault.From(err).Kind != fault.UnknownTool
}

// run runs the method of a message that has been admitted. A panic becomes a fault here, so that no message ends the
// process, whatever brought it.
func (e *endpoint) run(ctx context.Context, from client, m message) (_ reply, err error) {
	defer fault.Recovered(&err)
	ctx, cancel := context.WithTimeout(evodb.Begin(ctx), e.timeoutOf(from.caller, m))
	defer cancel()
	ctx, span := tracing.Start(ctx, strings.TrimSpace(m.Method+" "+e.Tools.Canonical(m.Tool)))
	defer func() { span.End(err) }()
	known, _ := e.methodOf(m)
	r, err := known.run(e, ctx, from, m)
	r = e.finish(ctx, m, r)
	if err == nil && (m.Method == wire.CallMethod || r.upstream != "") {
		err = e.checkSize(m, r)
	}
	if !known.site && !known.tells && r.upstream == "" { // it shows nothing of the site
		r.seen = nothingSeen
	}
	return r, err
}

// ping answers ping.
func (*endpoint) ping(context.Context, client, jsontext.Value) (result any, rows int, err error) {
	return struct{}{}, 0, nil
}
