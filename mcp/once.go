package mcp

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/internal/tracing"
)

var keyPattern = regexp.MustCompile(`^[!-~]{1,255}$`)

// wrongKey is what is wrong with a key that does not match.
const wrongKey = "must have 1 to 255 visible ASCII characters"

// sentKey returns the idempotency key that the client sent, in a header or in the envelope of a call, or an empty one.
func (s *Service) sentKey(r Request, m message) (string, error) {
	key := r.Header.Get(s.keyHeader)
	if key != "" && !keyPattern.MatchString(key) {
		return "", fault.New(fault.BadRequest, "%s %s", s.keyHeader, wrongKey)
	}
	return cmp.Or(key, m.envelope.key), nil
}

// retryTime is the Retry-After for a call that is still running.
const retryTime = time.Second

// once runs a message, or repeats the answer to the first message with its key. A key counts for the methods of the
// table that are keyed. Dispatched messages all have a key; if the client sends none, emcp makes one from the payload
// and keeps nothing under it.
func (s *Service) once(ctx context.Context, r Request, e *endpoint, from client, m message) (o outcome, err error) {
	if r.Dispatch || methodNamed(m.Method).keyed {
		if o.key, err = s.sentKey(r, m); err != nil {
			return o, err
		}
	}
	if o.key == "" && !r.Dispatch {
		o.reply, err = e.run(ctx, from, m)
		return o, err
	}
	payload, err := m.payload()
	if err != nil {
		return o, err
	}
	if o.key == "" {
		o.key = hex.EncodeToString(payload[:])
		o.reply, err = e.run(ctx, from, m)
		return o, err
	}
	key := idempotency.Key{
		Caller: callerKey(r), Sight: fmt.Sprintf("%s %q", r.Caller.Sight(), r.Caller.Scopes),
		Server: e.Handle + " " + e.Tools.Digest(),
		Form:   from.form(m) + " " + string(e.Output) + fmt.Sprintf(" %t", e.Namespaced), Text: o.key,
		Time: e.timeoutOf(r.Caller, m),
	}
	claim, err := s.claim(ctx, key, payload, "")
	var known keptReply
	for err == nil && claim.State == idempotency.Kept {
		known = parseKept(claim.Answer)
		visible, unknown := known.visibleTo(ctx, e, r.Caller)
		switch {
		case unknown != nil:
			return o, unknown
		case visible:
			o.reply, o.replayed = e.finish(ctx, m, known.reply()), true
			return o, nil
		}
		claim, err = s.claim(ctx, key, payload, claim.By) // the call is run again, with what the caller may see now
	}
	if err := s.refuseClaim(claim, err); err != nil {
		return o, err
	}
	o.reply, err = s.runClaimed(ctx, key, claim.Owner, func() (reply, error) {
		p, err := e.run(ctx, from, m)
		if err == nil || errors.Is(err, context.Canceled) || fault.From(err).Kind.OfTransport() {
			return p, err
		}
		refusal := s.refuse(ctx, r, m, fault.From(err)) // an answer to the call, which is kept like a result
		refusal.seen, refusal.done, refusal.noted = p.seen, p.done, p.noted
		refusal.noted.Rows = 0
		return refusal, nil
	})
	o.replayed = err == nil && known.is(o.reply)
	return o, err
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
	ctx context.Context, k idempotency.Key, owner idempotency.Owner, run func() (reply, error),
) (reply, error) {
	keep := false
	var r reply
	defer func() { // also when run panics
		ctx, span := tracing.Start(context.WithoutCancel(ctx), "settle key")
		end := func() error { return s.keys.Release(ctx, k, owner) }
		if keep {
			end = func() error { return s.keys.Complete(ctx, k, owner, toKeep(r)) }
		}
		err := end()
		span.End(err)
		if err != nil {
			s.log.WarnContext(ctx, "an idempotency key stays claimed until its lease ends", "trace_id", traceID(ctx), "error",
				err)
		}
	}()
	r, err := run()
	keep = err == nil && (r.fault == nil || r.done || r.fault.Kind.Class().Party == fault.Caller)
	return r, err
}

// payload returns the SHA-256 of what the message asks for: method and params in a canonical form, without _meta, which
// changes from try to try. Numbers stay as they are written, because large ones would run together as floating point
// numbers (RFC 8785 does so).
func (m message) payload() (idempotency.Payload, error) {
	params := map[string]jsontext.Value{}
	if m.Params != nil {
		if err := json.Unmarshal(m.Params, &params); err != nil {
			return idempotency.Payload{}, err
		}
	}
	maps.DeleteFunc(params, func(name string, _ jsontext.Value) bool { return strings.EqualFold(name, "_meta") })
	if m.envelope.compared != nil {
		params["arguments"] = m.envelope.compared
	}
	text, err := json.Marshal([]any{m.Method, params})
	if err != nil {
		return idempotency.Payload{}, err
	}
	canonical := jsontext.Value(text)
	if err := canonical.Format(jsontext.ReorderRawObjects(true)); err != nil {
		return idempotency.Payload{}, err
	}
	return sha256.Sum256(canonical), nil
}
