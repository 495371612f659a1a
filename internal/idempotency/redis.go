package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"emcp/internal/redisdb"
)

// Redis is the store that the processes of one installation share. A key is a hash. payload is always there. owner is
// there while the call runs, for as long as the lease. answer and by, the owner that completed it, are there once it is
// kept. Two sorted sets list the kept answers of the caller and of all callers, the oldest first. Beside each is the
// total of their bytes.
type Redis struct {
	client *redisdb.Client
	prefix string
	times  Times
}

// NewRedis returns the store in a Redis server. prefix goes before every key and must be one that no other
// installation uses.
func NewRedis(client *redisdb.Client, prefix string, t Times) *Redis {
	return &Redis{client, prefix + "idempotency:", t}
}

func (r *Redis) key(k Key) string {
	sum := k.sum()
	return r.prefix + hex.EncodeToString(sum[:])
}

// claim returns {granted}, {kept, answer, by}, {running} or {conflict}, by the numbers of State. It grants a claim
// again to its owner: when a reply is lost, the client sends the command a second time. ARGV: payload, owner, lease,
// stale. An answer without its owner comes from an older emcp, and is stale.
var claim = redis.NewScript(`
local known = redis.call('HMGET', KEYS[1], 'payload', 'answer', 'owner', 'by')
if known[3] == ARGV[2] then return {0} end
if known[1] and known[1] ~= ARGV[1] then return {3} end
if known[1] and not known[2] then return {2} end
if known[2] and known[4] and known[4] ~= ARGV[4] then return {1, known[2], known[4]} end
if known[1] then redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], 'payload', ARGV[1], 'owner', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {0}
`)

// complete and release act for the owner of the claim only.
var (
	// complete keeps an answer. It drops expired answers and the oldest ones that exceed the limits, at most 100 at
	// once, so that Redis is not held up. A member of a sorted set identifies its answer by the fields by, weight and
	// key. An answer that was dropped for the limit of all callers stays in the set of its caller until it is the
	// oldest there.
	//
	// KEYS: the key, the caller's set and bytes, the set and bytes of all. ARGV: owner, answer, keep (ms), now (us),
	// weight, most bytes of the caller and of all.
	complete = redis.NewScript(`
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], 'owner')
redis.call('HSET', KEYS[1], 'answer', ARGV[2], 'by', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local member = ARGV[1] .. ' ' .. ARGV[5] .. ' ' .. KEYS[1]
for _, set in ipairs({2, 4}) do
  redis.call('ZADD', KEYS[set], ARGV[4], member)
  redis.call('INCRBY', KEYS[set + 1], ARGV[5])
  redis.call('PEXPIRE', KEYS[set], ARGV[3])
  redis.call('PEXPIRE', KEYS[set + 1], ARGV[3])
end
local function drop(set, member)
  local by, weight, key = string.match(member, '^(%S+) (%d+) (.*)$')
  if redis.call('HGET', key, 'by') == by then redis.call('DEL', key) end
  for _, known in ipairs({set, 4}) do
    if redis.call('ZREM', KEYS[known], member) == 1 then redis.call('DECRBY', KEYS[known + 1], weight) end
  end
end
local over = tonumber(ARGV[4]) - 1000 * tonumber(ARGV[3])
for _, set in ipairs({2, 4}) do
  local expired = 0
  while true do
    local oldest = redis.call('ZRANGE', KEYS[set], 0, 0, 'WITHSCORES')
    if not oldest[1] then
      redis.call('DEL', KEYS[set + 1])
      break
    end
    if tonumber(redis.call('GET', KEYS[set + 1])) <= tonumber(ARGV[6 + (set - 2) / 2]) then
      if tonumber(oldest[2]) > over or expired == 100 then break end
      expired = expired + 1
    end
    drop(set, oldest[1])
  end
end
return 0
`)
	release = redis.NewScript(`
if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0
`)
)

// Claim asks for the right to run a call.
func (r *Redis) Claim(ctx context.Context, k Key, p Payload, stale Owner) (Claim, error) {
	owner := newOwner()
	var reply []any
	err := r.client.Ask(ctx, func(ctx context.Context) (err error) {
		reply, err = claim.Run(ctx, r.client, []string{r.key(k)}, p[:], string(owner), r.times.lease(k).Milliseconds(),
			string(stale)).Slice()
		return err
	})
	if err != nil {
		if !errors.Is(err, redisdb.ErrHangs) {
			// The claim may have been granted although the reply was lost. Nobody should have to wait until its lease
			// ends.
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
		by, _ := reply[2].(string)
		c.Answer, c.By = []byte(answer), Owner(by)
	case Running, Conflict:
	}
	return c, nil
}

// Complete keeps an answer. If Redis does not answer, it returns an error and keeps trying in the background.
func (r *Redis) Complete(ctx context.Context, k Key, owner Owner, answer []byte) error {
	if len(answer) > MaxAnswer {
		return r.Release(ctx, k, owner)
	}
	caller := sha256.Sum256([]byte(k.Caller))
	share := r.prefix + "caller:" + hex.EncodeToString(caller[:])
	keys := []string{r.key(k), share, share + ":bytes", r.prefix + "all", r.prefix + "all:bytes"}
	if err := r.end(ctx, k, complete, keys, string(owner), answer, r.times.Keep.Milliseconds(), time.Now().UnixMicro(),
		weight(answer), maxOwn, maxAll); err != nil {
		return fmt.Errorf("keep the answer of an idempotency key: %w", err)
	}
	return nil
}

// Release gives a claim back. If Redis does not answer, it returns an error and keeps trying in the background.
func (r *Redis) Release(ctx context.Context, k Key, owner Owner) error {
	if err := r.end(ctx, k, release, []string{r.key(k)}, string(owner)); err != nil {
		return fmt.Errorf("release an idempotency key: %w", err)
	}
	return nil
}

// retryTime is the pause between two attempts to end a claim.
const retryTime = time.Second

// end runs the script that ends a claim. If that fails, it tries again until the lease has ended, so that after a short
// outage no key stays claimed by a call that is over.
func (r *Redis) end(ctx context.Context, k Key, script *redis.Script, keys []string, args ...any) error {
	try := func(ctx context.Context) error {
		return r.client.Ask(ctx, func(ctx context.Context) error {
			return script.Run(ctx, r.client, keys, args...).Err()
		})
	}
	err := try(ctx)
	if err == nil || ctx.Err() != nil {
		return err
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.times.lease(k))
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
