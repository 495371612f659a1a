package mcp_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// TestResultBytes has results of exactly the size that max_result_bytes allows, as they are sent in two revisions, and
// of a byte more.
func TestResultBytes(t *testing.T) {
	dsn := Fixture(t).DSN
	holding := func(bytes int) string {
		base := Serve(t, dsn, "{handle: content, site: main}",
			fmt.Sprintf("{handle: content, site: main, limits: {max_result_bytes: %d}}", bytes))
		Post(t, base+"/mcp", Initialize("2025-11-25")) // reads the name of the site
		return base
	}
	large := holding(1 << 20)
	for tool, arguments := range map[string]string{
		"evo.content.get":    `{"id":31}`, // with letters beyond ASCII
		"evo.content.search": `{"limit":100,"with_tvs":["price","color"]}`,
		"evo.model.list":     `{"model":"SiteTmplvar","limit":100}`,
		"evo.site.describe":  `{"template":2}`,
	} {
		for revision, ask := range map[string]func(base string) Reply{
			"2025-06-18": func(base string) Reply {
				return Post(t, base+"/mcp", ToolCall(tool, arguments), "MCP-Protocol-Version", "2025-06-18")
			},
			"2026-07-28": func(base string) Reply {
				return Post(t, base+"/mcp", StatelessRequest("tools/call", `"name":"`+tool+`","arguments":`+arguments+`,`),
					StatelessHeaders("tools/call", tool)...)
			},
		} {
			whole := ask(large)
			_, result, _ := strings.Cut(whole.Body, `"result":`)
			size := len(strings.TrimSuffix(result, "}"))
			if got := ask(holding(size)); !strings.Contains(got.Body, `"result":`) || len(got.Body) != len(whole.Body) {
				t.Errorf("%s %s in %d bytes: %+v", revision, tool, size, got)
			}
			got := ask(holding(size - 1))
			refused := got.Status == http.StatusRequestEntityTooLarge && strings.Contains(got.Body, `"result_too_large"`)
			if revision == "2026-07-28" { // as a result
				refused = got.Status == http.StatusOK && strings.Contains(got.Body, fmt.Sprintf(" %d bytes; ", size-1)) &&
					strings.Contains(got.Body, `"isError":true`)
			}
			if !refused {
				t.Errorf("%s %s in a byte less: %+v", revision, tool, got)
			}
		}
	}
}

// TestPagesFitInResultBytes asks for pages with long texts in few bytes: they end early, in every revision, and are
// never too large.
func TestPagesFitInResultBytes(t *testing.T) {
	d := Fixture(t)
	// Not of weblinks, whose content is an address, which is not cut.
	Execute(t, d, "UPDATE evo_site_content SET content = REPEAT('<p>\"Größe\" \\\\ & мітка</p>', 100) WHERE type = "+
		"'document'")
	for _, bytes := range []int{3000, 4096, 6000, 20_000} {
		base := Serve(t, d.DSN, "{handle: content, site: main}",
			fmt.Sprintf("{handle: content, site: main, limits: {max_result_bytes: %d}}", bytes))
		const arguments = `{"limit":100,"fields":["pagetitle","content"]}`
		for revision, got := range map[string]Reply{
			"2025-06-18": Post(t, base+"/mcp", ToolCall("evo.content.search", arguments)),
			"2026-07-28": Post(t, base+"/mcp",
				StatelessRequest("tools/call", `"name":"evo.content.search","arguments":`+arguments+`,`),
				StatelessHeaders("tools/call", "evo.content.search")...),
		} {
			_, result, found := strings.Cut(got.Body, `"result":`)
			if size := len(strings.TrimSuffix(result, "}")); !found || size > bytes ||
				strings.Contains(result, `"next_cursor"`) != (bytes < 20_000) {
				t.Errorf("%s in %d bytes: %d of %.300s", revision, bytes, size, got.Body)
			}
		}
	}
}
