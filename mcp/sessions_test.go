package mcp

import (
	"strconv"
	"testing"
	"time"

	"emcp/internal/identity"
)

// TestSessionsAreBounded fills them, with and without streams.
func TestSessionsAreBounded(t *testing.T) {
	sessions := NewSessions()
	w := NewWatch(t.Context(), nil, time.Second, nil)
	caller := func(n int) identity.Principal { return identity.Principal{Subject: strconv.Itoa(n)} }
	var subscribers []*subscriber
	for n := range maxSessions {
		one, err := sessions.subscriber(sessionKey{"content", strconv.Itoa(n)}, caller(n), w)
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
		stream, err := sessions.open(sessionKey{"content", strconv.Itoa(n)}, caller(n), w, true)
		if err != nil {
			t.Fatal(err)
		}
		streams = append(streams, stream)
	}
	// The only one without a stream makes room.
	if _, err := sessions.open(sessionKey{"content", "new"}, caller(-1), w, false); err != nil {
		t.Fatal(err)
	}
	if err := w.add(subscribers[500], 1, subscription{}); err == nil {
		t.Error("a session that is gone subscribes")
	}
	if _, err := sessions.subscriber(sessionKey{"content", "newer"}, caller(-2), w); err == nil || err.Error() != "unavailable: emcp has no room for another session at the moment; try again later" {
		t.Errorf("got %v", err)
	}
	streams[7].Close()
	if _, err := sessions.subscriber(sessionKey{"content", "newer"}, caller(-2), w); err != nil {
		t.Error(err)
	}
	if len(sessions.known) != maxSessions {
		t.Errorf("%d sessions", len(sessions.known))
	}
}

// A caller with too many sessions takes room from its own only.
func TestSessionsOfOneCaller(t *testing.T) {
	sessions := NewSessions()
	w := NewWatch(t.Context(), nil, time.Second, nil)
	one, other := identity.Principal{Subject: "one"}, identity.Principal{Subject: "other"}
	if _, err := sessions.subscriber(sessionKey{"content", "other"}, other, w); err != nil {
		t.Fatal(err)
	}
	for n := range maxOwnSessions + 10 {
		if _, err := sessions.subscriber(sessionKey{"content", strconv.Itoa(n)}, one, w); err != nil {
			t.Fatal(err)
		}
	}
	if len(sessions.known) != maxOwnSessions+1 || sessions.known[sessionKey{"content", "other"}] == nil {
		t.Errorf("%d sessions", len(sessions.known))
	}
}

// TestExpire has the time of sessions run out, with and without a stream.
func TestExpire(t *testing.T) {
	sessions := NewSessions()
	w := NewWatch(t.Context(), nil, time.Second, nil)
	key := sessionKey{"content", "one"}
	stream, err := sessions.open(key, identity.Principal{}, w, false)
	if err != nil {
		t.Fatal(err)
	}
	sessions.Idle = 0
	sessions.expire(key, sessions.known[key])
	if sessions.known[key] == nil {
		t.Error("a session with a stream is forgotten")
	}
	sessions.Idle = time.Hour
	stream.Close()
	sessions.expire(key, sessions.known[key])
	if sessions.known[key] == nil {
		t.Error("a session is forgotten before its time")
	}
	sessions.Idle = 0
	sessions.expire(key, sessions.known[key])
	if len(sessions.known) != 0 {
		t.Error("a session outlasts its time")
	}
}
