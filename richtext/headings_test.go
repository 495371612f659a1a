package richtext_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/richtext"
)

// TestHeadings lists the headings of texts. The part of the Markdown from Offset to End is the section.
func TestHeadings(t *testing.T) {
	type heading struct {
		level          int
		title, section string
	}
	for _, c := range []struct {
		html string
		want []heading
	}{
		{"<p>No heading</p>", nil},
		{"<h1></h1><h2> </h2><p>a</p>", nil},
		{"<p>Äh</p><h2>One</h2><p>a</p><h3>Sub &amp; more</h3><p>b</p><h2>Two</h2><p>c</p>", []heading{
			{2, "One", "## One\n\na\n\n### Sub & more\n\nb"}, {3, "Sub & more", "### Sub & more\n\nb"},
			{2, "Two", "## Two\n\nc"},
		}},
		{`<h2>A <b>bold</b><br><a href="/x">link</a> &lt;b&gt; <img src="a.png" alt="no"></h2>` +
			`<ul><li><h3>In a list</h3>x</li></ul>`,
			[]heading{
				{2, "A bold link <b>", "## A **bold** [link](/x) &lt;b> ![no](a.png)\n\n- ### In a list\n\n  x"},
				{3, "In a list", "### In a list\n\n  x"},
			}},
		{"<h3>Deep</h3><h1>Top</h1><h6>Deepest</h6>end", []heading{
			{3, "Deep", "### Deep"}, {1, "Top", "# Top\n\n###### Deepest\n\nend"}, {6, "Deepest", "###### Deepest\n\nend"},
		}},
		{"<h2>" + strings.Repeat("long ", 100) + "</h2>", []heading{
			{2, strings.TrimSpace(strings.Repeat("long ", 40)), "## " + strings.TrimSpace(strings.Repeat("long ", 100))},
		}},
	} {
		o := richtext.Options{URL: func(int64) string { return "" }}
		got, err := richtext.Headings(context.Background(), c.html, o, 10)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := richtext.Convert(context.Background(), c.html, o)
		if err != nil {
			t.Fatal(err)
		}
		var all []heading
		for _, h := range got {
			all = append(all, heading{h.Level, h.Title, string([]rune(whole.Text)[h.Offset:h.End])})
		}
		if diff := cmp.Diff(c.want, all, cmp.AllowUnexported(heading{})); diff != "" {
			t.Errorf("%s: %s", c.html, diff)
		}
	}
}

// TestHeadingsAreBounded reads a text with more headings than a caller takes, and titles of megabytes.
func TestHeadingsAreBounded(t *testing.T) {
	o := richtext.Options{URL: func(int64) string { return "" }}
	text := strings.Repeat("<h1>a</h1><p>b</p>", 100_000) + "<h1>" + strings.Repeat("x", 2<<20) + "</h1>"
	got, err := richtext.Headings(context.Background(), text, o, 3)
	if err != nil {
		t.Fatal(err)
	}
	want := []richtext.Heading{
		{Level: 1, Title: "a", Offset: 0, End: 6}, {Level: 1, Title: "a", Offset: 8, End: 14},
		{Level: 1, Title: "a", Offset: 16, End: 22},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := richtext.Headings(ended, text, o, 3); err == nil {
		t.Error("it goes on after its end")
	}
}
