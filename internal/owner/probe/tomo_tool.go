package probe

import (
	"slices"
	"strings"
	"time"
)

// tomoTool is a tool with its member _meta.tomo.
type tomoTool struct {
	tool
	name string         // to show
	meta map[string]any // nil: missing or no object

	// Of its call. They are nil if it was not called, or returned no result.
	made       map[string]any // the arguments that its schema asks for
	sent       map[string]any // these and what TOMO adds
	references map[string]any // what it created: see references
}

const idempotencyKey = "idempotency_key"

// toolKind is a kind of tools, by the first word of their names.
type toolKind struct {
	p50, p95, p99 float64       // highest latencies in milliseconds (section 7); 0: the specification has none
	gap           time.Duration // shortest time between two calls of such tools (section 8)
}

var toolKinds = map[string]toolKind{
	"search": {600, 1500, 3000, time.Second},
	"get":    {300, 800, 1500, 200 * time.Millisecond},
	"create": {2000, 5000, 10000, 0}, // called again only as a retry
	"track":  {100, 400, 800, 5 * time.Second},
	"cancel": {1000, 3000, 5000, 0},
}

// roleKinds are the kinds of tools whose names do not say one.
var roleKinds = map[string]string{
	"search": "search", "get_detail": "get", "create": "create", "track": "track", "cancel": "cancel",
}

// kind returns the name of the tool's kind. It is empty if the specification has no targets for the tool.
func (t tomoTool) kind() string {
	verb, _, _ := strings.Cut(t.Name, "_")
	if _, ok := toolKinds[verb]; ok {
		return verb
	}
	return roleKinds[t.role()]
}

func (t tomoTool) role() string {
	role, _ := t.meta["tool_role"].(string)
	return role
}

// reads reports whether the tool changes nothing: neither its name nor its role say that it does, and it claims so by
// its annotation or else by its role.
func (t tomoTool) reads() bool {
	verb, _, _ := strings.Cut(t.Name, "_")
	if slices.Contains(writingVerbs, verb) || slices.Contains(writingRoles, t.role()) {
		return false
	}
	if t.Annotations.ReadOnly != nil {
		return *t.Annotations.ReadOnly
	}
	return slices.Contains([]string{"search", "get", "track"}, t.kind())
}

// creates reports whether the tool must honor an idempotency key (section 6).
func (t tomoTool) creates() bool { return t.role() == "create" || strings.HasPrefix(t.Name, "create_") }

// references returns the members of a payload that name what was created. It is not nil.
func references(payload any) map[string]any {
	found := map[string]any{}
	members, _ := payload.(map[string]any)
	for name, value := range members {
		if text, ok := value.(string); ok && strings.HasSuffix(name, "_ref") {
			found[name] = text
		}
	}
	return found
}

// Verbs and roles of tools that change something.
var (
	writingVerbs = []string{"create", "book", "place", "modify", "update", "cancel", "rate"}
	writingRoles = []string{"create", "modify", "cancel", "rate"}
)
