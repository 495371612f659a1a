package probe

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Error codes that TOMO adds to those of JSON-RPC.
const (
	codeInvalidAuth = -32000
	codeRateLimited = -32001
	codeMaintenance = -32002
)

const unknownMethod = "emcp_probe/no_such_method"

// tomoCodes are the codes of TOMO for those of JSON-RPC (section 4).
var tomoCodes = map[int]string{
	codeInvalidRequest: "INVALID_REQUEST",
	codeNoMethod:       "METHOD_NOT_FOUND",
	codeInvalidParams:  "INVALID_REQUEST",
	codeInternal:       "INTERNAL_ERROR",
	codeInvalidAuth:    "INVALID_AUTH",
	codeRateLimited:    "RATE_LIMITED",
	codeMaintenance:    "PARTNER_MAINTENANCE",
}

// codeForm is the form of a code. Intents have more codes than the table, which are not public.
var codeForm = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)

// tomoCode returns the member tomo_error_code of an error's data, or "".
func tomoCode(data json.RawMessage) string { return dataText(data, "tomo_error_code") }

func dataText(data json.RawMessage, name string) string {
	var members map[string]any
	if json.Unmarshal(data, &members) != nil {
		return ""
	}
	text, _ := members[name].(string)
	return text
}

// answered describes a reply.
func answered(reply rpc) string {
	if reply.code == 0 {
		return "a result"
	}
	code := tomoCode(reply.data)
	if code == "" {
		code = "no tomo_error_code"
	}
	return strconv.Itoa(reply.code) + " and " + clean(code)
}

// judgeCode checks the code of an error. It is called for each error of the run.
func (r *tomoRun) judgeCode(reply rpc) {
	if r.codes.Verdict == Unchecked {
		r.codes.Verdict, r.codes.Seen = Passed, ""
	}
	code := tomoCode(reply.data)
	standard := slices.Contains(slices.Collect(maps.Values(tomoCodes)), code)
	if !codeForm.MatchString(code) || standard && tomoCodes[reply.code] != code {
		r.codes.fail("It answers with "+answered(reply)+": "+reply.message,
			"Put a code of the table in section 4, or of the intent, into error.data.tomo_error_code.")
	}
}

// wrongRequests sends requests that the server must refuse (section 4).
func (r *tomoRun) wrongRequests(ctx context.Context) {
	for _, of := range []struct {
		name     string
		question question
		codes    []int
	}{
		{"invalid request", question{body: []byte(`{"jsonrpc":"2.0","id":0}`)}, []int{codeInvalidRequest}},
		{"unknown method", question{method: unknownMethod}, []int{codeNoMethod}},
		{"unknown tool", toolCall(unknownTool, map[string]any{}), []int{codeNoMethod, codeInvalidParams}},
		{
			"bad params", question{method: "tools/call", params: map[string]any{"name": 5, "arguments": "none"}},
			[]int{codeInvalidParams},
		},
	} {
		r.check(of.name, func(*Check) error {
			_, reply, err := r.ask(ctx, of.question)
			if err != nil {
				return err
			}
			return refusedWith(reply, of.codes...)
		})
	}
	r.check("tomo_field", func(c *Check) error { return r.badArgument(ctx, c) })
}

// refusedWith returns a finding if a reply is not an error with one of the codes.
func refusedWith(reply rpc, codes ...int) error {
	if slices.Contains(codes, reply.code) && tomoCode(reply.data) == tomoCodes[reply.code] {
		return nil
	}
	var want []string
	for _, code := range codes {
		want = append(want, fmt.Sprintf("%d and %s", code, tomoCodes[code]))
	}
	return wrong("It answers with "+answered(reply)+".",
		"Answer with a JSON-RPC error: "+strings.Join(want, ", or ")+" as error.data.tomo_error_code.")
}

// badArgument calls a tool with an argument of a wrong type. The error may name the argument.
func (r *tomoRun) badArgument(ctx context.Context, c *Check) error {
	t, name, with := r.wrongArguments()
	if with == nil {
		c.leaveUnchecked("no tool that was called has an argument to make wrong")
		return nil
	}
	_, reply, err := r.call(ctx, t, with)
	if err != nil {
		return err
	}
	if err := refusedWith(reply, codeInvalidParams); err != nil {
		return err
	}
	field := dataText(reply.data, "tomo_field")
	switch inside, below := strings.CutPrefix(field, name); {
	case field == "":
		c.leaveUnchecked("the error for a wrong %s names no field; it may", clean(name))
	case !below || inside != "" && inside[0] != '.' && inside[0] != '[':
		return wrong(fmt.Sprintf("The argument %s is wrong, and the tomo_field is %s.", clean(name), clean(field)),
			"Name the wrong argument by its path, such as destination.country_code.")
	}
	return nil
}

// wrongArguments returns a tool that was called, and arguments for it in which the named one has a type that the schema
// does not allow.
func (r *tomoRun) wrongArguments() (t tomoTool, name string, with map[string]any) {
	for _, t := range r.tools {
		if t.sent == nil || !t.reads() {
			continue
		}
		properties, _ := member(t.document, "properties").(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			for _, value := range []any{[]any{map[string]any{}}, 5} {
				if !ofEnvelope(name) && t.input.validate(changed(t.made, name, value)) != nil {
					return t, name, changed(t.sent, name, value)
				}
			}
		}
	}
	return tomoTool{}, "", nil
}
