package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/group"
	"emcp/internal/fault"
	"emcp/mcp/wire"
)

// doTask answers tools/call of a group's agent.
func (e *endpoint) doTask(ctx context.Context, from client, m message) (r reply, err error) {
	job, err := group.ReadTask(m.Arguments)
	if err != nil {
		r.seen = nothingSeen
		return r.failed(from, err)
	}
	e.awaitLists(ctx)
	tools := e.grouped(m.group, from)
	call := func(ctx context.Context, tool string, arguments jsontext.Value) (string, bool, error) {
		text, rows, failed, err := e.callForTask(ctx, from, m.group, tool, arguments)
		r.noted.Rows += rows
		return text, failed, err
	}
	result, err := m.group.Agent.Work(ctx, m.group, from.caller.Subject, job, tools, call)
	var used []string
	for _, use := range result.Used {
		used = append(used, use.Tool)
	}
	r.noted.Steps, r.noted.Tokens, r.noted.Used = result.Steps, result.Tokens, used
	if err != nil {
		return r.failed(from, err)
	}
	structured, err := json.Marshal(result)
	if err != nil {
		return r, fmt.Errorf("write the outcome of a task: %w", err)
	}
	r.result = taskResult(result.Answer, used, structured, e.Output)
	return r, nil
}

// taskResult returns the result of a task without its end: the answer as text, with the names of the tools that were
// used, and the outcome as JSON.
func taskResult(answer string, used []string, structured []byte, output Output) []byte {
	if len(used) > 0 {
		answer += "\n\nTools used: " + strings.Join(used, ", ")
	}
	content := `{"content":[]`
	if output != OutputStructured {
		content = textContent + string(quote(answer)) + "}]"
	}
	if output != OutputText {
		content += `,"structuredContent":` + string(structured)
	}
	return []byte(content)
}

// callForTask makes a call that the model of an agent has asked for, as the caller of the agent: with its rights, and
// counted for its rate. text is what the model reads. An error ends the task.
func (e *endpoint) callForTask(
	ctx context.Context, from client, g *group.Group, tool string, arguments jsontext.Value,
) (text string, rows int, failed bool, err error) {
	m := message{
		Message: wire.Message{ID: jsontext.Value("1"), Method: wire.CallMethod, Tool: tool, Arguments: arguments}, group: g,
	}
	wrong := wire.CheckObject(arguments) // as strict as the arguments of a client
	if wrong == nil {
		wrong = e.admit(from.caller, m)
	}
	if t, ok := e.upstreamTool(tool); wrong == nil && ok && t.Writes {
		wrong = fault.New(fault.ToolDenied, "this tool may change something")
	}
	if wrong != nil {
		return fault.From(wrong).Told(), 0, true, nil
	}
	if err := from.count(ctx); err != nil {
		return "", 0, false, err
	}
	from.results, from.key, from.progress = false, "", nil // progress of one of several calls says nothing about the task
	r, err := from.run(ctx, from, m)
	switch {
	case errors.Is(err, context.Canceled):
		return "", 0, false, err
	case err != nil:
		return fault.From(err).Told(), 0, true, nil
	}
	text, failed = resultText(r.result)
	return text, r.noted.Rows, failed, nil
}

// resultText returns the text of a result of tools/call; of one without text its structured content.
func resultText(result []byte) (text string, failed bool) {
	var out struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Structured jsontext.Value `json:"structuredContent"`
		IsError    bool           `json:"isError"`
	}
	if err := json.Unmarshal([]byte(string(result)+"}"), &out, jsontext.AllowInvalidUTF8(true),
		jsontext.AllowDuplicateNames(true)); err != nil {
		return "The result cannot be read.", true
	}
	var texts []string
	for _, part := range out.Content {
		if part.Type == "text" {
			texts = append(texts, part.Text)
		}
	}
	if len(texts) == 0 {
		return string(out.Structured), out.IsError
	}
	return strings.Join(texts, "\n"), out.IsError
}
