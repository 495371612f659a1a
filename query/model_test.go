package query_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/query"
)

func model(name string) allowlist.Model {
	models := allowlist.Models()
	return models[slices.IndexFunc(models, func(m allowlist.Model) bool { return m.Name == name })]
}

// listRequest is a request for rows of a model. Both views must find the same rows.
func listRequest(name string, m allowlist.Model, l query.List, ids ...int64) request {
	return request{name: name, columns: len(m.Fields), manager: ids, public: ids,
		list: func(c query.Compiler) query.Listing {
			return c.List(m, l)
		}}
}

func TestModels(t *testing.T) {
	values := model("SiteTmplvarContentvalue")
	requests := []request{
		{
			name: "the second page", columns: len(model("SiteTemplate").Fields),
			page: query.NewPage(1, 1), list: func(c query.Compiler) query.Listing {
				return c.List(model("SiteTemplate"), query.List{})
			},
			manager: []int64{2}, public: []int64{2},
		},
		{
			name: "stored values, for visitors of visible documents only", columns: len(values.Fields),
			list: func(c query.Compiler) query.Listing { return c.List(values, query.List{}) },
			// Row 6 belongs to a document in the trash, rows 4, 7, 8 and 16 to a draft and to private documents.
			manager: []int64{
				1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
			},
			public: []int64{1, 2, 3, 5, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28},
		},
		{
			name: "a stored value of a draft", columns: len(values.Fields),
			compile: func(c query.Compiler) (evodb.Statement, error) { return c.Get(values, 4) },
			manager: []int64{4},
		},
		{
			name: "one row", columns: len(model("User").Fields),
			compile: func(c query.Compiler) (evodb.Statement, error) { return c.Get(model("User"), 2) },
			manager: []int64{2}, public: []int64{2},
		},
		{
			name: "no row", columns: len(model("User").Fields),
			compile: func(c query.Compiler) (evodb.Statement, error) { return c.Get(model("User"), 999) },
		},
	}
	ids := map[string][]int64{
		"SiteTemplate": {1, 2, 3}, "SiteTmplvar": {1, 2, 3, 4, 5, 6}, "SiteSnippet": {1, 2}, "SitePlugin": {1},
		"SiteModule": {1},
		"Category":   {1, 2}, "User": {1, 2}, "UserAttribute": {1, 2}, "UserRole": {1, 2}, "Permissions": {1, 2},
		"PermissionsGroups": {1}, "RolePermissions": {1},
	}
	for _, m := range allowlist.Models() {
		if m.Name != values.Name {
			requests = append(requests, listRequest("all rows of "+m.Name, m, query.List{}, ids[m.Name]...))
		}
	}
	test(t, "models.sql", requests)
}

// Conditions on fields. The fixture's templates are Page (1), Product (2, in category 1, locked) and Post (3), its
// snippets DLMenu (1) and eForm_100% (2), its permissions emcp (1) and logout (2, without a group).
func TestModelConditions(t *testing.T) {
	where := func(name, of string, in allowlist.ConditionInput, ids ...int64) request {
		m := model(of)
		return listRequest(name, m, query.List{Where: []allowlist.Condition{must(allowlist.ParseCondition(m, in))}}, ids...)
	}
	text, texts := allowlist.TextValue, allowlist.ListValue
	templates, snippets, permissions := model("SiteTemplate"), model("SiteSnippet"), model("Permissions")
	test(t, "conditions.sql", []request{
		where("= of integers", "SiteTemplate", allowlist.ConditionInput{Field: "category", Op: "=", Value: text("1")}, 2),
		where("!= of integers", "SiteTemplate", allowlist.ConditionInput{Field: "category", Op: "!=", Value: text("1")},
			1, 3),
		where("> of integers", "SiteTemplate", allowlist.ConditionInput{Field: "id", Op: ">", Value: text("1")}, 2, 3),
		where(">= of integers", "SiteTemplate", allowlist.ConditionInput{Field: "id", Op: ">=", Value: text("+2")}, 2, 3),
		where("< of integers", "SiteTemplate",
			allowlist.ConditionInput{Field: "id", Op: "<", Value: text("18446744073709551615")}, 1, 2, 3),
		where("<= of integers", "SiteTemplate",
			allowlist.ConditionInput{Field: "id", Op: "<=", Value: text("-9223372036854775808")}),
		where("in, of integers", "SiteTemplate", allowlist.ConditionInput{Field: "id", Op: "in", Value: texts("3", "1")},
			1, 3),
		where("not_in, of a comma-separated text of integers", "SiteTemplate",
			allowlist.ConditionInput{Field: "id", Op: "not_in", Value: text("1, 2")}, 3),
		where("like of an integer", "SiteTemplate", allowlist.ConditionInput{Field: "id", Op: "like", Value: text("x")}),
		where("= of an integer and a fraction", "SiteTemplate",
			allowlist.ConditionInput{Field: "id", Op: "=", Value: text("1.5")}),
		where("!= of an integer and a fraction", "SiteTemplate",
			allowlist.ConditionInput{Field: "id", Op: "!=", Value: text("1.5")}, 1, 2, 3),
		where("< of an integer and a fraction", "SiteTemplate",
			allowlist.ConditionInput{Field: "id", Op: "<", Value: text("2.5")}, 1, 2),
		where(">= of an integer and a fraction", "SiteTemplate",
			allowlist.ConditionInput{Field: "id", Op: ">=", Value: text("2.5e0x")}, 3),
		where("> of an integer and a text, which is 0", "SiteTemplate",
			allowlist.ConditionInput{Field: "category", Op: ">", Value: text("price")}, 2),
		where("in, of integers and texts", "SiteTemplate",
			allowlist.ConditionInput{Field: "id", Op: "in", Value: texts("price", "2 EUR", "2.5")}, 2),
		where("not_in, of texts", "SiteTemplate",
			allowlist.ConditionInput{Field: "category", Op: "not_in", Value: texts("price")}, 2),
		where("not_in, of fractions", "Permissions",
			allowlist.ConditionInput{Field: "group_id", Op: "not_in", Value: texts("1.5")}, 1),
		where("< of a number of more than 64 bits", "SiteTemplate",
			allowlist.ConditionInput{Field: "id", Op: "<", Value: text("18446744073709551616")}, 1, 2, 3),
		where(">= of a negative number of more than 64 bits", "SiteTemplate",
			allowlist.ConditionInput{Field: "id", Op: ">=", Value: text("-1e400")}, 1, 2, 3),
		where("<= of a negative number of more than 64 bits", "SiteTemplate",
			allowlist.ConditionInput{Field: "id", Op: "<=", Value: text("-1e400")}),
		where("= of texts, in any case", "SiteTemplate",
			allowlist.ConditionInput{Field: "templatename", Op: "=", Value: text("post")}, 3),
		where("> of texts", "SiteTemplate", allowlist.ConditionInput{Field: "templatename", Op: ">", Value: text("Page")},
			2, 3),
		where("in, of texts", "SiteTemplate",
			allowlist.ConditionInput{Field: "templatename", Op: "in", Value: texts("Post", "' OR 1=1 --")}, 3),
		where("like: contains", "SiteTemplate", allowlist.ConditionInput{Field: "templatename", Op: "like", Value: text("o")},
			2, 3),
		where("like-l: ends with", "SiteTemplate",
			allowlist.ConditionInput{Field: "templatename", Op: "like-l", Value: text("t")}, 2, 3),
		where("like-r: starts with", "SiteTemplate",
			allowlist.ConditionInput{Field: "templatename", Op: "like-r", Value: text("po")}, 3),
		where("wildcards are literal", "SiteSnippet",
			allowlist.ConditionInput{Field: "name", Op: "like-l", Value: text("_100%")}, 2),
		where("null", "Permissions", allowlist.ConditionInput{Field: "group_id", Op: "null"}, 2),
		where("!null", "Permissions", allowlist.ConditionInput{Field: "group_id", Op: "!null"}, 1),
		where("a field that is an SQL word", "Permissions",
			allowlist.ConditionInput{Field: "key", Op: "=", Value: text("emcp")}, 1),

		listRequest("all conditions must hold", templates, query.List{Where: []allowlist.Condition{
			must(allowlist.ParseCondition(templates, allowlist.ConditionInput{Field: "category", Op: "=", Value: text("0")})),
			must(allowlist.ParseCondition(templates, allowlist.ConditionInput{Field: "locked", Op: "=", Value: text("0")})),
			must(allowlist.ParseCondition(templates, allowlist.ConditionInput{Field: "id", Op: ">", Value: text("1")})),
		}}, 3),
		listRequest("by a text", templates, query.List{Field: fieldOf(templates, "templatename")}, 1, 3, 2),
		listRequest("by a text, descending", snippets,
			query.List{Field: fieldOf(snippets, "name"), Dir: allowlist.Descending}, 2, 1),
		listRequest("by an integer, ties by id", templates, query.List{Field: fieldOf(templates, "category")}, 1, 3, 2),
		listRequest("by id, descending", templates, query.List{Field: fieldOf(templates, "id"), Dir: allowlist.Descending}, 3,
			2, 1),
		listRequest("by an SQL word, NULL first", permissions, query.List{Field: fieldOf(permissions, "group_id")}, 2, 1),
	})
}

// A row has every field in its place.
func TestModelColumns(t *testing.T) {
	db, schema := load(t, evosite.Fixture(), "3.5")
	m := model("SiteTemplate")
	got := readRows(t, db, must(query.For(schema, query.Manager()).Get(m, 2)), len(m.Fields))
	// columns: id, templatename, description, editor_type, icon, category, locked
	want := [][]any{{int64(2), "Product", "A product", int64(0), "", int64(1), int64(1)}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("row (-want +got):\n%s", diff)
	}
}

// Statements contain names of fields and tables from the allowlist unescaped.
func TestModelNamesNeedNoEscaping(t *testing.T) {
	for _, m := range allowlist.Models() {
		for _, name := range append(m.FieldNames(), m.Table) {
			if strings.ContainsAny(name, "`?\\ ") {
				t.Errorf("%s: %q", m.Name, name)
			}
		}
	}
}
