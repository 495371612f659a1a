package idempotency

import (
	"context"
	"encoding/hex"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// Redis is the store that the processes of one installation share. A key is a hash: payload always; owner while the
// call runs, for as long as the lease; answer once it is kept.
type Redis struct {
	client *redis.Client
	prefix string
	times  Times
}

// NewRedis returns the store in a Redis server. prefix goes before every key and must be one that no other
// installation uses.
func NewRedis(client *redis.Client, prefix string, t Times) *Redis {
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
	reply, err := claim.Run(ctx, r.client, []string{r.key(k)}, p[:], string(owner), r.times.Lease.Milliseconds()).Slice()
	if err != nil {
		// The claim may have been granted and the reply lost: nobody should have to wait until its lease ends.
		_ = r.Release(context.WithoutCancel(ctx), k, owner)
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

// Complete keeps an answer.
func (r *Redis) Complete(ctx context.Context, k Key, owner Owner, answer []byte) error {
	if err := complete.Run(ctx, r.client, []string{r.key(k)}, string(owner), answer, r.times.Keep.Milliseconds()).Err(); err != nil {
		return fmt.Errorf("keep the answer of an idempotency key: %w", err)
	}
	return nil
}

// Release gives a claim back.
func (r *Redis) Release(ctx context.Context, k Key, owner Owner) error {
	if err := release.Run(ctx, r.client, []string{r.key(k)}, string(owner)).Err(); err != nil {
		return fmt.Errorf("release an idempotency key: %w", err)
	}
	return nil
}
