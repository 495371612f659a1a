package method

import (
	"sync"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/mcp/catalog"
	"emcp/mcp/wire"
)

// methods are all that emcp answers, in the order in which errors list them. Dispatch, pace, names in metrics and what
// clients may keep are derived from this table, and TOOLSET.md is compared with it.
var methods = []definition{
	{name: wire.InitializeMethod, eras: handshake, tells: true, run: (*Endpoint).initialize},
	{name: "server/discover", eras: stateless, tells: true, cacheable: true, run: encoded((*Endpoint).discover)},
	{name: "ping", eras: handshake, run: encoded((*Endpoint).ping)},
	{name: "tools/list", eras: always, cacheable: true, fresh: time.Minute, run: (*Endpoint).listTools},
	{name: wire.CallMethod, eras: always, pace: Slow, site: true, keyed: true, run: (*Endpoint).callTool},
	{name: "resources/list", eras: always, surface: true, pace: Slow, site: true, cacheable: true,
		run: encoded((*Endpoint).listResources)},
	{name: "resources/templates/list", eras: always, surface: true, cacheable: true, fresh: time.Minute,
		run: encoded((*Endpoint).listTemplates)},
	{name: wire.ReadMethod, eras: always, surface: true, pace: Slow, site: true, cacheable: true, run: (*Endpoint).read},
	{name: SubscribeMethod, eras: handshake, surface: true, run: encoded((*Endpoint).subscribe)},
	{name: "resources/unsubscribe", eras: handshake, surface: true, run: encoded((*Endpoint).unsubscribe)},
	{name: listenMethod, eras: stateless, pace: Endless},
	{name: "prompts/list", eras: always, surface: true, cacheable: true, fresh: time.Minute,
		run: encoded((*Endpoint).listPrompts)},
	{name: wire.PromptMethod, eras: always, surface: true, pace: Slow, run: (*Endpoint).getPrompt},
	{name: "completion/complete", eras: always, surface: true, pace: Slow, site: true, run: encoded((*Endpoint).complete)},
}

// methodNamed returns the method of that name, or the zero method.
func methodNamed(name string) definition {
	for _, m := range methods {
		if m.name == name {
			return m
		}
	}
	return definition{}
}

// PaceOf says how long a message can take.
func PaceOf(m wire.Message) Pace {
	if m.Err != nil || !m.WantsAnswer() {
		return Quick
	}
	return methodNamed(m.Method).pace
}

// Keyed reports whether messages of that method run under the idempotency key that the client sends.
func Keyed(name string) bool { return methodNamed(name).keyed }

// Known reports whether emcp answers a method of that name in any revision.
func Known(name string) bool { return methodNamed(name).name != "" }

// New returns the endpoint of a server.
func New(o Options, shared *Shared) *Endpoint {
	e := &Endpoint{Catalog: catalog.New(o.Offers), Options: o, Shared: shared}
	for _, m := range methods {
		if !m.surface || !e.ToolsOnly {
			e.methods = append(e.methods, m)
		}
	}
	var extra []mcpgo.Tool
	e.addFixtures(&extra)
	e.tools = map[catalog.Listing]func() []byte{}
	for _, l := range catalog.Listings {
		e.tools[l] = sync.OnceValue(func() []byte {
			return shared.texts.shared(toolList(append(e.ListedTools(catalog.Client{Listing: l}), extra...)))
		})
	}
	return e
}

// Methods that are looked for by their names, beside those that package wire knows.
const (
	SubscribeMethod = "resources/subscribe"
	listenMethod    = "subscriptions/listen" // takes the place of resources/subscribe where there are no sessions
)
