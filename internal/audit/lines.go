package audit

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"emcp/internal/fault"
)

// Lines writes the audit lines of a process. Requests that exceed the limit of their address get one line a minute for
// the address, so that a flood does not fill the disk. suppressed in the next line is the number of requests without a
// line. Requests that exceed only the limit of their caller have a line each. Metrics count all requests.
type Lines struct {
	out    io.Writer
	now    func() time.Time
	floods *otter.Cache[string, *flood]
	mu     sync.Mutex // guards the floods
}

// flood counts the requests from an address that exceed its limit.
type flood struct {
	line       time.Time // when the last line was written
	suppressed int       // requests since then
}

const (
	// floodLine is the time between two lines.
	floodLine = time.Minute
	// maxFloods bounds the addresses that are known at a time.
	maxFloods = 100_000
)

// NewLines returns Lines that write to out: one JSON object per line, whatever the level of other logs. Each line is
// one Write, and requests that end at the same time call Write at the same time.
func NewLines(out io.Writer) *Lines {
	return &Lines{out: out, now: time.Now, floods: otter.Must(&otter.Options[string, *flood]{
		MaximumSize: maxFloods, ExpiryCalculator: otter.ExpiryAccessing[string, *flood](2 * floodLine),
	})}
}

// Write writes the line of a record, if it gets one.
func (l *Lines) Write(ctx context.Context, r *Record) {
	suppressed := 0
	if r.Code == string(fault.RateLimited) && r.Subject == "" { // refused before the caller was known
		var due bool
		if suppressed, due = l.due(r.Network); !due {
			return
		}
	}
	_, _ = l.out.Write(r.line(ctx, suppressed)) // a log that cannot be written must not stop the requests
}

// due reports whether a request that exceeds the limit of its address gets a line, and how many requests had none since
// the last line.
func (l *Lines) due(address string) (suppressed int, due bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f, known := l.floods.GetIfPresent(address)
	switch {
	case !known:
		l.floods.Set(address, &flood{line: l.now()})
		return 0, true
	case l.now().Sub(f.line) < floodLine:
		f.suppressed++
		return 0, false
	}
	suppressed = f.suppressed
	f.line, f.suppressed = l.now(), 0
	return suppressed, true
}
