package servertest

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"emcp/internal/test/wait"
)

var (
	auditTime     = regexp.MustCompile(`"timestamp":"[0-9T:.-]+Z"`)
	auditDuration = regexp.MustCompile(`"duration_ms":[0-9.]+`)
	auditTrace    = regexp.MustCompile(`"trace_id":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"`)
)

// Log keeps what is logged.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *Log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// String returns all that was logged since the last Take.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Take returns the lines since the last time, with TIME for their time, 0 for their duration, and UUID for a trace id
// that emcp has made.
func (l *Log) Take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := l.text.String()
	l.text.Reset()
	text = auditTime.ReplaceAllString(text, `"timestamp":"TIME"`)
	text = auditDuration.ReplaceAllString(text, `"duration_ms":0`)
	text = auditTrace.ReplaceAllString(text, `"trace_id":"UUID"`)
	return slices.Collect(strings.Lines(text))
}

// TakeN is Take when there are n lines: over HTTP an answer can be read before its line is written.
func (l *Log) TakeN(t testing.TB, n int) []string {
	t.Helper()
	wait.Until(t, 5*time.Second, fmt.Sprintf("%d audit lines", n), func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return bytes.Count(l.text.Bytes(), []byte("\n")) >= n
	})
	lines := l.Take()
	if len(lines) != n {
		t.Fatalf("%d audit lines, want %d:\n%s", len(lines), n, strings.Join(lines, ""))
	}
	return lines
}

// AwaitLine waits for a line of the audit log with a text in it.
func AwaitLine(t *testing.T, log *Log, text string) {
	t.Helper()
	seen := ""
	defer func() {
		if t.Failed() {
			t.Log(seen)
		}
	}()
	wait.Until(t, 5*time.Second, "a line with "+text, func() bool {
		seen += strings.Join(log.Take(), "")
		return strings.Contains(seen, text)
	})
}
