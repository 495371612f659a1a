package toolset_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/oracle"
	"emcp/toolset"
)

// listCall is a call of a list tool without its paging. arguments are the members of an object.
type listCall struct{ tool, arguments string }

// input returns the arguments of a call for a page.
func (l listCall) input(limit int, cursor string) string {
	members := []string{fmt.Sprintf(`"limit":%d`, limit)}
	if l.arguments != "" {
		members = append(members, l.arguments)
	}
	if cursor != "" {
		quoted, err := json.Marshal(cursor)
		if err != nil {
			panic(err)
		}
		members = append(members, `"cursor":`+string(quoted))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// listPage is the answer of a list.
type listPage struct {
	Items []json.RawMessage `json:"items"`
	Next  string            `json:"next_cursor"`
	Meta  struct {
		Limit   int  `json:"limit"`
		Offset  int  `json:"offset"`
		Count   int  `json:"count"`
		HasMore bool `json:"has_more"`
		Total   *int `json:"total"`
	} `json:"meta"`
}

// page reads a page, and checks what must hold for every page.
func (l listCall) page(
	t *testing.T, tools *toolset.Toolset, who identity.Principal, limit int, cursor string,
) listPage {
	t.Helper()
	arguments := l.input(limit, cursor)
	answer := callTool(t, tools, who, l.tool, arguments)
	var p listPage
	if err := json.Unmarshal([]byte(answer), &p); err != nil {
		t.Fatal(err)
	}
	if p.Meta.Limit != limit || p.Meta.Count != len(p.Items) || len(p.Items) > limit || p.Meta.HasMore != (p.Next != "") ||
		p.Meta.HasMore && len(p.Items) == 0 {
		t.Fatalf("%s %s: %s", l.tool, arguments, answer)
	}
	return p
}

// maxPages is more pages than any list in these tests has.
const maxPages = 200

// walk reads a list to its end and returns its items. between, if not nil, runs before every page except the first.
func (l listCall) walk(
	t *testing.T, tools *toolset.Toolset, who identity.Principal, limit int, between func(),
) []string {
	t.Helper()
	var items []string
	cursor := ""
	for range maxPages {
		p := l.page(t, tools, who, limit, cursor)
		if p.Meta.Offset != len(items) {
			t.Fatalf("%s %s: meta.offset is %d after %d items", l.tool, l.arguments, p.Meta.Offset, len(items))
		}
		for _, item := range p.Items {
			items = append(items, string(item))
		}
		if !p.Meta.HasMore {
			return items
		}
		if cursor = p.Next; between != nil {
			between()
		}
	}
	t.Fatalf("%s %s: the list does not end", l.tool, l.arguments)
	return nil
}

// expectWalks compares a list in one page with the same in small pages, and returns how many items it has.
func expectWalks(t *testing.T, tools *toolset.Toolset, who identity.Principal, l listCall, limits ...int) int {
	t.Helper()
	all := l.page(t, tools, who, 100, "")
	if all.Meta.HasMore {
		t.Fatalf("%s %s has more than a page", l.tool, l.arguments)
	}
	var want []string
	for _, item := range all.Items {
		want = append(want, string(item))
	}
	for _, limit := range limits {
		if diff := cmp.Diff(want, l.walk(t, tools, who, limit, nil)); diff != "" {
			t.Errorf("%s %s by %d (-one page +walked):\n%s", l.tool, l.arguments, limit, diff)
		}
	}
	return len(want)
}

// lists are calls of every list tool, over accessSite.
var lists = []listCall{
	{"evo.content.search", ``},
	{"evo.content.search", `"parent":2,"depth":3`},
	{"evo.content.search", `"deleted":true`},
	{"evo.content.search",
		`"tv_filters":[{"tv":"price","op":"!null"}],"with_tvs":["price","color:d"],"fields":["path","content"]`},
	{"evo.content.search", `"tags_data":{"tv_id":6,"tags":["wood","indoor"]}`},
	{"evo.content.search", `"query":"page chair a","query_tvs":["color"]`},
	{"evo.content.root_tree", `"depth":6`},
	{"evo.content.descendants", `"id":2,"depth":6`},
	{"evo.content.ancestors", `"id":25,"with_tvs":["price"]`},
	{"evo.content.children", `"id":2`},
	{"evo.content.siblings", `"id":11`},
	{"evo.content.neighbors", `"id":11`},
	{"evo.content.prev_siblings", `"id":21`},
	{"evo.content.next_siblings", `"id":10`},
	{"evo.content.children_range", `"id":2,"from":1,"to":30`},
	{"evo.content.siblings_range", `"id":11,"from":2`},
	{"evo.model.list", `"model":"SiteTmplvar"`},
	{"evo.model.list", `"model":"SiteTmplvarContentvalue","order_by":"value"`},
	{"evo.model.list", `"model":"SiteTemplate","order_by":"category","order_dir":"desc"`},
}

func TestCursorsOfEveryTool(t *testing.T) {
	tools := open(t, accessSite(), standard)
	walked := map[string]int{}
	for _, c := range callers {
		for _, l := range lists {
			walked[l.tool] = max(walked[l.tool], expectWalks(t, tools, c.who, l, 1, 2, 3))
		}
	}
	for _, tool := range tools.Tools() {
		if list := !strings.HasSuffix(tool.Name, ".get") && tool.Name != "evo.site.describe"; list && walked[tool.Name] < 2 {
			t.Errorf("the lists of %s have %d items", tool.Name, walked[tool.Name])
		}
	}
}

// orderedSite has values that are hard to sort: missing and equal values, texts that differ only in case, in accents or
// behind the compared characters, and numbers of all sizes.
func orderedSite() *evosite.Site {
	long := strings.Repeat("Der längste Titel von allen ", 10)[:255]
	titles := []string{
		"", "a", "A", "á", "Á", "ä", "ae", "a ", "b", "B", "ß", "ss", "z", "Z", "日本語", "日本", "🌍", "🌎", "Привіт", "привіт",
		"it's", `a\b`, "%", "_",
	}
	values := []*string{
		nil, new(""), new("0"), new("00"), new("-1"), new("1"), new("1.0"), new("0.5"), new("-0.5"), new("abc"), new("ABC"),
		new("ábc"), new("12abc"),
		new("99.995"), new("1e3"), new(long + "x"), new(long + "a"), new(long), new(strings.Repeat("🌍", 300)),
		new(strings.Repeat("日", 255) + "a"),
		new("9223372036854775807"), new("9223372036854775808"), new("18446744073709551615"), new("-9223372036854775808"),
		new(strings.Repeat("9", 60)), new(strings.Repeat("9", 59) + "8"), new("-" + strings.Repeat("7", 50)),
		new("0." + strings.Repeat("3", 30)),
		new("@EVAL return 1;"), new("\"quoted\"\n\t\u0001"),
	}
	s := &evosite.Site{TVs: []evosite.TV{
		{ID: 1, Name: "value", Default: new("1.5")}, {ID: 2, Name: "other", Default: new("b")}, {ID: 3, Name: "rare"},
	}}
	for i := range 60 {
		id := int64(i*7%60 + 1)
		s.Documents = append(s.Documents, evosite.Document{
			ID: id, Title: titles[i%len(titles)], MenuIndex: int64(i % 4), Published: true, CreatedOn: year2000 + int64(i%5),
			PubDate: int64(i%3) * 100_000_000,
		})
		if i < 2*len(values)-3 {
			s.Values = append(s.Values, evosite.Value{TV: 1, Document: id, Text: values[i%len(values)]})
		}
		if i%4 > 0 {
			s.Values = append(s.Values, evosite.Value{TV: 2, Document: id, Text: &titles[i%5]})
		}
	}
	return s
}

func TestCursorsOfEveryOrder(t *testing.T) {
	tools := open(t, orderedSite(), standard)
	var orders []string
	for _, dir := range []string{"asc", "desc"} {
		orders = append(orders, `"order_by_date":"`+dir+`"`, `"order_by_edited":"`+dir+`"`)
		for _, field := range []string{"id", "pagetitle", "menuindex", "createdon", "pub_date"} {
			orders = append(orders, `"order_by":"`+field+`","order_dir":"`+dir+`"`)
		}
		for _, cast := range []string{
			"", "UNSIGNED", "SIGNED", "DECIMAL(10,2)", "DECIMAL(65,30)", "DECIMAL(65,0)", "DECIMAL(1,0)", "DECIMAL(30,30)",
			"DECIMAL(5,1)",
		} {
			for _, more := range []string{``, `,"use_default":true`} {
				if cast != "" {
					more += `,"cast":"` + cast + `"`
				}
				orders = append(orders,
					`"tv_order":[{"tv":"value","dir":"asc","cast":"DECIMAL(1,0)"},{"tv":"value","dir":"`+dir+`"`+more+`}]`,
					`"tv_order":[{"tv":"value","dir":"`+dir+`"`+more+`}],"order_by":"id","order_dir":"desc"`,
					`"tv_order":[{"tv":"other","dir":"`+dir+`"},{"tv":"rare"},{"tv":"value"`+more+`}],"order_by":"pagetitle"`)
			}
		}
	}
	for _, who := range both {
		for _, order := range orders {
			n := expectWalks(t, tools, who,
				listCall{"evo.content.search", order + `,"fields":["pagetitle"],"with_tvs":["value"]`}, 1, 7)
			if n != 60 {
				t.Fatalf("%s: %d items", order, n)
			}
		}
	}
}

func TestCursorsOfModels(t *testing.T) {
	tools := open(t, random{rand.New(rand.NewPCG(1, 2))}.site(), standard)
	for _, name := range oracle.Models() {
		for _, field := range oracle.Fields(name) {
			for _, dir := range []string{"asc", "desc"} {
				expectWalks(t, tools, manager, listCall{"evo.model.list", fmt.Sprintf(
					`"model":%q,"order_by":%q,"order_dir":%q,"filters":{"where":[{"field":"id","op":"<","value":80}]}`,
					name, strings.TrimSuffix(field, "#"), dir)}, 1, 3)
			}
		}
	}
}

// refused makes a call with a wrong cursor and expects its fault.
func (l listCall) refused(t *testing.T, tools *toolset.Toolset, who identity.Principal, cursor string) {
	t.Helper()
	f := refuse(t, tools, who, l.tool, l.input(2, cursor))
	if f.Kind != fault.InvalidParams || f.Field != "cursor" ||
		!strings.Contains(f.Message, "start again without a cursor") {
		t.Fatalf("%s %s: %v at %q", l.tool, l.input(2, cursor), f, f.Field)
	}
}

// TestWrongCursors removes the ids from the tables after it has the cursors. A statement that reads documents or rows
// then fails with another fault.
func TestWrongCursors(t *testing.T) {
	tools, d := openDatabase(t, accessSite(), standard)
	otherSite := open(t, accessSite(), standard)
	next := map[listCall]string{}
	for _, l := range lists {
		next[l] = l.page(t, tools, manager, 1, "").Next
		l.page(t, otherSite, manager, 1, "") // also reads the site's schema
	}
	options := bounds()
	options.CursorKey = []byte("another key")
	otherKey := toolset.New(database(t, d.DSN), options)
	options = bounds()
	sameKey := toolset.New(database(t, d.DSN), options)
	for _, site := range []*toolset.Toolset{otherKey, sameKey} {
		lists[0].page(t, site, manager, 1, "")
	}
	children := listCall{"evo.content.children", `"id":2`}
	if p := children.page(t, sameKey, manager, 1, next[children]); p.Meta.Offset != 1 {
		t.Errorf("another process with the key answers %+v", p)
	}
	for _, table := range []string{"site_content", "site_templates", "site_tmplvars", "site_tmplvar_contentvalues"} {
		if _, err := d.DB.ExecContext(t.Context(),
			"ALTER TABLE evo_"+table+" CHANGE id gone int unsigned NOT NULL"); err != nil {
			t.Fatal(err)
		}
	}
	for _, l := range lists {
		cursor := next[l]
		if f := refuse(t, tools, manager, l.tool, l.input(1, cursor)); f.Kind != fault.Internal {
			t.Fatalf("a right cursor: %v", f)
		}
		for i := range cursor {
			other := "A"
			if cursor[i] == 'A' {
				other = "B"
			}
			l.refused(t, tools, manager, cursor[:i]+other+cursor[i+1:])
			if i > 0 {
				l.refused(t, tools, manager, cursor[:i])
			}
		}
		for _, wrong := range []string{
			cursor + "A", cursor + "AAAA", cursor + "=", "A" + cursor, cursor + cursor, " " + cursor, strings.ToLower(cursor),
			"1", "\u0000", "日本",
		} {
			l.refused(t, tools, manager, wrong)
		}
		l.refused(t, otherSite, manager, cursor)
		l.refused(t, otherKey, manager, cursor)
		for _, c := range callers {
			if c.who.Sight() == manager.Sight() {
				if f := refuse(t, tools, c.who, l.tool, l.input(1, cursor)); f.Kind != fault.Internal {
					t.Errorf("%s sees what the manager sees: %v", c.name, f)
				}
				continue
			}
			l.refused(t, tools, c.who, cursor)
		}
		for _, other := range lists {
			if other != l {
				other.refused(t, tools, manager, cursor)
			}
		}
		f := refuse(t, tools, manager, l.tool,
			listCall{l.tool, strings.TrimPrefix(l.arguments+`,"offset":1`, ",")}.input(1, cursor))
		if f.Kind != fault.InvalidParams || f.Field != "offset" {
			t.Errorf("%s: a cursor and an offset: %v at %q", l.tool, f, f.Field)
		}
	}
	for _, other := range []string{
		`"id":3`, `"id":2,"fields":["id"]`, `"id":2,"with_tvs":["price"]`, `"id":2,"with_tvs":[]`, `"id":2,"format":"text"`,
		`"id":2,"dates":"unix"`, `"id":2,"max_chars":5`,
	} {
		listCall{"evo.content.children", other}.refused(t, tools, manager, next[children])
	}
}

// TestSameListInOtherWords changes all arguments that may differ between the pages of a list.
func TestSameListInOtherWords(t *testing.T) {
	tools := open(t, evosite.Fixture(), standard)
	first := listCall{"evo.content.children", `"id":2,"with_tvs":["price"]`}.page(t, tools, public, 1, "")
	for _, arguments := range []string{
		`{"id":2,"with_tvs":["price"],"limit":3,"cursor":%q}`,
		`{"cursor":%q,"limit":3,"with_tvs":["price"],"id":2}`,
		`{"cursor":%q, "limit":3.0, "with_tvs": [ "\u0070rice" ], "id":2, "offset": 0}`,
		`{"id":2,"with_tvs":["price"],"include_total":false,"limit":3,"cursor":%q}`,
	} {
		got := callTool(t, tools, public, "evo.content.children", fmt.Sprintf(arguments, first.Next))
		if !strings.HasPrefix(got, `{"items":[{"id":11,`) ||
			!strings.Contains(got, `"meta":{"limit":3,"offset":1,"count":3,"has_more":true,"toolsetVersion"`) {
			t.Errorf("%s: %s", arguments, got)
		}
	}
	p := listCall{"evo.content.children", `"id":2,"with_tvs":["price"],"include_total":true`}.page(t, tools, public, 2,
		first.Next)
	if p.Meta.Total == nil || *p.Meta.Total != 5 || p.Meta.Offset != 1 {
		t.Errorf("with include_total: %+v", p.Meta)
	}
	got := callTool(t, tools, public, "evo.content.children", `{"id":2,"limit":1,"cursor":""}`)
	if !strings.HasPrefix(got, `{"items":[{"id":10,`) {
		t.Errorf("an empty cursor: %s", got)
	}
	if p := first; p.Meta.Total != nil {
		t.Errorf("a total that was not asked for: %+v", p.Meta)
	}
}

// movingSite has documents 11 to 19 below document 1, with the menuindex 10 to 90 and values v1 to v9.
func movingSite() *evosite.Site {
	s := &evosite.Site{
		Documents: []evosite.Document{{ID: 1, Title: "Home", Published: true}},
		TVs:       []evosite.TV{{ID: 1, Name: "value"}},
	}
	for i := range int64(9) {
		s.Documents = append(s.Documents,
			evosite.Document{ID: 11 + i, Parent: 1, MenuIndex: 10 + 10*i, Title: fmt.Sprint("t", i+1), Published: true})
		s.Values = append(s.Values, evosite.Value{TV: 1, Document: 11 + i, Text: new(fmt.Sprint("v", i+1))})
	}
	return s
}

// TestRowsMoveBetweenPages changes the site after the first page, which has documents 11, 12 and 13.
func TestRowsMoveBetweenPages(t *testing.T) {
	const content, values = "evo_site_content", "evo_site_tmplvar_contentvalues"
	tools, d := openDatabase(t, movingSite(), standard)
	exec := func(t *testing.T, statements string) {
		t.Helper()
		if _, err := d.DB.ExecContext(t.Context(), statements); err != nil {
			t.Fatal(err)
		}
	}
	exec(t, "CREATE TABLE documents_before AS SELECT * FROM "+content+"; CREATE TABLE values_before AS SELECT * FROM "+
		values)
	// Creating the tables again for every list would take far longer than filling them.
	restore := "DELETE FROM " + content + "; INSERT INTO " + content + " SELECT * FROM documents_before;" +
		"DELETE FROM " + values + "; INSERT INTO " + values + " SELECT * FROM values_before"
	for _, c := range []struct{ name, change, want string }{
		{"nothing", "", "11 12 13 14 15 16 17 18 19"},
		{"a row before",
			"INSERT INTO " + content + " (id, parent, menuindex, pagetitle, published) VALUES (50, 1, 5, 't0', 1);" +
				"INSERT INTO " + values + " (tmplvarid, contentid, value) VALUES (1, 50, 'v0')", "11 12 13 14 15 16 17 18 19"},
		{"a row at the position, with a smaller id",
			"INSERT INTO " + content + " (id, parent, menuindex, pagetitle, published) VALUES (5, 1, 30, 't3', 1);" +
				"INSERT INTO " + values + " (tmplvarid, contentid, value) VALUES (1, 5, 'v3')", "11 12 13 14 15 16 17 18 19"},
		{"a row at the position, with a greater id",
			"INSERT INTO " + content + " (id, parent, menuindex, pagetitle, published) VALUES (50, 1, 30, 't3', 1);" +
				"INSERT INTO " + values + " (tmplvarid, contentid, value) VALUES (1, 50, 'V3')", "11 12 13 50 14 15 16 17 18 19"},
		{"a row behind",
			"INSERT INTO " + content + " (id, parent, menuindex, pagetitle, published) VALUES (5, 1, 45, 't4a', 1);" +
				"INSERT INTO " + values + " (tmplvarid, contentid, value) VALUES (1, 5, 'v4a')", "11 12 13 14 5 15 16 17 18 19"},
		{"the last row is gone", "DELETE FROM " + content + " WHERE id = 13", "11 12 13 14 15 16 17 18 19"},
		{"all rows are gone that were read", "DELETE FROM " + content + " WHERE id IN (11, 12, 13)",
			"11 12 13 14 15 16 17 18 19"},
		{"the last row is a draft", "UPDATE " + content + " SET published = 0 WHERE id = 13", "11 12 13 14 15 16 17 18 19"},
		{"the last row is in the trash", "UPDATE " + content + " SET deleted = 1 WHERE id = 13",
			"11 12 13 14 15 16 17 18 19"},
		{"a row behind is gone", "DELETE FROM " + content + " WHERE id = 14", "11 12 13 15 16 17 18 19"},
		{"the last row moves to the end", "UPDATE " + content + " SET menuindex = 95, pagetitle = 't9a' WHERE id = 13;" +
			"UPDATE " + values + " SET value = 'v9a' WHERE contentid = 13", "11 12 13 14 15 16 17 18 19 13"},
		{"the last row moves to the beginning", "UPDATE " + content + " SET menuindex = 1, pagetitle = 't' WHERE id = 13;" +
			"UPDATE " + values + " SET value = NULL WHERE contentid = 13", "11 12 13 14 15 16 17 18 19"},
		{"a row behind moves to the beginning", "UPDATE " + content + " SET menuindex = 1, pagetitle = 't' WHERE id = 15;" +
			"UPDATE " + values + " SET value = '' WHERE contentid = 15", "11 12 13 14 16 17 18 19"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, l := range []listCall{
				{"evo.content.children", `"id":1`},
				{"evo.content.search", `"parent":1,"order_by":"pagetitle"`},
				{"evo.content.search", `"parent":1,"tv_order":[{"tv":"value"}]`},
			} {
				exec(t, restore)
				changed := false
				items := l.walk(t, tools, public, 3, func() {
					if changed || c.change == "" {
						return
					}
					changed = true
					exec(t, c.change)
				})
				if diff := cmp.Diff(c.want, strings.Join(idsOf(t, items), " ")); diff != "" {
					t.Errorf("%s %s:\n%s", l.tool, l.arguments, diff)
				}
			}
		})
	}
}

// idsOf returns the ids of items.
func idsOf(t *testing.T, items []string) []string {
	t.Helper()
	var ids []string
	for _, item := range items {
		var row struct {
			ID json.Number `json:"id"`
		}
		if err := json.Unmarshal([]byte(item), &row); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, row.ID.String())
	}
	return ids
}

// TestCursorsGoBeyondTheHighestOffset walks a list that is longer than offset reaches.
func TestCursorsGoBeyondTheHighestOffset(t *testing.T) {
	_, d := openDatabase(t, evosite.Fixture(), standard)
	o := bounds()
	o.ContentOffset, o.ModelOffset = 3, 3
	tools := toolset.New(database(t, d.DSN), o)
	for _, l := range []listCall{{"evo.content.search", ``}, {"evo.model.list", `"model":"SiteTmplvarContentvalue"`}} {
		if n := expectWalks(t, tools, manager, l, 2, 3); n < 10 {
			t.Errorf("%s has %d items", l.tool, n)
		}
		f := refuse(t, tools, manager, l.tool,
			listCall{l.tool, strings.TrimPrefix(l.arguments+`,"offset":4`, ",")}.input(1, ""))
		if f.Field != "offset" {
			t.Errorf("%v at %q", f, f.Field)
		}
	}
}

// meanwhile returns a DSN that leads through a proxy. The proxy calls run once, before the first statement that
// contains text.
func meanwhile(t *testing.T, dsn, text string, run func()) string {
	t.Helper()
	before, rest, _ := strings.Cut(dsn, "tcp(")
	address, behind, _ := strings.Cut(rest, ")")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	var once sync.Once
	carry := func(from, to net.Conn, each func(sent []byte)) {
		defer to.Close()
		buffer := make([]byte, 1<<16)
		for {
			n, err := from.Read(buffer)
			if err != nil {
				return
			}
			each(buffer[:n])
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
	}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", address) //nolint:noctx // ends with the test
			if err != nil {
				client.Close()
				return
			}
			go carry(server, client, func([]byte) {})
			go carry(client, server, func(sent []byte) {
				if bytes.Contains(sent, []byte(text)) {
					once.Do(run)
				}
			})
		}
	}()
	return before + "tcp(" + listener.Addr().String() + ")" + behind
}

// TestAncestorsAreHiddenMeanwhile hides the only document of a page after its id is known.
func TestAncestorsAreHiddenMeanwhile(t *testing.T) {
	_, d := openDatabase(t, evosite.Fixture(), standard)
	tools := over(t, meanwhile(t, d.DSN, "c.id IN (", func() {
		if _, err := d.DB.ExecContext(t.Context(), "UPDATE evo_site_content SET published = 0 WHERE id = 2"); err != nil {
			t.Error(err)
		}
	}))
	got := listCall{"evo.content.ancestors", `"id":25`}.page(t, tools, public, 1, "")
	if len(got.Items) != 1 || documentOf(t, got.Items[0]).ID != 21 || !got.Meta.HasMore {
		t.Errorf("%s, more: %t", got.Items, got.Meta.HasMore)
	}
}

// TestAncestorsMoveAway moves documents between two pages.
func TestAncestorsMoveAway(t *testing.T) {
	tools, d := openDatabase(t, evosite.Fixture(), standard)
	l := listCall{"evo.content.ancestors", `"id":25`} // 2, 21, 24
	first := l.page(t, tools, public, 2, "")
	change := func(statement string) {
		t.Helper()
		if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	rest := func() []string {
		var items []string
		for _, item := range l.page(t, tools, public, 2, first.Next).Items {
			items = append(items, string(item))
		}
		return idsOf(t, items)
	}
	if diff := cmp.Diff([]string{"24"}, rest()); diff != "" {
		t.Error(diff)
	}
	change("UPDATE evo_site_content SET parent = 3 WHERE id = 21") // the way still leads over 21
	if diff := cmp.Diff([]string{"24"}, rest()); diff != "" {
		t.Error(diff)
	}
	change("UPDATE evo_site_content SET parent = 21 WHERE id = 25") // 21 is the last one now
	if diff := cmp.Diff([]string(nil), rest(), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	change("UPDATE evo_site_content SET parent = 3 WHERE id = 25")
	f := refuse(t, tools, public, l.tool, l.input(2, first.Next))
	if f.Kind != fault.InvalidParams || f.Field != "cursor" {
		t.Errorf("%v at %q", f, f.Field)
	}
	if !slices.Equal(foundBy(t, tools, public, l.tool, l.input(2, "")), []int64{3}) {
		t.Error("the list does not begin anew")
	}
}
