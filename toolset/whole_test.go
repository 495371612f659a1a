package toolset_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/test/evosite"
	"emcp/toolset"
	"emcp/toolset/paging"
)

// wordySite has a document 1 with 40 children, of which 2 is in the middle of the menu, and a branch of 30 documents
// above document 100. All documents have a long value for a template variable.
func wordySite() *evosite.Site {
	s := &evosite.Site{
		TVs: []evosite.TV{{ID: 1, Name: "note", Type: "text"}},
		Records: map[string][]evosite.Record{
			"system_settings": {{"setting_name": "manager_language", "setting_value": "en"}},
			"site_templates":  {{"id": 1, "templatename": "Page"}},
		},
	}
	add := func(id, parent, index int64) {
		s.Documents = append(s.Documents,
			evosite.Document{
				ID: id, Parent: parent, MenuIndex: index, Title: fmt.Sprint("page ", id), Published: true, Template: 1,
				CreatedOn: 1, EditedOn: 1, UnpubDate: 4102444800,
			})
		s.Values = append(s.Values, evosite.Value{TV: 1, Document: id, Text: new(strings.Repeat(`say "note" \ `, 30))})
	}
	add(1, 0, 0)
	add(2, 1, 5)
	for id := range int64(40) {
		add(id+3, 1, 4+id%2*2)
	}
	for id := int64(100); id < 130; id++ {
		add(id, id+1, 0)
	}
	add(130, 0, 0)
	return s
}

// listsOfContract are calls of every list of the contract, with all its arguments except limit.
var listsOfContract = []listCall{
	{"evo.content.search", `"with_tvs":["note"]`},
	{"evo.content.search",
		`"with_tvs":["note"],"tv_order":[{"tv":"note"}],"tv_filters":[{"tv":"note","op":"!null"}],"parent":1,` +
			`"published":true`},
	{"evo.content.root_tree", `"with_tvs":["note"]`},
	{"evo.content.descendants", `"with_tvs":["note"],"id":1`},
	{"evo.content.ancestors", `"with_tvs":["note"],"id":100`},
	{"evo.content.children", `"with_tvs":["note"],"id":1`},
	{"evo.content.siblings", `"with_tvs":["note"],"id":2`},
	{"evo.content.neighbors", `"with_tvs":["note"],"id":2`},
	{"evo.content.prev_siblings", `"with_tvs":["note"],"id":2`},
	{"evo.content.next_siblings", `"with_tvs":["note"],"id":2`},
	{"evo.content.children_range", `"with_tvs":["note"],"id":1,"from":4`},
	{"evo.content.siblings_range", `"with_tvs":["note"],"id":2,"from":0,"to":9`},
	{"evo.model.list", `"model":"SiteTmplvarContentvalue","order_by":"value"`},
}

// listTools are the tools of the contract that take limit.
func listTools(tools *toolset.Toolset) []string {
	var names []string
	for _, tool := range tools.Tools() {
		if slices.ContainsFunc(argumentsOf()[tool.Name], func(a argument) bool { return a.path == "limit" }) {
			names = append(names, tool.Name)
		}
	}
	return names
}

// TestListsOfTheContractAreWhole sets a limit of 1,000 tokens, which all lists exceed. A caller who adds limit to
// offset must miss nothing.
func TestListsOfTheContractAreWhole(t *testing.T) {
	holds := holding(t, wordySite())
	short, long := holds(1_000, 1<<20), holds(16<<20, 1<<20)
	called := map[string]bool{}
	for _, l := range listsOfContract {
		called[l.tool] = true
		all := l.page(t, short, manager, 100, "")
		want := l.page(t, long, manager, 100, "")
		if diff := cmp.Diff(want, all); diff != "" || len(want.Items) < 20 || want.Meta.HasMore {
			t.Errorf("%s %s: %d items, without a budget %d", l.tool, l.arguments, len(all.Items), len(want.Items))
		}
		walked := 0
		for offset := 0; offset < len(want.Items); offset += 15 {
			p := listCall{l.tool, fmt.Sprintf(`%s,"offset":%d`, l.arguments, offset)}.page(t, short, manager, 15, "")
			walked += len(p.Items)
			if diff := cmp.Diff(want.Items[offset:min(offset+15, len(want.Items))], p.Items); diff != "" {
				t.Errorf("%s %s from %d (-want +got):\n%s", l.tool, l.arguments, offset, diff)
			}
		}
		if walked != len(want.Items) {
			t.Errorf("%s %s: %d items by offset of %d", l.tool, l.arguments, walked, len(want.Items))
		}
	}
	for _, tool := range listTools(short) {
		if !called[tool] {
			t.Errorf("%s is not called", tool)
		}
	}
}

// TestCallsOfTheContractAreWholeOrRefused has results of the allowed size, and of one byte more.
func TestCallsOfTheContractAreWholeOrRefused(t *testing.T) {
	holds := holding(t, wordySite())
	for _, l := range append(slices.Clone(listsOfContract),
		listCall{"evo.content.get", `"id":2,"with_tvs":["note"]`},
		listCall{"evo.model.get", `"model":"SiteTmplvarContentvalue","id":1`}) {
		arguments := l.input(100, "")
		if strings.HasSuffix(l.tool, ".get") {
			arguments = "{" + l.arguments + "}"
		}
		whole := callTool(t, holds(1, 1<<20), manager, l.tool, arguments)
		size := paging.Sent([]byte(whole))
		if got := callTool(t, holds(1, size), manager, l.tool, arguments); got != whole {
			t.Errorf("%s %s in %d bytes: %.100s", l.tool, arguments, size, got)
		}
		if f := refuse(t, holds(1, size-1), manager, l.tool, arguments); f.Kind != fault.ResultTooLarge {
			t.Errorf("%s %s in a byte less: %v", l.tool, arguments, f)
		}
	}
}

// TestExtensionsKeepTheBudget calls lists with each argument of the extensions in turn.
func TestExtensionsKeepTheBudget(t *testing.T) {
	tools := holding(t, wordySite())(1_000, 1<<20)
	examples := map[string]string{
		"fields": `"fields":["pagetitle"]`, "format": `"format":"text"`, "max_chars": `"max_chars":1000`,
		"dates":         `"dates":"unix"`,
		"include_total": `"include_total":true`, "omit_empty": `"omit_empty":true`, "query": `"query":"page"`,
		"query_tvs": `"query":"page","query_tvs":["note"]`, "match": `"query":"page","match":"all"`,
		"types": `"query":"page","types":["document"]`, "lang": `"lang":"en"`,
		"tv_format": `"tv_format":"stored"`, "expand": `"expand":[]`,
		"created_between": `"created_between":{"to":"now"}`, "edited_between": `"edited_between":{"to":"now"}`,
		"published_between": `"published_between":{"to":"now"}`, "expires_between": `"expires_between":{"from":"-1000y"}`,
		"only": `"only":["no_description"]`, "order_by_edited": `"order_by_edited":"desc"`,
		"template_name": `"template_name":"Page"`,
	}
	for _, extension := range toolset.Extensions {
		switch extension {
		case "content_offset", "section", "ids", "url", "count_by", "evo.site.describe": // not of lists of documents
			continue
		case "cursor": // behind all of the others
			continue
		}
		if examples[extension] == "" {
			t.Fatalf("%s is not tried", extension)
		}
		l := listCall{"evo.content.search", `"with_tvs":["note"],` + examples[extension]}
		p := l.page(t, tools, manager, 60, "")
		if len(p.Items) > 10 || !p.Meta.HasMore {
			t.Errorf("%s: %+v", l.arguments, p.Meta)
		}
		if next := l.page(t, tools, manager, 60, p.Next); len(next.Items) > 10 || next.Meta.Offset != len(p.Items) {
			t.Errorf("%s: the next page is %+v", l.arguments, next.Meta)
		}
	}
	for _, l := range listsOfContract {
		l.arguments += `,"include_total":true`
		if p := l.page(t, tools, manager, 60, ""); len(p.Items) > 10 || !p.Meta.HasMore {
			t.Errorf("%s: %+v", l.tool, p.Meta)
		}
	}
	// The page after a cursor can end early, even if the first call had only arguments of the contract.
	l := listsOfContract[0]
	first := l.page(t, tools, manager, 30, "")
	next := l.page(t, tools, manager, 30, first.Next)
	if len(first.Items) != 30 || len(next.Items) > 10 || next.Next == "" {
		t.Errorf("%d items, and behind them %d", len(first.Items), len(next.Items))
	}
}

// TestWholePagesAreReadWhole has more text than a page with arguments of the extensions reads. The row after the page
// exceeds a result.
func TestWholePagesAreReadWhole(t *testing.T) {
	_, d := openDatabase(t, longSite(6, 0), standard)
	if _, err := d.DB.ExecContext(t.Context(), "ALTER TABLE evo_site_content MODIFY description mediumtext;"+
		"UPDATE evo_site_content SET description = REPEAT('x', IF(id = 3, 3 << 19, 2 << 20))"); err != nil {
		t.Fatal(err)
	}
	o := bounds()
	o.ResultBytes = 64 << 20
	p := (listCall{tool: "evo.content.search"}).page(t, toolset.New(database(t, d.DSN), o), public, 100, "")
	if len(p.Items) != 6 || p.Meta.HasMore {
		t.Errorf("%+v", p.Meta)
	}
	o.ResultBytes = 13 << 18 // 3.25 MiB
	tools := toolset.New(database(t, d.DSN), o)
	third := listCall{"evo.content.search", `"offset":2`}
	if p := third.page(t, tools, public, 1, ""); len(p.Items) != 1 || !p.Meta.HasMore {
		t.Errorf("before a huge document: %+v", p.Meta)
	}
	if f := refuse(t, tools, public, third.tool, third.input(2, "")); f.Kind != fault.ResultTooLarge {
		t.Errorf("with it: %v", f)
	}
}
