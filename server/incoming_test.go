package server

import (
	"testing"
	"time"
)

// incoming are the messages or lines that come from a server; closed at the end.
type incoming chan string

// next returns the next one, "" at the end.
func (in incoming) next(t *testing.T) string {
	t.Helper()
	select {
	case text := <-in:
		return text
	case <-time.After(20 * time.Second):
		t.Fatal("nothing comes")
		return ""
	}
}

// expect compares the next ones.
func (in incoming) expect(t *testing.T, texts ...string) {
	t.Helper()
	for _, want := range texts {
		if got := in.next(t); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
