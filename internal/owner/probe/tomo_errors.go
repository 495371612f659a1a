package probe

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

const unknownMethod = "emcp_probe/no_such_method"

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
