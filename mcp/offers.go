package mcp

import (
	"context"
	"iter"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/audit"
	"emcp/internal/identity"
	"emcp/mcp/wire"
	"emcp/upstream"
)

// Resources and prompts of upstreams need the same rights as their tools: where a caller may not call tools, they do
// not exist.

// offered returns the resources of upstreams that a caller may read, by URI. A declared resource, also one that is
// denied, is never replaced by one of an upstream.
func (e *endpoint) offered(caller identity.Principal) iter.Seq2[string, upstream.Resource] {
	return func(yield func(string, upstream.Resource) bool) {
		if len(e.Upstreams) == 0 || !e.Scopes.Allows(caller, wire.CallMethod) {
			return
		}
		lists := make([]*upstream.List, len(e.Upstreams))
		for i, u := range e.Upstreams {
			lists[i] = u.List()
		}
		for uri, r := range upstream.Resources(lists) {
			if _, own := e.declaredResource(r.URI); !own && !yield(uri, r) {
				return
			}
		}
	}
}

// upstreamResource returns the resource of an upstream that a caller may read by a URI.
func (e *endpoint) upstreamResource(caller identity.Principal, uri string) (upstream.Resource, bool) {
	for known, r := range e.offered(caller) {
		if known == uri {
			return r, true
		}
	}
	return upstream.Resource{}, false
}

// upstreamResources returns those that a caller may read as resources/list shows them, each with the name of its
// upstream.
func (e *endpoint) upstreamResources(caller identity.Principal) (list []resource) {
	for uri, r := range e.offered(caller) {
		list = append(list, resource{
			URI: uri, Name: r.Name, Title: r.Title, Description: r.Description, MIMEType: r.MIMEType,
			Meta: upstreamMeta(r.Upstream),
		})
	}
	return list
}

// upstreamPrompt returns the prompt of an upstream that a caller may get by a name. A prompt of emcp or a declared one,
// also one that is denied, is never replaced by one of an upstream. Prefixes keep those of upstreams apart.
func (e *endpoint) upstreamPrompt(caller identity.Principal, name string) (upstream.Prompt, bool) {
	own := slices.ContainsFunc(e.prompts, func(p prompt) bool { return p.name == name })
	if own || len(e.Upstreams) == 0 || !e.Scopes.Allows(caller, wire.CallMethod) {
		return upstream.Prompt{}, false
	}
	for _, u := range e.Upstreams {
		if p, ok := u.List().Prompt(name); ok {
			return p, true
		}
	}
	return upstream.Prompt{}, false
}

// upstreamPrompts returns those that a caller may get.
func (e *endpoint) upstreamPrompts(caller identity.Principal) (list []prompt) {
	for _, u := range e.Upstreams {
		for _, p := range u.List().Prompts.Used {
			if found, ok := e.upstreamPrompt(caller, p.Name); ok && found.Upstream == u {
				list = append(list, promptOf(found))
			}
		}
	}
	return list
}

// promptOf returns a prompt of an upstream as one of the server.
func promptOf(p upstream.Prompt) prompt {
	own := prompt{name: p.Name, title: p.Title, description: p.Description, upstream: &p}
	for _, a := range p.Arguments {
		own.arguments = append(own.arguments, promptArgument{a.Name, a.Description, a.Required, freeText})
	}
	return own
}

// awaitOffers waits for the first lists of upstreams whose resources or prompts a caller may see, for a short time.
func (e *endpoint) awaitOffers(ctx context.Context, caller identity.Principal, shares func(*upstream.Upstream) bool) {
	if !e.Scopes.Allows(caller, wire.CallMethod) {
		return
	}
	for _, u := range e.Upstreams {
		if shares(u) {
			u.Settled(ctx)
		}
	}
}

// upstreamKey is the member of _meta that names the upstream that a tool, a resource or a prompt comes from.
const upstreamKey = "emcp/upstream"

func upstreamMeta(u *upstream.Upstream) *mcpgo.Meta {
	return mcpgo.NewMetaFromMap(map[string]any{upstreamKey: u.Name()})
}

// readUpstream answers resources/read of a resource of an upstream, which clients know by a URI.
func (e *endpoint) readUpstream(ctx context.Context, from client, uri string, r upstream.Resource) (reply, error) {
	parts, err := r.Read(ctx, from.personalToken)
	if err != nil {
		return reply{noted: audit.Outcome{Upstream: r.Upstream.Name()}}, err
	}
	result := mcpgo.ReadResourceResult{Contents: []mcpgo.ResourceContents{}}
	for _, p := range parts {
		if p.Blob != nil {
			result.Contents = append(result.Contents, mcpgo.BlobResourceContents{URI: uri, MIMEType: p.MIMEType, Blob: *p.Blob})
			continue
		}
		result.Contents = append(result.Contents, mcpgo.TextResourceContents{URI: uri, MIMEType: p.MIMEType, Text: *p.Text})
	}
	return fromUpstream(r.Upstream, result)
}

// getUpstream answers prompts/get of a prompt of an upstream, with arguments that have been checked.
func (e *endpoint) getUpstream(
	ctx context.Context, from client, p upstream.Prompt, arguments map[string]string,
) (reply, error) {
	got, err := p.Get(ctx, arguments, from.personalToken)
	if err != nil {
		return reply{upstream: p.Upstream.Name(), noted: audit.Outcome{Upstream: p.Upstream.Name()}}, err
	}
	return fromUpstream(p.Upstream, struct {
		Description string                   `json:"description"`
		Messages    []upstream.PromptMessage `json:"messages"`
	}{got.Description, got.Messages})
}

// fromUpstream returns the reply with a result that an upstream has made.
func fromUpstream(u *upstream.Upstream, result any) (reply, error) {
	r, err := resultOf(result, jsontext.PreserveRawStrings(true))
	r.upstream, r.noted.Upstream = u.Name(), u.Name()
	return r, err
}
