package upstream

import (
	"log/slog"
	"time"

	"emcp/internal/identity"
	"emcp/internal/secret"
)

// Options say where an upstream is, and which of its offers may be used. Either URL or Command is set.
type Options struct {
	Name    string            // in the configuration
	URL     string            // of streamable HTTP; with ws or wss: of WebSocket
	Command []string          // a program that speaks MCP over stdio, and its arguments
	Env     map[string]string // all environment variables that the program has
	Token   secret.Text       // for the upstream; empty: none
	Prefix  string            // before the names of its tools and prompts
	Allow   []identity.Pattern
	Deny    []identity.Pattern
	Write   []identity.Pattern // tools that may change something; others must say that they only read
	// Resources and Prompts are those that are used, by their URIs and by their names at the upstream; nil: none.
	Resources []identity.Pattern
	Prompts   []identity.Pattern
	Timeout   time.Duration // of a call
	// PassPersonalToken says that calls carry the personal token of their caller instead of Token.
	PassPersonalToken bool
	// Changed is called after the lists that callers see have changed; it can be nil. It must return soon.
	Changed func()
	Version string // of emcp
	Log     *slog.Logger
	// Pauses are the times between attempts to reach and to end it; the zero value means defaultPauses.
	Pauses Pauses
}

// Pauses are times between attempts to reach an upstream, and to end one.
type Pauses struct {
	Refresh time.Duration // between two readings of its lists
	Change  time.Duration // the shortest between two readings, however often it says that its lists change
	Retry   time.Duration // after the first failure; it doubles up to Refresh
	Open    time.Duration // without calls, after several have failed
	End     time.Duration // from the end of a program's input to SIGTERM, and from there to SIGKILL
}

// defaultPauses are the pauses outside of tests.
var defaultPauses = Pauses{
	Refresh: 3 * time.Minute, Change: 5 * time.Second, Retry: time.Second, Open: 15 * time.Second, End: time.Second,
}

// retry returns the time before the next attempt after some that failed one after the other.
func (p Pauses) retry(failures int) time.Duration {
	if failures < 16 {
		return min(p.Retry<<(failures-1), p.Refresh)
	}
	return p.Refresh
}

// callsAtATime is how many calls of an upstream run at the same time. A client may have more, so that an upstream that
// hangs leaves room for its other calls.
const callsAtATime = 4
