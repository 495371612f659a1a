package mcp

import (
	"bytes"
	"crypto/sha256"
	"slices"

	"github.com/go-json-experiment/json"

	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/toolset"
)

// keptReply is what is kept of a reply under its key.
type keptReply struct {
	// Seen is what the caller has seen of the site in the reply, which is repeated while that may be shown. Where nobody can say, it
	// is nil, and the call is run each time.
	Seen *toolset.Seen `json:"seen,omitzero"`
	// Sum is of the member of the reply.
	Sum    []byte `json:"sum"`
	member []byte // nil where Seen is
}

// toKeep returns what is kept of a reply: JSON on a line, and behind it the member.
func toKeep(r reply) []byte {
	sum := sha256.Sum256(r.member)
	if r.seen == nil {
		return keptReply{Sum: sum[:]}.text()
	}
	seen, known := r.seen()
	text := keptReply{&seen, sum[:], r.member}.text()
	if !known || len(text) > idempotency.MaxAnswer {
		return keptReply{Sum: sum[:]}.text()
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

// parseKept reads what toKeep has returned. What cannot be read is a reply that nobody has seen.
func parseKept(text []byte) keptReply {
	line, member, _ := bytes.Cut(text, []byte("\n"))
	var k keptReply
	if err := json.Unmarshal(line, &k); err != nil {
		return keptReply{}
	}
	k.member = member
	return k
}

// reply returns the reply, with the kind of its error for the audit line.
func (k keptReply) reply() reply {
	var read struct {
		Error *rpcError `json:"error"`
	}
	if bytes.HasPrefix(k.member, []byte(`"error":`)) && json.Unmarshal(slices.Concat([]byte("{"), k.member, []byte("}")), &read) == nil {
		return reply{member: k.member, fault: fault.New(read.Error.Data.Code, "%s", read.Error.Message)}
	}
	return reply{member: k.member}
}

// is reports whether another reply is the same, byte for byte.
func (k keptReply) is(other reply) bool {
	sum := sha256.Sum256(other.member)
	return bytes.Equal(k.Sum, sum[:])
}
