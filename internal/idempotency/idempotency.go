package idempotency

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"time"
)

// Key is an idempotency key with everything that it depends on. Callers, servers and forms of answers have separate
// keys.
type Key struct {
	Caller string // identity of the caller
	Sight  string // the caller's rights: an answer is not repeated for a caller who may see less now
	Server string // handle and tools of the server
	Form   string // form of the answer: the same error looks different to another client
	Text   string // the client's text

	Time time.Duration // that the call can take; keys that differ only in it are the same
}

// sum returns a hash of the key.
func (k Key) sum() [sha256.Size]byte {
	h := sha256.New()
	for _, part := range []string{k.Caller, k.Sight, k.Server, k.Form, k.Text} {
		length := sha256.Sum256([]byte(part)) // separates the parts, so that different keys have different sums
		h.Write(length[:])
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// Payload is the SHA-256 of a call. It shows whether another call uses the same key.
type Payload [sha256.Size]byte

// Store keeps answers by key: the newest of each caller and of all callers, within limits. If an answer was dropped,
// the call would run again.
type Store interface {
	// Claim asks for the right to run a call. It is one atomic step, so that only one of several simultaneous
	// claims succeeds. An answer that was completed by stale does not count: the key is then free. An error means
	// that the store does not answer.
	Claim(ctx context.Context, k Key, p Payload, stale Owner) (Claim, error)
	// Complete keeps the answer of a call for which the claim was granted. If the answer is longer than MaxAnswer, it
	// is not kept, and the key is free. Complete does nothing if the lease has ended and somebody else has claimed the
	// key.
	Complete(ctx context.Context, k Key, owner Owner, answer []byte) error
	// Release gives a claim back, so that the call can be tried again.
	Release(ctx context.Context, k Key, owner Owner) error
}

// Limits of the kept answers, in bytes.
const (
	maxOwn = 8 << 20  // of one caller
	maxAll = 64 << 20 // of all callers
	// minWeight is the least weight of an answer, so that there are at most 1,024 of one caller and 8,192 of all.
	minWeight = 8 << 10
	// MaxAnswer is the length of the longest kept answer, in bytes. It takes the place of at most 256 others, which
	// Redis drops in one step.
	MaxAnswer = 2 << 20
)

// weight returns the weight of an answer.
func weight(answer []byte) int { return max(len(answer), minWeight) }

// Owner identifies the holder of a claim.
type Owner string

func newOwner() Owner { return Owner(rand.Text()) }

// Claim is the result of a claim.
type Claim struct {
	State  State
	Owner  Owner  // of a Granted claim
	By     Owner  // owner that completed the answer, if State is Kept
	Answer []byte // the answer, if State is Kept
}

// State is the state of a key.
type State uint8

// States of a key.
const (
	Granted  State = iota // the key is free: run the call, then Complete or Release
	Kept                  // the call was answered: give the same answer
	Running               // the call is being run
	Conflict              // the key belongs to another call
)

// Times say how long a key is kept.
type Times struct {
	Lease time.Duration // of a claim, in addition to the time that its call can take
	Keep  time.Duration // of an answer
}

// lease returns how long a claim of a key lasts.
func (t Times) lease(k Key) time.Duration { return t.Lease + k.Time }
