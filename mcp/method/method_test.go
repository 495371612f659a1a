package method

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/identity"
)

// TestDocumentedMethods compares the table of TOOLSET.md with methods, and with the scopes that cover them without
// configuration.
func TestDocumentedMethods(t *testing.T) {
	text, err := os.ReadFile("../../TOOLSET.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Methods\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var documented, served []string
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "| `") {
			documented = append(documented, strings.TrimSpace(line))
		}
	}
	for _, m := range methods {
		served = append(served, row(t, m))
	}
	if diff := cmp.Diff(documented, served); diff != "" {
		t.Errorf("TOOLSET.md (-) and methods (+):\n%s", diff)
	}
}

// row is the line of a method in the table.
func row(t *testing.T, m definition) string {
	t.Helper()
	scopes, err := identity.ParseScopeMap(identity.BuiltinScopes())
	if err != nil {
		t.Fatal(err)
	}
	var covering []string
	for _, scope := range []string{identity.ScopeRead, identity.ScopeCall, identity.ScopeAdmin} {
		if scopes.Allows(identity.Principal{Scopes: []string{scope}}, m.name) {
			covering = append(covering, "`"+scope+"`")
		}
	}
	kept := ""
	switch {
	case m.fresh > 0:
		kept = m.fresh.String()
	case m.cacheable:
		kept = "not at all"
	}
	return "| `" + m.name + "` | " + strings.Join([]string{
		map[era]string{always: "all", handshake: "up to 2025-11-25", stateless: "2026-07-28"}[m.eras],
		strings.Join(covering, ", "),
		map[bool]string{true: "yes"}[!m.surface],
		kept,
		map[bool]string{true: "yes"}[m.keyed],
	}, " | ") + " |"
}
