package mcp

import (
	"cmp"
	"context"
	"crypto/sha256"
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/wire"
	"emcp/upstream"
)

// listKind is one of the lists of MCP whose changes clients are notified of.
type listKind uint8

const (
	listOfTools listKind = iota
	listOfPrompts
	listOfResources
	listKinds // their number
)

// listMethods are the methods that return the lists.
var listMethods = [listKinds]string{"tools/list", "prompts/list", "resources/list"}

// listFilters are the names of the lists in the params of subscriptions/listen.
var listFilters = [listKinds]string{"toolsListChanged", "promptsListChanged", "resourcesListChanged"}

// allLists are the lists of clients that cannot choose.
var allLists = [listKinds]bool{true, true, true}

// listNotifications say that a list has changed.
var listNotifications = [listKinds]string{
	mcpgo.MethodNotificationToolsListChanged, mcpgo.MethodNotificationPromptsListChanged,
	mcpgo.MethodNotificationResourcesListChanged,
}

// lists are digests of all that a caller sees of each list. The documents of the site do not count: they change all the
// time, and clients subscribe to those that matter to them.
type lists [listKinds][sha256.Size]byte

// listPause is how long a stream waits after a sign of a change before it looks what has changed.
const listPause = 5 * time.Second

// Changes wakes the streams of all clients when a list may have changed. It outlives a Service.
type Changes struct {
	pause time.Duration
	mu    sync.Mutex
	next  chan struct{} // closed by the next sign
}

// NewChanges returns changes without streams. pause is the time between a sign of a change and the notifications; 0 is
// 5 s. Everything that happens meanwhile is in the same notifications.
func NewChanges(pause time.Duration) *Changes {
	return &Changes{pause: cmp.Or(pause, listPause), next: make(chan struct{})}
}

// Announce says that lists may have changed. Streams find out for which callers that is so.
func (c *Changes) Announce() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.next)
	c.next = make(chan struct{})
}

// announced returns a channel that the next Announce closes.
func (c *Changes) announced() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.next
}

// knownLists are the lists as a client knows them: as they were when it came, when it was last notified, or when it
// last asked for them.
type knownLists struct {
	mu    sync.Mutex
	begun bool
	lists lists
}

// beginLists notes the lists of a client that comes. One that has come before keeps what it knows.
func (e *endpoint) beginLists(ctx context.Context, s *subscriber) {
	now, known := e.listsFor(ctx, s.Caller)
	if !known {
		return
	}
	k := &s.lists
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.begun {
		k.begun, k.lists = true, now
	}
}

// note notes that the client knows a list as it is now.
func (k *knownLists) note(kind listKind, now lists) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.lists[kind] = now[kind]
}

// changed returns the kinds of which the client knows another list.
func (k *knownLists) changed(now lists) (kinds []listKind) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for kind := range listKinds {
		if k.begun && k.lists[kind] != now[kind] {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// rights are what decides on the lists of a caller.
type rights struct {
	sight  string
	may    [listKinds]bool // it may ask for the list
	calls  bool
	writes bool
}

// digests keeps the lists of each kind of caller.
type digests struct {
	mu   sync.Mutex
	read []*upstream.List // of the upstreams, which the digests were made of
	of   map[rights]lists
}

// maxDigests bounds how many are kept. There are more kinds of callers only where the groups of many users differ.
const maxDigests = 200

// listsFor returns the lists as a caller sees them now. After a panic they are unknown, and nobody is notified.
func (e *endpoint) listsFor(ctx context.Context, caller identity.Principal) (_ lists, known bool) {
	now, err := e.digestsFor(caller)
	if err != nil {
		e.log.ErrorContext(ctx, "the lists of a caller cannot be compared", "server", e.Handle, "error", err)
	}
	return now, err == nil
}

// digestsFor is listsFor with a panic as an error: streams run in goroutines of their own, in which it would end the
// process.
func (e *endpoint) digestsFor(caller identity.Principal) (_ lists, err error) {
	defer fault.Recovered(&err)
	r := rights{sight: caller.Sight(), calls: e.Scopes.Allows(caller, wire.CallMethod), writes: caller.MayWrite()}
	for kind, name := range listMethods {
		r.may[kind] = e.Scopes.Allows(caller, name)
	}
	var read []*upstream.List
	for _, u := range e.Upstreams {
		read = append(read, u.List())
	}
	e.digests.mu.Lock()
	defer e.digests.mu.Unlock()
	if e.digests.of == nil || !slices.Equal(read, e.digests.read) || len(e.digests.of) >= maxDigests {
		e.digests.read, e.digests.of = read, map[rights]lists{}
	}
	if known, ok := e.digests.of[r]; ok {
		return known, nil
	}
	now := e.digest(caller, r)
	e.digests.of[r] = now
	return now, nil
}

// digest makes the digests of the lists of a caller. A list that it may not ask for is empty.
func (e *endpoint) digest(caller identity.Principal, r rights) (now lists) {
	contents := [listKinds]any{}
	if r.calls {
		contents[listOfTools] = e.described(client{caller: caller})
	}
	if !e.ToolsOnly {
		contents[listOfPrompts] = e.listedPrompts(caller)
		contents[listOfResources] = e.configuredResources(caller)
	}
	for kind, content := range contents {
		if content == nil || !r.may[kind] {
			continue
		}
		text, err := json.Marshal(content, json.Deterministic(true))
		if err != nil {
			panic(err) // the schemas are JSON
		}
		now[kind] = sha256.Sum256(text)
	}
	return now
}

// offers reports whether a caller can ask for a list.
func (e *endpoint) offers(caller identity.Principal, kind listKind) bool {
	_, has := e.methodOf(messageOf(listMethods[kind]))
	return has && e.Scopes.Allows(caller, listMethods[kind])
}

// noteList notes that the client of a request is about to get a list as it is now, if it is one that is notified of
// changes.
func (e *endpoint) noteList(ctx context.Context, from client, kind listKind) {
	s := from.listener()
	if s == nil {
		return
	}
	if now, known := e.listsFor(ctx, from.caller); known {
		s.lists.note(kind, now)
	}
}

// listenerOf returns how to find the subscriber behind a request, if there is one already.
func (s *Service) listenerOf(r Request, e *endpoint) func() *subscriber {
	return func() *subscriber {
		if r.Connection != nil {
			return r.Connection.subscriber
		}
		key, err := sessionOf(r)
		if err != nil {
			return nil
		}
		return s.sessions.existing(key, r, e.Watch)
	}
}

// Part passes to write the messages about lists that this configuration has changed for the client of a stream, which
// ends with the configuration before. caller is who the client is now. What cannot be written comes in the session's
// next stream.
func (s *Service) Part(
	ctx context.Context, stream *Stream, server string, caller identity.Principal, write func(messages [][]byte) error,
) error {
	e := s.endpoints[server]
	if e == nil || !caller.MayUse(server) {
		return nil
	}
	return stream.sendLists(ctx, e, caller, write)
}

// sendLists passes the messages about lists that have changed for a caller to write, if there are any.
func (s *Stream) sendLists(
	ctx context.Context, e *endpoint, caller identity.Principal, write func(messages [][]byte) error,
) error {
	now, known := e.listsFor(ctx, caller)
	if !known {
		return nil
	}
	var messages [][]byte
	kinds := slices.DeleteFunc(s.subscriber.lists.changed(now), func(kind listKind) bool { return !s.kinds[kind] })
	for _, kind := range kinds {
		messages = append(messages, s.notification(listNotifications[kind], nil))
	}
	if messages == nil {
		return nil
	}
	if err := write(messages); err != nil {
		return err
	}
	for _, kind := range kinds {
		s.subscriber.lists.note(kind, now)
	}
	return nil
}
