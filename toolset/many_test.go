package toolset_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"emcp/internal/fault"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// manyTVs has 100 template variables with values for all four documents. The values are as long as sort keys can be,
// also in JSON.
func manyTVs() *evosite.Site {
	s := &evosite.Site{}
	for id := range int64(4) {
		s.Documents = append(s.Documents, evosite.Document{ID: id + 1, Parent: id, Published: true})
	}
	for tv := range int64(100) {
		s.TVs = append(s.TVs, evosite.TV{ID: tv + 1, Name: fmt.Sprint("tv", tv+1), Default: new("none")})
		for id := range int64(4) {
			text := "word" + strings.Repeat("<", 251)
			s.Values = append(s.Values, evosite.Value{TV: tv + 1, Document: id + 1, Text: &text})
		}
	}
	return s
}

// named returns a JSON array with one element for each of the template variables.
func named(from, to int, format string) string {
	var elements []string
	for tv := from; tv <= to; tv++ {
		elements = append(elements, fmt.Sprintf(format, tv))
	}
	return "[" + strings.Join(elements, ",") + "]"
}

// TestMostTVs uses the highest limits that a configuration can have, with different template variables in every place,
// on the deepest walk of a tree.
func TestMostTVs(t *testing.T) {
	_, d := openDatabase(t, manyTVs(), standard)
	o := bounds()
	o.TVFilters, o.TVOrder, o.WithTVs, o.Depth = 20, 10, 100, 20
	tools := toolset.New(database(t, d.DSN), o)
	all := listCall{"evo.content.search",
		`"parent":0,"depth":20,"order_by":"pagetitle","query":"none","query_tvs":` + named(96, 100, `"tv%d"`) +
			`,"tv_filters":` + named(1, 20, `{"tv":"tv%d","op":"!null"}`) + `,"tv_order":` +
			named(21, 30, `{"tv":"tv%d","use_default":true}`) +
			`,"with_tvs":` + named(1, 100, `"tv%d"`)}
	if p := all.page(t, tools, public, 1, ""); len(p.Items) != 0 {
		t.Errorf("%d documents have none of the words", len(p.Items))
	}
	all.arguments = strings.Replace(all.arguments, `"query":"none"`, `"query":"word"`, 1)
	first := all.page(t, tools, public, 1, "")
	second := all.page(t, tools, public, 1, first.Next)
	if len(first.Items) != 1 || len(second.Items) != 1 || documentOf(t, second.Items[0]).ID != 2 {
		t.Fatalf("%d documents, then %d", len(first.Items), len(second.Items))
	}
	if tvs := documentOf(t, second.Items[0]).TVs; len(tvs) != 100 || utf8.RuneCountInString(tvs["tv100"]) != 255 {
		t.Errorf("%d template variables", len(tvs))
	}
	for _, arguments := range []string{
		`"tv_filters":` + named(1, 21, `{"tv":"tv%d","op":"null"}`), `"tv_order":` + named(1, 11, `{"tv":"tv%d"}`),
		`"with_tvs":` + named(0, 100, `"tv%d"`),
	} {
		f := refuse(t, tools, public, all.tool, `{"limit":1,`+arguments+`}`)
		if f.Kind != fault.InvalidParams || !strings.HasPrefix(arguments, `"`+f.Field+`"`) {
			t.Errorf("%.100s: %v", arguments, f)
		}
	}
	var described struct {
		Limits map[string]int64 `json:"limits"`
	}
	if err := json.Unmarshal([]byte(callTool(t, tools, public, "evo.site.describe", `{}`)), &described); err != nil {
		t.Fatal(err)
	}
	if l := described.Limits; l["tv_filters"] != 20 || l["tv_order"] != 10 || l["with_tvs"] != 100 {
		t.Errorf("evo.site.describe tells %v", l)
	}
}
