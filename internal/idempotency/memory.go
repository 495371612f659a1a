package idempotency

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
)

// Memory is the store of a single process.
type Memory struct {
	times Times
	kept  *otter.Cache[[sha256.Size]byte, kept]

	mu      sync.Mutex
	running map[[sha256.Size]byte]running
}

type running struct {
	payload Payload
	owner   Owner
	until   time.Time
}

type kept struct {
	payload Payload
	answer  []byte
}

// maxKept bounds the answers that are kept, in bytes. What is over is forgotten, and its call would run again.
const maxKept = 64 << 20

// NewMemory returns an empty store.
func NewMemory(t Times) *Memory {
	return &Memory{
		times: t, running: map[[sha256.Size]byte]running{},
		kept: otter.Must(&otter.Options[[sha256.Size]byte, kept]{
			MaximumWeight:    maxKept,
			Weigher:          func(_ [sha256.Size]byte, k kept) uint32 { return uint32(len(k.answer)) + 2*sha256.Size }, //nolint:gosec // bounded by max_result_bytes
			ExpiryCalculator: otter.ExpiryWriting[[sha256.Size]byte, kept](t.Keep),
		}),
	}
}

// Claim asks for the right to run a call.
func (m *Memory) Claim(_ context.Context, k Key, p Payload) (Claim, error) {
	id, now := k.sum(), time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	if done, ok := m.kept.GetIfPresent(id); ok {
		if done.payload != p {
			return Claim{State: Conflict}, nil
		}
		return Claim{State: Kept, Answer: done.answer}, nil
	}
	if r, ok := m.running[id]; ok && now.Before(r.until) {
		if r.payload != p {
			return Claim{State: Conflict}, nil
		}
		return Claim{State: Running}, nil
	}
	owner := newOwner()
	m.running[id] = running{p, owner, now.Add(m.times.Lease)}
	return Claim{State: Granted, Owner: owner}, nil
}

// Complete keeps an answer.
func (m *Memory) Complete(_ context.Context, k Key, owner Owner, answer []byte) error {
	id := k.sum()
	m.mu.Lock()
	defer m.mu.Unlock()
	if r, ok := m.running[id]; ok && r.owner == owner {
		delete(m.running, id)
		m.kept.Set(id, kept{r.payload, answer})
	}
	return nil
}

// Release gives a claim back.
func (m *Memory) Release(_ context.Context, k Key, owner Owner) error {
	id := k.sum()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running[id].owner == owner {
		delete(m.running, id)
	}
	return nil
}
