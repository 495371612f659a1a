package mcp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"

	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/mcp/reply"
	"emcp/mcp/wire"
)

// failing is a store that has an answer which may not be repeated, and then fails.
type failing struct {
	claims int
	ended  bool // a call has run
}

func (f *failing) Claim(
	context.Context, idempotency.Key, idempotency.Payload, idempotency.Owner,
) (idempotency.Claim, error) {
	f.claims++
	if f.claims == 1 {
		kept := reply.ToKeep(reply.Reply{Result: []byte(`{`)})
		return idempotency.Claim{State: idempotency.Kept, By: "another", Answer: kept}, nil
	}
	return idempotency.Claim{}, errors.New("the store has failed")
}

func (f *failing) Complete(context.Context, idempotency.Key, idempotency.Owner, []byte) error {
	f.ended = true
	return nil
}

func (f *failing) Release(context.Context, idempotency.Key, idempotency.Owner) error {
	f.ended = true
	return nil
}

// TestStoreFailsBetweenClaims has the key of a kept answer claimed again, which fails: the call does not run without a
// claim.
func TestStoreFailsBetweenClaims(t *testing.T) {
	keys := &failing{}
	s := serviceOf(t, keys, io.Discard)
	a := s.Handle(t.Context(), Request{
		Server: "content", Caller: someone, Uncounted: true, Header: http.Header{"Idempotency-Key": {"a"}},
		Message: wire.Read([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call",` +
			`"params":{"name":"evo.content.get","arguments":{"id":1}}}`)),
	})
	if keys.claims != 2 || keys.ended || a.Fault == nil || a.Fault.Kind != fault.Unavailable {
		t.Errorf("after %d claims (one has run: %t): %+v", keys.claims, keys.ended, a.Fault)
	}
}
