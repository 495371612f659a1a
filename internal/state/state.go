// Package state keeps what must outlive a request: in memory, in one file, or in the Redis server that several processes share.
package state

import (
	"context"
	"errors"
	"time"
)

// Store keeps values by their keys, each for a time. Several goroutines may use it at a time.
type Store interface {
	// Get returns the value of a key, or nil if there is none or it has expired.
	Get(ctx context.Context, key string) ([]byte, error)
	// Update replaces the value of a key in one step: nobody else changes it in between. change gets the value as Get returns it
	// and returns the next one and how long it is kept; nil removes the key. change may be called more than once. Where it returns
	// an error, nothing is changed, and Update returns that error.
	Update(ctx context.Context, key string, change Change) error
	// Close ends the use of the store.
	Close() error
}

// Change makes the next value of a key out of the present one.
type Change func(value []byte) (next []byte, keep time.Duration, err error)

// ErrFull says that a store has no room for another key.
var ErrFull = errors.New("there is no room for more state")

// maxKeys bounds a store that this process keeps by itself.
const maxKeys = 100_000

// sweepTime is how often a store looks for values whose time is over.
const sweepTime = time.Minute
