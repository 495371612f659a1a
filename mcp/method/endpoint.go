package method

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/mcp/catalog"
	"emcp/mcp/reply"
	"emcp/mcp/session"
	"emcp/mcp/watch"
)

// Endpoint answers for one MCP server: messages that have been read.
type Endpoint struct {
	*catalog.Catalog
	Options
	*Shared

	methods []definition // of the server, in the order of the table
	// the results of tools/list without their ends, of tools for everybody; made when first asked for
	tools   map[catalog.Listing]func() []byte
	digests digests
}

// Options are the parts of an Endpoint.
type Options struct {
	Offers catalog.Options

	// What clients read about the server:
	Site         string // name of the site in _meta of results; empty: results do not name it
	Name         string // of serverInfo; empty: emcp
	Title        string // of serverInfo; empty: the name of the site
	Instructions string // the owner's text for assistants

	// How it answers:
	Namespaced  bool          // errors also have their code with a namespace, and their details
	ResultBytes int           // of a tool's result as it is sent
	Timeout     time.Duration // of a call
	Watch       *watch.Watch  // of the site
}

// Shared is what the servers of a configuration share.
type Shared struct {
	Version  string           // of emcp, as initialize shows it
	Changes  *session.Changes // of lists
	SiteTime time.Duration    // how long the first answer to a client waits for the site
	Log      *slog.Logger
	texts    listTexts
}

// runner runs a method.
type runner func(e *Endpoint, ctx context.Context, from Sender, m Message) (reply.Reply, error)

// encoded returns the runner of a method whose result is a value, which comes with the number of rows in it.
func encoded(
	run func(e *Endpoint, ctx context.Context, from Sender, params jsontext.Value) (result any, rows int, err error),
) runner {
	return func(e *Endpoint, ctx context.Context, from Sender, m Message) (reply.Reply, error) {
		result, rows, err := run(e, ctx, from, m.Params)
		if err != nil {
			return reply.Reply{}, err
		}
		r, err := reply.Of(result)
		r.Noted.Rows = rows
		return r, err
	}
}

// Pace says how long a message can take.
type Pace uint8

// On a connection that carries many messages, Quick ones are answered in the order in which they come, so that a client
// can cancel the others, which run beside each other.
const (
	Quick   Pace = iota
	Slow         // reads from the site, or from an upstream
	Endless      // a stream, until the client or emcp ends it
)

// definition describes a method of MCP.
type definition struct {
	name      string
	eras      era
	surface   bool // not where there are tools only
	pace      Pace
	site      bool          // the result shows something of the site
	tells     bool          // the result says what the caller sees of the site
	keyed     bool          // runs under the idempotency key that the client sends
	cacheable bool          // clients may keep the result, for as long as fresh
	fresh     time.Duration // 0: the result can change at any time
	run       runner        // nil: the answer is a stream
}

// methodOf returns the method of a message, if the server has it in the message's revision.
func (e *Endpoint) methodOf(m Message) (definition, bool) {
	i := slices.IndexFunc(e.methods, func(known definition) bool {
		return known.name == m.Method && known.eras&m.era() != 0
	})
	if i < 0 {
		return definition{}, false
	}
	return e.methods[i], true
}
