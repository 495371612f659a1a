package toolset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/toolset"
)

// TestHugeText reads a document whose content is longer than what a conversion reads: it ends at that bound, and the
// list goes on behind the document.
func TestHugeText(t *testing.T) {
	_, d := openDatabase(t, readable(), standard)
	if _, err := d.DB.ExecContext(t.Context(),
		"UPDATE evo_site_content SET content = REPEAT('word ', 1800000) WHERE id = 11"); err != nil {
		t.Fatal(err)
	}
	tools := toolset.New(database(t, d.DSN), bounds())
	const huge = `{"id":11,"content":"word word word word ","truncated":true,"total_chars":{"content":8388608},` +
		`"next_content_offset":20}`
	got := callTool(t, tools, public, "evo.content.get", `{"id":11,"fields":["content"],"max_chars":20}`)
	if diff := cmp.Diff(`{"item":`+huge+`,"meta":{"toolsetVersion":"1.0"}}`, got); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct{ arguments, want string }{
		{`{"id":2,"limit":5,"fields":["id"],"omit_empty":true}`, `[10,11,12,14,21]`},
		{`{"id":2,"limit":5,"fields":["content"],"max_chars":20}`, `[10]`},
		{`{"id":2,"limit":5,"offset":1,"fields":["content"],"max_chars":20}`, `[11]`},
		{`{"id":2,"limit":5,"offset":2,"fields":["content"],"max_chars":20}`, `[12,14,21]`},
	} {
		ids := []any{}
		for _, item := range decoded(t,
			callTool(t, tools, public, "evo.content.children", c.arguments)).(map[string]any)["items"].([]any) {
			ids = append(ids, item.(map[string]any)["id"])
		}
		if got := strings.ReplaceAll(fmt.Sprint(ids), " ", ","); got != c.want {
			t.Errorf("%s: %s, want %s", c.arguments, got, c.want)
		}
	}
}
