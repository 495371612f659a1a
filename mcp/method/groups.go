package method

import (
	"context"

	"emcp/group"
	"emcp/mcp/reply"
)

// maxFound bounds the result of NAME_find, in bytes.
const maxFound = 24 << 10

// callGroup answers tools/call of a tool of a group itself.
func (e *Endpoint) callGroup(ctx context.Context, from Sender, m Message) (reply.Reply, error) {
	r := reply.Reply{Seen: reply.NothingSeen}
	switch m.role {
	case group.Task:
		return e.doTask(ctx, from, m)
	case group.Call:
		_, err := group.ReadCall(m.Arguments)
		return r.Failed(err, from.Results)
	}
	words, err := group.ReadFind(m.Arguments)
	if err != nil {
		return r.Failed(err, from.Results)
	}
	e.AwaitLists(ctx)
	tools := e.Grouped(m.Group, from.Client)
	room := min(maxFound, e.ResultBytes/3) // it is sent twice, once with escapes
	return r.WithTool(group.Search(tools, words, room), e.Output), nil
}
