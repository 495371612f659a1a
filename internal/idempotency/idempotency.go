// Package idempotency remembers the answers of calls that carry a key, so that a client that does not know whether its
// call arrived can repeat it: the call runs once and is answered alike.
package idempotency

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"time"
)

// Key is an idempotency key with its owner: the same text is another key for every caller, server and form of answers.
type Key struct {
	Caller string // identity of the caller
	Sight  string // what the caller may see and do: an answer is not repeated to who may see less by now
	Server string // handle, and what the server offers
	Form   string // how the client wants its answer: the same error looks different to another client
	Text   string // what the client sent
}

// sum returns the key in a fixed length, without what it is made of.
func (k Key) sum() [sha256.Size]byte {
	h := sha256.New()
	for _, part := range []string{k.Caller, k.Sight, k.Server, k.Form, k.Text} {
		length := sha256.Sum256([]byte(part)) // so that no two keys run together
		h.Write(length[:])
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// Payload is the SHA-256 of a call, by which another call under the same key is noticed.
type Payload [sha256.Size]byte

// Store keeps answers by their keys: the newest ones of a caller, and of all callers, within bounds. Older answers are dropped,
// and their calls would run again.
type Store interface {
	// Claim asks for the right to run a call: one atomic step, so that only one of several simultaneous claims succeeds. An
	// answer that stale has completed does not count: the key is free. An error means that the store does not answer.
	Claim(ctx context.Context, k Key, p Payload, stale Owner) (Claim, error)
	// Complete keeps the answer of a call that a claim was granted for; one longer than MaxAnswer is not kept, and the key is
	// free. It does nothing if the lease has run out and somebody else has claimed the key.
	Complete(ctx context.Context, k Key, owner Owner, answer []byte) error
	// Release gives a claim back, so that the call can be tried again.
	Release(ctx context.Context, k Key, owner Owner) error
}

// Bounds of the answers that are kept, in bytes.
const (
	maxOwn = 8 << 20  // of one caller
	maxAll = 64 << 20 // of all callers
	// minWeight is what an answer counts for at least, so that there are at most 1,024 of one caller and 8,192 of all.
	minWeight = 8 << 10
	// MaxAnswer is the length of the longest answer that is kept, in bytes. It takes the place of 256 others at most, which Redis
	// forgets in one step.
	MaxAnswer = 2 << 20
)

// weight returns what an answer counts for.
func weight(answer []byte) int { return max(len(answer), minWeight) }

// Owner identifies the holder of a claim.
type Owner string

func newOwner() Owner { return Owner(rand.Text()) }

// Claim is the result of a claim.
type Claim struct {
	State  State
	Owner  Owner  // of a Granted claim
	By     Owner  // owner that completed the answer; set if State is Kept
	Answer []byte // that was Kept
}

// State is the state of a key.
type State uint8

// States of a key.
const (
	Granted  State = iota // nobody has run the call: run it, then Complete or Release it
	Kept                  // the call has been answered: answer the same
	Running               // the call is being run
	Conflict              // the key belongs to another call
)

// Times say how long a key is kept.
type Times struct {
	Lease time.Duration // of a claim; longer than any call takes
	Keep  time.Duration // of an answer
}
