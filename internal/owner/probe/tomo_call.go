package probe

import (
	"context"
	"fmt"
	"strings"
	"time"
)

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
