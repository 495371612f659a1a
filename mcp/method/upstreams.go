package method

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/mcp/reply"
	"emcp/upstream"
)

// callUpstream answers tools/call of a tool of an upstream.
func (e *Endpoint) callUpstream(ctx context.Context, from Sender, m Message, tool upstream.Tool) (reply.Reply, error) {
	call := upstream.Call{Arguments: m.Arguments, Personal: from.personalToken, Progress: from.Progress}
	r := reply.Reply{Noted: audit.Outcome{Upstream: tool.Upstream.Name()}}
	if tool.Writes {
		// It is finished even if the client leaves, so that its outcome can be kept for its key: a second try must not do it
		// again.
		ctx = context.WithoutCancel(ctx)
		call.Key = from.keyFor(e.Handle)
		r.Seen = reply.NothingSeen
	}
	result, err := tool.Call(ctx, call)
	if err != nil {
		r.Done = tool.Writes && fault.From(err).Kind == fault.UpstreamFailed
		return r.Failed(err, from.Results)
	}
	r.Upstream = tool.Upstream.Name()
	r.Result = upstreamResult(result)
	if tool.Writes && len(r.Result) > min(e.ResultBytes, idempotency.MaxAnswer)-keptMargin {
		r.Result = upstreamResult(upstream.Result{
			Content: jsontext.Value(`[{"type":"text","text":"The call was made. Its result is too large to return."}]`),
		})
	}
	return r, nil
}

// keptMargin is the room for what is sent and kept beside the result of a tool, in bytes.
const keptMargin = 1 << 10

// upstreamResult returns the result of tools/call without its end, as the upstream has sent it.
func upstreamResult(r upstream.Result) []byte {
	result := append([]byte(`{"content":`), r.Content...)
	if r.Structured != nil {
		result = append(append(result, `,"structuredContent":`...), r.Structured...)
	}
	if r.IsError {
		result = append(result, `,"isError":true`...)
	}
	return result
}

// readUpstream answers resources/read of a resource of an upstream, which clients know by a URI.
func (e *Endpoint) readUpstream(
	ctx context.Context, from Sender, uri string, r upstream.Resource,
) (reply.Reply, error) {
	parts, err := r.Read(ctx, from.personalToken)
	if err != nil {
		return reply.Reply{Noted: audit.Outcome{Upstream: r.Upstream.Name()}}, err
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
func (e *Endpoint) getUpstream(
	ctx context.Context, from Sender, p upstream.Prompt, arguments map[string]string,
) (reply.Reply, error) {
	got, err := p.Get(ctx, arguments, from.personalToken)
	if err != nil {
		return reply.Reply{Upstream: p.Upstream.Name(), Noted: audit.Outcome{Upstream: p.Upstream.Name()}}, err
	}
	return fromUpstream(p.Upstream, struct {
		Description string                   `json:"description"`
		Messages    []upstream.PromptMessage `json:"messages"`
	}{got.Description, got.Messages})
}

// fromUpstream returns the reply with a result that an upstream has made.
func fromUpstream(u *upstream.Upstream, result any) (reply.Reply, error) {
	r, err := reply.Of(result, jsontext.PreserveRawStrings(true))
	r.Upstream, r.Noted.Upstream = u.Name(), u.Name()
	return r, err
}
