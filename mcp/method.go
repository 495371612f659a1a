package mcp

import (
	"time"

	"emcp/mcp/wire"
)

// era is a kind of revisions of MCP.
type era uint8

const (
	handshake era = 1 << iota // a client begins with initialize
	stateless                 // every request says what it needs: MCP 2026-07-28
	always    = handshake | stateless
)

// Pace says how long a message can take.
type Pace uint8

// On a connection that carries many messages, Quick ones are answered in the order in which they come, so that a client
// can cancel the others, which run beside each other.
const (
	Quick   Pace = iota
	Slow         // reads from the site, or from an upstream
	Endless      // a stream, until the client or emcp ends it
)

// method describes a method of MCP.
type method struct {
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

// methods are all that emcp answers, in the order in which errors list them. Dispatch, pace, names in metrics and what
// clients may keep are derived from this table, and TOOLSET.md is compared with it.
var methods = []method{
	{name: wire.InitializeMethod, eras: handshake, tells: true, run: (*endpoint).initialize},
	{name: "server/discover", eras: stateless, tells: true, cacheable: true, run: encoded((*endpoint).discover)},
	{name: "ping", eras: handshake, run: encoded((*endpoint).ping)},
	{name: "tools/list", eras: always, cacheable: true, fresh: time.Minute, run: (*endpoint).listTools},
	{name: wire.CallMethod, eras: always, pace: Slow, site: true, keyed: true, run: (*endpoint).callTool},
	{name: "resources/list", eras: always, surface: true, pace: Slow, site: true, cacheable: true,
		run: encoded((*endpoint).listResources)},
	{name: "resources/templates/list", eras: always, surface: true, cacheable: true, fresh: time.Minute,
		run: encoded((*endpoint).listTemplates)},
	{name: wire.ReadMethod, eras: always, surface: true, pace: Slow, site: true, cacheable: true, run: (*endpoint).read},
	{name: subscribeMethod, eras: handshake, surface: true, run: encoded((*endpoint).subscribe)},
	{name: "resources/unsubscribe", eras: handshake, surface: true, run: encoded((*endpoint).unsubscribe)},
	{name: listenMethod, eras: stateless, pace: Endless},
	{name: "prompts/list", eras: always, surface: true, cacheable: true, fresh: time.Minute,
		run: encoded((*endpoint).listPrompts)},
	{name: wire.PromptMethod, eras: always, surface: true, pace: Slow, run: (*endpoint).getPrompt},
	{name: "completion/complete", eras: always, surface: true, pace: Slow, site: true, run: encoded((*endpoint).complete)},
}

// Methods that are looked for by their names, beside those that package wire knows.
const (
	subscribeMethod = "resources/subscribe"
	listenMethod    = "subscriptions/listen" // takes the place of resources/subscribe where there are no sessions
)

// methodNamed returns the method of that name, or the zero method.
func methodNamed(name string) method {
	for _, m := range methods {
		if m.name == name {
			return m
		}
	}
	return method{}
}

// PaceOf says how long a message can take.
func PaceOf(m wire.Message) Pace {
	if m.Err != nil || !m.WantsAnswer() {
		return Quick
	}
	return methodNamed(m.Method).pace
}

// IsMethod reports whether emcp answers a method of that name in any revision.
func IsMethod(name string) bool { return methodNamed(name).name != "" }
