package mcp

import (
	"sync"
	"time"

	"emcp/internal/fault"
	"emcp/internal/identity"
)

const (
	// maxSessions is how many sessions over HTTP are kept at a time.
	maxSessions = 1000
	// maxOwnSessions is how many of them one caller can have, so that nobody takes the room of all others.
	maxOwnSessions = 50
	// sessionIdle is how long a session without a stream is kept.
	sessionIdle = 10 * time.Minute
)

// Sessions are the clients over HTTP that are notified of changes. One begins when its client first subscribes or opens a
// stream; a client that does neither has none.
type Sessions struct {
	// Idle is how long a session without a stream is kept. To be changed before there are sessions.
	Idle time.Duration

	mu    sync.Mutex
	known map[sessionKey]*kept
}

// sessionKey is a server's handle and the session id that the client sends.
type sessionKey struct{ handle, id string }

// kept is what is known of a session.
type kept struct {
	subscriber *subscriber
	watch      *Watch
	used       time.Time
	drop       *time.Timer   // while there is no stream
	stream     chan struct{} // closed when another stream takes the place of this one; nil where there is none
}

// NewSessions returns sessions of which there are none yet.
func NewSessions() *Sessions { return &Sessions{Idle: sessionIdle, known: map[sessionKey]*kept{}} }

// subscriber returns the subscriber of a session, which begins here if there is none.
func (s *Sessions) subscriber(key sessionKey, caller identity.Principal, w *Watch) (*subscriber, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, err := s.find(key, caller, w)
	if err != nil {
		return nil, err
	}
	if k.stream == nil {
		k.drop.Reset(s.Idle)
	}
	return k.subscriber, nil
}

// open opens the stream of a session. A session has one: another takes its place, because the client may have lost the first.
// resumed says that the client had a stream before; then there must be such a session, with the subscriptions of which the
// client knows.
func (s *Sessions) open(key sessionKey, caller identity.Principal, w *Watch, resumed bool) (*Stream, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if resumed && s.known[key] == nil {
		return nil, unknownSession()
	}
	k, err := s.find(key, caller, w)
	if err != nil {
		return nil, err
	}
	if k.stream != nil {
		close(k.stream)
	}
	k.drop.Stop()
	superseded := make(chan struct{})
	k.stream = superseded
	return &Stream{subscriber: k.subscriber, watch: w, superseded: superseded, close: func() { s.close(k, superseded) }}, nil
}

// close notes that a stream has ended.
func (s *Sessions) close(k *kept, stream chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k.stream == stream {
		k.stream, k.used = nil, time.Now()
		k.drop.Reset(s.Idle)
	}
}

// find returns a session of the caller, made if there is none. Others are told that there is none.
func (s *Sessions) find(key sessionKey, caller identity.Principal, w *Watch) (*kept, error) {
	if k, ok := s.known[key]; ok {
		owner := k.subscriber.caller
		switch {
		case k.watch != w: // the server has another site since a reload
			s.remove(key)
			return nil, unknownSession()
		case owner.Subject != caller.Subject, owner.Sight() != caller.Sight():
			return nil, unknownSession()
		}
		k.used = time.Now()
		return k, nil
	}
	own := func(k *kept) bool { return k.subscriber.caller.Subject == caller.Subject }
	if s.count(own) >= maxOwnSessions && !s.makeRoom(own) || len(s.known) >= maxSessions && !s.makeRoom(anybody) {
		return nil, fault.New(fault.Unavailable, "emcp has no room for another session at the moment; try again later")
	}
	k := &kept{subscriber: newSubscriber(caller), watch: w, used: time.Now()}
	k.drop = time.AfterFunc(s.Idle, func() { s.expire(key, k) })
	s.known[key] = k
	return k, nil
}

// Tally returns how many sessions there are, and how many of them have a stream.
func (s *Sessions) Tally() (all, streams int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.known), s.count(func(k *kept) bool { return k.stream != nil })
}

func anybody(*kept) bool { return true }

// count returns how many sessions are of a kind.
func (s *Sessions) count(of func(*kept) bool) (n int) {
	for _, k := range s.known {
		if of(k) {
			n++
		}
	}
	return n
}

// makeRoom drops the session of a kind that has been unused for longest, if there is one without a stream.
func (s *Sessions) makeRoom(of func(*kept) bool) bool {
	var oldest sessionKey
	found := false
	for key, k := range s.known {
		if of(k) && k.stream == nil && (!found || k.used.Before(s.known[oldest].used)) {
			oldest, found = key, true
		}
	}
	if found {
		s.remove(oldest)
	}
	return found
}

// expire drops a session whose time is up.
func (s *Sessions) expire(key sessionKey, k *kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[key] == k && k.stream == nil && time.Since(k.used) >= s.Idle {
		s.remove(key)
	}
}

// end drops a session that nobody will come back to.
func (s *Sessions) end(key sessionKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[key] != nil {
		s.remove(key)
	}
}

func (s *Sessions) remove(key sessionKey) {
	k := s.known[key]
	delete(s.known, key)
	k.drop.Stop()
	k.watch.forget(k.subscriber)
}

func unknownSession() error {
	return fault.New(fault.NotFound, "there is no such session; begin a new one with initialize")
}
