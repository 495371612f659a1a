package toolset_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/test/evosite"
	"emcp/toolset"
	"emcp/toolset/paging"
)

// longDocument is a document with rich texts, as lists and get return it.
type longDocument struct {
	ID        int64             `json:"id"`
	IntroText string            `json:"introtext"`
	Content   string            `json:"content"`
	TVs       map[string]string `json:"tvs"`
	Truncated bool              `json:"truncated"`
	Total     map[string]int    `json:"total_chars"`
	Next      int               `json:"next_content_offset"`
}

func documentOf(t *testing.T, item []byte) longDocument {
	t.Helper()
	var d longDocument
	if err := json.Unmarshal(item, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// sentences is a text of at least that many bytes, in paragraphs of HTML. Its words say where in the text they are.
func sentences(bytes int) string {
	var text strings.Builder
	for i := 0; text.Len() < bytes; i++ {
		fmt.Fprintf(&text, "<p>Satz %d: „Größe“ \"%d\" – Привіт, <b>світе</b> 🌍 \\ & Ende.</p>\n", i, i)
	}
	return text.String()
}

// longSite has documents 1 to n with such contents.
func longSite(n, bytes int) *evosite.Site {
	s := &evosite.Site{}
	text := sentences(bytes)
	for i := range n {
		s.Documents = append(s.Documents,
			evosite.Document{ID: int64(i + 1), Title: fmt.Sprint("page ", i+1), Content: text, Published: true})
	}
	return s
}

// holding returns toolsets over one site with limits of that many tokens for lists and that many bytes for results.
func holding(t *testing.T, site *evosite.Site) func(tokens, bytes int) *toolset.Toolset {
	t.Helper()
	_, d := openDatabase(t, site, standard)
	return func(tokens, bytes int) *toolset.Toolset {
		o := bounds()
		o.ResultTokens, o.ResultBytes = tokens, bytes
		return toolset.New(database(t, d.DSN), o)
	}
}

// readOn reads the content of a document from an offset to its end, with several calls of get for length characters
// each.
func readOn(t *testing.T, tools *toolset.Toolset, id int64, format string, offset, length int) string {
	t.Helper()
	var text strings.Builder
	for range maxPages {
		answer := callTool(t, tools, public, "evo.content.get", fmt.Sprintf(
			`{"id":%d,"fields":["content"],"format":%q,"content_offset":%d,"max_chars":%d}`, id, format, offset, length))
		var got struct{ Item longDocument }
		if err := json.Unmarshal([]byte(answer), &got); err != nil {
			t.Fatal(err)
		}
		text.WriteString(got.Item.Content)
		if !got.Item.Truncated {
			return text.String()
		}
		if got.Item.Next <= offset {
			t.Fatalf("document %d: next_content_offset %d behind %d", id, got.Item.Next, offset)
		}
		offset = got.Item.Next
	}
	t.Fatalf("document %d does not end", id)
	return ""
}

// expectShortened compares a shortened document with its whole content.
func expectShortened(t *testing.T, d longDocument, whole string) {
	t.Helper()
	total := map[string]int{"content": utf8.RuneCountInString(whole)}
	if !d.Truncated || !cmp.Equal(total, d.Total) || d.Next != utf8.RuneCountInString(d.Content) ||
		!strings.HasPrefix(whole, d.Content) {
		t.Errorf("document %d: truncated %t, total_chars %v, next_content_offset %d, %d characters: %.100q", d.ID,
			d.Truncated, d.Total, d.Next,
			utf8.RuneCountInString(d.Content), d.Content)
	}
}

// TestLongTextsAreShortened asks for more text than a list should have, but not for more documents.
func TestLongTextsAreShortened(t *testing.T) {
	const tokens = 20_000
	tools := holding(t, longSite(50, 10_000))(tokens, 1<<20)
	whole := readOn(t, tools, 1, "markdown", 0, 100_000)
	l := listCall{"evo.content.search", `"fields":["pagetitle","content"]`}
	for _, limit := range []int{50, 100} {
		answer := callTool(t, tools, public, l.tool, l.input(limit, ""))
		if len(answer) > 4*tokens || len(answer) < 3*tokens {
			t.Errorf("the answer has %d bytes", len(answer))
		}
		p := l.page(t, tools, public, limit, "")
		if len(p.Items) != 50 || p.Meta.HasMore {
			t.Fatalf("%d documents, more %t", len(p.Items), p.Meta.HasMore)
		}
		for i, item := range p.Items {
			d := documentOf(t, item)
			if d.ID != int64(i+1) {
				t.Errorf("document %d is number %d", d.ID, i)
			}
			expectShortened(t, d, whole)
			if i%20 == 0 && d.Content+readOn(t, tools, d.ID, "markdown", d.Next, 3_000) != whole {
				t.Errorf("document %d does not go on where the list cut it", d.ID)
			}
		}
	}
	// A text that fits is as long as the call or the default allows.
	for i, item := range l.page(t, tools, public, 5, "").Items {
		if d := documentOf(t, item); utf8.RuneCountInString(d.Content) < 3_900 {
			t.Errorf("number %d of 5 has %d characters", i, d.Next)
		}
	}
	short := listCall{l.tool, l.arguments + `,"max_chars":300`}
	for _, item := range short.page(t, tools, public, 50, "").Items {
		if d := documentOf(t, item); d.Next < 250 || d.Next > 300 {
			t.Errorf("document %d has %d characters", d.ID, d.Next)
		}
	}
}

// TestLongestTextsAreShortenedFirst has one long text among short ones, which must not be cut.
func TestLongestTextsAreShortenedFirst(t *testing.T) {
	site := longSite(10, 500)
	site.Documents[4].Content = sentences(9_000)
	site.Documents[5].IntroText = sentences(9_000)
	tools := holding(t, site)(2_500, 1<<20)
	p := listCall{"evo.content.search", `"fields":["introtext","content"]`}.page(t, tools, public, 10, "")
	if len(p.Items) != 10 || p.Meta.HasMore {
		t.Fatalf("%d documents, more %t", len(p.Items), p.Meta.HasMore)
	}
	for _, item := range p.Items {
		d := documentOf(t, item)
		want := map[int64]string{5: "content", 6: "introtext"}[d.ID]
		if d.Truncated != (want != "") || want != "" && (len(d.Total) != 1 || d.Total[want] == 0) ||
			(d.Next != 0) != (d.ID == 5) {
			t.Errorf("document %d: %+v", d.ID, d)
		}
	}
}

// expectWholeWalk walks a list whose pages end early. It expects all documents once, and pages of at most that many
// bytes, in the answer and as sent.
func expectWholeWalk(t *testing.T, tools *toolset.Toolset, l listCall, documents, bytes, sent int) {
	t.Helper()
	var ids []int64
	pages, cursor := 0, ""
	for more := true; more; pages++ {
		p := l.page(t, tools, public, 50, cursor)
		answer := callTool(t, tools, public, l.tool, l.input(50, cursor))
		if n := paging.Sent([]byte(answer)); len(answer) > bytes || n > sent {
			t.Errorf("page %d has %d bytes, %d as it is sent; want at most %d, %d", pages, len(answer), n, bytes, sent)
		}
		if p.Meta.Offset != len(ids) {
			t.Errorf("page %d: meta.offset is %d after %d documents", pages, p.Meta.Offset, len(ids))
		}
		for _, item := range p.Items {
			ids = append(ids, documentOf(t, item).ID)
		}
		cursor, more = p.Next, p.Meta.HasMore
	}
	var want []int64
	for i := range documents {
		want = append(want, int64(i+1))
	}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("%s (-want +walked):\n%s", l.arguments, diff)
	}
	if pages < 2 || pages > documents/2 {
		t.Errorf("%s: %d pages", l.arguments, pages)
	}
}

// TestPagesEndEarly has texts that do not fit even when they are cut, TVs, which cannot be cut, and different limits.
func TestPagesEndEarly(t *testing.T) {
	site := longSite(50, 1_000)
	site.TVs = []evosite.TV{{ID: 1, Name: "note", Type: "text"}, {ID: 2, Name: "story", Type: "richtext"}}
	for _, d := range site.Documents {
		site.Values = append(site.Values, evosite.Value{TV: 1, Document: d.ID, Text: new(strings.Repeat("note ", 400))},
			evosite.Value{TV: 2, Document: d.ID, Text: new(sentences(3_000))})
	}
	holds := holding(t, site)
	for _, c := range []struct {
		tokens, bytes int
		arguments     string
		most          int // largest size of a page, in bytes
	}{
		{2_000, 1 << 20, `"fields":["content"]`, 8_000},
		{20_000, 12_000, `"fields":["content"]`, 80_000},
		{20_000, 12_000, `"fields":["pagetitle"],"with_tvs":["story"],"format":"text"`, 80_000},
		{20_000, 1 << 20, `"fields":["content"],"with_tvs":["note"]`, 80_000},
		{2_000, 1 << 20, `"tv_order":[{"tv":"note"}],"with_tvs":["note"],"dates":"unix"`, 8_000},
		{20_000, 1 << 20, `"fields":["id"],"with_tvs":["story"]`, 80_000}, // stored as it is, because format is not given
	} {
		expectWholeWalk(t, holds(c.tokens, c.bytes), listCall{"evo.content.search", c.arguments}, 50, c.most, c.bytes)
	}
	// With a format the texts of the TV are cut.
	l := listCall{"evo.content.search", `"fields":["id"],"with_tvs":["story"],"format":"text"`}
	p := l.page(t, holds(20_000, 1<<20), public, 50, "")
	if len(p.Items) != 50 || p.Meta.HasMore {
		t.Errorf("%d documents, more %t", len(p.Items), p.Meta.HasMore)
	}
	d := documentOf(t, p.Items[0])
	if !d.Truncated || d.Total["tvs.story"] <= utf8.RuneCountInString(d.TVs["story"]) || d.Next != 0 {
		t.Errorf("%+v", d)
	}
}

// TestHugeItems has a document that alone is larger than a list should be, and one that is larger than a result may be.
func TestHugeItems(t *testing.T) {
	site := longSite(8, 10)
	site.TVs = []evosite.TV{{ID: 1, Name: "note", Type: "text"}}
	site.Values = []evosite.Value{
		{TV: 1, Document: 3, Text: new(strings.Repeat("x", 200_000))},
		{TV: 1, Document: 7, Text: new(strings.Repeat("x", 1<<20))},
	}
	tools := holding(t, site)(20_000, 1<<20)
	l := listCall{"evo.content.search", `"fields":["id"],"with_tvs":["note"]`}
	var pages [][]int64
	cursor := ""
	for range 3 {
		p := l.page(t, tools, public, 5, cursor)
		var ids []int64
		for _, item := range p.Items {
			ids = append(ids, documentOf(t, item).ID)
		}
		pages, cursor = append(pages, ids), p.Next
	}
	if diff := cmp.Diff([][]int64{{1, 2}, {3}, {4, 5, 6}}, pages); diff != "" {
		t.Error(diff)
	}
	for tool, arguments := range map[string]string{
		"evo.content.search": l.input(5, cursor), "evo.content.get": `{"id":7,"with_tvs":["note"]}`,
	} {
		if f := refuse(t, tools, public, tool, arguments); f.Kind != fault.ResultTooLarge {
			t.Errorf("%s: %v", tool, f)
		}
	}
	behind := listCall{l.tool, l.arguments + `,"offset":7`}
	if p := behind.page(t, tools, public, 5, ""); len(p.Items) != 1 || p.Meta.HasMore {
		t.Errorf("behind the huge one: %+v", p.Meta)
	}
}

// TestRowsOfModelsEndEarly lists rows, whose texts cannot be cut.
func TestRowsOfModelsEndEarly(t *testing.T) {
	site := &evosite.Site{Records: map[string][]evosite.Record{}}
	for i := range int64(30) {
		site.Records["site_snippets"] = append(site.Records["site_snippets"],
			evosite.Record{"id": 100 + i, "name": fmt.Sprint("Snippet ", i), "description": strings.Repeat("d", 200)})
	}
	tools := holding(t, site)(1_000, 1<<20)
	l := listCall{
		"evo.model.list",
		`"model":"SiteSnippet","filters":{"where":[{"field":"id","op":">=","value":100}]},"include_total":true`,
	}
	p := l.page(t, tools, manager, 30, "")
	if len(p.Items) == 0 || len(p.Items) >= 20 || !p.Meta.HasMore {
		t.Errorf("%+v", p.Meta)
	}
	var want []string
	for i := range 30 {
		want = append(want, strconv.Itoa(100+i))
	}
	if diff := cmp.Diff(want, idsOf(t, l.walk(t, tools, manager, 30, nil))); diff != "" {
		t.Error(diff)
	}
}

// TestGetIsNotShortened gets a document that is larger than a list should be.
func TestGetIsNotShortened(t *testing.T) {
	tools := holding(t, longSite(1, 90_000))(1_000, 1<<20)
	whole := readOn(t, tools, 1, "markdown", 0, 100_000)
	answer := callTool(t, tools, public, "evo.content.get", `{"id":1,"fields":["content"],"max_chars":100000}`)
	if len(whole) < 50_000 || strings.Contains(answer, `"truncated"`) || len(answer) < len(whole) {
		t.Errorf("%d bytes of %d", len(answer), len(whole))
	}
}

// TestHugeTexts reads documents of 2 MB each, which together have more text than a call reads.
func TestHugeTexts(t *testing.T) {
	const n = 6
	_, d := openDatabase(t, longSite(n, 0), standard)
	const sentence, times = "Ein Stuhl aus Eiche, sehr groß. ", 1 << 16
	if _, err := d.DB.ExecContext(t.Context(), "UPDATE evo_site_content SET content = REPEAT(?, ?)", sentence,
		times); err != nil {
		t.Fatal(err)
	}
	tools := over(t, d.DSN)
	const offset = times / 10 * 9 // sentences
	want := strings.Repeat(sentence, times-offset)
	if got := readOn(t, tools, 1, "html", offset*utf8.RuneCountInString(sentence), 100_000); got != want {
		t.Errorf("the end of the text has %d bytes, want %d", len(got), len(want))
	}
	l := listCall{"evo.content.search", `"fields":["content"],"format":"html"`}
	var ids []int64
	cursor := ""
	for more := true; more; {
		p := l.page(t, tools, public, n, cursor)
		if len(p.Items) == n {
			t.Fatal("a call reads everything")
		}
		for _, item := range p.Items {
			ids = append(ids, documentOf(t, item).ID)
		}
		cursor, more = p.Next, p.Meta.HasMore
	}
	if len(ids) != n || !slices.IsSorted(ids) || len(slices.Compact(ids)) != n {
		t.Errorf("walked %v", ids)
	}
}

// TestHugeAncestors reads ancestors that together have more text than a call reads. The farthest has the highest id.
func TestHugeAncestors(t *testing.T) {
	site := &evosite.Site{}
	for id := range int64(8) {
		site.Documents = append(site.Documents, evosite.Document{ID: id + 1, Parent: (id + 2) % 9, Published: true})
	}
	_, d := openDatabase(t, site, standard)
	if _, err := d.DB.ExecContext(t.Context(), "ALTER TABLE evo_site_content MODIFY description mediumtext;"+
		"UPDATE evo_site_content SET description = REPEAT('x', 3 << 19)"); err != nil {
		t.Fatal(err)
	}
	o := bounds()
	o.ResultTokens, o.ResultBytes = 16<<20, 64<<20
	tools := toolset.New(database(t, d.DSN), o)
	l := listCall{"evo.content.ancestors", `"id":1,"fields":["description"]`}
	if p := l.page(t, tools, public, 100, ""); len(p.Items) != 5 || !p.Meta.HasMore {
		t.Errorf("the first page: %+v", p.Meta)
	}
	if diff := cmp.Diff(strings.Split("8 7 6 5 4 3 2", " "), idsOf(t, l.walk(t, tools, public, 100, nil))); diff != "" {
		t.Error(diff)
	}
}
