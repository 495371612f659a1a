package state

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// ErrDamaged means that the file cannot be read. Nothing is written to it any more.
var ErrDamaged = errors.New("the file is damaged")

// guard runs a use of the file and returns its error. The file is mapped into memory, so reading a damaged one faults
// or panics in bbolt, which would end the process. guard returns ErrDamaged instead, now and for every later use: bbolt
// may still hold its locks.
func (f *File) guard(use func() error) (err error) {
	if f.damaged.Load() {
		return f.damage()
	}
	before := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(before)
		if cause := recover(); cause != nil {
			if bug, ok := cause.(panicOfChange); ok {
				panic(bug.cause)
			}
			f.damaged.Store(true)
			err = f.damage()
		}
	}()
	err = use()
	for _, damage := range []error{berrors.ErrInvalid, berrors.ErrChecksum, berrors.ErrVersionMismatch, ErrDamaged} {
		if errors.Is(err, damage) {
			f.damaged.Store(true)
			return f.damage()
		}
	}
	return err
}

// damage is the error about a damaged file. It says what to do.
func (f *File) damage() error {
	return fmt.Errorf("%w: %s; stop emcp and restore the file from a backup, or delete it: then everybody signs in again",
		ErrDamaged, filepath.Join(f.folder, fileName))
}

// panicOfChange is a panic of a caller's function, which says nothing about the file.
type panicOfChange struct{ cause any }

// callChange calls change, and marks its panics.
func callChange(change Change, value []byte) ([]byte, time.Duration, error) {
	defer func() {
		if cause := recover(); cause != nil {
			panic(panicOfChange{cause})
		}
	}()
	return change(value)
}

// count reads all entries and returns how many there are.
func count(b *bbolt.Bucket) (keys int, err error) {
	err = b.ForEach(func(_, entry []byte) error {
		if len(entry) < expiryLength {
			return ErrDamaged
		}
		keys++
		live(entry, time.Time{}) // reads all of it
		return nil
	})
	return keys, err
}
