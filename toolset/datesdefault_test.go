package toolset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/toolset"
)

// TestDatesOfTheServer compares a server whose default for dates is rfc3339 with one whose default is unix. Each call
// without dates must get the answer that the other server gives with dates. The pages stay those of the contract.
func TestDatesOfTheServer(t *testing.T) {
	_, d := openDatabase(t, events(), standard)
	db := database(t, d.DSN)
	contract, options := toolset.New(db, bounds()), bounds()
	options.RFC3339 = true
	dated := toolset.New(db, options)
	for tool, arguments := range map[string]string{
		"evo.content.search":    `{"limit":50,"with_tvs":["event:d"]`,
		"evo.content.get":       `{"id":12,"fields":["createdon","editedon","pub_date"],"with_tvs":["event"]`,
		"evo.content.children":  `{"id":2,"limit":50`,
		"evo.content.ancestors": `{"id":21,"limit":50`,
		"evo.model.list":        `{"model":"SiteSnippet","limit":50`,
		"evo.model.get":         `{"model":"SiteSnippet","id":1`,
	} {
		for sent, same := range map[string]string{
			"": `,"dates":"rfc3339"`, `,"dates":"unix"`: "", `,"dates":"rfc3339"`: `,"dates":"rfc3339"`,
		} {
			want := callTool(t, contract, manager, tool, arguments+same+"}")
			if diff := cmp.Diff(want, callTool(t, dated, manager, tool, arguments+sent+"}")); diff != "" {
				t.Errorf("%s %s%s:\n%s", tool, arguments, sent, diff)
			}
			if same != "" && !strings.Contains(want, "T00:") {
				t.Errorf("no times in %s", want)
			}
		}
	}
	if schema := string(dated.Tools()[0].Input.JSON()); !strings.Contains(schema, `"Of times; rfc3339 if absent"`) {
		t.Error(schema)
	}
	if contract.Digest() == dated.Digest() {
		t.Error("both toolsets have one digest, so they would share kept answers")
	}
}
