package mcp

import (
	"bytes"
	"context"
	"crypto/sha256"
	"slices"

	"github.com/go-json-experiment/json"

	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/internal/identity"
	"emcp/toolset"
)

// keptReply is a reply as the store keeps it under its key.
type keptReply struct {
	// Seen is what the caller saw of the site in the reply. The reply is repeated while the caller may still see it. If
	// that cannot be decided, Seen is nil, and the call runs each time.
	Seen *toolset.Seen `json:"seen,omitzero"`
	// Sum is of the member of the response: its result or error.
	Sum []byte `json:"sum"`
	// Code is the kind of the error, for the audit line; empty if there was none.
	Code fault.Kind `json:"code,omitzero"`
	// Status is that of the reply.
	Status int `json:"status,omitzero"`
	// Own, Field and Suggestions are those of the error.
	Own         string   `json:"own,omitzero"`
	Field       string   `json:"field,omitzero"`
	Suggestions []string `json:"suggestions,omitzero"`
	// Upstream is that of the reply.
	Upstream string `json:"upstream,omitzero"`
	member   []byte // nil where Seen is
}

// toKeep returns the stored form of a reply: a line of JSON, and after it the member.
func toKeep(r reply) []byte {
	member := r.member()
	sum := sha256.Sum256(member)
	k := keptReply{Sum: sum[:]}
	if r.seen == nil {
		return k.text()
	}
	seen, known := r.seen()
	whole := keptReply{Seen: &seen, Sum: k.Sum, Status: r.status, Upstream: r.upstream, member: member}
	if r.fault != nil {
		whole.Code, whole.Own, whole.Field, whole.Suggestions = r.fault.Kind, r.fault.Own, r.fault.Field, r.fault.Suggestions
	}
	text := whole.text()
	if !known || len(text) > idempotency.MaxAnswer {
		return k.text()
	}
	return text
}

func (k keptReply) text() []byte {
	line, err := json.Marshal(k)
	if err != nil {
		panic(err) // numbers and sums
	}
	return slices.Concat(line, []byte("\n"), k.member)
}

// parseKept reads what toKeep returned. If it cannot be read, the reply counts as seen by nobody.
func parseKept(text []byte) keptReply {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	var k keptReply
	if err := json.Unmarshal(line, &k); err != nil {
		return keptReply{}
	}
	k.member = rest
	return k
}

// visibleTo reports whether a caller may now see everything that the reply showed. The error is a fault.
func (k keptReply) visibleTo(ctx context.Context, e *endpoint, caller identity.Principal) (_ bool, err error) {
	if k.Seen == nil {
		return false, nil
	}
	defer fault.Recovered(&err)
	ctx, cancel := context.WithTimeout(ctx, e.Timeout)
	defer cancel()
	return e.Tools.Sees(ctx, caller, *k.Seen)
}

// reply returns the reply, with its error for the audit line and for its details.
func (k keptReply) reply() reply {
	r := reply{status: k.Status, upstream: k.Upstream}
	if k.Code != "" {
		r.fault = &fault.Error{Kind: k.Code, Own: k.Own, Field: k.Field, Suggestions: k.Suggestions}
	}
	if value, ok := bytes.CutPrefix(k.member, []byte(errorName)); ok {
		r.err = value
	} else {
		r.result = withoutEnd(bytes.TrimPrefix(k.member, []byte(resultName)))
	}
	return r
}

// Names of the members of responses.
const (
	resultName = `"result":`
	errorName  = `"error":`
)

// member returns the member of the response, without what finish adds.
func (r reply) member() []byte {
	if r.err != nil {
		return slices.Concat([]byte(errorName), r.err)
	}
	return slices.Concat([]byte(resultName), r.result, []byte("}"))
}

// is reports whether another reply is the same, byte for byte.
func (k keptReply) is(other reply) bool {
	sum := sha256.Sum256(other.member())
	return bytes.Equal(k.Sum, sum[:])
}
