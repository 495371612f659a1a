package mcp

import (
	"cmp"
	"context"
	"regexp"
	"sync"
	"time"

	"emcp/internal/fault"
	"emcp/mcp/watch"
)

const (
	// maxSessions is the number of sessions at a time.
	maxSessions = 1000
	// maxOwnSessions is the number of sessions of one caller, so that none takes the room of all others. A connection can
	// have as many streams.
	maxOwnSessions = 50
	// maxAddressSessions is the number of sessions from one address, whoever the callers are. It is high, because all
	// callers behind a proxy that is not named in the configuration have one address.
	maxAddressSessions = 500
	// sessionIdle is how long a session without a stream is kept.
	sessionIdle = 10 * time.Minute
)

// Sessions are the clients over HTTP that are notified of changes. A session begins when its client first subscribes or
// opens a stream. When there are too many, the least recently used one without a stream is dropped.
type Sessions struct {
	idle  time.Duration
	mu    sync.Mutex
	known map[sessionKey]*session
}

// sessionKey is a server's handle and the session id that the client sends.
type sessionKey struct{ handle, id string }

// session is a client, and its stream if it has one.
type session struct {
	subscriber *subscriber
	address    string // where it began
	watch      *watch.Watch
	used       time.Time
	drop       *time.Timer   // runs while there is no stream
	stream     chan struct{} // closed when another stream takes the place of this one; nil without a stream
}

// NewSessions returns an empty set of sessions. idle is how long a session without a stream is kept; 0 is 10 minutes.
func NewSessions(idle time.Duration) *Sessions {
	return &Sessions{idle: cmp.Or(idle, sessionIdle), known: map[sessionKey]*session{}}
}

// subscriber returns the subscriber of the session that a request belongs to. The session begins here if there is none.
func (s *Sessions) subscriber(key sessionKey, r Request, w *watch.Watch) (*subscriber, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one, err := s.find(key, r, w)
	if err != nil {
		return nil, err
	}
	if one.stream == nil {
		one.drop.Reset(s.idle)
	}
	return one.subscriber, nil
}

// existing returns the subscriber of the session that a request belongs to; nil if there is no such session of its
// caller.
func (s *Sessions) existing(key sessionKey, r Request, w *watch.Watch) *subscriber {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.known[key]
	if one == nil || one.watch != w || !one.isOf(r) {
		return nil
	}
	return one.subscriber
}

// isOf reports whether a request comes from the caller of the session.
func (one *session) isOf(r Request) bool {
	owner := one.subscriber.Caller
	return owner.Subject == r.Caller.Subject && owner.Sight() == r.Caller.Sight()
}

// open opens the stream of a session. A session has one stream: the next takes its place, because the client may have
// lost the first. resumed says that the client had a stream before. Then the session must exist, because the client
// relies on its subscriptions.
func (s *Sessions) open(key sessionKey, r Request, w *watch.Watch, resumed bool) (*Stream, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if resumed && s.known[key] == nil {
		return nil, unknownSession()
	}
	one, err := s.find(key, r, w)
	if err != nil {
		return nil, err
	}
	if one.stream != nil {
		close(one.stream)
	}
	one.drop.Stop()
	superseded := make(chan struct{})
	one.stream = superseded
	return &Stream{subscriber: one.subscriber, watch: w, superseded: superseded,
		close: func() { s.close(one, superseded) }}, nil
}

// close notes that a stream has ended.
func (s *Sessions) close(one *session, stream chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one.stream == stream {
		one.stream, one.used = nil, time.Now()
		one.drop.Reset(s.idle)
	}
}

// find returns a session of the request's caller, and creates it if necessary. To other callers it does not exist.
func (s *Sessions) find(key sessionKey, r Request, w *watch.Watch) (*session, error) {
	if one, ok := s.known[key]; ok {
		switch {
		case one.watch != w: // the server has another site since a reload
			s.remove(key)
			return nil, unknownSession()
		case !one.isOf(r):
			return nil, unknownSession()
		}
		one.used = time.Now()
		return one, nil
	}
	share := callerKey(r)
	own := func(one *session) bool { return one.subscriber.Share == share }
	near := func(one *session) bool { return one.address == r.Address }
	if s.full(maxOwnSessions, own) || s.full(maxAddressSessions, near) || s.full(maxSessions, anybody) {
		return nil, fault.New(fault.Unavailable, "emcp has no room for another session at the moment; try again later")
	}
	one := &session{subscriber: newSubscriber(r.Caller, share), address: r.Address, watch: w, used: time.Now()}
	one.drop = time.AfterFunc(s.idle, func() { s.expire(key, one) })
	s.known[key] = one
	return one, nil
}

// Tally returns how many sessions there are, and how many of them have a stream.
func (s *Sessions) Tally() (all, streams int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.known), s.count(func(one *session) bool { return one.stream != nil })
}

func anybody(*session) bool { return true }

// full reports whether there are that many sessions of a kind, and none of them can be dropped for another.
func (s *Sessions) full(limit int, of func(*session) bool) bool {
	return s.count(of) >= limit && !s.makeRoom(of)
}

// count returns how many sessions are of a kind.
func (s *Sessions) count(of func(*session) bool) (n int) {
	for _, one := range s.known {
		if of(one) {
			n++
		}
	}
	return n
}

// makeRoom drops the least recently used session of a kind that has no stream, if there is one.
func (s *Sessions) makeRoom(of func(*session) bool) bool {
	var oldest sessionKey
	found := false
	for key, one := range s.known {
		if of(one) && one.stream == nil && (!found || one.used.Before(s.known[oldest].used)) {
			oldest, found = key, true
		}
	}
	if found {
		s.remove(oldest)
	}
	return found
}

// expire drops a session whose time is up.
func (s *Sessions) expire(key sessionKey, one *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[key] == one && one.stream == nil && time.Since(one.used) >= s.idle {
		s.remove(key)
	}
}

// end drops a session to which no client comes back.
func (s *Sessions) end(key sessionKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[key] != nil {
		s.remove(key)
	}
}

func (s *Sessions) remove(key sessionKey) {
	one := s.known[key]
	delete(s.known, key)
	one.drop.Stop()
	one.watch.Forget(one.subscriber.Subscriber)
}

func unknownSession() error {
	return fault.New(fault.NotFound, "there is no such session, or it has ended; begin a new one with initialize")
}

// sessionPattern is what a session id can be (MCP 2025-11-25, Session Management).
var sessionPattern = regexp.MustCompile(`^[!-~]{1,128}$`)

// sessionOf returns the session that a request belongs to.
func sessionOf(r Request) (sessionKey, error) {
	id := r.Header.Get(SessionHeader)
	if !sessionPattern.MatchString(id) {
		return sessionKey{}, fault.New(fault.BadRequest, "send the %s that initialize returned", SessionHeader)
	}
	return sessionKey{r.Server, id}, nil
}

// Open opens the stream of the session that the headers of the request name (MCP 2025-11-25, Listening for Messages
// from the Server). Errors are faults of the transport.
func (s *Service) Open(ctx context.Context, r Request) (*Stream, error) {
	e, err := s.admitConnection(ctx, r, messageOf(subscribeMethod)) // 403, 404, 429
	if err != nil {
		return nil, err
	}
	if err := s.refuseWhileDraining(); err != nil {
		return nil, err
	}
	key, err := sessionOf(r) // 400
	if err != nil {
		return nil, err
	}
	stream, err := s.sessions.open(key, r, e.Watch, r.Header.Get(LastEventHeader) != "") // 404
	if err != nil {
		return nil, err
	}
	return e.begin(ctx, stream, allLists), nil
}

// admitConnection admits a stream or a connection before its first message. Its errors are faults of the transport.
func (s *Service) admitConnection(ctx context.Context, r Request, m message) (*endpoint, error) {
	e, err := s.admit(ctx, r, m)
	if err == nil {
		return e, nil
	}
	f := fault.From(err)
	if !f.Kind.OfTransport() {
		f = fault.New(fault.NotFound, "%s", f.Message)
	}
	return nil, f
}

func (s *Service) refuseWhileDraining() error {
	if s.draining.Err() != nil {
		return fault.New(fault.Unavailable, "emcp is shutting down; try again in a moment")
	}
	return nil
}
