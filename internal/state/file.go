package state

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// File keeps values in one file, which only one process at a time can open. Update returns after the value was written
// to the disk.
type File struct {
	folder  string
	opening sync.Mutex
	opened  *bbolt.DB // nil until the first use
	damaged atomic.Bool

	mu    sync.Mutex // updates so far
	swept time.Time
	keys  int
}

// fileName is the name of the file in its folder.
const fileName = "emcp.state"

// openTime is how long to wait for a file that another process uses.
const openTime = time.Second

var bucket = []byte("state")

// NewFile returns the store in a folder. It opens nothing before Open or the first use, so that programs that need no
// state can run beside the one that does.
func NewFile(folder string) *File { return &File{folder: folder} }

// Open opens the file and reads it once. It creates the file and its folder if necessary; nobody else may read them. A
// damaged file is ErrDamaged.
func (f *File) Open() error {
	return f.guard(func() error {
		_, err := f.db()
		return err
	})
}

func (f *File) db() (*bbolt.DB, error) {
	f.opening.Lock()
	defer f.opening.Unlock()
	if f.opened != nil {
		return f.opened, nil
	}
	if err := os.MkdirAll(f.folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder: %w", err)
	}
	path := filepath.Join(f.folder, fileName)
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: openTime})
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, fmt.Errorf("%s is in use by another process; one emcp at a time can use it, several need redis.url", path)
	case err != nil:
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	if f.keys, err = prepare(db); errors.Is(err, ErrDamaged) {
		return nil, err
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("prepare %s: %w", path, err), db.Close())
	}
	f.opened = db
	return db, nil
}

// prepare reads every entry, so that damage shows at the start and not at somebody's sign-in, and returns how many
// there are. It writes only to a new file: a write to a damaged one could make it worse.
func prepare(db *bbolt.DB) (keys int, err error) {
	fresh := false
	err = db.View(func(tx *bbolt.Tx) error {
		if fresh = tx.Bucket(bucket) == nil; fresh {
			return nil
		}
		keys, err = count(tx.Bucket(bucket))
		return err
	})
	if err != nil || !fresh {
		return keys, err
	}
	return 0, db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket(bucket)
		return err
	})
}

// expiryLength is the length of the expiry before a value: Unix milliseconds.
const expiryLength = 8

// live returns the value of an entry, or nil if it has expired.
func live(entry []byte, now time.Time) []byte {
	if len(entry) < expiryLength || now.UnixMilli() >= int64(binary.BigEndian.Uint64(entry)) { //nolint:gosec // as written
		return nil
	}
	return slices.Clone(entry[expiryLength:])
}

// Get returns the value of a key.
func (f *File) Get(_ context.Context, key string) (value []byte, err error) {
	err = f.guard(func() error {
		db, err := f.db()
		if err != nil {
			return err
		}
		return db.View(func(tx *bbolt.Tx) error {
			b := tx.Bucket(bucket)
			if b == nil {
				return ErrDamaged
			}
			value = live(b.Get([]byte(key)), time.Now())
			return nil
		})
	})
	return value, err
}

// Update replaces the value of a key.
func (f *File) Update(_ context.Context, key string, change Change) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.guard(func() error { return f.update(key, change) })
}

func (f *File) update(key string, change Change) error {
	db, err := f.db()
	if err != nil {
		return err
	}
	keys := f.keys
	err = db.Update(func(tx *bbolt.Tx) error {
		keys = f.keys
		b, now := tx.Bucket(bucket), time.Now()
		if b == nil {
			return ErrDamaged
		}
		entry := b.Get([]byte(key))
		next, keep, err := callChange(change, live(entry, now))
		if err != nil {
			return err
		}
		if next == nil {
			if entry != nil {
				keys--
			}
			return b.Delete([]byte(key))
		}
		if now.Sub(f.swept) >= sweepTime {
			f.swept = now
			removed, err := sweep(b, key, now)
			if err != nil {
				return err
			}
			keys -= removed
		}
		if entry == nil {
			if keys >= maxKeys {
				return ErrFull
			}
			keys++
		}
		expiry := binary.BigEndian.AppendUint64(nil, uint64(now.Add(keep).UnixMilli())) //nolint:gosec // after 1970
		return b.Put([]byte(key), append(expiry, next...))
	})
	if err == nil {
		f.keys = keys
	}
	return err
}

// sweep removes expired values, except that of the key that is being written, and returns how many.
func sweep(b *bbolt.Bucket, except string, now time.Time) (removed int, err error) {
	var over [][]byte
	err = b.ForEach(func(key, entry []byte) error {
		if string(key) != except && live(entry, now) == nil {
			over = append(over, slices.Clone(key))
		}
		return nil
	})
	for _, key := range over {
		err = errors.Join(err, b.Delete(key))
	}
	return len(over), err
}

// Close closes the file, if it is open. A damaged one stays open until the process ends.
func (f *File) Close() error {
	return f.guard(func() error {
		f.opening.Lock()
		defer f.opening.Unlock()
		if f.opened == nil {
			return nil
		}
		return f.opened.Close()
	})
}
