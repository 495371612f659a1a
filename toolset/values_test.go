package toolset_test

import (
	"fmt"
	"strings"
	"testing"

	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// Values of few template variables come with the documents, those of many with a statement of their own. Both ways
// return the same: without bindings and tags for visitors, with defaults where the call asks for them.
func TestValuesOfFewAndOfMany(t *testing.T) {
	names := []string{"plain", "bound", "tagged", "missing", "null", "empty"}
	s := &evosite.Site{Documents: []evosite.Document{{ID: 1, Title: "One", Published: true, Template: 1}}}
	for i, name := range names {
		s.TVs = append(s.TVs,
			evosite.TV{ID: int64(i + 1), Name: name, Type: "text", Default: evosite.Text("default"), Templates: []int64{1}})
	}
	for id, text := range map[int64]*string{
		1: evosite.Text("value"), 2: evosite.Text(" @EVAL return 'canary';"), 3: evosite.Text("a[[canary]]b"), 5: nil,
		6: evosite.Text(""),
	} {
		s.Values = append(s.Values, evosite.Value{TV: id, Document: 1, Text: text})
	}
	want := map[string]string{
		"plain": `"value"`, "bound": `null`, "tagged": `"ab"`, "missing": `null`, "null": `null`, "empty": `""`,
		"plain:d": `"value"`, "bound:d": `"default"`, "tagged:d": `"ab"`, "missing:d": `"default"`, "null:d": `"default"`,
		"empty:d": `""`,
	}
	for _, name := range names {
		s.TVs = append(s.TVs,
			evosite.TV{ID: int64(len(s.TVs) + 1), Name: "more_" + name, Type: "text", Templates: []int64{1}})
	}
	_, d := openDatabase(t, s, standard)
	db := databaseOver(t, d.DSN, 1)
	tools := toolset.New(db, bounds())
	read := func(named []string) (text string, statements int64) {
		before := worked(t, db)["Com_select"]
		text = callTool(t, tools, public, "evo.content.get",
			fmt.Sprintf(`{"id":1,"with_tvs":["%s"]}`, strings.Join(named, `","`)))
		return text, worked(t, db)["Com_select"] - before
	}
	read(names[:1]) // reads the schema
	for name, value := range want {
		plain := strings.TrimSuffix(name, ":d")
		many := []string{name, "more_plain", "more_bound", "more_tagged", "more_missing", "more_null"}
		single, statements := read([]string{name})
		several, more := read(many)
		if more != statements+1 {
			t.Errorf("%s: %d statements with many values, %d with one", name, more, statements)
		}
		for _, text := range []string{single, several} {
			if member := fmt.Sprintf(`"tvs":{"%s":%s`, plain, value); !strings.Contains(text, member) {
				t.Errorf("%s: want %s in %s", name, member, text)
			}
		}
	}
}
