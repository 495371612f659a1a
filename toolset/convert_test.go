package toolset_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/toolset"
)

// written is a site whose document 1 gets its content from the test.
func written(t *testing.T) (tools *toolset.Toolset, write func(content string)) {
	t.Helper()
	tools, d := openDatabase(t, &evosite.Site{Documents: []evosite.Document{{ID: 1, Published: true, Title: "Long"}}},
		standard)
	return tools, func(content string) {
		t.Helper()
		rewrite(t, d, content)
	}
}

func rewrite(t *testing.T, d *testdb.Database, content string) {
	t.Helper()
	if _, err := d.DB.ExecContext(t.Context(), "UPDATE evo_site_content SET content = ? WHERE id = 1",
		content); err != nil {
		t.Fatal(err)
	}
}

// floods returns contents of n bytes whose conversion once took minutes or gigabytes.
func floods(n int) map[string]string {
	fill := func(before, text, after string) string {
		return before + strings.Repeat(text, (n-len(before)-len(after))/len(text)) + after
	}
	return map[string]string{
		"rowspan":           fill("<table><tr><th rowspan=60000000>", "x", ""),
		"colspan":           fill("<table><tr><th colspan=10000000>a<td>", "x", ""),
		"spans":             fill("<table><tr>", "<td colspan=1000 rowspan=65534>x", ""),
		"long cell":         fill("<table><tr><th>a<th>b<tr><td>", "x", strings.Repeat("<tr><td>c<td>d", n/100)),
		"brackets":          fill("", "[[", ""),
		"brackets and ends": fill("", "[[[[{{]]}}]]]]x", ""),
		"quotes":            fill(strings.Repeat("<blockquote>", 200), "<p>a", ""),
		"lists":             fill("", "<ol start=999999999><li>a", ""),
		"divs":              fill("", "<div>", ""),
		"links":             fill("", "<a href=x>a ", ""),
		"references":        fill("", "&amp;", ""),
		"one word":          fill("", "x", ""),
	}
}

// TestMemoryOfCalls reads documents that are as long as a call reads. Everything allocated meanwhile must be less than
// 32 MiB.
func TestMemoryOfCalls(t *testing.T) {
	tools, write := written(t)
	arguments := `{"id":1,"fields":["content"],"max_chars":100000,"format":%q}`
	callTool(t, tools, public, "evo.content.get", fmt.Sprintf(arguments, "text")) // reads the schema
	for _, n := range []int{1 << 20, 8<<20 - 1<<10} {
		for name, content := range floods(n) {
			write(content)
			format := "markdown"
			if name == "one word" {
				format = "html"
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			answer := callTool(t, tools, public, "evo.content.get", fmt.Sprintf(arguments, format))
			runtime.ReadMemStats(&after)
			if taken := after.TotalAlloc - before.TotalAlloc; taken > 32<<20 || len(answer) > 1<<20 {
				t.Errorf("%s, %d bytes: %d bytes are taken for an answer of %d", name, len(content), taken, len(answer))
			}
		}
	}
}

// cancelling is a context that is cancelled after that many calls of Err.
type cancelling struct {
	context.Context
	times atomic.Int64
	ends  int64
}

func (a *cancelling) Err() error {
	if a.times.Add(1) > a.ends {
		return context.Canceled
	}
	return nil
}

// TestCancelledCallsStopConverting cancels a call in the middle of a conversion.
func TestCancelledCallsStopConverting(t *testing.T) {
	tools, write := written(t)
	write(floods(4 << 20)["quotes"])
	get := func(ends int64) (times int64, err error) {
		ctx := &cancelling{Context: t.Context(), ends: ends}
		_, err = tools.Call(ctx, public, "evo.content.get", jsontext.Value(`{"id":1,"fields":["content"]}`))
		return ctx.times.Load(), err
	}
	whole, err := get(1 << 30)
	if err != nil || whole < 400 { // most calls come from the conversion
		t.Fatalf("%d calls of Err: %v", whole, err)
	}
	if times, err := get(whole - 300); !errors.Is(err, context.Canceled) || times > whole-295 {
		t.Errorf("%d calls of Err of %d, cancelled at %d: %v", times, whole, whole-300, err)
	}
}

// TestBoundedTexts has a text that is not converted to its end.
func TestBoundedTexts(t *testing.T) {
	site := &evosite.Site{Documents: []evosite.Document{{ID: 1, Published: true, Title: "Long"}}}
	tools, d := openDatabase(t, site, standard)
	rewrite(t, d, "one two three "+strings.Repeat("[[", 40_000))
	for arguments, want := range map[string]string{
		`{"id":1,"fields":["content"]}`: `{"item":{"id":1,"content":"one two three","truncated":true,` +
			`"total_chars":{"content":13}},`,
		`{"id":1,"fields":["content"],"max_chars":8}`: `{"item":{"id":1,"content":"one two ","truncated":true,` +
			`"total_chars":{"content":13},"next_content_offset":8},`,
		`{"id":1,"fields":["content"],"content_offset":8}`: `{"item":{"id":1,"content":"three","truncated":true,` +
			`"total_chars":{"content":13}},`,
	} {
		if got := callTool(t, tools, public, "evo.content.get", arguments); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", arguments, got)
		}
	}
	resource, err := tools.Document(t.Context(), public, 1)
	_, text, _ := strings.Cut(resource, "---\n\n")
	if err != nil || text != "one two three\n\n[The text goes on. It has more than can be converted.]\n" {
		t.Errorf("%q, %v", resource, err)
	}
	chat := bounds()
	chat.ChatGPT = true
	fetched := callTool(t, toolset.New(database(t, d.DSN), chat), public, "fetch", `{"id":"1"}`)
	want := `{"id":"1","title":"Long","text":"one two three","url":"/","metadata":{"truncated":true,` +
		`"total_chars":{"content":13}}}`
	if diff := cmp.Diff(want, fetched); diff != "" {
		t.Error(diff)
	}
}

// TestManyLinks has more different links than are resolved, and one link many times.
func TestManyLinks(t *testing.T) {
	const documents = 2_100
	site := &evosite.Site{}
	var content strings.Builder
	for id := range int64(documents) {
		site.Documents = append(site.Documents, evosite.Document{ID: id + 1, Published: true})
		fmt.Fprintf(&content, "[~%d~] ", id+1)
	}
	site.Documents[0].Content = content.String() + strings.Repeat("[~2~] ", 1000)
	tools := open(t, site, standard)
	got := callTool(t, tools, public, "evo.content.get",
		`{"id":1,"fields":["content"],"format":"text","max_chars":100000}`)
	if n := strings.Count(got, "index.php?id="); n != 1_999+1_000 { // the first one is to the start page
		t.Errorf("%d links", n)
	}
}

// TestMemoryOfLists reads as many documents as a call reads. Each becomes ten times as long.
func TestMemoryOfLists(t *testing.T) {
	site := &evosite.Site{}
	for id := range int64(60) {
		site.Documents = append(site.Documents,
			evosite.Document{ID: id + 1, Published: true, Content: floods(120_000)["quotes"]})
	}
	tools := open(t, site, standard)
	callTool(t, tools, public, "evo.content.get", `{"id":1}`) // reads the schema
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	callTool(t, tools, public, "evo.content.search", `{"limit":60,"fields":["content"]}`)
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 32<<20 {
		t.Errorf("%d bytes are taken", taken)
	}
}
