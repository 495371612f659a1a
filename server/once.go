package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/internal/tracing"
	"emcp/middleware"
)

// keyRule says which messages of a route run under an idempotency key.
type keyRule struct {
	method string // only messages of this method; empty: of any
	made   bool   // where the client sends no key, one is made of the payload
}

var (
	callKeys     = keyRule{method: "tools/call"}
	dispatchKeys = keyRule{made: true}
)

var keyPattern = regexp.MustCompile(`^[!-~]{1,255}$`)

// sentKey returns the key that the client sent, empty where it sent none.
func (f *front) sentKey(c echo.Context) (string, error) {
	key := c.Request().Header.Get(f.config.Idempotency.Header)
	if key != "" && !keyPattern.MatchString(key) {
		return "", fault.New(fault.BadRequest, "%s must have 1 to 255 visible ASCII characters", f.config.Idempotency.Header)
	}
	return key, nil
}

// retryTime is what a client is told to wait for a call that is being run.
const retryTime = time.Second

// once runs a message, or answers as the first message with its key was answered.
func (f *front) once(c echo.Context, m message, rule keyRule, run func() (reply, error)) (x exchanged, err error) {
	x.message = m
	if rule.method != "" && rule.method != m.method {
		x.reply, err = run()
		return x, err
	}
	switch x.key, err = f.sentKey(c); {
	case err != nil:
		return x, err
	case x.key == "" && !rule.made:
		x.reply, err = run()
		return x, err
	}
	payload, err := m.payload()
	if err != nil {
		return x, err
	}
	made := x.key == ""
	if made {
		x.key = hex.EncodeToString(payload[:])
	}
	ctx := c.Request().Context()
	caller := middleware.CallerOf(c)
	key := idempotency.Key{
		Caller: callerKey(c, caller), Sight: fmt.Sprintf("%s %q", caller.Sight(), caller.Scopes),
		Server: f.handle(c) + " " + f.endpoints[f.handle(c)].tools.Digest(), Text: x.key,
	}
	within, span := tracing.Start(ctx, "claim key")
	claim, err := f.keys.Claim(within, key, payload)
	span.End(err)
	switch {
	case err != nil && made: // the client asked for nothing
		x.reply, err = run()
		return x, err
	case err != nil:
		return x, fault.Wrap(fault.Unavailable, err,
			"keys cannot be looked up at the moment; try again later, or without "+f.config.Idempotency.Header)
	}
	switch claim.State {
	case idempotency.Conflict:
		return x, fault.New(fault.IdempotencyConflict, "this key was used for another call; take a new key")
	case idempotency.Running:
		running := fault.New(fault.IdempotencyInProgress, "the call with this key is still running; try again in a moment")
		running.RetryAfter = retryTime
		return x, running
	case idempotency.Kept:
		x.reply, x.replayed = keptReply(claim.Answer), true
		return x, nil
	case idempotency.Granted:
	}
	x.reply, err = f.runClaimed(ctx, key, claim.Owner, run)
	return x, err
}

// keptReply returns the reply that was kept, with the kind of its error for the audit line.
func keptReply(text []byte) reply {
	var kept struct {
		Error *rpcError `json:"error"`
	}
	if bytes.HasPrefix(text, []byte(`"error":`)) && json.Unmarshal(slices.Concat([]byte("{"), text, []byte("}")), &kept) == nil {
		return reply{member: text, fault: fault.New(kept.Error.Data.Code, "%s", kept.Error.Message)}
	}
	return reply{member: text}
}

// runClaimed runs a message under a claim and keeps its answer. A failure is not kept, so that the client can try again.
func (f *front) runClaimed(ctx context.Context, k idempotency.Key, owner idempotency.Owner, run func() (reply, error)) (reply, error) {
	keep := false
	var r reply
	defer func() { // also when run panics
		ctx, span := tracing.Start(context.WithoutCancel(ctx), "settle key")
		end := func() error { return f.keys.Release(ctx, k, owner) }
		if keep {
			end = func() error { return f.keys.Complete(ctx, k, owner, r.member) }
		}
		err := end()
		span.End(err)
		if err != nil {
			f.log.WarnContext(ctx, "an idempotency key is held until its lease ends", "trace_id", middleware.TraceID(ctx), "error", err)
		}
	}()
	r, err := run()
	keep = err == nil && (r.fault == nil || r.fault.Kind.Class().RPC != fault.Internal.Class().RPC)
	return r, err
}

// payload returns the SHA-256 of what the message asks for: of method and params in one way of writing, without _meta,
// which changes from try to try. Numbers stay as they are written, because large ones would run together as floating
// point numbers (RFC 8785 does so).
func (m message) payload() (idempotency.Payload, error) {
	params := map[string]jsontext.Value{}
	if m.params != nil {
		if err := json.Unmarshal(m.params, &params); err != nil {
			return idempotency.Payload{}, err
		}
	}
	maps.DeleteFunc(params, func(name string, _ jsontext.Value) bool { return strings.EqualFold(name, "_meta") })
	text, err := json.Marshal([]any{m.method, params})
	if err != nil {
		return idempotency.Payload{}, err
	}
	canonical := jsontext.Value(text)
	if err := canonical.Format(jsontext.ReorderRawObjects(true)); err != nil {
		return idempotency.Payload{}, err
	}
	return sha256.Sum256(canonical), nil
}
