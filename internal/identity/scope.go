package identity

import (
	"fmt"
	"maps"
	"slices"
)

// Scopes of the contract. AllScopes stands for every one.
const (
	ScopeRead  = "mcp:read"
	ScopeCall  = "mcp:call"
	ScopeWrite = "mcp:write" // beside ScopeCall, for tools that may change something
	ScopeAdmin = "mcp:admin"
	AllScopes  = "*"
)

// Scopes are the scopes of the contract.
var Scopes = []string{ScopeRead, ScopeCall, ScopeWrite, ScopeAdmin, AllScopes}

// ScopeMap maps scopes to the JSON-RPC methods that they cover. Nobody may call a method that no scope covers.
type ScopeMap struct {
	methods map[string][]Pattern // by scope
	free    bool                 // callers need no scope
}

// BuiltinScopes are the scopes of the contract and the methods that they cover.
func BuiltinScopes() map[string][]string {
	return map[string][]string{
		ScopeRead: {
			"initialize", "server/discover", "ping", "tools/list", "resources/*", "subscriptions/listen", "prompts/*",
			"completion/complete", "notifications/*",
		},
		ScopeCall:  {"tools/call"},
		ScopeAdmin: {"admin/*"},
	}
}

// ParseScopeMap reads patterns of methods by scope.
func ParseScopeMap(texts map[string][]string) (ScopeMap, error) {
	m := ScopeMap{methods: map[string][]Pattern{}}
	for _, scope := range slices.Sorted(maps.Keys(texts)) {
		for _, text := range texts[scope] {
			pattern, err := ParsePattern(text)
			if err != nil {
				return ScopeMap{}, fmt.Errorf("%s: %w", scope, err)
			}
			m.methods[scope] = append(m.methods[scope], pattern)
		}
	}
	return m, nil
}

// Free returns the map for callers that need no scopes: they may call every method that some scope covers.
func (m ScopeMap) Free() ScopeMap { return ScopeMap{m.methods, true} }

// Allows reports whether the principal may call the method. Nobody may call a method that no
// scope covers, not even with *.
func (m ScopeMap) Allows(p Principal, method string) bool {
	for scope, patterns := range m.methods {
		owned := m.free || slices.Contains(p.Scopes, AllScopes) || slices.Contains(p.Scopes, scope)
		if owned && slices.ContainsFunc(patterns, func(p Pattern) bool { return p.Matches(method) }) {
			return true
		}
	}
	return false
}

// Covering returns the scopes that cover the method, sorted: each of them is enough.
func (m ScopeMap) Covering(method string) []string {
	var covering []string
	for _, scope := range slices.Sorted(maps.Keys(m.methods)) {
		if slices.ContainsFunc(m.methods[scope], func(p Pattern) bool { return p.Matches(method) }) {
			covering = append(covering, scope)
		}
	}
	return covering
}

// Usual returns the scopes that an assistant needs, sorted: those of the contract to read and call, or all scopes if
// the map has neither of these.
func (m ScopeMap) Usual() []string {
	var usual []string
	for _, scope := range []string{ScopeRead, ScopeCall} {
		if _, ok := m.methods[scope]; ok {
			usual = append(usual, scope)
		}
	}
	if usual == nil {
		usual = slices.Sorted(maps.Keys(m.methods))
	}
	return usual
}

// Has reports whether the map has the scope.
func (m ScopeMap) Has(scope string) bool {
	_, ok := m.methods[scope]
	return ok
}
