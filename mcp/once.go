package mcp

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/internal/identity"
	"emcp/internal/tracing"
	"emcp/mcp/method"
	"emcp/mcp/reply"
)

// sentKey returns the idempotency key that the client sent, in a header or in the envelope of a call, or an empty one.
func (s *Service) sentKey(r Request, m method.Message) (string, error) {
	key := r.Header.Get(s.keyHeader)
	if key != "" && !idempotency.ValidKey(key) {
		return "", fault.New(fault.BadRequest, "%s %s", s.keyHeader, idempotency.WrongKey)
	}
	return cmp.Or(key, m.Envelope.Key), nil
}

// retryTime is the Retry-After for a call that is still running.
const retryTime = time.Second

// once runs a message, or repeats the answer to the first message with its key. A key counts for the methods of the
// table that are keyed. Dispatched messages all have a key; if the client sends none, emcp makes one from the payload
// and keeps nothing under it.
func (s *Service) once(
	ctx context.Context, r Request, e *endpoint, from method.Sender, m method.Message,
) (o outcome, err error) {
	if r.Dispatch || method.Keyed(m.Method) {
		if o.key, err = s.sentKey(r, m); err != nil {
			return o, err
		}
	}
	if o.key == "" && !r.Dispatch {
		o.reply, err = e.Run(ctx, from, m)
		return o, err
	}
	payload, err := m.Payload()
	if err != nil {
		return o, err
	}
	if o.key == "" {
		o.key = hex.EncodeToString(payload[:])
		o.reply, err = e.Run(ctx, from, m)
		return o, err
	}
	key := idempotency.Key{
		Caller: r.callerKey(), Sight: fmt.Sprintf("%s %q", r.Caller.Sight(), r.Caller.Scopes),
		Server: e.Handle + " " + e.Tools.Digest(),
		Form:   from.Form(m) + " " + string(e.Output) + fmt.Sprintf(" %t", e.Namespaced), Text: o.key,
		Time: e.TimeoutOf(r.Caller, m),
	}
	claim, err := s.claim(ctx, key, payload, "")
	var known reply.Kept
	for err == nil && claim.State == idempotency.Kept {
		known = reply.ParseKept(claim.Answer)
		visible, unknown := stillVisible(ctx, e, r.Caller, known)
		switch {
		case unknown != nil:
			return o, unknown
		case visible:
			o.reply, o.replayed = e.Finish(ctx, m, known.Reply()), true
			return o, nil
		}
		claim, err = s.claim(ctx, key, payload, claim.By) // the call is run again, with what the caller may see now
	}
	if err := s.refuseClaim(claim, err); err != nil {
		return o, err
	}
	o.reply, err = s.runClaimed(ctx, key, claim.Owner, func() (reply.Reply, error) {
		p, err := e.Run(ctx, from, m)
		if err == nil || errors.Is(err, context.Canceled) || fault.From(err).Kind.OfTransport() {
			return p, err
		}
		refusal := s.refuse(ctx, r, m, fault.From(err)) // an answer to the call, which is kept like a result
		refusal.Seen, refusal.Done, refusal.Noted = p.Seen, p.Done, p.Noted
		refusal.Noted.Rows = 0
		return refusal, nil
	})
	o.replayed = err == nil && known.Is(o.reply)
	return o, err
}

// stillVisible reports whether a caller may now see everything that a kept reply showed. The error is a fault.
func stillVisible(
	ctx context.Context, e *endpoint, caller identity.Principal, known reply.Kept,
) (_ bool, err error) {
	if known.Seen == nil {
		return false, nil
	}
	defer fault.Recovered(&err)
	ctx, cancel := context.WithTimeout(ctx, e.Timeout)
	defer cancel()
	return e.Tools.Sees(ctx, caller, *known.Seen)
}

// claim claims a key; an answer that stale has completed does not count.
func (s *Service) claim(
	ctx context.Context, k idempotency.Key, p idempotency.Payload, stale idempotency.Owner,
) (idempotency.Claim, error) {
	ctx, span := tracing.Start(ctx, "claim key")
	claim, err := s.keys.Claim(ctx, k, p, stale)
	span.End(err)
	return claim, err
}

// refuseClaim returns why a call cannot run under a key whose answer is not repeated; nil: it can.
func (s *Service) refuseClaim(claim idempotency.Claim, err error) error {
	switch {
	case err != nil:
		return fault.Wrap(fault.Unavailable, err,
			"idempotency keys cannot be looked up at the moment; try again later, or without "+s.keyHeader)
	case claim.State == idempotency.Conflict:
		return fault.New(fault.IdempotencyConflict, "this key was used for another call; use a new key")
	case claim.State == idempotency.Running:
		running := fault.New(fault.IdempotencyInProgress, "the call with this key is still running; try again in a moment")
		running.RetryAfter = retryTime
		return running
	}
	return nil
}

// runClaimed runs a message under a claim and keeps its answer. A failure is not kept, so that the client can try
// again.
func (s *Service) runClaimed(
	ctx context.Context, k idempotency.Key, owner idempotency.Owner, run func() (reply.Reply, error),
) (reply.Reply, error) {
	keep := false
	var r reply.Reply
	defer func() { // also when run panics
		ctx, span := tracing.Start(context.WithoutCancel(ctx), "settle key")
		end := func() error { return s.keys.Release(ctx, k, owner) }
		if keep {
			end = func() error { return s.keys.Complete(ctx, k, owner, reply.ToKeep(r)) }
		}
		err := end()
		span.End(err)
		if err != nil {
			s.log.WarnContext(ctx, "an idempotency key stays claimed until its lease ends", "trace_id", traceID(ctx), "error",
				err)
		}
	}()
	r, err := run()
	keep = err == nil && (r.Fault == nil || r.Done || r.Fault.Kind.Class().Party == fault.Caller)
	return r, err
}
