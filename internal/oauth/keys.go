package oauth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	"emcp/internal/state"
)

// signingKey signs access tokens.
type signingKey struct {
	ID      string    `json:"id"`
	Secret  []byte    `json:"secret"`
	Created time.Time `json:"created"`
}

// Lifetimes of keys.
const (
	keyTime    = 30 * 24 * time.Hour      // until the next key signs
	keysKept   = 2 * 365 * 24 * time.Hour // if nobody signs in
	keyOverlap = keyTime + 2*time.Hour    // until a key is dropped: longer than the validity of its tokens
	keysAge    = time.Minute              // until the keys are read again
	keysWait   = time.Second / 10         // between two reads for an unknown key
)

// keyring has the keys that all processes with the same store sign and check with.
type keyring struct {
	store state.Store
	mu    sync.Mutex
	known []signingKey // the newest first
	read  time.Time
}

const keysKey = "keys"

// signing returns the key that signs now.
func (k *keyring) signing(ctx context.Context) (signingKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	if len(k.known) > 0 && now.Sub(k.read) < keysAge && now.Sub(k.known[0].Created) < keyTime {
		return k.known[0], nil
	}
	var keys []signingKey
	err := k.store.Update(ctx, keysKey, func(value []byte) ([]byte, time.Duration, error) {
		keys = readKeys(value)
		if len(keys) == 0 || now.Sub(keys[0].Created) >= keyTime {
			keys = append([]signingKey{{ID: random(8), Secret: randomBytes(32), Created: now}}, keys...)
		}
		for i, old := range keys {
			if now.Sub(old.Created) >= keyOverlap {
				keys = keys[:i]
				break
			}
		}
		next, err := json.Marshal(keys)
		return next, keysKept, err
	})
	if err != nil {
		return signingKey{}, err
	}
	k.known, k.read = keys, now
	return keys[0], nil
}

// find returns the secret of a key, or nil if no key has the id.
func (k *keyring) find(ctx context.Context, id string) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	if secret := k.secret(id, now); secret != nil && now.Sub(k.read) < keysAge || now.Sub(k.read) < keysWait {
		return secret, nil
	}
	value, err := k.store.Get(ctx, keysKey)
	if err != nil {
		return nil, err
	}
	k.known, k.read = readKeys(value), now
	return k.secret(id, now), nil
}

// readKeys decodes the stored keys. A list that cannot be read is empty: what its keys have signed is refused, and
// refresh tokens, which do not need them, go on.
func readKeys(text []byte) []signingKey {
	var keys []signingKey
	if json.Unmarshal(text, &keys) != nil {
		return nil
	}
	return slices.DeleteFunc(keys, func(k signingKey) bool { return k.ID == "" || len(k.Secret) == 0 })
}

func (k *keyring) secret(id string, now time.Time) []byte {
	for _, known := range k.known {
		if known.ID == id && now.Sub(known.Created) < keyOverlap {
			return known.Secret
		}
	}
	return nil
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails (crypto/rand)
	return b
}

// random returns n random bytes as text.
func random(n int) string { return base64.RawURLEncoding.EncodeToString(randomBytes(n)) }

// hashOf returns the hash under which a secret is stored.
func hashOf(secret string) string {
	hash := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(hash[:])
}
