package toolset_test

import (
	"fmt"
	"strings"
	"testing"

	"emcp/internal/test/evosite"
)

// manual is a site with a page of several sections, one of which a chunk makes, and documents without any.
func manual() *evosite.Site {
	return &evosite.Site{
		Documents: []evosite.Document{
			{ID: 1, Published: true, Title: "Returns", Content: "<p>Start</p><h2>Rücksendung per Post</h2><p>" +
				strings.Repeat("word ", 30) + "</p>{{fees}}<h2>In the shop</h2><p>Bring it.</p>"},
			{ID: 2, Published: true, Title: "Plain", Content: "<p>Only text</p>"},
			{ID: 3, Published: true, Title: "Link", Type: "reference", Content: "1"},
		},
		Records: map[string][]evosite.Record{
			"site_htmlsnippets": {{"name": "fees", "snippet": "<h3>Fees &amp; costs</h3><p>None</p>", "disabled": 0}},
		},
	}
}

// TestSection gets the part of a page below a heading.
func TestSection(t *testing.T) {
	tools := open(t, manual(), standard)
	post := "## Rücksendung per Post\\n\\n" + strings.TrimSpace(strings.Repeat("word ", 30)) +
		"\\n\\n### Fees & costs\\n\\nNone"
	const meta = `,"meta":{"toolsetVersion":"1.0"}}`
	const listed = `[{"level":2,"title":"Rücksendung per Post","offset":7},` +
		`{"level":3,"title":"Fees & costs","offset":183},{"level":2,"title":"In the shop","offset":207}]`
	item := func(members string) string { return `{"item":{"id":1,` + members + `}` + meta }
	for _, c := range []struct{ arguments, want string }{
		{`"fields":["headings"]`, item(`"headings":` + listed)},
		{`"fields":["headings"],"format":"text"`, item(`"headings":` + listed)},
		{`"section":"In the shop"`, item(`"pagetitle":"Returns","content":"## In the shop\n\nBring it.","url":"/"`)},
		{`"section":"RUCKSENDUNG","fields":["pagetitle"]`, item(`"pagetitle":"Returns","content":"` + post + `"`)},
		{`"section":"fees costs","fields":["content","headings"]`,
			item(`"content":"### Fees & costs\n\nNone","headings":` + listed)},
		{`"section":"In the shop","fields":[],"max_chars":14`, item(`"content":"## In the shop","truncated":true,` +
			`"total_chars":{"content":25},"next_content_offset":14`)},
		{`"section":"In the shop","fields":[],"content_offset":16`, item(`"content":"Bring it."`)},
		{`"section":"In the shop","fields":[],"content_offset":25`, item(`"content":""`)},
		{`"section":"In the shop","fields":[],"content_offset":900`, item(`"content":""`)},
	} {
		if got := callTool(t, tools, public, "evo.content.get", `{"id":1,`+c.arguments+`}`); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.arguments, got, c.want)
		}
	}
	got := callTool(t, tools, public, "evo.content.get", `{"ids":[2,3],"fields":["headings"]}`)
	want := `{"items":[{"id":2,"headings":[]},{"id":3,"headings":[]}],"meta":{"count":2,"toolsetVersion":"1.0"}}`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestNoSuchSection asks for sections that there are not.
func TestNoSuchSection(t *testing.T) {
	tools := open(t, manual(), standard)
	const noHeading = "the content has no such heading; its headings: Rücksendung per Post; Fees & costs; In the shop"
	for _, c := range []struct{ arguments, want string }{
		{`"id":1,"section":"Prices"`, noHeading}, {`"id":1,"section":"?"`, noHeading},
		{`"id":2,"section":"Prices"`, "the content of this document has no headings; leave section out"},
		{`"id":3,"section":"Prices"`, "the content of this document has no headings; leave section out"},
		{`"ids":[1],"section":"Prices"`, "section is a part of one document; give id or url instead of ids"},
		{`"id":1,"section":"Prices","format":"text"`, "section is for Markdown; leave format out"},
	} {
		f := refuse(t, tools, public, "evo.content.get", "{"+c.arguments+"}")
		if f.Message != c.want || f.Field != "section" {
			t.Errorf("%s: %s: %s", c.arguments, f.Field, f.Message)
		}
	}
}

// TestManyHeadings bounds the headings of a page, and those that an error names.
func TestManyHeadings(t *testing.T) {
	var content strings.Builder
	for i := range 300 {
		fmt.Fprintf(&content, "<h2>Part %d</h2><p>text</p>", i)
	}
	site := manual()
	site.Documents[0].Content = content.String()
	tools := open(t, site, standard)
	got := callTool(t, tools, public, "evo.content.get", `{"id":1,"fields":["headings"]}`)
	if n := strings.Count(got, `"level":2`); n != 200 {
		t.Errorf("%d headings: %s", n, got)
	}
	f := refuse(t, tools, public, "evo.content.get", `{"id":1,"section":"Part 299"}`)
	if !strings.HasSuffix(f.Message, "; Part 19; and more, see fields: headings") ||
		strings.Contains(f.Message, "Part 20") {
		t.Error(f.Message)
	}
}
