package probe

import (
	"context"
	"maps"
	"slices"
)

// retry repeats the call of a tool that creates something, and then sends another request with
// the same key (section 6).
func (r *tomoRun) retry(ctx context.Context, c *Check, t tomoTool) error {
	switch {
	case !r.options.All:
		c.leaveUnchecked("not tried: --all calls the tool twice with one key")
		return nil
	case t.references == nil:
		c.leaveUnchecked("no call returned a result")
		return nil
	case len(t.references) == 0:
		return wrong("The payload has no member that ends in _ref.",
			"Return the reference of what was created, such as booking_ref.")
	}
	_, reply, err := r.ask(ctx, toolCall(t.Name, t.sent))
	switch {
	case err != nil:
		return err
	case reply.code != 0:
		return wrong("It refuses the repeated call: "+reply.message,
			"Answer a repeated call with the same key as the first one.")
	}
	payload, err := r.payload(t, reply)
	if err != nil {
		return err
	}
	if again := references(payload); !maps.Equal(again, t.references) {
		return wrong("A repeated call returns "+show(again)+" after "+show(t.references)+".",
			"Store the result by its key, and return the same reference. Otherwise a retry books twice.")
	}
	other := t.otherArguments()
	if other == nil {
		c.Seen = "repeated; no other arguments could be made for a conflict"
		return nil
	}
	_, reply, err = r.ask(ctx, toolCall(t.Name, other))
	if err != nil {
		return err
	}
	if code := tomoCode(reply.data); code != "IDEMPOTENCY_CONFLICT" {
		return wrong("It answers another request with the same key with "+answered(reply)+".",
			"Refuse it with the tomo_error_code IDEMPOTENCY_CONFLICT.")
	}
	return nil
}

// otherArguments returns the arguments of the call with another value for one of them. It returns nil
// if the schema allows none.
func (t tomoTool) otherArguments() map[string]any {
	for _, name := range slices.Sorted(maps.Keys(t.made)) {
		property := t.input.compiled.Properties[name]
		if ofEnvelope(name) || property == nil {
			continue
		}
		for _, value := range (&sampler{}).candidates(property, 0) {
			if show(value) != show(t.made[name]) && t.input.validate(changed(t.made, name, value)) == nil {
				return changed(t.sent, name, value)
			}
		}
	}
	return nil
}
