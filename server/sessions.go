package server

import (
	"context"
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

// sessions are the clients over HTTP that are told of changes. One begins when its client first subscribes or opens a
// stream; a client that does neither has none.
type sessions struct {
	idle time.Duration

	mu    sync.Mutex
	known map[sessionKey]*kept
}

// sessionKey is a server's handle and the session id that the client sends.
type sessionKey struct{ handle, id string }

// kept is what is known of a session.
type kept struct {
	subscriber *subscriber
	watch      *watch
	used       time.Time
	drop       *time.Timer        // while there is no stream
	stream     context.CancelFunc // ends the stream; nil where there is none
	streams    int                // how many there have been
}

func newSessions() *sessions { return &sessions{idle: sessionIdle, known: map[sessionKey]*kept{}} }

// subscriber returns the subscriber of a session, which begins here if there is none.
func (s *sessions) subscriber(key sessionKey, caller identity.Principal, w *watch) (*subscriber, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, err := s.find(key, caller, w)
	if err != nil {
		return nil, err
	}
	if k.stream == nil {
		k.drop.Reset(s.idle)
	}
	return k.subscriber, nil
}

// open returns the subscriber of a session for a stream, and what ends the stream in the session. A session has one stream:
// another one takes its place, because the client may have lost the first one. resumed says that the client had a stream
// before; then there must be such a session, with the subscriptions of which the client knows.
func (s *sessions) open(
	ctx context.Context, key sessionKey, caller identity.Principal, w *watch, resumed bool,
) (_ *subscriber, _ context.Context, closed func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if resumed && s.known[key] == nil {
		return nil, nil, nil, unknownSession()
	}
	k, err := s.find(key, caller, w)
	if err != nil {
		return nil, nil, nil, err
	}
	if k.stream != nil {
		k.stream()
	}
	k.drop.Stop()
	ctx, cancel := context.WithCancel(ctx)
	k.stream = cancel
	k.streams++
	this := k.streams
	return k.subscriber, ctx, func() {
		cancel()
		s.mu.Lock()
		defer s.mu.Unlock()
		if k.streams == this {
			k.stream, k.used = nil, time.Now()
			k.drop.Reset(s.idle)
		}
	}, nil
}

// find returns a session of the caller, made if there is none. To others it is as good as missing.
func (s *sessions) find(key sessionKey, caller identity.Principal, w *watch) (*kept, error) {
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
	k.drop = time.AfterFunc(s.idle, func() { s.expire(key, k) })
	s.known[key] = k
	return k, nil
}

// tally returns how many sessions there are, and how many of them have a stream.
func (s *sessions) tally() (all, streams int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.known), s.count(func(k *kept) bool { return k.stream != nil })
}

func anybody(*kept) bool { return true }

// count returns how many sessions are of a kind.
func (s *sessions) count(of func(*kept) bool) (n int) {
	for _, k := range s.known {
		if of(k) {
			n++
		}
	}
	return n
}

// makeRoom drops the session of a kind that has been unused for longest, if there is one without a stream.
func (s *sessions) makeRoom(of func(*kept) bool) bool {
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
func (s *sessions) expire(key sessionKey, k *kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[key] == k && k.stream == nil && time.Since(k.used) >= s.idle {
		s.remove(key)
	}
}

// end drops a session that nobody will come back to.
func (s *sessions) end(key sessionKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[key] != nil {
		s.remove(key)
	}
}

func (s *sessions) remove(key sessionKey) {
	k := s.known[key]
	delete(s.known, key)
	k.drop.Stop()
	k.watch.forget(k.subscriber)
}

func unknownSession() error {
	return fault.New(fault.NotFound, "there is no such session; begin a new one with initialize")
}
