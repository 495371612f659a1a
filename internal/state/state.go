package state

import (
	"context"
	"errors"
	"time"
)

// Store keeps values by key, each for a limited time. It is safe for concurrent use.
type Store interface {
	// Get returns the value of a key, or nil if there is none or it has expired.
	Get(ctx context.Context, key string) ([]byte, error)
	// Update replaces the value of a key in one step: nobody else changes it in between. change gets the value as Get
	// returns it, and returns the next value and how long to keep it; nil removes the key. change may be called more
	// than once. If it returns an error, nothing changes, and Update returns that error.
	Update(ctx context.Context, key string, change Change) error
	// Close releases the store.
	Close() error
}

// Change makes the next value of a key from the present one.
type Change func(value []byte) (next []byte, keep time.Duration, err error)

// ErrFull means that a store has no room for another key.
var ErrFull = errors.New("there is no room for more state")

// maxKeys bounds a store within this process.
const maxKeys = 100_000

// sweepTime is how often a store looks for expired values.
const sweepTime = time.Minute
