package state

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"

	"emcp/internal/redisdb"
)

// Redis keeps values in a Redis server, for all processes of an installation.
type Redis struct {
	client *redisdb.Client
	prefix string
}

// NewRedis returns the store in a Redis server. prefix goes before every key and must be one that
// no other installation uses.
func NewRedis(client *redisdb.Client, prefix string) *Redis {
	return &Redis{client, prefix + "state:"}
}

// Get returns the value of a key.
func (r *Redis) Get(ctx context.Context, key string) (value []byte, err error) {
	err = r.client.Ask(ctx, func(ctx context.Context) error {
		value, err = present(r.client.Get(ctx, r.prefix+key).Bytes())
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read state from Redis: %w", err)
	}
	return value, nil
}

// present returns nil for a missing value.
func present(value []byte, err error) ([]byte, error) {
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	return value, err
}

const (
	// maxTries is how often an update is tried if other writers are faster.
	maxTries = 20
	// tryPause is the longest pause before the second try. Pauses are random and grow, so that writers let each other
	// pass.
	tryPause = time.Millisecond
)

// Update replaces the value of a key. It writes only if the value has not changed since it was read (WATCH).
func (r *Redis) Update(ctx context.Context, key string, change Change) error {
	var refused error // error of change
	for try := range maxTries {
		if err := pause(ctx, rand.N(time.Duration(try)*tryPause+1)); err != nil {
			return fmt.Errorf("write state to Redis: %w", err)
		}
		err := r.client.Ask(ctx, func(ctx context.Context) error {
			return r.client.Watch(ctx, func(tx *redis.Tx) error {
				value, err := present(tx.Get(ctx, r.prefix+key).Bytes())
				if err != nil {
					return err
				}
				next, keep, err := change(value)
				if refused = err; refused != nil {
					return nil
				}
				_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
					if next == nil {
						return p.Del(ctx, r.prefix+key).Err()
					}
					return p.Set(ctx, r.prefix+key, next, max(keep, time.Millisecond)).Err()
				})
				return err
			}, r.prefix+key)
		})
		switch {
		case errors.Is(err, redis.TxFailedErr):
		case err != nil:
			return fmt.Errorf("write state to Redis: %w", err)
		default:
			return refused
		}
	}
	return errors.New("write state to Redis: others always came before")
}

// pause waits, but no longer than the caller.
func pause(ctx context.Context, length time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(length):
		return nil
	}
}

// Close leaves the client open, because others use it.
func (*Redis) Close() error { return nil }
