package method

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/mcp/reply"
	"emcp/mcp/session"
	"emcp/mcp/wire"
	"emcp/upstream"
)

// listPrompts answers prompts/list.
func (e *Endpoint) listPrompts(ctx context.Context, from Sender, params jsontext.Value) (any, int, error) {
	if err := wire.ReadOnePage(params); err != nil {
		return nil, 0, err
	}
	e.AwaitOffers(ctx, from.Caller, (*upstream.Upstream).SharesPrompts)
	e.noteList(ctx, from, session.Prompts)
	return mcpgo.ListPromptsResult{Prompts: e.ListedPrompts(from.Caller)}, 0, nil
}

// getPrompt answers prompts/get.
func (e *Endpoint) getPrompt(ctx context.Context, from Sender, m Message) (reply.Reply, error) {
	var in struct {
		Name      string            `json:"name"`
		Arguments map[string]string `json:"arguments"`
		wire.Meta
	}
	if err := wire.ReadParams(m.Params, &in); err != nil {
		return reply.Reply{}, err
	}
	if err := wire.Required("name", in.Name); err != nil {
		return reply.Reply{}, err
	}
	p, err := e.FindPrompt(from.Caller, "name", in.Name)
	if err != nil {
		return reply.Reply{}, err
	}
	if err := p.Check(in.Arguments); err != nil {
		return reply.Reply{}, err
	}
	if p.Upstream != nil {
		return e.getUpstream(ctx, from, *p.Upstream, in.Arguments)
	}
	e.awaitSite(ctx)
	content := mcpgo.TextContent{Type: mcpgo.ContentTypeText,
		Text: p.Fill(in.Arguments, e.Lists,
			func(tool string) string { return e.NameFor(tool, from.Client) })}
	return reply.Of(mcpgo.GetPromptResult{
		Description: p.Description, Messages: []mcpgo.PromptMessage{{Role: mcpgo.RoleUser, Content: content}},
	})
}
