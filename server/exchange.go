package server

import (
	"context"
	"errors"

	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/middleware"
)

// exchanged is a message and what it is answered with.
type exchanged struct {
	message  message
	reply    reply  // without member: nothing
	key      string // under which it ran, if any
	replayed bool   // the reply is that of an earlier call with the same key

	listening *listening // what takes the place of the reply
}

// exchange is the way of a message behind the HTTP chain. rule says which messages run under a key.
func (f *front) exchange(c echo.Context, rule keyRule) (exchanged, error) {
	ctx, caller := c.Request().Context(), middleware.CallerOf(c)
	record := audit.RecordOf(ctx)
	m, err := parseMessage(middleware.BodyOf(c)) // -32700, -32600
	if err == nil {
		err = m.checkHeaders(c.Request().Header) // -32020, -32022
	}
	take(record, m)
	x := exchanged{message: m}
	if err != nil {
		return f.ended(ctx, x, err)
	}
	endpoint, err := f.admitted(c, caller, m) // -32601, 403, 429
	switch {
	case err == nil && !m.wantsAnswer():
		return x, nil
	case err != nil && !m.wantsAnswer() && !transport(err):
		record.Code = string(fault.From(err).Kind) // which the client is not told
		return x, nil
	case err != nil:
		return f.ended(ctx, x, err)
	}
	if m.method == listenMethod {
		x.listening, err = f.listenTo(c, endpoint, m, rule)
		return f.ended(ctx, x, err)
	}
	x, err = f.once(c, m, rule, func() (reply, error) { // 409, or a replay
		r, err := endpoint.run(ctx, client{caller, f.subscriber(c, caller, endpoint, rule)}, m)
		return f.settle(ctx, m, r, err)
	})
	x.reply = endpoint.finish(m, x.reply)
	return f.ended(ctx, x, err)
}

// admitted returns the server that a message is for, if the caller may send it.
func (f *front) admitted(c echo.Context, caller identity.Principal, m message) (*endpoint, error) {
	e, ok := f.endpoints[f.handle(c)]
	if !ok {
		return nil, fault.New(fault.UnknownServer, "there is no server of this name; check the last part of the URL")
	}
	if err := e.admit(caller, m); err != nil {
		return nil, err
	}
	return e, f.allow(c, caller, e)
}

// take notes what a message is about.
func take(record *audit.Record, m message) {
	record.RequestID, record.Method, record.Tool = idText(m.id), m.method, m.tool
}

// allow counts a message of the caller, whatever its method.
func (f *front) allow(c echo.Context, caller identity.Principal, e *endpoint) error {
	key := "caller:" + callerKey(c, caller)
	if e.rate.Own {
		key = "server:" + e.handle + ":" + key
	}
	return middleware.Allow(c.Request().Context(), f.limiter, key, e.rate.PerMinute)
}

// callerKey tells callers apart, anonymous ones by their address.
func callerKey(c echo.Context, caller identity.Principal) string {
	if caller.Subject == identity.Anonymous {
		return identity.Anonymous + "@" + middleware.Address(c)
	}
	return caller.Subject
}

// settle turns faults of JSON-RPC into replies. What is left are faults of the transport, and that the client is gone.
func (f *front) settle(ctx context.Context, m message, r reply, err error) (reply, error) {
	if err == nil || errors.Is(err, context.Canceled) || transport(err) {
		return r, err
	}
	return refusal(ctx, f.log, m, fault.From(err)), nil
}

// ended is settle for the end of an exchange, which it notes in the record.
func (f *front) ended(ctx context.Context, x exchanged, err error) (exchanged, error) {
	x.reply, err = f.settle(ctx, x.message, x.reply, err)
	record := audit.RecordOf(ctx)
	record.Rows, record.Replayed = x.reply.rows, x.replayed
	if x.reply.fault != nil {
		record.Code = string(x.reply.fault.Kind)
	}
	return x, err
}

// transport reports whether HTTP says alone what went wrong.
func transport(err error) bool { return fault.From(err).Kind.OfTransport() }
