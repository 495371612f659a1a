package method

import (
	"context"
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/go-json-experiment/json"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/catalog"
	"emcp/mcp/session"
	"emcp/mcp/wire"
	"emcp/upstream"
)

// Source returns the server as streams need it.
func (e *Endpoint) Source() session.Source {
	return session.Source{Watch: e.Watch, Changes: e.Changes, Lists: e.listsFor, DocumentURI: e.DocumentURI}
}

// rights are what decides on the lists of a caller.
type rights struct {
	sight  string
	may    session.Kinds // it may ask for the list
	calls  bool
	writes bool
}

// digests keeps the lists of each kind of caller.
type digests struct {
	mu   sync.Mutex
	read []*upstream.List // of the upstreams, which the digests were made of
	of   map[rights]session.Lists
}

// maxDigests bounds how many are kept. There are more kinds of callers only where the groups of many users differ.
const maxDigests = 200

// listsFor returns the lists as a caller sees them now. After a panic they are unknown, and nobody is notified.
func (e *Endpoint) listsFor(ctx context.Context, caller identity.Principal) (_ session.Lists, known bool) {
	now, err := e.digestsFor(caller)
	if err != nil {
		e.Log.ErrorContext(ctx, "the lists of a caller cannot be compared", "server", e.Handle, "error", err)
	}
	return now, err == nil
}

// digestsFor is listsFor with a panic as an error: streams run in goroutines of their own, in which it would end the
// process.
func (e *Endpoint) digestsFor(caller identity.Principal) (_ session.Lists, err error) {
	defer fault.Recovered(&err)
	e.digests.mu.Lock()
	defer e.digests.mu.Unlock()
	r := rights{sight: caller.Sight(), calls: e.Scopes.Allows(caller, wire.CallMethod), writes: caller.MayWrite()}
	for kind := range session.ListKinds {
		r.may[kind] = e.Scopes.Allows(caller, kind.Method())
	}
	var read []*upstream.List
	for _, u := range e.Upstreams {
		read = append(read, u.List())
	}
	if e.digests.of == nil || !slices.Equal(read, e.digests.read) || len(e.digests.of) >= maxDigests {
		e.digests.read, e.digests.of = read, map[rights]session.Lists{}
	}
	if known, ok := e.digests.of[r]; ok {
		return known, nil
	}
	now := e.digest(caller, r)
	e.digests.of[r] = now
	return now, nil
}

// digest makes the digests of the lists of a caller. A list that it may not ask for is empty.
func (e *Endpoint) digest(caller identity.Principal, r rights) (now session.Lists) {
	contents := [session.ListKinds]any{}
	if r.calls {
		contents[session.Tools] = e.ListedTools(catalog.Client{Caller: caller})
	}
	if !e.ToolsOnly {
		contents[session.Prompts] = e.ListedPrompts(caller)
		contents[session.Resources] = e.ConfiguredResources(caller)
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
func (e *Endpoint) offers(caller identity.Principal, kind session.ListKind) bool {
	_, has := e.methodOf(MessageOf(kind.Method()))
	return has && e.Scopes.Allows(caller, kind.Method())
}

// noteList notes that the client of a request is about to get a list as it is now, if it is one that is notified of
// changes.
func (e *Endpoint) noteList(ctx context.Context, from Sender, kind session.ListKind) {
	s := from.Listener()
	if s == nil {
		return
	}
	if now, known := e.listsFor(ctx, from.Caller); known {
		s.Note(kind, now)
	}
}
