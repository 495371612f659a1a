package upstream

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/time/rate"

	"emcp/internal/fault"
	"emcp/internal/tracing"
)

// Call is a call of a tool of an upstream.
type Call struct {
	Arguments jsontext.Value // an object in which names are unique; nil: none
	// Personal returns the personal token of the caller, or an empty string. It is called only with PassPersonalToken.
	Personal func(ctx context.Context) string
	// Key is the idempotency key that the upstream gets; empty: none.
	Key string
	// Progress gets the progress of the call while it runs, in order. If it is nil, emcp does not ask for progress. A slow
	// Progress delays only this call.
	Progress func(Progress)
}

// slotTime is how long a call waits for a free slot.
const slotTime = 200 * time.Millisecond

// operation is a request that a caller makes of an upstream.
type operation struct {
	about    string // tool, resource or prompt
	method   string
	params   map[string]any
	key      string // see Call
	writes   bool   // it may change something
	personal func(ctx context.Context) string
	progress func(Progress) // see Call
}

// Timeout returns how long a call of the upstream can take.
func (u *Upstream) Timeout() time.Duration { return u.options.Timeout }

// Call calls the tool. If the upstream has forgotten the session, a tool that only reads is called again once; a tool
// that writes never is. Errors are faults.
func (t Tool) Call(ctx context.Context, c Call) (Result, error) {
	if len(c.Arguments) == 0 {
		c.Arguments = jsontext.Value("{}")
	}
	if err := t.schema.check(c.Arguments); err != nil {
		return Result{}, err
	}
	return perform(ctx, t.Upstream, operation{
		about: "tool", method: "tools/call", params: map[string]any{"name": t.remote, "arguments": c.Arguments},
		key: c.Key, writes: t.Writes, personal: c.Personal, progress: c.Progress,
	}, readResult)
}

// perform makes an operation and reads its result. Errors are faults.
func perform[T any](
	ctx context.Context, u *Upstream, o operation, read func(jsontext.Value) (T, error),
) (result T, err error) {
	ctx, span := tracing.StartClient(ctx, "upstream "+u.options.Name)
	span.Say(tracing.Text("emcp.upstream", u.options.Name))
	defer func() { span.End(err) }()
	personal := ""
	if u.options.PassPersonalToken {
		personal = o.personal(ctx)
	}
	if u.options.PassPersonalToken && personal == "" {
		return result, fault.New(fault.Forbidden,
			"this %s works with the rights of its caller: call it with a personal token of the site's manager", o.about)
	}
	ctx, cancel := context.WithTimeout(ctx, u.options.Timeout)
	defer cancel()
	if err := u.enter(ctx, o); err != nil {
		return result, err
	}
	defer func() { <-u.slots }()
	text, err := u.exchange(ctx, o, personal)
	answered := err == nil || errors.Is(err, errTooMuch)
	if err == nil && u.credentials(personal).inJSON(text) {
		err = errors.New("its answer has the credential in it")
	}
	if err == nil {
		result, err = read(text)
	}
	return result, u.outcome(ctx, o, answered, u.redacted(err, personal))
}

// enter waits for the turn of an operation, for a short time.
func (u *Upstream) enter(ctx context.Context, o operation) error {
	if wait, ok := u.breaker.admit(); !ok {
		f := u.unavailable(o, errors.New("it did not answer the last calls"))
		f.RetryAfter, f.Logged = wait, true // by the calls that failed
		return f
	}
	timer := time.NewTimer(slotTime)
	defer timer.Stop()
	select {
	case u.slots <- struct{}{}:
		return nil
	case <-timer.C:
		return u.unavailable(o, errors.New("too many calls are running"))
	case <-ctx.Done():
		return u.unavailable(o, ctx.Err())
	}
}

// exchange sends the request of an operation and returns the result.
func (u *Upstream) exchange(ctx context.Context, o operation, personal string) (jsontext.Value, error) {
	l := u.current()
	if l == nil {
		u.poke()
		return nil, errNotSent
	}
	r := u.request(ctx, o, personal)
	text, err := l.exchange(ctx, r)
	if !errors.Is(err, errSession) || o.writes {
		return text, err
	}
	within, cancel := context.WithTimeout(ctx, refreshTime) // a call can have much longer
	defer cancel()
	if l, err = u.another(within, l); err != nil {
		return nil, err
	}
	return l.exchange(ctx, r)
}

// another waits for the connection that replaces an ended one.
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

// request returns the request of an operation, with the trace that it belongs to.
func (u *Upstream) request(ctx context.Context, o operation, personal string) request {
	r := newRequest(o.method, o.params)
	r.token, r.whole, r.header = personal, o.writes, map[string]string{}
	meta := map[string]any{}
	if parent := tracing.Parent(ctx); parent != "" {
		meta["traceparent"], r.header["traceparent"] = parent, parent
	}
	if r.progress = u.reporter(r.id, personal, o.progress); r.progress != nil {
		meta["progressToken"] = r.id
	}
	if len(meta) > 0 {
		o.params["_meta"] = meta
	}
	if o.key != "" {
		r.header[keyHeader] = o.key
	}
	return r
}

// outcome notes for the breaker how an operation has ended, and returns its error as a fault. The caller sees
// nothing of what the upstream sent but the message of a JSON-RPC error. answered reports that the upstream sent
// an answer, even a bad one. A bad answer is no failure of the upstream, because a caller could provoke it and so
// stop the calls of others.
func (u *Upstream) outcome(ctx context.Context, o operation, answered bool, err error) error {
	var own *rpcError
	switch {
	case err == nil:
		u.works(ctx)
		return nil
	case errors.As(err, &own):
		u.works(ctx) // it answers
		return fault.Wrap(own.kind(), err, u.named(o, o.refusal(own.said())))
	case errors.Is(context.Cause(ctx), context.Canceled):
		return context.Canceled // nobody waits
	case errors.Is(err, errRefused) && u.options.PassPersonalToken:
		u.works(ctx) // it answers; other callers have other rights
		return fault.Wrap(fault.Forbidden, err, u.named(o, "does not let you do this: it refuses your personal token"))
	}
	if answered {
		u.works(ctx)
	} else {
		u.fails(ctx, err)
	}
	if errors.Is(err, errNotSent) || errors.Is(err, errEnded) {
		u.poke() // what works then is a new connection
	}
	switch {
	case errors.Is(err, errNotSent), errors.Is(err, errSession), errors.Is(err, errBusy):
		return u.unavailable(o, err)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, errEnded):
		if o.writes {
			return fault.Wrap(fault.UpstreamFailed, err,
				u.named(o, "did not answer, and may have done what was asked; look before you try again"))
		}
		return u.unavailable(o, err)
	}
	if errors.Is(err, errTooMuch) {
		return fault.Wrap(fault.UpstreamFailed, err, u.named(o, "sent an answer that is too large; ask it for less"))
	}
	return fault.Wrap(fault.UpstreamFailed, err,
		u.named(o, "sent an answer that emcp does not pass on; the owner of the site finds the reason in the log"))
}

// unavailable returns the fault of a call that the upstream has not answered, and may answer later.
func (u *Upstream) unavailable(o operation, cause error) *fault.Error {
	return fault.Wrap(fault.UpstreamUnavailable, cause,
		u.named(o, "does not answer at the moment; try again later, or go on without it"))
}

// refusal returns the message of an operation that the upstream has answered with an error. It has the upstream's
// own words, or else advice.
func (o operation) refusal(said string) string {
	switch {
	case said != "" && o.about == "resource":
		return "did not return it: " + said
	case said != "":
		return "refused the call: " + said
	case o.about == "resource":
		return "did not return it; choose another resource, or report it to the owner of the site"
	}
	return "refused the call; try other arguments, or report it to the owner of the site"
}

// named returns a sentence about the upstream.
func (u *Upstream) named(o operation, text string) string {
	return "the server " + u.options.Name + ", which this " + o.about + " belongs to, " + text
}

// reporter returns the reporter of a request with that id; nil if the caller does not ask for progress.
func (u *Upstream) reporter(id int64, personal string, report func(Progress)) *reporter {
	if report == nil {
		return nil
	}
	secrets := u.credentials(personal)
	return &reporter{
		token: strconv.FormatInt(id, 10), report: report, limiter: rate.NewLimiter(progressPerSecond, progressPerSecond),
		describe: func(message string) string {
			if message == "" || secrets.in([]byte(message)) {
				return ""
			}
			return u.marked(message, maxProgressMessage)
		},
	}
}

// works notes that the upstream has answered a call, or that it was connected again.
func (u *Upstream) works(ctx context.Context) {
	if u.breaker.note(false) {
		u.options.Log.InfoContext(ctx, "upstream available again", "upstream", u.options.Name)
	}
}

// fails notes that the upstream has not answered a call as it should.
func (u *Upstream) fails(ctx context.Context, err error) {
	if u.breaker.note(true) {
		u.options.Log.WarnContext(ctx, "several calls of an upstream failed in a row; calls are paused",
			"upstream", u.options.Name, "pause", u.options.Pauses.Open, "error", bounded(err))
	}
}
