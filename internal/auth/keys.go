package auth

import (
	"context"
	"crypto"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/MicahParks/jwkset"
	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/time/rate"

	"emcp/internal/outbound"
)

// keySet returns the JWK set (RFC 7517) to check signatures with.
type keySet func() (jwkset.Storage, error)

// readKeys reads a JWK set. Keys of an unknown kind are left out (RFC 7517, section 5).
func readKeys(file string) (jwkset.Storage, error) {
	text, err := os.ReadFile(file) //nolint:gosec // the operator's
	if err != nil {
		return nil, fmt.Errorf("read the key set: %w", err)
	}
	var set jwkset.JWKSMarshal
	if err := json.Unmarshal(text, &set); err != nil || set.Keys == nil {
		return nil, fmt.Errorf("%s is not a JWK set", file)
	}
	storage := jwkset.NewMemoryStorage()
	for _, written := range set.Keys {
		key, err := jwkset.NewJWKFromMarshal(written, jwkset.JWKMarshalOptions{Private: true}, jwkset.JWKValidateOptions{})
		switch {
		case errors.Is(err, jwkset.ErrUnsupportedKey):
			continue
		case err != nil:
			return nil, fmt.Errorf("%s is not a JWK set", file)
		}
		if err := storage.KeyWrite(context.Background(), key); err != nil {
			return nil, err
		}
	}
	return storage, nil
}

// Limits of fetching a key set. An unknown key id, as after a change of keys, causes another fetch.
const (
	keyFetchTime     = 2 * time.Second
	keyRefresh       = time.Hour
	keyRefetchPeriod = 10 * time.Second
)

// MaxDocument bounds an answer of an authorization server, such as its metadata or its key set, in bytes.
const MaxDocument = 256 << 10

// keyClient fetches what an issuer publishes, and asks it about tokens.
var keyClient = outbound.Client(outbound.Options{Timeout: keyFetchTime, MaxBody: MaxDocument, Idle: 1})

// fetchedKeys returns the JWK set behind a URL.
func fetchedKeys(ctx context.Context, url string) keySet {
	return sync.OnceValues(func() (jwkset.Storage, error) {
		fetched, err := jwkset.NewStorageFromHTTP(url, jwkset.HTTPClientStorageOptions{
			Client: keyClient, Ctx: ctx, HTTPTimeout: keyFetchTime, NoErrorReturnFirstHTTPReq: true, RefreshInterval: keyRefresh,
		})
		if err != nil {
			return nil, err
		}
		return jwkset.NewHTTPClient(jwkset.HTTPClientOptions{
			HTTPURLs:          map[string]jwkset.Storage{url: fetched},
			RateLimitWaitMax:  keyFetchTime,
			RefreshUnknownKID: rate.NewLimiter(rate.Every(keyRefetchPeriod), 1),
		})
	})
}

// find returns the key that the token names, or all keys that can have signed it if it names none.
func (s keySet) find(t *jwt.Token) (any, error) {
	set, err := s()
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	if id, ok := t.Header["kid"]; ok {
		name, _ := id.(string)
		key, err := set.KeyRead(ctx, name)
		switch {
		case err != nil && empty(ctx, set):
			return nil, errors.Join(errNoKeys, err)
		case err != nil:
			return nil, err
		case !fits(key, t.Method.Alg()):
			return nil, errors.New("the key is for something else")
		}
		return public(key), nil
	}
	all, err := set.KeyReadAll(ctx)
	if err == nil && len(all) == 0 {
		_, reason := set.KeyRead(ctx, "") // fetches a set that could not be fetched before
		if all, err = set.KeyReadAll(ctx); len(all) == 0 {
			return nil, errors.Join(errNoKeys, reason)
		}
	}
	var keys jwt.VerificationKeySet
	for _, key := range all {
		if fits(key, t.Method.Alg()) {
			keys.Keys = append(keys.Keys, public(key))
		}
	}
	return keys, err
}

// CountKeys reads or fetches the JWK set of o now, and returns how many of its keys are for the algorithms of o.
func CountKeys(ctx context.Context, o JWTOptions) (int, error) {
	var set jwkset.Storage
	var err error
	if o.KeyFile != "" {
		set, err = readKeys(o.KeyFile)
	} else {
		set, err = jwkset.NewStorageFromHTTP(o.KeyURL,
			jwkset.HTTPClientStorageOptions{Client: keyClient, Ctx: ctx, HTTPTimeout: keyFetchTime})
	}
	if err != nil {
		return 0, err
	}
	all, err := set.KeyReadAll(ctx)
	return len(slices.DeleteFunc(all, func(key jwkset.JWK) bool {
		return !slices.ContainsFunc(o.Algorithms, func(name string) bool { return name != hs256 && fits(key, name) })
	})), err
}

// errNoKeys means that the set could not be fetched yet, which is not the token's fault.
var errNoKeys = errors.New("there is no key set yet")

func empty(ctx context.Context, set jwkset.Storage) bool {
	all, err := set.KeyReadAll(ctx)
	return err == nil && len(all) == 0
}

// fits reports whether a key is for signatures of the algorithm (RFC 7517, sections 4.2 and 4.4).
func fits(key jwkset.JWK, algorithm string) bool {
	m := key.Marshal()
	return (m.USE == "" || m.USE == jwkset.UseSig) && (m.ALG == "" || m.ALG.String() == algorithm)
}

// public returns the public part of a key pair, or the key itself.
func public(key jwkset.JWK) any {
	if pair, ok := key.Key().(interface{ Public() crypto.PublicKey }); ok {
		return pair.Public()
	}
	return key.Key()
}
