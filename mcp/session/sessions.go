package session

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/google/uuid"

	"emcp/internal/fault"
	"emcp/internal/identity"
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
	known map[Key]*session
}

// Headers of sessions and their streams.
const (
	Header          = "MCP-Session-Id"
	LastEventHeader = "Last-Event-ID"
)

// Key identifies a session: a server's handle and the session id that the client sends.
type Key struct{ handle, id string }

// Client is where a request comes from.
type Client struct {
	Caller  identity.Principal
	Share   string // the caller whose sessions its own count as; callers without a name are told apart by address
	Address string
}

// session is a client, and its stream if it has one.
type session struct {
	subscriber *Subscriber
	address    string // where it began
	watch      *watch.Watch
	used       time.Time
	drop       *time.Timer   // runs while there is no stream
	stream     chan struct{} // closed when another stream takes the place of this one; nil without a stream
}

// NewSessions returns an empty set of sessions. idle is how long a session without a stream is kept; 0 is 10 minutes.
func NewSessions(idle time.Duration) *Sessions {
	return &Sessions{idle: cmp.Or(idle, sessionIdle), known: map[Key]*session{}}
}

// Subscriber returns the subscriber of the session that a request belongs to. The session begins here if there is none.
func (s *Sessions) Subscriber(ctx context.Context, key Key, c Client, from Source) (*Subscriber, error) {
	sub, err := s.subscriber(key, c, from.Watch)
	if err == nil {
		from.begin(ctx, sub)
	}
	return sub, err
}

func (s *Sessions) subscriber(key Key, c Client, w *watch.Watch) (*Subscriber, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ses, err := s.find(key, c, w)
	if err != nil {
		return nil, err
	}
	if ses.stream == nil {
		ses.drop.Reset(s.idle)
	}
	return ses.subscriber, nil
}

// Existing returns the subscriber of the session that a request belongs to; nil if there is no such session of its
// caller.
func (s *Sessions) Existing(key Key, c Client, from Source) *Subscriber {
	s.mu.Lock()
	defer s.mu.Unlock()
	ses := s.known[key]
	if ses == nil || ses.watch != from.Watch || !ses.isOf(c.Caller) {
		return nil
	}
	return ses.subscriber
}

// isOf reports whether the session belongs to a caller.
func (ses *session) isOf(caller identity.Principal) bool {
	owner := ses.subscriber.Caller
	return owner.Subject == caller.Subject && owner.Sight() == caller.Sight()
}

// Open opens the stream of a session. A session has one stream: the next takes its place, because the client may have
// lost the first. resumed says that the client had a stream before. Then the session must exist, because the client
// relies on its subscriptions.
func (s *Sessions) Open(ctx context.Context, key Key, c Client, from Source, resumed bool) (*Stream, error) {
	stream, err := s.open(key, c, from, resumed)
	if err == nil {
		from.begin(ctx, stream.subscriber)
	}
	return stream, err
}

// OpenOwn opens a stream that counts as a session of its own. The session ends with the stream.
func (s *Sessions) OpenOwn(ctx context.Context, handle string, c Client, from Source) (*Stream, error) {
	key := Key{handle, uuid.NewString()}
	stream, err := s.Open(ctx, key, c, from, false)
	if err != nil {
		return nil, err
	}
	stream.close = func() { s.end(key) }
	return stream, nil
}

func (s *Sessions) open(key Key, c Client, from Source, resumed bool) (*Stream, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if resumed && s.known[key] == nil {
		return nil, Unknown()
	}
	ses, err := s.find(key, c, from.Watch)
	if err != nil {
		return nil, err
	}
	if ses.stream != nil {
		close(ses.stream)
	}
	ses.drop.Stop()
	superseded := make(chan struct{})
	ses.stream = superseded
	return &Stream{
		subscriber: ses.subscriber, source: from, agreed: everything, superseded: superseded,
		close: func() { s.close(ses, superseded) },
	}, nil
}

// close notes that a stream has ended.
func (s *Sessions) close(ses *session, stream chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ses.stream == stream {
		ses.stream, ses.used = nil, time.Now()
		ses.drop.Reset(s.idle)
	}
}

// find returns a session of the client, and creates it if necessary. To other callers it does not exist.
func (s *Sessions) find(key Key, c Client, w *watch.Watch) (*session, error) {
	if ses, ok := s.known[key]; ok {
		switch {
		case ses.watch != w: // the server has another site since a reload
			s.remove(key)
			return nil, Unknown()
		case !ses.isOf(c.Caller):
			return nil, Unknown()
		}
		ses.used = time.Now()
		return ses, nil
	}
	own := func(ses *session) bool { return ses.subscriber.Share == c.Share }
	near := func(ses *session) bool { return ses.address == c.Address }
	if s.full(maxOwnSessions, own) || s.full(maxAddressSessions, near) || s.full(maxSessions, anybody) {
		return nil, fault.New(fault.Unavailable, "emcp has no room for another session at the moment; try again later")
	}
	ses := &session{subscriber: newSubscriber(c.Caller, c.Share), address: c.Address, watch: w, used: time.Now()}
	ses.drop = time.AfterFunc(s.idle, func() { s.expire(key, ses) })
	s.known[key] = ses
	return ses, nil
}

// Tally returns how many sessions there are, and how many of them have a stream.
func (s *Sessions) Tally() (all, streams int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.known), s.count(func(ses *session) bool { return ses.stream != nil })
}

func anybody(*session) bool { return true }

// full reports whether there are that many sessions of a kind, and none of them can be dropped for another.
func (s *Sessions) full(limit int, of func(*session) bool) bool {
	return s.count(of) >= limit && !s.makeRoom(of)
}

// count returns how many sessions are of a kind.
func (s *Sessions) count(of func(*session) bool) (n int) {
	for _, ses := range s.known {
		if of(ses) {
			n++
		}
	}
	return n
}

// makeRoom drops the least recently used session of a kind that has no stream, if there is one.
func (s *Sessions) makeRoom(of func(*session) bool) bool {
	var oldest Key
	found := false
	for key, ses := range s.known {
		if of(ses) && ses.stream == nil && (!found || ses.used.Before(s.known[oldest].used)) {
			oldest, found = key, true
		}
	}
	if found {
		s.remove(oldest)
	}
	return found
}

// expire drops a session whose time is up.
func (s *Sessions) expire(key Key, ses *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[key] == ses && ses.stream == nil && time.Since(ses.used) >= s.idle {
		s.remove(key)
	}
}

// end drops a session to which no client comes back.
func (s *Sessions) end(key Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[key] != nil {
		s.remove(key)
	}
}

func (s *Sessions) remove(key Key) {
	ses := s.known[key]
	delete(s.known, key)
	ses.drop.Stop()
	ses.watch.Forget(ses.subscriber.Subscriber)
}

// Unknown returns the fault for a session that does not exist, or that belongs to somebody else.
func Unknown() error {
	return fault.New(fault.NotFound, "there is no such session, or it has ended; begin a new one with initialize")
}

// idPattern is what a session id can be (MCP 2025-11-25, Session Management).
var idPattern = regexp.MustCompile(`^[!-~]{1,128}$`)

// KeyOf returns the session that a request to a server belongs to.
func KeyOf(handle string, header http.Header) (Key, error) {
	id := header.Get(Header)
	if !idPattern.MatchString(id) {
		return Key{}, fault.New(fault.BadRequest, "send the %s that initialize returned", Header)
	}
	return Key{handle, id}, nil
}
