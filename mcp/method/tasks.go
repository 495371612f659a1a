package method

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/group"
	"emcp/internal/fault"
	"emcp/mcp/reply"
	"emcp/mcp/wire"
)

// doTask answers tools/call of a group's agent.
func (e *Endpoint) doTask(ctx context.Context, from Sender, m Message) (r reply.Reply, err error) {
	job, err := group.ReadTask(m.Arguments)
	if err != nil {
		r.Seen = reply.NothingSeen
		return r.Failed(err, from.Results)
	}
	e.AwaitLists(ctx)
	tools := e.Grouped(m.Group, from.Client)
	call := func(ctx context.Context, tool string, arguments jsontext.Value) (string, bool, error) {
		text, rows, failed, err := e.callForTask(ctx, from, m.Group, tool, arguments)
		r.Noted.Rows += rows
		return text, failed, err
	}
	result, err := m.Group.Agent.Work(ctx, m.Group, from.Caller.Subject, job, tools, call)
	var used []string
	for _, use := range result.Used {
		used = append(used, use.Tool)
	}
	r.Noted.Steps, r.Noted.Tokens, r.Noted.Used = result.Steps, result.Tokens, used
	if err != nil {
		return r.Failed(err, from.Results)
	}
	structured, err := json.Marshal(result)
	if err != nil {
		return r, fmt.Errorf("write the outcome of a task: %w", err)
	}
	r.Result = reply.TaskResult(result.Answer, used, structured, e.Output)
	return r, nil
}

// callForTask makes a call that the model of an agent has asked for, as the caller of the agent: with its rights, and
// counted for its rate. text is what the model reads. An error ends the task.
func (e *Endpoint) callForTask(
	ctx context.Context, from Sender, g *group.Group, tool string, arguments jsontext.Value,
) (text string, rows int, failed bool, err error) {
	m := Message{
		Message: wire.Message{ID: jsontext.Value("1"), Method: wire.CallMethod, Tool: tool, Arguments: arguments}, Group: g,
	}
	wrong := wire.CheckObject(arguments) // as strict as the arguments of a client
	if wrong == nil {
		wrong = e.Admit(from.Caller, m)
	}
	if t, ok := e.UpstreamTool(tool); wrong == nil && ok && t.Writes {
		wrong = fault.New(fault.ToolDenied, "this tool may change something")
	}
	if wrong != nil {
		return fault.From(wrong).Told(), 0, true, nil
	}
	if err := from.Count(ctx); err != nil {
		return "", 0, false, err
	}
	from.Results, from.Key, from.Progress = false, "", nil // progress of one of several calls says nothing about the task
	r, err := e.Run(ctx, from, m)
	switch {
	case errors.Is(err, context.Canceled):
		return "", 0, false, err
	case err != nil:
		return fault.From(err).Told(), 0, true, nil
	}
	text, failed = reply.ResultText(r.Result)
	return text, r.Noted.Rows, failed, nil
}
