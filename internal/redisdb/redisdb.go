// Package redisdb opens the Redis server that the processes of one installation share.
package redisdb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// Client talks to a Redis server.
type Client = redis.Client

// waitTime bounds every wait for Redis: calls that do not depend on it must not wait long for it.
const waitTime = 500 * time.Millisecond

// Open prepares the client without connecting. The error is a mistake in the URL and does not repeat it, because a
// password can stand in it.
func Open(url string) (*Client, error) {
	o, err := redis.ParseURL(url)
	if err != nil {
		return nil, errors.New("not of the form redis://:password@127.0.0.1:6379/0")
	}
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = waitTime, waitTime, waitTime, waitTime
	o.ContextTimeoutEnabled = true
	o.DialerRetries = 1
	o.MaxRetries = 1
	o.DisableIdentity = true
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	redis.SetLogger(discard{}) // errors are returned, and logged by who asked
	return redis.NewClient(o), nil
}

// EvictionPolicy returns the setting maxmemory-policy. Under any other than noeviction the server may drop what must
// be remembered.
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
	return "", errors.New("the Redis server does not tell its maxmemory-policy")
}

type discard struct{}

// Printf drops the message.
func (discard) Printf(context.Context, string, ...any) {}
