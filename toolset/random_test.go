package toolset_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/oracle"
	"emcp/internal/test/seed"
	"emcp/toolset"
	"emcp/toolset/schema"
)

var callsPerSite = flag.Int("calls", 600, "number of random calls on each random site")

// TestRandomCalls compares whole answers with those of the oracle, over random sites, callers and valid calls.
func TestRandomCalls(t *testing.T) {
	for i, options := range []evosite.Options{
		{Prefix: "evo_", Generation: "3.1"},
		{Prefix: "evo_", Generation: "3.5"},
		{Prefix: "", Generation: "3.1"},
		{Prefix: "x1_", Generation: "3.5"},
	} {
		t.Run(fmt.Sprintf("site %d of Evolution %s", i, options.Generation), func(t *testing.T) {
			r := random{seed.Rand(t, uint64(i))}
			site := r.site()
			views := r.views()
			c := newComparison(t, site, options)
			walks := 0
			for calls := 0; calls < *callsPerSite; calls++ {
				view, tool := pick(r, views...), r.tool()
				a := r.arguments(tool, site)
				for !c.model.KnowsTVs(view, a) && r.chance(85) { // calls that name a hidden variable all have the same answer
					a = r.arguments(tool, site)
				}
				next := c.compare(t, view, tool, a)
				if r.chance(85) {
					continue
				}
				for ; next != ""; calls++ {
					walks++
					a.Offset = new(or(a.Offset, 0) + c.items)
					a.Limit, a.IncludeTotal, a.Cursor = new(r.limit()), r.chance(20), next
					next = c.compare(t, view, tool, a)
				}
			}
			if walks < *callsPerSite/100 {
				t.Errorf("%d pages were read by cursor", walks)
			}
		})
	}
}

// TestRandomQueries checks searches for words over sites with rich texts: which documents are found, and their
// excerpts.
func TestRandomQueries(t *testing.T) {
	for i, options := range []evosite.Options{{Prefix: "evo_", Generation: "3.1"}, {Prefix: "x1_", Generation: "3.5"}} {
		t.Run("Evolution "+options.Generation, func(t *testing.T) {
			r := random{seed.Rand(t, uint64(100+i))}
			site := r.site()
			r.enrich(site)
			views := r.views()
			compared := newComparison(t, site, options)
			for calls := 0; calls < *callsPerSite/6; calls++ {
				view := pick(r, views...)
				a := r.arguments("evo.content.search", site)
				a.Query, a.QueryTVs, a.Match = r.richQuery(), nil, pick(r, "", "", "any", "all")
				if r.chance(30) {
					a.QueryTVs = []string{r.tv(site), r.tv(site)}
				}
				if r.chance(60) { // so that many documents are found
					a = oracle.Arguments{Query: a.Query, Match: a.Match, QueryTVs: a.QueryTVs, Limit: a.Limit, Offset: a.Offset,
						IncludeTotal: a.IncludeTotal}
				}
				// The oracle knows rich texts only as far as they are searched.
				for slices.Contains(a.Fields, "introtext") || slices.Contains(a.Fields, "content") {
					a.Fields = nil
					r.forLook(&a)
				}
				next := compared.compare(t, view, "evo.content.search", a)
				if r.chance(15) {
					calls += compared.walk(t, r, view, "evo.content.search", a, next)
				}
			}
			if compared.excerpts < *callsPerSite/2 {
				t.Errorf("only %d excerpts were checked", compared.excerpts)
			}
		})
	}
}

// TestCircleOfParents expects walks over a damaged tree to end. Documents 1, 2 and 3 are each other's parents, 4 lies
// below 3, and 5 is its own parent.
func TestCircleOfParents(t *testing.T) {
	page := func(id, parent int64) evosite.Document {
		return evosite.Document{ID: id, Parent: parent, Published: true, Title: "a"}
	}
	site := &evosite.Site{Documents: []evosite.Document{page(1, 3), page(2, 1), page(3, 2), page(4, 3), page(5, 5),
		page(6, 0)}}
	c := newComparison(t, site, evosite.Options{Prefix: "evo_", Generation: "3.5"})
	for _, view := range []oracle.View{asVisitor, asManager} {
		for id := range int64(7) {
			for depth := int64(1); depth <= 6; depth++ {
				c.compare(t, view, "evo.content.descendants",
					oracle.Arguments{ID: new(id), Depth: new(depth), Limit: new(int64(100))})
				c.compare(t, view, "evo.content.ancestors",
					oracle.Arguments{ID: new(id), Depth: new(depth), Limit: new(int64(100))})
				c.compare(t, view, "evo.content.search",
					oracle.Arguments{Parent: new(id), Depth: new(depth), Limit: new(int64(100))})
			}
			c.compare(t, view, "evo.content.ancestors", oracle.Arguments{ID: new(id), Limit: new(int64(100))})
			c.compare(t, view, "evo.content.siblings", oracle.Arguments{ID: new(id), Limit: new(int64(100))})
		}
		c.compare(t, view, "evo.content.root_tree", oracle.Arguments{Depth: new(int64(6)), Limit: new(int64(100))})
		c.compare(t, view, "evo.content.search", placesOfAll)
	}
}

// placesOfAll asks for all that depends on the documents above.
var placesOfAll = oracle.Arguments{Fields: []string{"pagetitle", "path", "path_ids", "depth"}, Limit: new(int64(100))}

// TestDeepTree reads paths in a tree of 30 levels, which takes several statements. Every seventh document is hidden,
// and the parent of the last one does not exist.
func TestDeepTree(t *testing.T) {
	site := &evosite.Site{}
	for id := int64(1); id <= 30; id++ {
		site.Documents = append(site.Documents, evosite.Document{
			ID: id, Parent: id - 1, Published: id%7 != 0, Folder: true, Title: fmt.Sprint("Level ", id),
		})
	}
	site.Documents = append(site.Documents, evosite.Document{ID: 31, Parent: 99, Published: true, Title: "Lost"})
	for _, generation := range []string{"1.4", "3.5"} {
		c := newComparison(t, site, evosite.Options{Prefix: "evo_", Generation: generation})
		for _, view := range []oracle.View{asVisitor, asManager} {
			c.compare(t, view, "evo.content.search", placesOfAll)
			for id := int64(1); id <= 31; id++ {
				c.compare(t, view, "evo.content.get", oracle.Arguments{ID: new(id), Fields: placesOfAll.Fields})
			}
		}
	}
}

// The views that every site has.
var (
	asVisitor = oracle.View{Visitor: true}
	asManager = oracle.View{}
)

// principal is the caller with a view.
func principal(view oracle.View) identity.Principal {
	switch {
	case view.Visitor:
		return public
	case view.Member == nil:
		return manager
	}
	p := manager
	p.Member = &identity.Member{
		Role: view.Member.Role, Permissions: view.Member.Permissions, Groups: view.Member.Groups,
		RestrictedDocuments: view.Member.UseUdperms,
	}
	return p
}

// viewName names a view in messages.
func viewName(view oracle.View) string {
	switch {
	case view.Visitor:
		return "visitor"
	case view.Member == nil:
		return "manager"
	}
	return fmt.Sprintf("%+v", *view.Member)
}

// comparison asks the toolset and the oracle the same questions.
type comparison struct {
	tools       *toolset.Toolset
	model       *oracle.Model
	inputs      map[string]*jsonschema.Schema
	outputs     map[string]*jsonschema.Schema
	items       int64           // in the last answer
	excerpts    int             // that were checked
	read        map[string]bool // items of the pages of a search for words so far
	differences int
}

// newComparison loads a site.
func newComparison(t *testing.T, site *evosite.Site, o evosite.Options) *comparison {
	_, d := openDatabase(t, site, o)
	options := bounds()
	options.ResultTokens = 1 << 20 // no page ends early
	tools := toolset.New(database(t, d.DSN), options)
	m := oracle.New(site, time.Now().Unix())
	return &comparison{
		tools: tools, model: m,
		inputs:  schemas(t, tools, func(tool toolset.Tool) *schema.Schema { return tool.Input }),
		outputs: schemas(t, tools, func(tool toolset.Tool) *schema.Schema { return tool.Output }),
	}
}

// walk compares the pages that follow a call, and returns how many there were.
func (c *comparison) walk(
	t *testing.T, r random, view oracle.View, tool string, a oracle.Arguments, next string,
) (pages int) {
	t.Helper()
	for ; next != ""; pages++ {
		a.Offset = new(or(a.Offset, 0) + c.items)
		a.Limit, a.IncludeTotal, a.Cursor = new(r.limit()), r.chance(20), next
		next = c.compare(t, view, tool, a)
	}
	return pages
}

// maxDifferences is the number of differences after which a test stops.
const maxDifferences = 3

// compare compares the answers to one valid call, and checks both call and answer against the tool's schemas. A model's
// name may be of any case, but the schema cannot say so. It returns the cursor of the next page. For a call with a
// cursor the offset of the arguments is how many items were before.
func (c *comparison) compare(t *testing.T, view oracle.View, tool string, a oracle.Arguments) (next string) {
	t.Helper()
	sent := a
	if a.Cursor != "" {
		sent.Offset = nil
	}
	arguments := encoded(t, sent)
	if err := c.inputs[tool].Validate(decoded(t, arguments)); err != nil &&
		(a.Model == "" || slices.Contains(oracle.Models(), a.Model)) {
		t.Errorf("%s %s: the tool's input schema forbids the arguments: %v", tool, arguments, err)
	}
	want := ""
	if answer, err := c.model.Call(view, tool, a); err == nil {
		want = encoded(t, answer)
	} else {
		want = err.Error()
	}
	got := ""
	answer, err := c.tools.Call(context.Background(), principal(view), tool, jsontext.Value(arguments))
	switch {
	case err == nil:
		got = string(answer.JSON)
		if found := nextCursor.FindStringSubmatch(got); found != nil {
			next, got = found[1], nextCursor.ReplaceAllString(got, "")
		}
		c.items = int64(answer.Rows)
		if more := strings.Contains(got, `"has_more":true`); more != (next != "") {
			t.Errorf("%s %s: the answer has next_cursor %q and has_more %t", tool, arguments, next, more)
		}
		if err := c.outputs[tool].Validate(decoded(t, got)); err != nil {
			t.Errorf("%s %s: the answer is not as the tool's output schema says: %v", tool, arguments, err)
		}
		if a.Query != "" && strings.HasPrefix(want, "{") {
			c.checkWords(t, view, a, got)
			return next
		}
	case fault.From(err).Kind == fault.Forbidden, fault.From(err).Kind == fault.UnknownTV:
		got = string(fault.From(err).Kind)
		for _, name := range fault.From(err).Suggestions {
			if !c.model.KnowsTV(view, name) {
				t.Errorf("view %s, %s %s: suggests the hidden %q", viewName(view), tool, arguments, name)
			}
		}
	default:
		got = err.Error()
	}
	if got == want {
		return next
	}
	diff := ""
	if strings.HasPrefix(got, "{") && strings.HasPrefix(want, "{") {
		if diff = cmp.Diff(decoded(t, want), decoded(t, got)); diff == "" {
			return next
		}
	}
	t.Errorf("view %s, %s %s\nmodel: %s\nours:  %s\n-model +ours:\n%s", viewName(view), tool, arguments, want, got, diff)
	if c.differences++; c.differences == maxDifferences {
		t.Fatal("too many differences")
	}
	return ""
}

// or returns the value of an optional argument, or its default.
func or(n *int64, absent int64) int64 {
	if n == nil {
		return absent
	}
	return *n
}

// encoded writes a value as JSON that stays readable if it contains operators.
func encoded(t *testing.T, value any) string {
	t.Helper()
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(text.String())
}

// decoded parses JSON. Its numbers keep all their digits.
func decoded(t *testing.T, text string) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}

// schemas returns a schema of every tool.
func schemas(t *testing.T, tools *toolset.Toolset, of func(toolset.Tool) *schema.Schema) map[string]*jsonschema.Schema {
	t.Helper()
	all := map[string]*jsonschema.Schema{}
	for _, tool := range tools.Tools() {
		all[tool.Name] = compiled(t, of(tool).JSON())
	}
	return all
}

func compiled(t *testing.T, schema []byte) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	s, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// random makes sites and calls.
type random struct{ *rand.Rand }

// chance is true in that many of a hundred cases.
func (r random) chance(percent int) bool { return r.IntN(100) < percent }

func pick[T any](r random, from ...T) T { return from[r.IntN(len(from))] }

// maybe returns a pointer to the value, or nil in that many of a hundred cases.
func maybe[T any](r random, absent int, value T) *T {
	if r.chance(absent) {
		return nil
	}
	return &value
}

// Texts of template variables, titles and models. Those that are compared are printable ASCII, and none is negative
// zero: package model says why. None is blank either: MySQL 5.6 sorts an empty mediumtext before one of spaces,
// although they are equal.
var (
	numbers = []string{
		"0", "1", "3", "5", "05", "+5", "12", "12abc", "20", "75", "99.50", "99.5", "99.995", "100", "100 EUR", "250",
		"3.7", "3.5", "2.5", "-2.5", "-3.5", "-5", "-150", "1e2", ".5", "1.005", " 5", "5 ", "1,5", "12345678.905",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615",
		"99999999999999999999", "-99999999999999999999",
	}
	words = []string{
		"", "red", "Red", "RED ", " red", "dark red", "blue", "Blue", "abc", "ABC", "abd", "a b", "zed", "Zed",
		"100%", "100%_|pure", "a%b", "a_b", "axb", "a|b", `a\b`, `\`, `\%`, "%", "_", "|", "'", "it's", `"x"`, "x;y", "a:b",
		"-", "x,y",
	}
	// What Evolution computes instead of showing it, and what only looks like it.
	bindings = []string{
		"@EVAL return 1;", "@eval return 2;", " @SELECT 1", "@INHERIT", "@FILE a/b", "@None", "@CHUNK c", "@DOCUMENT 5",
		"@DIRECTORY x", "@RESOURCE 7", "@PHP 1", "@handle", "x @EVAL", "a@example.com", "@", "@@EVAL", "@ EVAL",
	}
	// What the site executes, and what only looks like it.
	tagged = []string{
		"[[Form? &to=`a@b`]]", "red [[x]]", "{{chunk}} blue", "a[*id*]b", "[!a? &b=`{{c? &d=`[+e+]`}}`!]zed", "[(f)]",
		"[^t^]", "[~x~]", "[~[*id*]~]",
		"[~2~]", "[~2~] red [~3~]", "abc [[ never", "red {{", "[~0~]5", "[ [1] { {2} ]] }}",
	}
	unicode = []string{"", "日本 [[x? &y=`ß`]]", "[~2~] é", "Grüße aus Köln", "Привіт, світе", "日本語", "🌍", "e\u0301 = é",
		"ß", "line\nbreak\ttab"}
	plain = []string{"", "one", "Two words", "Grüße aus Köln", "日本語"} // the same in every format
	tags  = []string{"wood", "Wood", "metal", "in door", "100%", "a_b", "[[x]]"}
	casts = []string{"UNSIGNED", "SIGNED", "DECIMAL(10,2)", "DECIMAL(5,0)", "DECIMAL(3,3)", "DECIMAL(20,1)",
		"DECIMAL(65,30)", "DECIMAL(1,0)"}
)

func (r random) text() string {
	switch r.IntN(12) {
	case 0, 1, 2, 3:
		return pick(r, numbers...)
	case 4:
		return pick(r, words...) + pick(r, words...)
	case 5:
		return pick(r, bindings...)
	case 6:
		return pick(r, tagged...)
	}
	return pick(r, words...)
}

// nullable is sometimes NULL.
func (r random) nullable(text string) *string { return maybe(r, 12, text) }

// Times far from today, so that a document's state is the same at any time of the test.
const (
	year2000 = 946_684_800
	year2020 = 1_577_836_800
	year2037 = 2_114_380_800 // the last one that a signed column of Evolution 3.1 holds
)

func (r random) past() int64   { return year2000 + r.Int64N(20)*10_000_000 }
func (r random) future() int64 { return year2037 + r.Int64N(20)*1_000_000 }

const (
	siteDocuments = 150
	highestID     = 200 // of a document, so that some ids below it are of none
	siteTemplates = 5
	maxLevel      = 8 // of a document in the tree
	maxMenuIndex  = 7 // so that several siblings have the same
)

// site makes a site.
func (r random) site() *evosite.Site {
	s := &evosite.Site{Records: map[string][]evosite.Record{}}
	r.addDocuments(s)
	r.addTVs(s)
	r.addGroups(s)
	r.addRecords(s)
	return s
}

func (r random) addDocuments(s *evosite.Site) {
	levels := map[int64]int{}
	for _, n := range r.Perm(highestID)[:siteDocuments] {
		id := int64(n + 1)
		var parent int64
		branch := len(s.Documents) < maxLevel // the first documents are one deep branch
		switch {
		case branch && len(s.Documents) > 0:
			parent = s.Documents[len(s.Documents)-1].ID
		case r.chance(3):
			parent = highestID + 1 + r.Int64N(2) // there is no such document
		case len(s.Documents) >= 12 && r.chance(92):
			// Parents among the first documents make the tree broad, any others make it deep.
			above := pick(r, s.Documents...)
			if r.chance(50) {
				above = pick(r, s.Documents[:12]...)
			}
			if levels[above.ID] < maxLevel {
				parent = above.ID
			}
		}
		levels[id] = levels[parent] + 1
		d := evosite.Document{
			ID: id, Parent: parent, Template: r.Int64N(siteTemplates), MenuIndex: r.Int64N(maxMenuIndex + 1),
			Title: r.text(), LongTitle: pick(r, unicode...), Description: pick(r, unicode...),
			Alias:     r.nullable(pick(r, unicode...)),
			IntroText: pick(r, plain...), Content: pick(r, plain...), MenuTitle: pick(r, unicode...),
			Type:      pick(r, "", "", "document", "reference"),
			Published: r.chance(92), Deleted: r.chance(7), HideMenu: r.chance(20), Folder: r.chance(30),
			PrivateWeb: r.chance(2), PrivateManager: r.chance(10), CreatedOn: r.past(), EditedOn: r.past(),
		}
		switch r.IntN(20) {
		case 0:
			d.PubDate = r.future()
		case 1, 2, 3, 4:
			d.PubDate = r.past()
		}
		switch r.IntN(20) {
		case 0:
			d.UnpubDate = year2020 + r.Int64N(1_000_000)
		case 1, 2:
			d.UnpubDate = r.future()
		}
		if r.chance(5) {
			d.DeletedOn = r.past()
		}
		if branch {
			d.Published, d.Deleted, d.DeletedOn = true, false, 0
		}
		s.Documents = append(s.Documents, d)
	}
}

func (r random) addTVs(s *evosite.Site) {
	names := []string{"price", "color", "in-stock", "order", "SELECT", "SKU", "sku", "a_b", "-x-", "1st",
		"Long-Name_of-TV", "price"}
	value := func(tv, document int64) {
		s.Values = append(s.Values, evosite.Value{TV: tv, Document: document, Text: r.nullable(r.text())})
	}
	for i, name := range names {
		id := int64(3*i + 1) // the second price is the younger one
		tv := evosite.TV{ID: id, Name: name, Caption: r.text(), Type: pick(r, "text", "number"), Elements: r.text(),
			Default: r.nullable(r.text())}
		s.TVs = append(s.TVs, tv)
		stored := r.IntN(80)
		for _, d := range s.Documents {
			if r.chance(stored) {
				value(id, d.ID)
			}
			if r.chance(8) {
				s.Tags = append(s.Tags, evosite.Tag{TV: id, Document: d.ID, Name: pick(r, tags...)})
			}
		}
		value(id, highestID+1) // left behind by a document that is gone
	}
	for _, i := range r.Perm(len(s.TVs))[:4] { // for some groups only
		for again := true; again; again = r.chance(30) {
			s.Records["site_tmplvar_access"] = append(s.Records["site_tmplvar_access"],
				evosite.Record{"tmplvarid": s.TVs[i].ID, "documentgroup": 1 + r.Int64N(siteGroups+1)})
		}
	}
}

// siteGroups is how many document groups a site has.
const siteGroups = 5

func (r random) addGroups(s *evosite.Site) {
	for i, g := range []evosite.DocumentGroup{
		{PrivateWeb: true}, {PrivateManager: true}, {MemberGroups: []int64{1}},
		{MemberGroups: []int64{1, 2}, PrivateWeb: true}, {},
	} {
		g.ID, g.Name = int64(i+1), "group"
		for _, d := range s.Documents {
			if r.chance(1) || d.PrivateManager && r.chance(25) {
				g.Documents = append(g.Documents, d.ID)
			}
		}
		s.DocumentGroups = append(s.DocumentGroups, g)
	}
	s.Records["membergroup_names"] = []evosite.Record{{"id": 1, "name": "Editors"}, {"id": 2, "name": "Authors"}}
}

// views are those of a visitor, of the manager, and of some of the manager's users, in groups that the site has or not.
func (r random) views() []oracle.View {
	views := []oracle.View{asVisitor, asVisitor, asManager, {Member: &oracle.Member{Role: 1, UseUdperms: true}}}
	for i := range 4 {
		m := &oracle.Member{Role: 2 + int64(i), UseUdperms: r.chance(75)}
		for g := range int64(siteGroups + 2) {
			if r.chance(30) {
				m.Groups = append(m.Groups, 1+g)
			}
		}
		for _, permission := range []string{"emcp", "edit_user", "edit_role"} {
			if r.chance(50) {
				m.Permissions = append(m.Permissions, permission)
			}
		}
		views = append(views, oracle.View{Member: m})
	}
	return views
}

// addRecords fills the tables of those models that do not come from the other parts of a site.
func (r random) addRecords(s *evosite.Site) {
	for name, table := range map[string]string{
		"SiteTemplate": "site_templates", "SiteSnippet": "site_snippets", "SitePlugin": "site_plugins",
		"SiteModule": "site_modules", "Category": "categories", "User": "users", "UserAttribute": "user_attributes",
		"UserRole": "user_roles", "Permissions": "permissions", "PermissionsGroups": "permissions_groups",
		"RolePermissions": "role_permissions",
	} {
		s.Records[table] = r.records(name)
	}
}

func (r random) records(name string) []evosite.Record {
	var records []evosite.Record
	for i := range r.IntN(15) {
		record := evosite.Record{}
		for _, field := range oracle.Fields(name) {
			column, isInteger := strings.CutSuffix(field, "#")
			switch {
			case column == "id":
				record[column] = 2*i + 1
			case column == "username":
				record[column] = fmt.Sprintf("User%d", i*i%17*100+i) // they are unique
			case name == "Permissions" && isInteger && r.chance(30):
				record[column] = nil
			case column == "locked" || column == "disabled":
				record[column] = r.IntN(2)
			case isInteger:
				record[column] = pick(r, 0, 1, 2, 10, 100, math.MaxInt32)
			default:
				record[column] = r.text()
			}
		}
		records = append(records, record)
	}
	return records
}

// tool chooses a tool: often the search, because it has the most arguments.
func (r random) tool() string {
	switch r.IntN(20) {
	case 0, 1, 2, 3, 4, 5, 6, 7:
		return "evo.content.search"
	case 8, 9:
		return "evo.model.list"
	case 10:
		return "evo.model.get"
	}
	return "evo.content." + pick(r, "get", "root_tree", "descendants", "ancestors", "children", "siblings", "neighbors",
		"prev_siblings", "next_siblings", "children_range", "siblings_range")
}

// arguments makes valid arguments for a tool.
func (r random) arguments(tool string, s *evosite.Site) oracle.Arguments {
	a := oracle.Arguments{
		Limit:        new(r.limit()),
		Offset:       maybe(r, 80, pick[int64](r, 0, 1, 1, 2, 5, 20, 5000)),
		IncludeTotal: r.chance(20),
	}
	switch tool {
	case "evo.model.list", "evo.model.get":
		r.forModel(&a, tool, s)
		return a
	case "evo.content.search":
		r.forSearch(&a, s)
	case "evo.content.root_tree":
		a.Depth = maybe(r, 30, r.Int64N(7))
	case "evo.content.descendants", "evo.content.ancestors":
		a.Depth = maybe(r, 30, 1+r.Int64N(6))
	case "evo.content.children_range", "evo.content.siblings_range":
		a.From = new(r.Int64N(maxMenuIndex + 1))
		a.To = maybe(r, 30, *a.From+r.Int64N(5))
	case "evo.content.get":
		a.Limit, a.Offset, a.IncludeTotal = nil, nil, false
	}
	if slices.Contains(flatTools, tool) && r.chance(15) {
		a.Depth = new(r.Int64N(7))
	}
	r.forLook(&a)
	if tool != "evo.content.search" && tool != "evo.content.root_tree" {
		a.ID = new(r.documentID(s))
	}
	for range r.few(2) {
		a.WithTVs = append(a.WithTVs, r.tv(s)+pick(r, "", "", ":d"))
	}
	return a
}

// flatTools are the tools in which depth has no effect.
var flatTools = []string{
	"evo.content.children", "evo.content.siblings", "evo.content.neighbors", "evo.content.prev_siblings",
	"evo.content.next_siblings",
	"evo.content.children_range", "evo.content.siblings_range",
}

func (r random) limit() int64 { return pick[int64](r, 1, 2, 3, 5, 10, 20, 100, 100, 100) }

// forLook chooses the members of documents and their format.
func (r random) forLook(a *oracle.Arguments) {
	if r.chance(30) {
		for range 1 + r.IntN(6) {
			a.Fields = append(a.Fields, pick(r, slices.Concat(oracle.ContractFields, oracle.ExtensionFields,
				oracle.ExtensionFields)...))
		}
	}
	if r.chance(20) {
		a.Format = pick(r, "markdown", "text", "html")
	}
	if r.chance(20) {
		a.Dates = pick(r, "unix", "rfc3339")
	}
}

// few is the number of something in a call: mostly none or one, sometimes as many as allowed.
func (r random) few(most int) int {
	switch r.IntN(4) {
	case 0:
		return 1
	case 1:
		return r.IntN(most + 1)
	}
	return 0
}

// documentID is mostly that of a document, preferably one with others below it.
func (r random) documentID(s *evosite.Site) int64 {
	d := pick(r, s.Documents...)
	switch r.IntN(12) {
	case 0:
		return pick[int64](r, 0, highestID+1, 1<<53+1, math.MaxInt64)
	case 1:
		return 1 + r.Int64N(highestID)
	case 2, 3, 4, 5, 6:
		return d.Parent
	}
	return d.ID
}

// query searches for a few words that occur in texts of all random sites.
func (r random) query() string {
	return r.several(pick(r, 1, 1, 2, 3), " ", func() string {
		return pick(r, "red", "BLUE", "dark", "ab", "abc", "Two", "word", "köln", "aus", "світе", "日本", "100", "99",
			`"dark red"`, "nowhere")
	})
}

func (r random) tv(s *evosite.Site) string { return pick(r, s.TVs...).Name }

func (r random) forSearch(a *oracle.Arguments, s *evosite.Site) {
	a.Parent = maybe(r, 60, r.documentID(s))
	if r.chance(15) {
		a.Parent = new(int64(0))
	}
	a.Depth = maybe(r, 60, 1+r.Int64N(6))
	a.Published = maybe(r, 85, r.chance(50))
	a.Deleted = maybe(r, 80, r.chance(60))
	a.HideMenu = maybe(r, 85, r.chance(50))
	a.Template = maybe(r, 85, r.Int64N(siteTemplates+1))
	for range r.few(3) {
		a.TVFilters = append(a.TVFilters, r.tvFilter(s))
	}
	for range r.few(2) {
		o := oracle.TVOrder{TV: r.tv(s), Dir: pick(r, "", "asc", "desc"), Cast: pick(r, "", pick(r, casts...)),
			UseDefault: r.chance(40)}
		if len(a.TVOrder) > 0 && r.chance(30) { // the same variable again
			o.TV, o.UseDefault = a.TVOrder[0].TV, a.TVOrder[0].UseDefault
		}
		a.TVOrder = append(a.TVOrder, o)
	}
	if r.chance(2) { // as much as a call may have
		for len(a.TVFilters) < 10 {
			a.TVFilters = append(a.TVFilters, oracle.TVFilter{TV: r.tv(s), Op: "!=", Value: r.text(), UseDefault: true})
		}
		for len(a.TVOrder) < 5 {
			a.TVOrder = append(a.TVOrder, oracle.TVOrder{TV: r.tv(s), UseDefault: true})
		}
		for len(a.WithTVs) < 18 { // two more may follow
			a.WithTVs = append(a.WithTVs, r.tv(s))
		}
	}
	if r.chance(12) {
		a.TagsData = &oracle.TagsData{TV: pick(r, s.TVs...).ID, Tags: []string{pick(r, tags...), pick(r, tags...)}}
	}
	if r.chance(20) {
		a.Query, a.Match = r.query(), pick(r, "", "", "any", "all", "phrase")
		for range r.few(3) {
			a.QueryTVs = append(a.QueryTVs, r.tv(s))
		}
	}
	if r.chance(40) {
		a.OrderBy = pick(r, "id", "pagetitle", "menuindex", "createdon", "pub_date")
	}
	if r.chance(40) {
		a.OrderDir = pick(r, "asc", "desc")
	}
	if r.chance(15) {
		a.OrderByDate = pick(r, "asc", "desc")
	}
	if r.chance(15) {
		a.ByEdited = pick(r, "asc", "desc")
	}
}

var operators = []string{"=", "!=", ">", ">=", "<", "<=", "in", "not_in", "like", "like-l", "like-r", "null", "!null"}

func (r random) tvFilter(s *evosite.Site) oracle.TVFilter {
	f := oracle.TVFilter{TV: r.tv(s), UseDefault: r.chance(40)}
	if r.chance(40) {
		f.Op, f.Cast = pick(r, operators[:6]...), pick(r, casts...)
		f.Value = r.number()
		return f
	}
	f.Op = pick(r, operators...)
	f.Value = r.value(f.Op, r.text)
	return f
}

// number is a value for comparisons with a cast.
func (r random) number() any {
	number := pick(r, "0", "1", "5", "12", "99.5", "99.995", "100", "100.00", "-3", "-5", "-150", "3.7", "0.999",
		"9223372036854775807", "9223372036854775808", "18446744073709551611", "18446744073709551615", "18446744073709551616",
		"9999999999999999999999999999999999.5", "0.000000000000000000000000000001")
	if r.chance(50) {
		return json.Number(number)
	}
	if number[0] != '-' && r.chance(20) {
		return pick(r, "+", "0") + number
	}
	return number
}

// value is a value for an operator, made of such texts.
func (r random) value(op string, text func() string) any {
	switch op {
	case "null", "!null":
		return pick[any](r, nil, json.RawMessage("null"), "ignored")
	case "like", "like-l", "like-r":
		whole := text()
		first := r.IntN(len(whole) + 1)
		return whole[first : first+r.IntN(len(whole)-first+1)]
	case "in", "not_in":
		return r.list(text)
	}
	single := text()
	if number := json.Number(single); r.chance(30) && json.Valid([]byte(number)) && single != "" && single[0] != '"' {
		return json.Number(strings.TrimSpace(single))
	}
	return single
}

// list is an array, or one text with commas.
func (r random) list(text func() string) any {
	var list []any
	var trimmed []string
	for range 1 + r.IntN(4) {
		element := text()
		if element != "" {
			list = append(list, element)
		}
		if element = strings.TrimSpace(element); element != "" && !strings.Contains(element, ",") {
			trimmed = append(trimmed, element)
		}
	}
	switch {
	case len(list) == 0:
		return []any{"red"}
	case len(trimmed) > 0 && r.chance(30):
		return strings.Join(trimmed, pick(r, ",", ", "))
	}
	return list
}

func (r random) forModel(a *oracle.Arguments, tool string, s *evosite.Site) {
	name := pick(r, oracle.Models()...)
	a.Model = pick(r, name, name, strings.ToLower(name))
	if tool == "evo.model.get" {
		a.Limit, a.Offset, a.IncludeTotal = nil, nil, false
		a.ID = new(r.Int64N(20))
		if name == "SiteTmplvarContentvalue" {
			a.ID = new(r.Int64N(int64(len(s.Values) + 1)))
		}
		return
	}
	fields := oracle.Fields(name)
	if r.chance(60) {
		a.Filters = &oracle.Filters{}
		for range r.IntN(3) {
			a.Filters.Where = append(a.Filters.Where, r.condition(pick(r, fields...)))
		}
	}
	if r.chance(50) {
		a.OrderBy = strings.TrimSuffix(pick(r, fields...), "#")
	}
	a.OrderDir = pick(r, "", "asc", "desc")
}

func (r random) condition(field string) oracle.Condition {
	column, isInteger := strings.CutSuffix(field, "#")
	c := oracle.Condition{Field: column, Op: pick(r, operators...)}
	text := r.text
	if isInteger {
		text = func() string {
			if r.chance(30) {
				return r.text()
			}
			return pick(r, "0", "1", "2", "3", "5", "10", "11", "100", "-1", "2147483647", "9223372036854775807",
				"-9223372036854775808",
				"1.0", "2.5", "-2.5", "10.000001", "1e1", "1e400", "-1e400", " 5x", "price")
		}
	}
	c.Value = r.value(c.Op, text)
	return c
}

// TestRandomSitesAreVaried checks the generator: a site without hidden documents or deep branches would prove little.
// So would one in which everybody sees all variables, or nobody any.
func TestRandomSitesAreVaried(t *testing.T) {
	site := random{rand.New(rand.NewPCG(1, 1))}.site()
	m := oracle.New(site, time.Now().Unix())
	count := func(view oracle.View, tool string, a oracle.Arguments) int {
		t.Helper()
		a.Limit = new(int64(10_000))
		answer, err := m.Call(view, tool, a)
		if err != nil {
			t.Fatal(err)
		}
		return len(answer["items"].([]oracle.Object))
	}
	member := oracle.View{Member: &oracle.Member{Role: 2, Groups: []int64{1, 2}, UseUdperms: true}}
	for tool, private := range map[string]int{"evo.content.search": 3,
		"evo.content.root_tree": 2} { // the tree does not reach the deepest
		visitor, some, all := count(asVisitor, tool, oracle.Arguments{Depth: new(int64(6))}),
			count(member, tool, oracle.Arguments{Depth: new(int64(6))}),
			count(asManager, tool, oracle.Arguments{Depth: new(int64(6))})
		if visitor < 30 || some < visitor+10 || all < some+private || all > siteDocuments-5 {
			t.Errorf("%s finds %d, %d and %d of %d documents", tool, visitor, some, all, siteDocuments)
		}
	}
	if !slices.ContainsFunc(site.Documents, func(d evosite.Document) bool {
		folder, err := m.Call(asVisitor, "evo.content.get", oracle.Arguments{ID: &d.ID})
		children, wrong := m.Call(asVisitor, "evo.content.children", oracle.Arguments{ID: &d.ID, Limit: new(int64(1))})
		return err == nil && wrong == nil && folder["item"] == nil && len(children["items"].([]oracle.Object)) > 0
	}) {
		t.Error("no document that visitors see lies below one that they do not see")
	}
	tvs := oracle.Arguments{Model: "SiteTmplvar"}
	visitor, some, all := count(asVisitor, "evo.model.list", tvs), count(member, "evo.model.list", tvs),
		count(asManager, "evo.model.list", tvs)
	if visitor < 5 || some <= visitor || all <= some {
		t.Errorf("the views have %d, %d and %d variables", visitor, some, all)
	}
	bound := oracle.Arguments{Model: "SiteTmplvarContentvalue",
		Filters: &oracle.Filters{Where: []oracle.Condition{{Field: "value", Op: "null"}}}}
	if visitor, all := count(asVisitor, "evo.model.list", bound), count(asManager, "evo.model.list",
		bound); visitor == 0 || all == 0 {
		t.Errorf("%d and %d values are NULL", visitor, all)
	}
	if !slices.ContainsFunc(site.Values, func(v evosite.Value) bool {
		return v.Text != nil &&
			strings.HasPrefix(*v.Text, "@EVAL")
	}) {
		t.Error("no value is a binding")
	}
	if !slices.ContainsFunc(site.Documents, func(d evosite.Document) bool {
		answer, err := m.Call(asManager, "evo.content.ancestors", oracle.Arguments{ID: &d.ID, Limit: new(int64(100))})
		return err == nil && len(answer["items"].([]oracle.Object)) >= maxLevel-2
	}) {
		t.Error("no document lies deep in the tree")
	}
}
