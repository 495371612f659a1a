package auth

import (
	"sync"
	"time"

	"emcp/internal/identity"
)

const (
	// verifiedAge is how long an accepted token is not checked again. So a removed key is refused later by this time.
	verifiedAge = time.Second
	// maxVerified bounds the tokens that are kept.
	maxVerified = 1000
)

// verifiedTokens are tokens that were accepted within the last second.
type verifiedTokens struct {
	mu  sync.Mutex
	all map[TokenHash]verified
}

// verified is the caller of an accepted token.
type verified struct {
	caller identity.Principal
	until  time.Time
}

func (t *verifiedTokens) get(token TokenHash) (identity.Principal, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, ok := t.all[token]
	return v.caller, ok && time.Now().Before(v.until)
}

// put keeps a token, at most until it expires.
func (t *verifiedTokens) put(token TokenHash, caller identity.Principal, expires time.Time) {
	until := time.Now().Add(verifiedAge)
	if expires.Before(until) {
		until = expires
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.all) >= maxVerified {
		clear(t.all) // most are old, and the others are only checked once more
	}
	t.all[token] = verified{caller, until}
}
