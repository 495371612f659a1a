package idempotency

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"emcp/internal/redisdb"
)

// Redis is the store that the processes of one installation share. A key is a hash: payload always; owner while the
// call runs, for as long as the lease; answer once it is kept.
type Redis struct {
	client *redisdb.Client
	prefix string
	times  Times
}

// NewRedis returns the store in a Redis server. prefix goes before every key and must be one that no other
// installation uses.
func NewRedis(client *redisdb.Client, prefix string, t Times) *Redis {
	return &Redis{client, prefix, t}
}

func (r *Redis) key(k Key) string {
	sum := k.sum()
	return r.prefix + "idempotency:" + hex.EncodeToString(sum[:])
}

// claim returns {granted}, {kept, answer}, {running} or {conflict}, by the numbers of State. It grants a claim again to its
// owner: when a reply is lost, the client sends the command a second time.
var claim = redis.NewScript(`
local known = redis.call('HMGET', KEYS[1], 'payload', 'answer', 'owner')
if known[3] == ARGV[2] then return {0} end
if not known[1] then
  redis.call('HSET', KEYS[1], 'payload', ARGV[1], 'owner', ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return {0}
end
if known[1] ~= ARGV[1] then return {3} end
if known[2] then return {1, known[2]} end
return {2}
`)

// complete and release act for the owner of the claim only.
var (
	complete = redis.NewScript(`
if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then
  redis.call('HDEL', KEYS[1], 'owner')
  redis.call('HSET', KEYS[1], 'answer', ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return 0
`)
	release = redis.NewScript(`
if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0
`)
)

// Claim asks for the right to run a call.
func (r *Redis) Claim(ctx context.Context, k Key, p Payload) (Claim, error) {
	owner := newOwner()
	var reply []any
	err := r.client.Ask(ctx, func(ctx context.Context) (err error) {
		reply, err = claim.Run(ctx, r.client, []string{r.key(k)}, p[:], string(owner), r.times.Lease.Milliseconds()).Slice()
		return err
	})
	if err != nil {
		if !errors.Is(err, redisdb.ErrHangs) {
			// The claim may have been granted and the reply lost: nobody should have to wait until its lease ends.
			_ = r.Release(context.WithoutCancel(ctx), k, owner)
		}
		return Claim{}, fmt.Errorf("claim an idempotency key: %w", err)
	}
	number, _ := reply[0].(int64)
	c := Claim{State: State(number)} //nolint:gosec // one of four
	switch c.State {
	case Granted:
		c.Owner = owner
	case Kept:
		answer, _ := reply[1].(string)
		c.Answer = []byte(answer)
	case Running, Conflict:
	}
	return c, nil
}

// Complete keeps an answer. Where Redis does not answer, it goes on trying behind its error.
func (r *Redis) Complete(ctx context.Context, k Key, owner Owner, answer []byte) error {
	if err := r.end(ctx, complete, k, string(owner), answer, r.times.Keep.Milliseconds()); err != nil {
		return fmt.Errorf("keep the answer of an idempotency key: %w", err)
	}
	return nil
}

// Release gives a claim back. Where Redis does not answer, it goes on trying behind its error.
func (r *Redis) Release(ctx context.Context, k Key, owner Owner) error {
	if err := r.end(ctx, release, k, string(owner)); err != nil {
		return fmt.Errorf("release an idempotency key: %w", err)
	}
	return nil
}

// retryTime is between two attempts to end a claim.
const retryTime = time.Second

// end runs the script that ends a claim. Where that fails it is tried again until the lease has ended, so that after a short
// outage no key stays claimed by a call that is over.
func (r *Redis) end(ctx context.Context, script *redis.Script, k Key, args ...any) error {
	try := func(ctx context.Context) error {
		return r.client.Ask(ctx, func(ctx context.Context) error {
			return script.Run(ctx, r.client, []string{r.key(k)}, args...).Err()
		})
	}
	err := try(ctx)
	if err == nil || ctx.Err() != nil {
		return err
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.times.Lease)
		defer cancel()
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(retryTime):
			}
			if err := try(ctx); err == nil || errors.Is(err, redis.ErrClosed) {
				return
			}
		}
	}()
	return err
}
