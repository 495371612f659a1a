package upstream

import (
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/internal/tracing"
)

// Call is a call of a tool of an upstream.
type Call struct {
	Arguments jsontext.Value // an object in which names are unique; nil: none
	// Personal returns the personal token of the caller; empty if it has none. It is asked only if the upstream gets it.
	Personal func(ctx context.Context) string
	// Key is a text by which the upstream can recognize the same call again; empty: none.
	Key string
}

// Result is what a tool of an upstream has returned.
type Result struct {
	Content    jsontext.Value // an array of content as MCP has it
	Structured jsontext.Value // an object; nil: none
	IsError    bool           // the tool says that it has failed
}

// slotTime is how long a call waits while as many run as may.
const slotTime = 200 * time.Millisecond

// Timeout returns how long a call of the tool can take.
func (t Tool) Timeout() time.Duration { return t.Upstream.options.Timeout }

// Call calls the tool. A tool that only reads is called again once if the upstream has forgotten the session; one that writes never is.
// Errors are faults.
func (t Tool) Call(ctx context.Context, c Call) (_ Result, err error) {
	u := t.Upstream
	ctx, span := tracing.StartClient(ctx, "upstream "+u.options.Name)
	span.Say(tracing.Text("emcp.upstream", u.options.Name))
	defer func() { span.End(err) }()
	if len(c.Arguments) == 0 {
		c.Arguments = jsontext.Value("{}")
	}
	if err := t.schema.check(c.Arguments); err != nil {
		return Result{}, err
	}
	personal := ""
	if u.options.PassPersonalToken {
		personal = c.Personal(ctx)
	}
	if u.options.PassPersonalToken && personal == "" {
		return Result{}, fault.New(fault.Forbidden,
			"this tool works with the rights of its caller: call it with a personal token of the site's manager")
	}
	ctx, cancel := context.WithTimeout(ctx, u.options.Timeout)
	defer cancel()
	if err := u.enter(ctx); err != nil {
		return Result{}, err
	}
	defer func() { <-u.slots }()
	text, err := t.exchange(ctx, c, personal)
	if err == nil && u.leaks(text, personal) {
		err = errors.New("its answer has the credential in it")
	}
	var result Result
	if err == nil {
		result, err = readResult(text)
	}
	return result, u.outcome(ctx, t, u.redacted(err, personal))
}

// enter waits for the turn of a call, for a short time.
func (u *Upstream) enter(ctx context.Context) error {
	if wait, ok := u.breaker.admit(); !ok {
		f := u.unavailable(errors.New("it did not answer the last calls"))
		f.RetryAfter = wait
		return f
	}
	timer := time.NewTimer(slotTime)
	defer timer.Stop()
	select {
	case u.slots <- struct{}{}:
		return nil
	case <-timer.C:
		return u.unavailable(errors.New("too many calls are running"))
	case <-ctx.Done():
		return u.unavailable(ctx.Err())
	}
}

// exchange sends the call on the connection.
func (t Tool) exchange(ctx context.Context, c Call, personal string) (jsontext.Value, error) {
	u := t.Upstream
	l := u.current()
	if l == nil {
		u.poke()
		return nil, errNotSent
	}
	r := t.request(ctx, c)
	r.token = personal
	text, err := l.exchange(ctx, r)
	if !errors.Is(err, errSession) || t.Writes {
		return text, err
	}
	if l, err = u.another(ctx, l); err != nil {
		return nil, err
	}
	return l.exchange(ctx, r)
}

// another waits for a connection in place of one that has ended.
func (u *Upstream) another(ctx context.Context, before link) (link, error) {
	for {
		u.mu.Lock()
		l, next := u.link, u.next
		u.mu.Unlock()
		if l != nil && l != before {
			return l, nil
		}
		select {
		case <-next:
		case <-ctx.Done():
			return nil, errSession
		}
	}
}

// request returns the request of a call, with the trace that it belongs to.
func (t Tool) request(ctx context.Context, c Call) request {
	params := map[string]any{"name": t.remote, "arguments": c.Arguments}
	header := map[string]string{}
	if parent := tracing.Parent(ctx); parent != "" {
		params["_meta"] = map[string]any{"traceparent": parent}
		header["traceparent"] = parent
	}
	if c.Key != "" {
		header[keyHeader] = c.Key
	}
	r := newRequest("tools/call", params)
	r.header, r.whole = header, t.Writes
	return r
}

// outcome notes how a call has ended, and returns its error as a fault. What the upstream says about it is for the log only.
func (u *Upstream) outcome(ctx context.Context, t Tool, err error) error {
	var own *rpcError
	switch {
	case err == nil:
		u.breaker.note(false)
		return nil
	case errors.As(err, &own):
		u.breaker.note(false) // it answers
		return fault.Wrap(fault.UpstreamFailed, err, u.named("refused the call; try other arguments, or tell the owner of the site"))
	case errors.Is(context.Cause(ctx), context.Canceled):
		return context.Canceled // nobody waits
	case errors.Is(err, errRefused) && u.options.PassPersonalToken:
		u.breaker.note(false) // it answers; other callers have other rights
		return fault.Wrap(fault.Forbidden, err, u.named("does not let you do this: it refuses your personal token"))
	}
	u.breaker.note(true)
	if errors.Is(err, errNotSent) || errors.Is(err, errEnded) {
		u.poke() // what works then is a new connection
	}
	switch {
	case errors.Is(err, errNotSent), errors.Is(err, errSession), errors.Is(err, errBusy):
		return u.unavailable(err)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, errEnded):
		if t.Writes {
			return fault.Wrap(fault.UpstreamFailed, err, u.named("did not answer, and may have done what was asked; look before you try again"))
		}
		return u.unavailable(err)
	}
	if errors.Is(err, errTooMuch) {
		return fault.Wrap(fault.UpstreamFailed, err, u.named("sent an answer that is too large; ask it for less"))
	}
	return fault.Wrap(fault.UpstreamFailed, err, u.named("sent an answer that emcp does not pass on; the owner of the site finds the reason in the log"))
}

// unavailable returns the fault of a call that the upstream has not answered, and may answer later.
func (u *Upstream) unavailable(cause error) *fault.Error {
	return fault.Wrap(fault.UpstreamUnavailable, cause, u.named("does not answer at the moment; try again later, or go on without it"))
}

// named returns a sentence about the upstream.
func (u *Upstream) named(text string) string {
	return "the server " + u.options.Name + ", which this tool belongs to, " + text
}
