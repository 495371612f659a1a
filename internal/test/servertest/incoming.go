package servertest

import (
	"testing"
	"time"
)

// Incoming are the messages or lines that come from a server. It is closed at the end.
type Incoming chan string

// Next returns the next one, "" at the end.
func (in Incoming) Next(t *testing.T) string {
	t.Helper()
	select {
	case text := <-in:
		return text
	case <-time.After(20 * time.Second):
		t.Fatal("nothing comes")
		return ""
	}
}

// Expect compares the next ones.
func (in Incoming) Expect(t *testing.T, texts ...string) {
	t.Helper()
	for _, want := range texts {
		if got := in.Next(t); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
