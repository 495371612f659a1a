package state_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"emcp/internal/state"
	"emcp/internal/test/seed"
)

// kept returns the bytes of a file with 500 keys.
func kept(t *testing.T) []byte {
	t.Helper()
	folder := t.TempDir()
	f := open(t, folder)
	for i := range 500 {
		put(t, f, fmt.Sprint("key ", i), strings.Repeat("v", 1+i), time.Hour)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(folder, "emcp.state")) //nolint:gosec // of this test
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// replaced writes the bytes of a damaged file and opens it.
func replaced(t *testing.T, content []byte) (*state.File, string, error) {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, "emcp.state")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	f := state.NewFile(folder)
	return f, file, f.Open()
}

// TestDamagedFile opens files that are cut off or zeroed.
func TestDamagedFile(t *testing.T) {
	good := kept(t)
	half := bytes.Clone(good)
	clear(half[2*os.Getpagesize():])
	for name, damaged := range map[string][]byte{
		"cut off in the middle":   good[:len(good)/2],
		"cut off after 3 pages":   good[:3*os.Getpagesize()],
		"cut off in the header":   good[:100],
		"zeroed":                  make([]byte, len(good)),
		"zeroed behind 2 pages":   half,
		"no file of this program": bytes.Repeat([]byte("emcp "), 10_000),
	} {
		t.Run(name, func(t *testing.T) {
			f, file, err := replaced(t, damaged)
			want := "the file is damaged: " + file +
				"; stop emcp and restore the file from a backup, or delete it: then everybody signs in again"
			if !errors.Is(err, state.ErrDamaged) || err.Error() != want {
				t.Errorf("Open: %v, want %s", err, want)
			}
			if _, err := f.Get(t.Context(), "key 1"); !errors.Is(err, state.ErrDamaged) {
				t.Errorf("Get: %v", err)
			}
			if err := f.Close(); !errors.Is(err, state.ErrDamaged) {
				t.Errorf("Close: %v", err)
			}
		})
	}
}

// TestDamagedWhileOpen cuts the file off while it is in use: the call fails, and no other waits for it.
func TestDamagedWhileOpen(t *testing.T) {
	folder := t.TempDir()
	f := open(t, folder)
	for i := range 500 {
		put(t, f, fmt.Sprint("key ", i), strings.Repeat("v", 1+i), time.Hour)
	}
	if err := os.Truncate(filepath.Join(folder, "emcp.state"), 0); err != nil {
		t.Fatal(err)
	}
	change := func([]byte) ([]byte, time.Duration, error) { return []byte("x"), time.Hour, nil }
	for range 2 {
		if err := f.Update(t.Context(), "key 1", change); !errors.Is(err, state.ErrDamaged) {
			t.Errorf("Update: %v", err)
		}
		if _, err := f.Get(t.Context(), "key 1"); !errors.Is(err, state.ErrDamaged) {
			t.Errorf("Get: %v", err)
		}
	}
}

// TestRandomDamage overwrites parts of the file. Values may be lost, but the process and later calls go on.
func TestRandomDamage(t *testing.T) {
	good := kept(t)
	random := seed.Rand(t, 2)
	for range 200 {
		damaged := bytes.Clone(good)
		for range 1 + random.IntN(50) {
			damaged[random.IntN(len(damaged))] = byte(random.Uint32())
		}
		f, _, err := replaced(t, damaged)
		if err != nil && !errors.Is(err, state.ErrDamaged) {
			t.Errorf("Open: %v", err)
		}
		for i := range 5 {
			if _, err := f.Get(t.Context(), fmt.Sprint("key ", i)); err != nil && !errors.Is(err, state.ErrDamaged) {
				t.Errorf("Get: %v", err)
			}
		}
		_ = f.Close()
	}
}

// TestPanicOfChange lets a caller's function panic: that is a bug, and not a damaged file.
func TestPanicOfChange(t *testing.T) {
	f := open(t, t.TempDir())
	defer f.Close()
	func() {
		defer func() {
			if cause := recover(); cause != "a bug" {
				t.Errorf("%v, want the panic of the function", cause)
			}
		}()
		_ = f.Update(context.Background(), "a", func([]byte) ([]byte, time.Duration, error) { panic("a bug") })
	}()
	put(t, f, "a", "1", time.Hour)
	expect(t, f, "a", "1")
}
