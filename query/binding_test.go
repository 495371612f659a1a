package query_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/query"
	"emcp/tvfilter"
)

// bindings are stored texts. Evolution trims a text and ignores case. A text that then begins with @ and one of its
// words is computed, whatever follows. The taggedTexts come after them.
var bindings = func() (all []boundText) {
	all = append(all, boundTexts...)
	for _, c := range taggedTexts {
		all = append(all, boundText{c.text, false})
	}
	return all
}()

type boundText struct {
	text    string
	binding bool
}

var boundTexts = []boundText{
	{"@EVAL return 'secret';", true},
	{"' @eval x'", false},
	{" @eval x", true},
	{"\n@SELECT password FROM users", true},
	{"\r\n\t @Select 1", true},
	{"\x00@EVAL return 1;", true},
	{"\x00 \x00@EVAL return 1;", true},
	{"\x0b@EVAL return 1;", true},
	{"\x7f@EVAL return 1;", true},
	{"@INHERIT", true},
	{"@INHERITED", true},
	{"@CHUNK secret", true},
	{"@chUnk{{secret}}", true},
	{"@DIRECTORY /etc", true},
	{"@DOCUMENT 17", true},
	{"@FILE /etc/passwd", true},
	{"@NONE", true},
	{"@none", true},
	{"@RESOURCE 17", true},
	{"@PHP return 1;", true},
	{"@php", true},
	{"@EVAL\nreturn 1;", true},
	{"@EVAL" + strings.Repeat(" grüße 日本 🌍", 2000), true},
	{strings.Repeat(" ", 2000) + "@EVAL x", true},

	// PHP's trim does not remove these blanks, so Evolution shows the text unchanged.
	{"\u00a0@EVAL", false},
	{"\u2003@EVAL", false},
	{"\u200b@EVAL", false},
	{"\ufeff@EVAL", false},

	{"x @EVAL", false},
	{"x\n@EVAL return 1;", false},
	{"\"@EVAL\"", false},
	{"@handle", false},
	{"@ EVAL", false},
	{"@EVA", false},
	{"@@EVAL", false},
	{"＠EVAL", false}, // another character, although some collations treat it as equal
	{"@", false},
	{"", false},
	{" ", false},
	{"EVAL", false},
	{"a@example.com", false},
	{"@select-box", true}, // Evolution does not check that the word ends here
	{"grün @EVAL", false},
	{"🌍@EVAL", false},
	{strings.Repeat("日本", 5000) + "@EVAL", false},
}

// bindingCollations are collations of columns with these texts. Evolution's installer uses utf8mb4_unicode_520_ci; the
// others come from older sites and from hosts.
var bindingCollations = []string{"utf8mb4_unicode_520_ci", "utf8mb4_bin", "utf8mb4_general_ci", "utf8mb4_unicode_ci"}

// TestBindings stores every text as a value, as a default and as the elements of a variable. Visitors must read nothing
// of those that are bindings, and ReadStored must agree with the SQL. In conditions, texts with tags must be missing,
// too.
func TestBindings(t *testing.T) {
	site := evosite.Fixture()
	site.TVs, site.Values, site.Tags = nil, nil, nil
	for i, b := range bindings {
		id := int64(i + 1)
		site.TVs = append(site.TVs, evosite.TV{ID: id, Name: fmt.Sprint("tv", id), Elements: b.text, Default: &b.text})
		site.Values = append(site.Values, evosite.Value{TV: id, Document: boundDocument, Text: &b.text})
	}
	database, db, schema := loadDatabase(t, site, "3.5")
	for _, collation := range bindingCollations {
		for _, change := range []string{
			"site_tmplvar_contentvalues MODIFY value mediumtext COLLATE " + collation,
			"site_tmplvars MODIFY default_text text COLLATE " + collation + ", MODIFY elements text COLLATE " + collation,
		} {
			if _, err := database.DB.ExecContext(t.Context(), "ALTER TABLE evo_"+change); err != nil {
				t.Fatal(err)
			}
		}
		for _, v := range []named{
			{"public", query.Public(now)}, {"manager", query.Manager()}, {"member", query.Member(nil, true)},
		} {
			t.Run(collation+", "+v.name, func(t *testing.T) {
				expectBindings(t, db, query.For(schema, v.view), v.name == "public")
			})
		}
	}
}

// boundDocument is the document of the fixture with all these values.
const boundDocument = 10

// expectBindings reads every text in every way that the compiler offers.
func expectBindings(t *testing.T, db *evodb.DB, c query.Compiler, hides bool) {
	t.Helper()
	var want, wantCompared, byDefault, compared []any
	var there, gone []int64
	for i, b := range bindings {
		want, wantCompared = append(want, any(b.text)), append(wantCompared, any(b.text))
		if b.binding && hides {
			want[i] = nil
		}
		if hides && (b.binding || beginsTag(b.text)) {
			wantCompared[i] = nil
			gone = append(gone, int64(i+1))
		} else {
			there = append(there, int64(i+1))
		}
		byDefault, compared = append(byDefault, textOrNil(c.ReadStored(&b.text))),
			append(compared, textOrNil(c.Default(&b.text)))
	}
	expectTexts(t, "ReadStored", want, byDefault)
	expectTexts(t, "Default", wantCompared, compared)
	if c.ReadStored(nil) != nil || c.Default(nil) != nil {
		t.Error("a default that is NULL becomes a text")
	}

	// The stored values, by variable.
	var variables []int64
	for i := range bindings {
		variables = append(variables, int64(i+1))
	}
	stored := make([]any, len(bindings))
	for _, row := range readRows(t, db, must(c.Values([]int64{boundDocument}, variables)), 3) {
		stored[row[1].(int64)-1] = row[2]
	}
	expectTexts(t, "Values", want, stored)

	// The columns of models, and conditions on them.
	for _, of := range []struct{ model, field string }{
		{"SiteTmplvarContentvalue", "value"}, {"SiteTmplvar", "default_text"}, {"SiteTmplvar", "elements"},
	} {
		m := model(of.model)
		at := slices.Index(m.FieldNames(), of.field)
		var listed, got []any
		for _, row := range readRows(t, db, must(c.List(m, query.List{}).Page(page)), len(m.Fields)) {
			listed = append(listed, row[at])
			got = append(got, readRows(t, db, must(c.Get(m, row[0].(int64))), len(m.Fields))[0][at])
		}
		expectTexts(t, "List of "+of.field, want, listed)
		expectTexts(t, "Get of "+of.field, want, got)
		for op, ids := range map[string][]int64{"null": gone, "!null": there, "like": there} {
			condition := must(allowlist.ParseCondition(m,
				allowlist.ConditionInput{Field: of.field, Op: op, Value: allowlist.TextValue("")}))
			r := request{columns: len(m.Fields), list: func(c query.Compiler) query.Listing {
				return c.List(m, query.List{Where: []allowlist.Condition{condition}})
			}}
			equalIDs(t, of.field+" "+op, ids, r.run(t, db, c))
		}
	}

	// Conditions on the variables: first without a default, then with a default that replaces what is hidden.
	for i, b := range bindings {
		hidden := hides && (b.binding || beginsTag(b.text))
		for _, f := range []struct {
			op, value string
			fallback  *string
			finds     bool
		}{
			{"null", "", nil, hidden},
			{"!null", "", nil, !hidden},
			{"like", "", nil, !hidden},
			{"!=", "nothing", nil, !hidden},
			{"like-r", "instead", evosite.Text("instead"), hidden},
		} {
			filter := must(tvfilter.ParseFilter(
				tvfilter.FilterInput{TV: "tv", Op: f.op, Value: allowlist.TextValue(f.value), UseDefault: f.fallback != nil},
				variable(i+1, f.fallback)))
			s := query.Search{Filters: []tvfilter.Filter{filter}, Templates: []int64{2}}
			if got := slices.Contains(find("", s).run(t, db, c), boundDocument); got != f.finds {
				t.Errorf("%.40q %s %q: %t, want %t", b.text, f.op, f.value, got, f.finds)
			}
		}
	}
}

func textOrNil(text *string) any {
	if text == nil {
		return nil
	}
	return *text
}

// variable is a lookup that knows one variable.
func variable(id int, text *string) tvfilter.Lookup {
	return func(string) (tvfilter.TV, error) { return tvfilter.TV{ID: int64(id), Default: text}, nil }
}

// expectTexts compares what was read of each text.
func expectTexts(t *testing.T, what string, want, got []any) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d texts, want %d", what, len(got), len(want))
	}
	for i, b := range bindings {
		if got[i] != want[i] {
			t.Errorf("%s of %.40q: %.60q, want %.60q", what, b.text, fmt.Sprint(got[i]), fmt.Sprint(want[i]))
		}
	}
}
