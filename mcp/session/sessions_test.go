package session

import (
	"strconv"
	"testing"
	"time"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/watch"
)

// named returns a client whose caller has a name.
func named(subject, address string) Client {
	return Client{Caller: identity.Principal{Subject: subject}, Share: subject, Address: address}
}

// TestSessionsAreBounded fills them, with and without streams.
func TestSessionsAreBounded(t *testing.T) {
	sessions := NewSessions(0)
	w := watch.New(t.Context(), nil, time.Second, nil, nil)
	from := func(n int) Client {
		return named(strconv.Itoa(n), strconv.Itoa(n%3))
	}
	var subscribers []*Subscriber
	for n := range maxSessions {
		subscriber, err := sessions.subscriber(Key{"content", strconv.Itoa(n)}, from(n), w)
		if err != nil {
			t.Fatal(err)
		}
		subscribers = append(subscribers, subscriber)
	}
	var streams []*Stream
	for n := range maxSessions {
		if n == 500 {
			continue
		}
		stream, err := sessions.open(Key{"content", strconv.Itoa(n)}, from(n), Source{Watch: w}, true)
		if err != nil {
			t.Fatal(err)
		}
		streams = append(streams, stream)
	}
	// The only one without a stream makes room.
	if _, err := sessions.open(Key{"content", "new"}, from(-1), Source{Watch: w}, false); err != nil {
		t.Fatal(err)
	}
	if err := w.Add(subscribers[500].Subscriber, 1, watch.Subscription{}); err == nil {
		t.Error("a session that is gone subscribes")
	}
	if _, err := sessions.subscriber(Key{"content", "newer"}, from(-2), w); err == nil ||
		err.Error() != "unavailable: emcp has no room for another session at the moment; try again later" {
		t.Errorf("got %v", err)
	}
	streams[7].Close()
	if _, err := sessions.subscriber(Key{"content", "newer"}, from(-2), w); err != nil {
		t.Error(err)
	}
	if len(sessions.known) != maxSessions {
		t.Errorf("%d sessions", len(sessions.known))
	}
}

// TestSharesOfSessions has callers and addresses with too many sessions: they take room from their own only.
func TestSharesOfSessions(t *testing.T) {
	nameless := func(address string) Client {
		return Client{
			Caller: identity.Principal{Subject: identity.Anonymous}, Share: "anonymous@" + address, Address: address,
		}
	}
	for name, c := range map[string]struct {
		from  func(n int) Client
		other Client
		limit int
	}{
		"a caller": {
			func(n int) Client { return named("one", strconv.Itoa(n)) }, named("other", "0"), maxOwnSessions,
		},
		"a caller without a name": {
			func(int) Client { return nameless("192.0.2.1") }, nameless("192.0.2.2"), maxOwnSessions,
		},
		"an address": {
			func(n int) Client { return named(strconv.Itoa(n), "192.0.2.1") }, named("0", "192.0.2.2"), maxAddressSessions,
		},
	} {
		t.Run(name, func(t *testing.T) {
			sessions := NewSessions(0)
			w := watch.New(t.Context(), nil, time.Second, nil, nil)
			other := Key{"content", "other"}
			if _, err := sessions.subscriber(other, c.other, w); err != nil {
				t.Fatal(err)
			}
			key := func(n int) Key { return Key{"content", strconv.Itoa(n)} }
			for n := range c.limit + 10 {
				if _, err := sessions.subscriber(key(n), c.from(n), w); err != nil {
					t.Fatal(err)
				}
			}
			if len(sessions.known) != c.limit+1 || sessions.known[other] == nil || sessions.known[key(0)] != nil {
				t.Errorf("%d sessions", len(sessions.known))
			}
			for n := range c.limit {
				if _, err := sessions.open(key(n+10), c.from(n+10), Source{Watch: w}, true); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := sessions.open(key(-1), c.from(-1), Source{Watch: w}, false); fault.From(err).Kind != fault.Unavailable {
				t.Errorf("one stream too many: %v", err)
			}
			if _, err := sessions.open(other, c.other, Source{Watch: w}, true); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestExpire has the time of sessions run out, with and without a stream.
func TestExpire(t *testing.T) {
	sessions := NewSessions(0)
	w := watch.New(t.Context(), nil, time.Second, nil, nil)
	key := Key{"content", "one"}
	stream, err := sessions.open(key, Client{}, Source{Watch: w}, false)
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
