// Package redisdb opens the Redis server that the processes of one installation share.
package redisdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// Client talks to a Redis server.
type Client struct {
	*redis.Client
	wait    time.Duration // for every answer
	resting atomic.Int64  // end of the rest of a server that hangs, in Unix nanoseconds; 0: it does not hang
}

const (
	// waitTime bounds every wait for Redis: calls that do not depend on it must not wait long for it.
	waitTime = 250 * time.Millisecond
	// restTime is how long a server that hangs is left alone. Then one command finds out whether it answers again.
	restTime = 500 * time.Millisecond
)

// ErrHangs means that Ask sent nothing, because the server has just hung.
var ErrHangs = errors.New("not asked, because Redis has just not answered in time")

// Ask runs commands within a time limit. While the server hangs, they fail at once with ErrHangs. Only the command that finds out
// waits, and one more after every rest. A server that refuses connections costs no time, and is asked every time.
func (c *Client) Ask(ctx context.Context, commands func(context.Context) error) error {
	if until := c.resting.Load(); until != 0 {
		now := time.Now()
		if now.UnixNano() < until || !c.resting.CompareAndSwap(until, now.Add(restTime).UnixNano()) {
			return ErrHangs
		}
	}
	limited, cancel := context.WithTimeout(ctx, c.wait)
	defer cancel()
	err := commands(limited)
	switch {
	case ctx.Err() != nil: // which says nothing about Redis
	case err != nil && (limited.Err() != nil || isTimeout(err)):
		c.resting.Store(time.Now().Add(restTime).UnixNano())
	default:
		c.resting.Store(0)
	}
	return err
}

func isTimeout(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout()
}

// Open prepares the client without connecting. The error is a mistake in the URL and does not repeat it, because a
// password can stand in it.
func Open(url string) (*Client, error) { return OpenWaiting(url, 0) }

// OpenWaiting is Open with another limit for each wait, for tests on a busy machine; 0 is the default.
func OpenWaiting(url string, wait time.Duration) (*Client, error) {
	o, err := redis.ParseURL(url)
	if err != nil {
		return nil, errors.New("not of the form redis://:password@127.0.0.1:6379/0")
	}
	wait = cmp.Or(wait, waitTime)
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = wait, wait, wait, wait
	o.ContextTimeoutEnabled = true
	o.DialerRetries = 1
	o.MaxRetries = 1
	o.DisableIdentity = true
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	redis.SetLogger(discard{}) // errors are returned, and the caller logs them
	return &Client{Client: redis.NewClient(o), wait: wait}, nil
}

// Up reports whether the server answers.
func Up(ctx context.Context, client *Client) bool { return client.Ping(ctx).Err() == nil }

// CountErrors has the client count the commands that fail, and returns how many have. Redis reports the absence of a value or of
// a script as an error; these do not count. Nor do pings, which are expected to fail while Redis is down.
func CountErrors(client *Client) (failed func() uint64) {
	c := &errorCounter{}
	client.AddHook(c)
	return c.failed.Load
}

type errorCounter struct{ failed atomic.Uint64 }

func (c *errorCounter) count(err error, names ...string) {
	if err != nil && !errors.Is(err, redis.Nil) && !redis.HasErrorPrefix(err, "NOSCRIPT") && !slices.Contains(names, "ping") {
		c.failed.Add(1)
	}
}

// DialHook counts nothing: a command that gets no connection fails itself.
func (c *errorCounter) DialHook(next redis.DialHook) redis.DialHook { return next }

// ProcessHook counts a command.
func (c *errorCounter) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, command redis.Cmder) error {
		err := next(ctx, command)
		c.count(err, command.Name())
		return err
	}
}

// ProcessPipelineHook counts several commands as one.
func (c *errorCounter) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, commands []redis.Cmder) error {
		err := next(ctx, commands)
		c.count(err)
		return err
	}
}

// EvictionPolicy returns the setting maxmemory-policy. Under any other policy than noeviction, the server may drop keys that must
// be kept.
func EvictionPolicy(ctx context.Context, client *Client) (string, error) {
	info, err := client.Info(ctx, "memory").Result() // CONFIG is often forbidden where Redis is rented
	if err != nil {
		return "", fmt.Errorf("ask Redis for its memory settings: %w", err)
	}
	for line := range strings.Lines(info) {
		if policy, ok := strings.CutPrefix(line, "maxmemory_policy:"); ok {
			return strings.TrimSpace(policy), nil
		}
	}
	return "", errors.New("the Redis server does not report its maxmemory-policy")
}

type discard struct{}

// Printf drops the message.
func (discard) Printf(context.Context, string, ...any) {}
