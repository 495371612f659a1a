package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"

	"emcp/identity"
	"emcp/internal/fault"
	"emcp/toolset"
)

// endpoint is one MCP server: it answers messages that are already read. mcp-go knows the protocol; what it does not
// do by itself (contract metadata, exact ids, typed errors) is done here around it.
type endpoint struct {
	handle  string
	tools   *toolset.Toolset
	mcp     *mcpserver.MCPServer
	timeout time.Duration // of one call
	log     *slog.Logger
}

// methods are those that emcp answers. Others are not even given to mcp-go, which serves protocol versions and
// features that emcp does not offer.
var methods = []string{"initialize", "ping", "tools/list", "tools/call"}

func newEndpoint(handle, version string, tools *toolset.Toolset, timeout time.Duration, log *slog.Logger) *endpoint {
	hooks := &mcpserver.Hooks{}
	hooks.AddOnError(func(ctx context.Context, _ any, _ mcp.MCPMethod, _ any, err error) {
		if t := turnOf(ctx); t != nil {
			t.err = err
		}
	})
	e := &endpoint{
		handle: handle, tools: tools, timeout: timeout, log: log,
		mcp: mcpserver.NewMCPServer(serverName, version, mcpserver.WithHooks(hooks), mcpserver.WithToolCapabilities(false)),
	}
	for _, tool := range tools.Tools() {
		e.mcp.AddTool(describe(tool), e.call)
	}
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

// turn is what goes through mcp-go with one message beside the message itself.
type turn struct {
	caller    identity.Principal
	arguments jsontext.Value // of tools/call
	result    []byte         // of tools/call, JSON
	err       error          // the error behind an error answer
}

type turnKey struct{}

func turnOf(ctx context.Context) *turn {
	t, _ := ctx.Value(turnKey{}).(*turn)
	return t
}

// call is mcp-go's handler of every tool. What it gives to mcp-go is empty: the result goes to the client as it is.
func (e *endpoint) call(ctx context.Context, request mcp.CallToolRequest) (_ *mcp.CallToolResult, err error) {
	t := turnOf(ctx)
	t.result, err = e.tools.Call(ctx, t.caller, request.Params.Name, t.arguments)
	return &mcp.CallToolResult{}, err
}

// answer returns the answer to a message as JSON, or nothing when it wants none or was cancelled. The error is a fault
// of the transport; all others are answers.
func (e *endpoint) answer(ctx context.Context, caller identity.Principal, m message) ([]byte, error) {
	if !m.wantsAnswer() {
		if strings.HasPrefix(m.method, "notifications/") {
			return nil, e.admit(caller, m.method)
		}
		return nil, nil
	}
	result, err := e.result(ctx, caller, m)
	if errors.Is(err, context.Canceled) {
		return nil, nil // nobody waits for it any more (MCP 2025-11-25, Cancellation)
	}
	if err != nil {
		f := fault.From(err)
		if f.Kind.Class().HTTP != http.StatusOK {
			return nil, f
		}
		return fail(ctx, e.log, m.id, f), nil
	}
	return succeed(m.id, result), nil
}

// result returns the result of a request. The scopes are looked at first, so that who may not call learns nothing.
// A panic becomes a fault here, so that over stdio, too, one call cannot end the process.
func (e *endpoint) result(ctx context.Context, caller identity.Principal, m message) (_ []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if err := e.authorize(caller, m); err != nil {
		return nil, err
	}
	text, err := m.forwarded()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	t := &turn{caller: caller, arguments: m.arguments}
	ctx = context.WithValue(e.mcp.WithContext(ctx, newSession()), turnKey{}, t)

	switch answer := e.mcp.HandleMessage(ctx, text).(type) {
	case mcp.JSONRPCResponse:
		switch m.method {
		case "initialize":
			return withMetadata(answer.Result)
		case "tools/call":
			return toolResult(t.result)
		}
		return encode(answer.Result)
	case mcp.JSONRPCError:
		return nil, faultOf(t.err, answer.Error)
	}
	return nil, fault.New(fault.Internal, "emcp has no answer to this message")
}

// authorize refuses what the caller may not do, and what nobody can.
func (e *endpoint) authorize(caller identity.Principal, m message) error {
	if !slices.Contains(methods, m.method) {
		f := fault.New(fault.UnknownMethod, "emcp does not know this method; it answers %s", strings.Join(methods, ", "))
		f.Suggestions = fault.Nearest(m.method, methods)
		return f
	}
	if err := e.admit(caller, m.method); err != nil {
		return err
	}
	if m.method == "tools/call" {
		return e.tools.Knows(m.tool)
	}
	return nil
}

// admit refuses callers that may not use this server, or have no scope for the method.
func (e *endpoint) admit(caller identity.Principal, method string) error {
	switch {
	case !caller.MayUse(e.handle):
		return fault.New(fault.ServerDenied, "this token is not for the server %s", e.handle)
	case !caller.MayCall(method):
		return fault.New(fault.ScopeDenied, "this token has no scope for %s", method)
	}
	return nil
}

// faultOf returns the fault behind an error answer of mcp-go: ours where a tool returned it. The envelope has been read
// before, so that what mcp-go finds wrong in a message are its params.
func faultOf(err error, details mcp.JSONRPCErrorDetails) *fault.Error {
	var f *fault.Error
	switch {
	case errors.As(err, &f):
		return f
	case details.Code == mcp.INVALID_PARAMS, details.Code == mcp.INVALID_REQUEST, details.Code == mcp.PARSE_ERROR:
		return fault.Wrap(fault.InvalidParams, err, "the params are not those of the method")
	}
	return fault.From(err)
}
