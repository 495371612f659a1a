package probe

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const idempotencyKey = "idempotency_key"

// toolKind is a kind of tools, by the first word of their names.
type toolKind struct {
	p50, p95, p99 float64       // highest latencies in milliseconds (section 7); 0: the specification has none
	gap           time.Duration // shortest time between two calls of such tools (section 8)
}

var toolKinds = map[string]toolKind{
	"search": {600, 1500, 3000, time.Second},
	"get":    {300, 800, 1500, 200 * time.Millisecond},
	"create": {2000, 5000, 10000, 0}, // called again only as a retry
	"track":  {100, 400, 800, 5 * time.Second},
	"cancel": {1000, 3000, 5000, 0},
}

// roleKinds are the kinds of tools whose names do not say one.
var roleKinds = map[string]string{
	"search": "search", "get_detail": "get", "create": "create", "track": "track", "cancel": "cancel",
}

// kind returns the name of the tool's kind. It is empty if the specification has no targets for the tool.
func (t tomoTool) kind() string {
	verb, _, _ := strings.Cut(t.Name, "_")
	if _, ok := toolKinds[verb]; ok {
		return verb
	}
	return roleKinds[t.role()]
}

func (t tomoTool) role() string {
	role, _ := t.meta["tool_role"].(string)
	return role
}

// Verbs and roles of tools that change something.
var (
	writingVerbs = []string{"create", "book", "place", "modify", "update", "cancel", "rate"}
	writingRoles = []string{"create", "modify", "cancel", "rate"}
)

// reads reports whether the tool changes nothing: neither its name nor its role say that it does, and it claims so by
// its annotation or else by its role.
func (t tomoTool) reads() bool {
	verb, _, _ := strings.Cut(t.Name, "_")
	if slices.Contains(writingVerbs, verb) || slices.Contains(writingRoles, t.role()) {
		return false
	}
	if t.Annotations.ReadOnly != nil {
		return *t.Annotations.ReadOnly
	}
	return slices.Contains([]string{"search", "get", "track"}, t.kind())
}

// creates reports whether the tool must honor an idempotency key (section 6).
func (t tomoTool) creates() bool { return t.role() == "create" || strings.HasPrefix(t.Name, "create_") }

// callTools calls each tool as TOMO does (section 3) and measures its latency (section 7).
func (r *tomoRun) callTools(ctx context.Context) {
	for i := range r.tools {
		t := &r.tools[i]
		var times []time.Duration
		r.check("call "+t.name, func(c *Check) (err error) {
			times, err = r.callTool(ctx, c, t)
			return err
		})
		r.check("latency "+t.name, func(c *Check) error { return judgeLatency(c, *t, times) })
		if t.creates() {
			r.check("idempotency "+t.name, func(c *Check) error { return r.retry(ctx, c, *t) })
		}
	}
}

// callTool calls a tool with arguments made from its schema and returns how long each call with a result took.
func (r *tomoRun) callTool(ctx context.Context, c *Check, t *tomoTool) (times []time.Duration, err error) {
	if !t.reads() && !r.options.All {
		c.leaveUnchecked("not called: it may change something (--all calls it)")
		return nil, nil
	}
	if t.input == nil {
		c.leaveUnchecked("not called: its schema cannot be used")
		return nil, nil
	}
	made, err := t.input.arguments()
	if err != nil {
		c.leaveUnchecked("not called: %v", err)
		return nil, nil //nolint:nilerr // not the server's mistake
	}
	t.made = made
	t.sent = r.envelope(*t, t.made)
	repeat := r.options.Repeat
	if !t.reads() {
		repeat = 1
	}
	for i := range repeat {
		a, reply, err := r.call(ctx, *t, t.sent)
		if err != nil {
			return times, err
		}
		if reply.code == codeInvalidParams && t.reads() {
			if _, plain, err := r.call(ctx, *t, t.made); err == nil && plain.code == 0 {
				return times, wrong("It refuses what TOMO adds to the arguments: "+reply.message,
					"Accept "+strings.Join(envelopeNames, ", ")+" with every call, also if the schema does not list them.")
			}
		}
		if reply.code != 0 {
			return times, refusedCall(c, reply)
		}
		payload, err := r.payload(*t, reply)
		if err != nil {
			return times, err
		}
		if times = append(times, a.took); i == 0 {
			t.references = references(payload)
			r.inspect(*t, payload)
		}
	}
	return times, nil
}

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

// refusedCall judges an error for arguments that fit the schema. A tool may refuse made-up values;
// it must not fail on them.
func refusedCall(c *Check, reply rpc) error {
	switch reply.code {
	case codeRateLimited:
		c.leaveUnchecked("the server limits the rate of calls")
		return nil
	case codeNoMethod:
		return wrong("It is listed, but unknown when called: "+reply.message, "List only tools that tools/call knows.")
	case codeInternal, codeParse, codeInvalidRequest, codeInvalidAuth, codeMaintenance:
		return wrong(fmt.Sprintf("It fails on arguments that its schema allows (%d): %s", reply.code, reply.message),
			"TOMO's probe makes up arguments too, and then leaves the server in probe_failed. The server's log has the reason.")
	}
	c.leaveUnchecked("it refuses the made-up arguments; give the schema examples: %s", reply.message)
	return nil
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

// inspect looks at what a payload says, for checks that are concluded later.
func (r *tomoRun) inspect(t tomoTool, payload any) {
	r.findForbidden(t.name+" returns", payload)
	at := member(payload, "expires_at")
	if at == nil {
		return
	}
	if r.expiry.Verdict == Unchecked {
		r.expiry.Verdict, r.expiry.Seen = Passed, ""
	}
	text, _ := at.(string)
	const advice = "Say as an RFC 3339 time how long the results can be booked."
	switch expires, err := time.Parse(time.RFC3339, text); {
	case err != nil:
		r.expiry.fail(fmt.Sprintf("%s returns the expires_at %s.", t.name, show(at)), advice)
	case !expires.After(r.clock.now()):
		r.expiry.fail(fmt.Sprintf("%s returns an expires_at in the past, %s.", t.name, clean(text)), advice)
	}
}

// forbidden are the beginnings of field names that TOMO refuses (section 11), in snake_case.
var forbidden = regexp.MustCompile(`(^|_)(paid_placement|ad_bid|sponsored)(_|$)`)

// Places where a name in another style gets an underscore.
var (
	capitals = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	breaks   = regexp.MustCompile(`[^A-Za-z0-9]+`)
)

// findForbidden looks for forbidden names at every level of a JSON value.
func (r *tomoRun) findForbidden(where string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			snake := strings.ToLower(breaks.ReplaceAllString(capitals.ReplaceAllString(name, "${1}_$2"), "_"))
			if forbidden.MatchString(snake) {
				r.forbidden.fail(where+" "+clean(name)+".",
					"Remove fields about paid placement; TOMO ranks without them and refuses the server.")
			}
			r.findForbidden(where, value[name])
		}
	case []any:
		for _, element := range value {
			r.findForbidden(where, element)
		}
	}
}
