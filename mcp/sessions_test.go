package mcp

import (
	"strconv"
	"testing"
	"time"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/watch"
)

// TestSessionsAreBounded fills them, with and without streams.
func TestSessionsAreBounded(t *testing.T) {
	sessions := NewSessions(0)
	w := watch.New(t.Context(), nil, time.Second, nil, nil)
	from := func(n int) Request {
		return Request{Caller: identity.Principal{Subject: strconv.Itoa(n)}, Address: strconv.Itoa(n % 3)}
	}
	var subscribers []*subscriber
	for n := range maxSessions {
		one, err := sessions.subscriber(sessionKey{"content", strconv.Itoa(n)}, from(n), w)
		if err != nil {
			t.Fatal(err)
		}
		subscribers = append(subscribers, one)
	}
	var streams []*Stream
	for n := range maxSessions {
		if n == 500 {
			continue
		}
		stream, err := sessions.open(sessionKey{"content", strconv.Itoa(n)}, from(n), w, true)
		if err != nil {
			t.Fatal(err)
		}
		streams = append(streams, stream)
	}
	// The only one without a stream makes room.
	if _, err := sessions.open(sessionKey{"content", "new"}, from(-1), w, false); err != nil {
		t.Fatal(err)
	}
	if err := w.Add(subscribers[500].Subscriber, 1, watch.Subscription{}); err == nil {
		t.Error("a session that is gone subscribes")
	}
	if _, err := sessions.subscriber(sessionKey{"content", "newer"}, from(-2), w); err == nil || err.Error() != "unavailable: emcp has no room for another session at the moment; try again later" {
		t.Errorf("got %v", err)
	}
	streams[7].Close()
	if _, err := sessions.subscriber(sessionKey{"content", "newer"}, from(-2), w); err != nil {
		t.Error(err)
	}
	if len(sessions.known) != maxSessions {
		t.Errorf("%d sessions", len(sessions.known))
	}
}

// TestSharesOfSessions has callers and addresses with too many sessions: they take room from their own only.
func TestSharesOfSessions(t *testing.T) {
	named := func(n int) Request {
		return Request{Caller: identity.Principal{Subject: "one"}, Address: strconv.Itoa(n)}
	}
	nameless := func(int) Request {
		return Request{Caller: identity.Principal{Subject: identity.Anonymous}, Address: "192.0.2.1"}
	}
	for name, c := range map[string]struct {
		from  func(n int) Request
		other Request
		limit int
	}{
		"a caller":                {named, Request{Caller: identity.Principal{Subject: "other"}, Address: "0"}, maxOwnSessions},
		"a caller without a name": {nameless, Request{Caller: identity.Principal{Subject: identity.Anonymous}, Address: "192.0.2.2"}, maxOwnSessions},
		"an address": {
			func(n int) Request {
				return Request{Caller: identity.Principal{Subject: strconv.Itoa(n)}, Address: "192.0.2.1"}
			},
			Request{Caller: identity.Principal{Subject: "0"}, Address: "192.0.2.2"}, maxAddressSessions,
		},
	} {
		t.Run(name, func(t *testing.T) {
			sessions := NewSessions(0)
			w := watch.New(t.Context(), nil, time.Second, nil, nil)
			other := sessionKey{"content", "other"}
			if _, err := sessions.subscriber(other, c.other, w); err != nil {
				t.Fatal(err)
			}
			key := func(n int) sessionKey { return sessionKey{"content", strconv.Itoa(n)} }
			for n := range c.limit + 10 {
				if _, err := sessions.subscriber(key(n), c.from(n), w); err != nil {
					t.Fatal(err)
				}
			}
			if len(sessions.known) != c.limit+1 || sessions.known[other] == nil || sessions.known[key(0)] != nil {
				t.Errorf("%d sessions", len(sessions.known))
			}
			for n := range c.limit {
				if _, err := sessions.open(key(n+10), c.from(n+10), w, true); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := sessions.open(key(-1), c.from(-1), w, false); fault.From(err).Kind != fault.Unavailable {
				t.Errorf("one stream too many: %v", err)
			}
			if _, err := sessions.open(other, c.other, w, true); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestExpire has the time of sessions run out, with and without a stream.
func TestExpire(t *testing.T) {
	sessions := NewSessions(0)
	w := watch.New(t.Context(), nil, time.Second, nil, nil)
	key := sessionKey{"content", "one"}
	stream, err := sessions.open(key, Request{}, w, false)
	if err != nil {
		t.Fatal(err)
	}
	sessions.idle = 0
	sessions.expire(key, sessions.known[key])
	if sessions.known[key] == nil {
		t.Error("a session with a stream is forgotten")
	}
	sessions.idle = time.Hour
	stream.Close()
	sessions.expire(key, sessions.known[key])
	if sessions.known[key] == nil {
		t.Error("a session is forgotten before its time")
	}
	sessions.idle = 0
	sessions.expire(key, sessions.known[key])
	if len(sessions.known) != 0 {
		t.Error("a session outlasts its time")
	}
}
