package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// tomoRun is the state of a run with the profile tomo: the requirements of the TOMO MCP Server Specification, which the
// comments below cite by section.
type tomoRun struct {
	*client
	options  Options
	list     *Checklist
	dialect  dialect
	silent   int    // requests in a row without an answer
	blocked  string // why nothing further can be checked
	tools    []tomoTool
	media    map[string]bool      // content types of the answers
	calls    map[string]time.Time // when a call of each kind of tool ended
	requests int                  // calls of tools so far

	// Checks that every answer adds to. They get their places in the list at the end.
	forbidden, expiry, codes *Check
}

// check runs one check. look judges the server: it adds findings, or returns one, or leaves the check.
func (r *tomoRun) check(name string, look func(*Check) error) {
	c := &Check{Name: name, Verdict: Passed}
	r.list.Checks = append(r.list.Checks, c)
	switch {
	case r.blocked != "":
		c.leaveUnchecked("%s", r.blocked)
	case r.silent >= maxSilent:
		c.leaveUnchecked("the server no longer answers")
	default:
		c.conclude(look(c))
	}
}

// question is a request of TOMO.
type question struct {
	method string
	params map[string]any
	body   []byte            // instead of method and params
	header map[string]string // more headers
	token  *string           // nil: the token of the run
}

// ask sends a question and reads the answer, also if the HTTP status refuses it.
func (r *tomoRun) ask(ctx context.Context, q question) (httpAnswer, rpc, error) {
	body, id, err := q.body, 0, error(nil)
	if body == nil {
		if body, id, err = r.message(r.dialect, q.method, q.params); err != nil {
			return httpAnswer{}, rpc{}, err
		}
	}
	header := r.dialect.headers(q.method, "")
	for name, value := range q.header {
		header[name] = value
	}
	a, err := r.send(ctx, func() request {
		return request{body: bytes.NewReader(body), size: int64(len(body)), header: header, token: q.token}
	})
	if errors.As(err, &unansweredError{}) {
		r.silent++
		return a, rpc{}, err
	}
	r.silent = 0
	if err != nil {
		return a, rpc{}, err
	}
	if a.status == http.StatusOK {
		r.media[clean(a.contentType())] = true
	}
	reply, err := a.parse(&id)
	if err != nil {
		if refused := a.refused(); refused != nil {
			err = refused
		}
		return a, rpc{}, err
	}
	if reply.code != 0 {
		r.judgeCode(reply)
	}
	return a, reply, nil
}

// call calls a tool.
func (r *tomoRun) call(ctx context.Context, t tomoTool, with map[string]any) (httpAnswer, rpc, error) {
	return r.askSpaced(ctx, t.kind(), toolCall(t.Name, with))
}

// askSpaced sends a call of a tool of that kind, not earlier than TOMO would after the last one.
func (r *tomoRun) askSpaced(ctx context.Context, kind string, q question) (httpAnswer, rpc, error) {
	if last, ok := r.calls[kind]; ok {
		if wait := toolKinds[kind].gap - r.clock.now().Sub(last); wait > 0 {
			r.clock.pause(ctx, wait)
		}
	}
	a, reply, err := r.ask(ctx, q)
	r.calls[kind] = r.clock.now()
	return a, reply, err
}

func toolCall(name string, arguments any) question {
	return question{method: "tools/call", params: map[string]any{
		"name": name, "arguments": arguments, "_meta": map[string]any{"progressToken": "emcp_probe"},
	}}
}

// checkTools runs a check that looks at each tool.
func (r *tomoRun) checkTools(name string, look func(*Check, tomoTool)) {
	r.check(name, func(c *Check) error {
		if len(r.tools) == 0 {
			c.leaveUnchecked("no tools are listed")
		}
		for _, t := range r.tools {
			look(c, t)
		}
		return nil
	})
}

// tomoRevision is the revision of MCP that TOMO speaks.
const tomoRevision = "2024-11-05"

// envelopeNames are the arguments that TOMO sends with every call, whether or not the schema lists them.
var envelopeNames = []string{"intent", "intent_version", "request_id", "user_session_id", "context"}

// envelope adds the arguments of TOMO, and an idempotency key for tools that create something.
func (r *tomoRun) envelope(t tomoTool, made map[string]any) map[string]any {
	r.requests++
	sent := map[string]any{"context": map[string]any{}}
	maps.Copy(sent, made)
	for _, name := range []string{"intent", "intent_version"} {
		if text, ok := t.meta[name].(string); ok {
			sent[name] = text
		}
	}
	sent["request_id"] = fmt.Sprintf("req_probe%d_%s", r.requests, r.clock.now().UTC().Format(time.RFC3339))
	sent["user_session_id"] = "emcp_probe"
	if t.creates() {
		sent[idempotencyKey] = sent["request_id"]
	}
	return sent
}

// ofEnvelope reports whether the value of an argument is TOMO's, not that of a user.
func ofEnvelope(name string) bool {
	return name == idempotencyKey || slices.Contains(envelopeNames, name)
}

// changed returns arguments with another value for one of them.
func changed(arguments map[string]any, name string, value any) map[string]any {
	other := maps.Clone(arguments)
	other[name] = value
	return other
}

// payload returns the JSON that a result has as text.
func (r *tomoRun) payload(t tomoTool, reply rpc) (any, error) {
	var result struct {
		Content []struct{ Type, Text string } `json:"content"`
		IsError bool                          `json:"isError"`
	}
	if json.Unmarshal(reply.result, &result) != nil || len(result.Content) == 0 || result.Content[0].Type != "text" {
		return nil, wrong("The content of the result does not begin with a text.",
			"Return the payload as JSON in one text content; TOMO parses it.")
	}
	text := result.Content[0].Text
	if result.IsError {
		return nil, wrong("It returns an error as a result with isError: "+clean(text),
			"Return a JSON-RPC error with a tomo_error_code; TOMO reads nothing else.")
	}
	payload, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if _, ok := payload.(map[string]any); err != nil || !ok {
		return nil, wrong(fmt.Sprintf("The text of the result is not a JSON object; it begins with %q.", clean(text)),
			"Return the payload as JSON in one text content; TOMO parses it.")
	}
	if t.output != nil {
		if err := t.output.validate(payload); err != nil {
			return nil, wrong("The payload does not match the tool's outputSchema: "+clean(reasonOf(err))+".",
				"Return every field that the intent's specification requires, and no others.")
		}
	}
	return payload, nil
}
