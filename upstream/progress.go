package upstream

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/time/rate"
)

// Progress is how far a call has come.
type Progress struct {
	Progress float64  `json:"progress"`         // more than the last time
	Total    *float64 `json:"total,omitzero"`   // nil: unknown
	Message  string   `json:"message,omitzero"` // begins with the name of the upstream; empty: none
}

const (
	// progressPerSecond bounds how often the caller of a call learns of its progress.
	progressPerSecond = 4
	// mostProgress is how many messages about the progress of one call are read. Further ones are
	// messages that nobody asked for.
	mostProgress = 10_000
	// waitingProgress is how many of them wait for a caller that is slow to read. Further ones are dropped.
	waitingProgress = 4
	// maxProgressMessage bounds the message of a Progress, in characters.
	maxProgressMessage = 200
)

const progressMethod = "notifications/progress"

// reporter passes on what an upstream says about the progress of one call.
type reporter struct {
	token    string // the id of the request
	report   func(Progress)
	describe func(message string) string
	limiter  *rate.Limiter
	read     int
	last     *float64
}

// news is the params of a message about the progress of a call.
type news struct {
	Token    jsontext.Value `json:"progressToken"`
	Progress *float64       `json:"progress"`
	Total    *float64       `json:"total"`
	Message  string         `json:"message"`
}

// news returns what the message says about the progress of a call, if it does.
func (m message) news() (n news, ok bool) {
	if m.id != nil || m.method != progressMethod || json.Unmarshal(m.params, &n) != nil {
		return n, false
	}
	return n, n.Token != nil && n.Progress != nil
}

// takes reports whether news are about the call of the reporter and within mostProgress. It must not run concurrently
// with other uses of the reporter.
func (r *reporter) takes(n news) bool {
	if r == nil || string(n.Token) != r.token {
		return false
	}
	r.read++
	return r.read <= mostProgress
}

// progress returns the progress in news for the caller. It is false if the caller got one too recently, or if the value
// has not grown (MCP 2025-11-25, Progress).
func (r *reporter) progress(n news) (p Progress, ok bool) {
	if r.last != nil && *n.Progress <= *r.last || !r.limiter.Allow() {
		return p, false
	}
	r.last = n.Progress
	return Progress{*n.Progress, n.Total, r.describe(n.Message)}, true
}

// hear passes the progress in a message to the caller, within the limits.
func (r *reporter) hear(m message) {
	if n, ok := m.news(); ok && r.takes(n) {
		if p, ok := r.progress(n); ok {
			r.report(p)
		}
	}
}
