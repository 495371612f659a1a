package reply

import (
	"bytes"
	"crypto/sha256"
	"slices"

	"github.com/go-json-experiment/json"

	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/toolset"
)

// Kept is a reply as the store keeps it under its key.
type Kept struct {
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

// ToKeep returns the stored form of a reply: a line of JSON, and after it the member.
func ToKeep(r Reply) []byte {
	member := r.member()
	sum := sha256.Sum256(member)
	k := Kept{Sum: sum[:]}
	if r.Seen == nil {
		return k.text()
	}
	seen, known := r.Seen()
	whole := Kept{Seen: &seen, Sum: k.Sum, Status: r.Status, Upstream: r.Upstream, member: member}
	if r.Fault != nil {
		whole.Code, whole.Own, whole.Field, whole.Suggestions = r.Fault.Kind, r.Fault.Own, r.Fault.Field, r.Fault.Suggestions
	}
	text := whole.text()
	if !known || len(text) > idempotency.MaxAnswer {
		return k.text()
	}
	return text
}

func (k Kept) text() []byte {
	line, err := json.Marshal(k)
	if err != nil {
		panic(err) // numbers and sums
	}
	return slices.Concat(line, []byte("\n"), k.member)
}

// ParseKept reads what ToKeep returned. If it cannot be read, the reply counts as seen by nobody.
func ParseKept(text []byte) Kept {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	var k Kept
	if err := json.Unmarshal(line, &k); err != nil {
		return Kept{}
	}
	k.member = rest
	return k
}

// Reply returns the reply, with its error for the audit line and for its details.
func (k Kept) Reply() Reply {
	r := Reply{Status: k.Status, Upstream: k.Upstream}
	if k.Code != "" {
		r.Fault = &fault.Error{Kind: k.Code, Own: k.Own, Field: k.Field, Suggestions: k.Suggestions}
	}
	if value, ok := bytes.CutPrefix(k.member, []byte(errorName)); ok {
		r.Err = value
	} else {
		r.Result = WithoutEnd(bytes.TrimPrefix(k.member, []byte(resultName)))
	}
	return r
}

// Names of the members of responses.
const (
	resultName = `"result":`
	errorName  = `"error":`
)

// member returns the member of the response, without what Add has added.
func (r Reply) member() []byte {
	if r.Err != nil {
		return slices.Concat([]byte(errorName), r.Err)
	}
	return slices.Concat([]byte(resultName), r.Result, []byte("}"))
}

// Is reports whether another reply is the same, byte for byte.
func (k Kept) Is(other Reply) bool {
	sum := sha256.Sum256(other.member())
	return bytes.Equal(k.Sum, sum[:])
}
