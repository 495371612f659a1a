package toolset_test

import (
	"strings"
	"testing"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
)

// The page that the site shows with 404 is not for visitors, unless it is the start page.
func TestErrorPage(t *testing.T) {
	_, d := openDatabase(t, evosite.Fixture(), standard)
	const shown = `{"item":{"id":12,`
	for _, test := range []struct {
		settings string
		caller   identity.Principal
		shown    bool
	}{
		{"", public, true},
		{"error_page=12", public, false},
		{"error_page=12", manager, true},
		{"error_page=12 site_start=12", public, true},
		{"error_page=0", public, true},
		{"error_page=", public, true},
		{"error_page=none", public, true},
		{"unauthorized_page=12 site_unavailable_page=12", public, true},
	} {
		t.Run(test.settings, func(t *testing.T) {
			set(t, d.DB, test.settings)
			tools := over(t, d.DSN)
			if got := callTool(t, tools, test.caller, "evo.content.get", `{"id":12}`); strings.HasPrefix(got, shown) != test.shown {
				t.Errorf("get: %s", got)
			}
			if got := callTool(t, tools, test.caller, "evo.content.children", `{"id":2,"limit":100}`); strings.Contains(got, `"id":12,`) != test.shown {
				t.Errorf("children: %s", got)
			}
		})
	}
}
