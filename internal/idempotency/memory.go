package idempotency

import (
	"container/list"
	"context"
	"crypto/sha256"
	"sync"
	"time"
)

// Memory is the store of a single process.
type Memory struct {
	times Times

	mu      sync.Mutex
	known   map[[sha256.Size]byte]*entry
	answers answerList             // of all callers
	shares  map[string]*answerList // the same by caller
}

// entry is the state of a key: a running call, or its answer.
type entry struct {
	id      [sha256.Size]byte
	caller  string
	payload Payload
	owner   Owner
	end     time.Time // of the lease, or of the answer's time
	kept    bool
	answer  []byte

	inAll, inShare *list.Element // while there is an answer
}

// answerList holds entries with answers, the oldest first.
type answerList struct {
	list.List
	bytes int
}

// NewMemory returns an empty store.
func NewMemory(t Times) *Memory {
	return &Memory{times: t, known: map[[sha256.Size]byte]*entry{}, shares: map[string]*answerList{}}
}

// Claim asks for the right to run a call.
func (m *Memory) Claim(_ context.Context, k Key, p Payload, stale Owner) (Claim, error) {
	id, now := k.sum(), time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.known[id]; ok && now.Before(e.end) {
		switch {
		case e.payload != p:
			return Claim{State: Conflict}, nil
		case !e.kept:
			return Claim{State: Running}, nil
		case e.owner != stale:
			return Claim{State: Kept, By: e.owner, Answer: e.answer}, nil
		}
	}
	m.remove(m.known[id])
	e := &entry{id: id, caller: k.Caller, payload: p, owner: newOwner(), end: now.Add(m.times.lease(k))}
	m.known[id] = e
	return Claim{State: Granted, Owner: e.owner}, nil
}

// Complete keeps an answer.
func (m *Memory) Complete(_ context.Context, k Key, owner Owner, answer []byte) error {
	now := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.known[k.sum()]
	if e == nil || e.kept || e.owner != owner {
		return nil
	}
	if len(answer) > MaxAnswer {
		m.remove(e)
		return nil
	}
	share := m.shares[e.caller]
	if share == nil {
		share = &answerList{}
		m.shares[e.caller] = share
	}
	e.kept, e.answer, e.end = true, answer, now.Add(m.times.Keep)
	e.inAll, e.inShare = m.answers.PushBack(e), share.PushBack(e)
	m.answers.bytes += weight(answer)
	share.bytes += weight(answer)
	for share.bytes > maxOwn {
		m.remove(share.oldest())
	}
	for m.answers.bytes > maxAll || now.After(m.answers.oldest().end) {
		m.remove(m.answers.oldest())
	}
	return nil
}

// Release gives a claim back.
func (m *Memory) Release(_ context.Context, k Key, owner Owner) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.known[k.sum()]; e != nil && !e.kept && e.owner == owner {
		m.remove(e)
	}
	return nil
}

// oldest returns the first entry of a list that has one.
func (l *answerList) oldest() *entry { return l.Front().Value.(*entry) }

// remove forgets a key, if there is one.
func (m *Memory) remove(e *entry) {
	if e == nil {
		return
	}
	delete(m.known, e.id)
	if !e.kept {
		return
	}
	share := m.shares[e.caller]
	m.answers.Remove(e.inAll)
	share.Remove(e.inShare)
	m.answers.bytes -= weight(e.answer)
	share.bytes -= weight(e.answer)
	if share.Len() == 0 {
		delete(m.shares, e.caller)
	}
}
