package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/owner/check"
)

// TestGroups reports groups that no server has, and patterns that match no tool.
func TestGroups(t *testing.T) {
	text := `sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}
servers: [{handle: content, site: main, upstreams: [crm], bundles: [{name: shop}], groups: [a, b, c]}, {handle: more, site: main}]
upstreams: {crm: {command: [/nothing]}}
bundles: {shop: {tools: [{name: news, description: News., call: evo.content.search}]}}
groups:
  a: {description: A., tools: [evo.content.*, news, crm_read, "crm_*", "cr*", "*"]}
  b: {description: B., tools: [evo.contents.*, evo_content_get, neww, cr, erp_*, news]}
  c: {description: C., tools: [newsx]}
  d: {description: D., tools: [news]}
`
	var got []string
	for _, f := range check.File(t.Context(), written(t, text), noEnvironment, false).Findings {
		if strings.HasPrefix(f.Subject, "group ") {
			got = append(got, fmt.Sprintf("%s %s: %s", f.Level, f.Subject, f.What))
		}
	}
	want := []string{
		"ok group a: 1 server(s) have it",
		`warning group b: "evo.contents.*", "evo_content_get", "neww", "cr", "erp_*" matches no tool`,
		`warning group c: "newsx" matches no tool`,
		"warning group d: no server has it",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
