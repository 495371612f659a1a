package auth

import (
	"slices"
	"strconv"
	"strings"

	"emcp/internal/identity"
)

// Mapping gives the callers with a claim their rights.
type Mapping struct {
	Claim   string // name of the claim, or a path of names with dots between them; empty: every caller
	Value   string // that the claim is, or that the list of the claim has; empty: any
	View    identity.View
	Scopes  []string // instead of those of the token; nil: those of the token
	Servers []string // handles
	Refuse  bool     // callers that fit have no rights
}

// FirstMapping returns the first mapping that the claims match; ok is false if there is none, or if
// it refuses these callers.
func FirstMapping(all []Mapping, claims map[string]any) (m Mapping, ok bool) {
	for _, m := range all {
		if m.fits(claims) {
			return m, !m.Refuse
		}
	}
	return Mapping{}, false
}

// fits reports whether the claims match the mapping.
func (m Mapping) fits(claims map[string]any) bool {
	if m.Claim == "" {
		return true
	}
	value, ok := claimAt(claims, m.Claim)
	if !ok || value == nil {
		return false
	}
	if m.Value == "" {
		return true
	}
	if list, ok := value.([]any); ok {
		return slices.ContainsFunc(list, func(element any) bool { return scalarText(element) == m.Value })
	}
	return scalarText(value) == m.Value
}

// claimAt returns the claim of that name, otherwise the claim at the name read as a path. Some issuers use addresses as
// names of claims, which contain dots.
func claimAt(claims map[string]any, path string) (any, bool) {
	if value, ok := claims[path]; ok {
		return value, true
	}
	name, rest, deeper := strings.Cut(path, ".")
	below, isObject := claims[name].(map[string]any)
	if !deeper || !isObject {
		return nil, false
	}
	return claimAt(below, rest)
}

// scalarText returns a string, number or boolean as text; empty for anything else.
func scalarText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case bool:
		return strconv.FormatBool(value)
	case float64: // without an exponent, as ids are written
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}
