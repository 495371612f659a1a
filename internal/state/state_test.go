package state_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.etcd.io/bbolt"

	"emcp/internal/state"
	"emcp/internal/test/testdb"
	"emcp/internal/test/testredis"
	"emcp/internal/test/wait"
)

// stores runs a test with every kind of store.
func stores(t *testing.T, test func(t *testing.T, s state.Store)) {
	t.Helper()
	t.Run("memory", func(t *testing.T) { test(t, state.NewMemory()) })
	t.Run("file", func(t *testing.T) {
		f := open(t, t.TempDir())
		defer f.Close()
		test(t, f)
	})
	t.Run("Redis", func(t *testing.T) {
		test(t, state.NewRedis(testredis.Open(t, testdb.StartRedis(t).URL), "emcp:1:"))
	})
}

func open(t *testing.T, folder string) *state.File {
	t.Helper()
	f := state.NewFile(folder)
	if err := f.Open(); err != nil {
		t.Fatal(err)
	}
	return f
}

// put writes a value whatever there was.
func put(t *testing.T, s state.Store, key, value string, keep time.Duration) {
	t.Helper()
	if err := s.Update(t.Context(), key, func([]byte) ([]byte, time.Duration, error) {
		return []byte(value), keep, nil
	}); err != nil {
		t.Fatal(err)
	}
}

// expect compares the value of a key; an empty one stands for none.
func expect(t *testing.T, s state.Store, key, want string) {
	t.Helper()
	got, err := s.Get(t.Context(), key)
	if err != nil || string(got) != want || want == "" && got != nil {
		t.Errorf("%s: %q %v, want %q", key, got, err, want)
	}
}

func TestUpdate(t *testing.T) {
	stores(t, func(t *testing.T, s state.Store) {
		expect(t, s, "a", "")
		put(t, s, "a", "1", time.Hour)
		put(t, s, "b", "2", time.Hour)
		expect(t, s, "a", "1")
		refusal := errors.New("no")
		err := s.Update(t.Context(), "a", func(value []byte) ([]byte, time.Duration, error) {
			if string(value) != "1" {
				t.Errorf("%q before", value)
			}
			return []byte("3"), time.Hour, refusal
		})
		if !errors.Is(err, refusal) {
			t.Errorf("%v, want what change says", err)
		}
		expect(t, s, "a", "1")
		if err := s.Update(t.Context(), "a", func([]byte) ([]byte, time.Duration, error) { return nil, 0, nil }); err != nil {
			t.Fatal(err)
		}
		expect(t, s, "a", "")
		expect(t, s, "b", "2")
	})
}

// TestUpdateInOneStep has several count at a time.
func TestUpdateInOneStep(t *testing.T) {
	stores(t, func(t *testing.T, s state.Store) {
		var all sync.WaitGroup
		const counters, times = 4, 10
		for range counters {
			all.Go(func() {
				for range times {
					err := s.Update(context.Background(), "n", func(value []byte) ([]byte, time.Duration, error) {
						n, _ := strconv.Atoi(string(value))
						return []byte(strconv.Itoa(n + 1)), time.Hour, nil
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		expect(t, s, "n", strconv.Itoa(counters*times))
	})
}

// TestExpiry waits until values are over; their time is in the hands of the store.
func TestExpiry(t *testing.T) {
	stores(t, func(t *testing.T, s state.Store) {
		put(t, s, "a", "1", 50*time.Millisecond)
		put(t, s, "b", "2", time.Hour)
		wait.Until(t, 10*time.Second, "the value to be over", func() bool {
			value, err := s.Get(t.Context(), "a")
			return err == nil && value == nil
		})
		expect(t, s, "b", "2")
	})
}

// TestBound fills a store: what is over makes room, nothing else does.
func TestBound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := state.NewMemory()
		for i := range 100_000 {
			put(t, m, strconv.Itoa(i), "1", time.Minute)
		}
		one := func([]byte) ([]byte, time.Duration, error) { return []byte("1"), time.Minute, nil }
		if err := m.Update(t.Context(), "more", one); !errors.Is(err, state.ErrFull) {
			t.Errorf("%v, want no room", err)
		}
		put(t, m, "7", "2", time.Hour)
		time.Sleep(2 * time.Minute)
		put(t, m, "more", "1", time.Minute)
		expect(t, m, "7", "2")
	})
}

// TestFullFile has a file with as many values as it may have, which have all expired: there is room for others.
func TestFullFile(t *testing.T) {
	folder := t.TempDir()
	db, err := bbolt.Open(filepath.Join(folder, "emcp.state"), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket([]byte("state"))
		for i := 0; err == nil && i < 100_000; i++ {
			err = b.Put(fmt.Appendf(nil, "%06d", i), make([]byte, 9)) // expired in 1970
		}
		return err
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	f := open(t, folder)
	defer f.Close()
	put(t, f, "more", "1", time.Hour)
	put(t, f, "and more", "2", time.Hour)
	expect(t, f, "more", "1")
	expect(t, f, "and more", "2")
	expect(t, f, "000007", "")
}

func TestFileIsKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	f := open(t, folder)
	put(t, f, "a", "1", time.Hour)
	other := state.NewFile(folder)
	if err := errors.Join(other.Open(), other.Close()); err == nil {
		t.Error("two may use the file")
	}
	if _, err := other.Get(t.Context(), "a"); err == nil {
		t.Error("two may read the file")
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = open(t, folder)
	defer f.Close()
	expect(t, f, "a", "1")
	info, err := os.Stat(filepath.Join(folder, "emcp.state"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v: others may read the file", info, err)
	}
}

func TestRedisDown(t *testing.T) {
	server := testdb.StartRedis(t)
	s := state.NewRedis(testredis.Open(t, server.URL), "emcp:1:")
	put(t, s, "a", "1", time.Hour)
	server.Stop()
	if _, err := s.Get(t.Context(), "a"); err == nil {
		t.Error("a value without Redis")
	}
	if err := s.Update(t.Context(), "a", func([]byte) ([]byte, time.Duration, error) { return nil, 0, nil }); err == nil {
		t.Error("written without Redis")
	}
}
