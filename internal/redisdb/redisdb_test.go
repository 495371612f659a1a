package redisdb_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"emcp/internal/redisdb"
	"emcp/internal/test/testdb"
	"emcp/internal/test/testredis"
	"emcp/internal/test/wait"
)

// TestOpenRefuses has URLs with a mistake. What is said of them is always the same, because a password can stand in
// every part of a wrong URL.
func TestOpenRefuses(t *testing.T) {
	for _, url := range []string{
		"", " ", "secret", "secret@127.0.0.1:6379", "127.0.0.1:6379",
		"http://:secret@127.0.0.1:6379/0", "REDIS ://:secret@127.0.0.1/0", "//:secret@127.0.0.1:6379/0",
		"redis://:secret@127.0.0.1:6379/secret", "redis://:secret@127.0.0.1:6379/0/1",
		"redis://:secret@127.0.0.1:6379/-secret",
		"redis://:sec%zzret@127.0.0.1:6379/0", "redis://:sec ret@127.0.0.1:port/0", "redis://:sec\nret@127.0.0.1:6379/0",
		"redis://:secret@127.0.0.1:6379/0?secret=1", "redis://:secret@127.0.0.1:6379/0?db=secret", "redis://:secret@[::1/0",
	} {
		client, err := redisdb.Open(url)
		if err == nil {
			client.Close()
			t.Errorf("%q was accepted", url)
			continue
		}
		if want := "not of the form redis://:password@127.0.0.1:6379/0"; err.Error() != want {
			t.Errorf("%q: %v, want %s", url, err, want)
		}
	}
}

// TestOpenConnectsLater shows that a Redis that is not there is no mistake.
func TestOpenConnectsLater(t *testing.T) {
	server := testdb.StartRedis(t)
	server.Kill()
	client := testredis.Open(t, server.URL)
	if err := client.Ping(t.Context()).Err(); err == nil {
		t.Error("a server that is down answers")
	}
	server.Start(t)
	if err := client.Ping(t.Context()).Err(); err != nil {
		t.Error(err)
	}
}

func TestPassword(t *testing.T) {
	server := testdb.StartRedis(t, "--requirepass", "secret")
	withPassword := func(password string) string { return "redis://:" + password + "@" + server.Addr + "/3" }
	if err := testredis.Open(t, withPassword("secret")).Ping(t.Context()).Err(); err != nil {
		t.Error(err)
	}
	for _, url := range []string{withPassword("wrong-canary"), withPassword("canary"), server.URL} {
		err := testredis.Open(t, url).Ping(t.Context()).Err()
		if err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v", url, err)
		}
		if _, err := redisdb.EvictionPolicy(t.Context(), testredis.Open(t, url)); err == nil ||
			strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// TestSilentServer takes connections and says nothing.
func TestSilentServer(t *testing.T) {
	t.Parallel() // most of it is waiting
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	client := testredis.Open(t, "redis://:canary@"+listener.Addr().String())
	start := time.Now()
	_, err = redisdb.EvictionPolicy(t.Context(), client)
	if err == nil || strings.Contains(err.Error(), "canary") {
		t.Errorf("got %v", err)
	}
	if elapsed := time.Since(start); elapsed > 3*time.Second {
		t.Errorf("the error came after %s", elapsed)
	}
}

func TestEvictionPolicy(t *testing.T) {
	for _, policy := range []string{"noeviction", "allkeys-lru", "volatile-ttl"} {
		client := testredis.Open(t, testdb.StartRedis(t, "--maxmemory-policy", policy).URL)
		if got, err := redisdb.EvictionPolicy(t.Context(), client); got != policy || err != nil {
			t.Errorf("%q, %v, want %s", got, err, policy)
		}
	}
}

// TestEvictionPolicyWithoutRights is a Redis whose user may not ask.
func TestEvictionPolicyWithoutRights(t *testing.T) {
	server := testdb.StartRedis(t)
	if err := testredis.Open(t, server.URL).Do(t.Context(), "ACL", "SETUSER", "app", "on", ">canary", "~*", "+@all",
		"-info").Err(); err != nil {
		t.Fatal(err)
	}
	client := testredis.Open(t, "redis://app:canary@"+server.Addr)
	policy, err := redisdb.EvictionPolicy(t.Context(), client)
	if policy != "" || err == nil || strings.Contains(err.Error(), "canary") {
		t.Errorf("%q, %v", policy, err)
	}
}

// TestCountErrors counts what fails, and nothing that only answers so.
func TestCountErrors(t *testing.T) {
	server := testdb.StartRedis(t)
	client, err := redisdb.Open(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	failed, ctx := redisdb.CountErrors(client), t.Context()
	expect := func(when string, up bool, want uint64) {
		t.Helper()
		if got := redisdb.Up(ctx, client); got != up {
			t.Errorf("%s: up is %t", when, got)
		}
		if got := failed(); got != want {
			t.Errorf("%s: %d errors, want %d", when, got, want)
		}
	}
	client.Get(ctx, "nothing")
	client.EvalSha(ctx, strings.Repeat("0", 40), nil)
	expect("while it answers", true, 0)
	client.Do(ctx, "NOTHING")
	expect("after a wrong command", true, 1)
	server.Stop()
	client.Get(ctx, "nothing")
	_, _ = client.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Get(ctx, "a")
		p.Get(ctx, "b")
		return nil
	})
	expect("after its end", false, 3)
}

// asked returns what Ask says, and whether the server was asked at all.
func asked(ctx context.Context, client *redisdb.Client) (reached bool, err error) {
	err = client.Ask(ctx, func(ctx context.Context) error {
		reached = true
		return client.Ping(ctx).Err()
	})
	return reached, err
}

// TestServerHangs has a server that keeps its connections and answers nothing. Not every call may ask it again, and it
// must be used again when it answers.
func TestServerHangs(t *testing.T) {
	server := testdb.StartRedis(t)
	client := testredis.Open(t, server.URL)
	if _, err := asked(t.Context(), client); err != nil {
		t.Fatal(err)
	}
	server.Freeze(t)
	if reached, err := asked(t.Context(), client); !reached || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("asked %t: %v, want that time is up", reached, err)
	}
	rested := 0
	for range 10 { // most of them within one rest
		reached, err := asked(t.Context(), client)
		if err == nil {
			t.Fatal("a frozen server has answered")
		}
		if !reached {
			rested++
		}
	}
	if rested == 0 {
		t.Error("a server that hangs is asked every time")
	}
	server.Thaw(t)
	wait.For(t, 5*time.Second, func() error {
		_, err := asked(t.Context(), client)
		return err
	})
}

// TestServerRefuses has a server that is down, which costs no time. Every call asks it, and it must be used when it is
// back.
func TestServerRefuses(t *testing.T) {
	server := testdb.StartRedis(t)
	client := testredis.Open(t, server.URL)
	server.Kill()
	for range 3 {
		if reached, err := asked(t.Context(), client); !reached || err == nil {
			t.Errorf("asked %t: %v", reached, err)
		}
	}
	server.Start(t)
	if _, err := asked(t.Context(), client); err != nil {
		t.Error(err)
	}
}

// TestCallerGoes has a caller that does not wait, which says nothing about the server.
func TestCallerGoes(t *testing.T) {
	client := testredis.Open(t, testdb.StartRedis(t).URL)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := asked(ctx, client); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := asked(t.Context(), client); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
