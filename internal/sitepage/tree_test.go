package sitepage

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// badShapes are pages of about size bytes on which parsers spend more than their length.
func badShapes(size int) map[string]string {
	repeat := func(prefix, part string) string {
		return prefix + strings.Repeat(part, max(0, size-len(prefix))/len(part))
	}
	var formatting strings.Builder
	for i := range 500 {
		fmt.Fprintf(&formatting, "<b a%d>", i)
	}
	return map[string]string{
		"formatting elements, then paragraphs": repeat(formatting.String(), "<p>x"),
		"formatting elements, then cells":      repeat(formatting.String()+"<table>", "<tr><td>x"),
		"formatting elements":                  repeat("", "<b><i><u>"),
		"adoption":                             repeat("", "<a><p></a>x"),
		"nobr":                                 repeat("", "<nobr><div>"),
		"end tags":                             repeat(strings.Repeat("<div>", 400), "</b>"),
		"paragraphs in depth":                  repeat(strings.Repeat("<button><p>", 200), "<p>"),
		"text in tables":                       repeat("", "<table>x<table>"),
		"cells":                                repeat("<table>", "<td>x"),
		"options":                              repeat("<select>", "<option>x"),
		"drawings":                             repeat("<svg>", "<g><title>x</title></g>"),
		"formulas":                             repeat("<math>", "<mi>x"),
		"templates":                            repeat("", "<template>x</template>"),
		"attributes":                           repeat("<p ", "a "),
		"attributes of many":                   repeat("", "<p a b c d e f g h i j k l m n o p q r s t u v w x y z>x"),
		"an attribute":                         repeat(`<p a="`, "x"),
		"entities":                             repeat("", "&amp;"),
		"brackets":                             repeat("", "["),
		"quotes":                               repeat("", `"`),
		"comments":                             repeat("", "<!---->"),
		"a comment":                            repeat("<!--", "x"),
		"a script":                             repeat("<script>", "x"),
		"bodies":                               repeat("", "<body a>"),
		"scored":                               repeat("", "<div>x, y</div>"),
	}
}

// TestMemoryOfPages reads bad shapes as large as pages may be, and smaller ones that stay below the other bounds. It
// adds up all allocations, even those that are freed meanwhile, so the peak is lower. The standard's parser took 1 GB
// for 36 KB of the first shape.
func TestMemoryOfPages(t *testing.T) {
	const most = 32 << 20 // bytes
	at := &url.URL{Scheme: "https", Host: "www.example.com", Path: "/"}
	for _, size := range []int{36 << 10, 256 << 10, maxPage} {
		for name, page := range badShapes(size) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if doc, err := parse(t.Context(), strings.NewReader(page)); err == nil {
				_, _ = mainPart(t.Context(), doc, at, Document{Text: page}, nil)
			}
			runtime.ReadMemStats(&after)
			if elapsed := after.TotalAlloc - before.TotalAlloc; elapsed > most {
				t.Errorf("%s, %d bytes: %d bytes allocated", name, size, elapsed)
			}
		}
	}
}

// TestParse reads pages with omitted end tags and wrong nesting.
func TestParse(t *testing.T) {
	for page, want := range map[string]string{
		"":                             "",
		"x":                            "x",
		"<p>a<p>b":                     "<p>a</p><p>b</p>",
		"<p>a<div>b</div>c":            "<p>a</p><div>b</div>c",
		"<ul><li>a<ul><li>b</ul><li>c": "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
		"<dl><dt>a<dd>b<dt>c":          "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>",
		"<table><tr><td>a<td>b<tr><td>c</table>d": "<table><tr><td>a</td><td>b</td></tr>" +
			"<tr><td>c</td></tr></table>d",
		"<table><tr><td><p>a</td></tr></table>b":                    "<table><tr><td><p>a</p></td></tr></table>b",
		"<b><i>a</b>b</i>c":                                         "<b><i>a</i></b>bc",
		"<b><p>a</b>b</p>c":                                         "<b><p>ab</p>c</b>",
		"<a href=x>a<a href=y>b</a>":                                `<a href="x">a</a><a href="y">b</a>`,
		"a</p></div>b":                                              "ab",
		"<select><option>a<option>b":                                "<select><option>a</option><option>b</option></select>",
		"<br>a<img src=x>b<hr/>c<div/>":                             `<br/>a<img src="x"/>b<hr/>c<div></div>`,
		"<svg><g/><title>a</title></svg>b":                          "<svg><g></g><title>a</title></svg>b",
		"<!-- x --><p>a<!-- y -->b":                                 "<p>ab</p>",
		"<html lang=de><head><title>t</title></head><body>a</body>": "a",
		"<title>t</title>a<title>u</title>":                         "a<title>u</title>",
		"<script>a<b></script>c":                                    "c",
		"<title></title><script src=x></script>a<p>b":               "a<p>b</p>",
	} {
		doc, err := parse(t.Context(), strings.NewReader(page))
		if err != nil {
			t.Errorf("%s: %v", page, err)
			continue
		}
		var b strings.Builder
		for n := range doc.FirstChild.LastChild.ChildNodes() {
			if err := html.Render(&b, n); err != nil {
				t.Fatal(err)
			}
		}
		if b.String() != want {
			t.Errorf("%s: %s, want %s", page, b.String(), want)
		}
	}
}

// TestParseEnds reads pages beyond the limits, and a page whose caller has gone.
func TestParseEnds(t *testing.T) {
	for _, page := range []string{
		strings.Repeat("<i>x</i>", maxNodes), strings.Repeat("<div>", maxDepth+1), "<p " + strings.Repeat("x", maxToken),
	} {
		if _, err := parse(t.Context(), strings.NewReader(page)); !errors.Is(err, errTooMuch) {
			t.Errorf("%.20s: %v", page, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := parse(ctx, strings.NewReader("<p>")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzParse compares the text of a tree with that of its page's tokens: nothing is lost, doubled or moved.
func FuzzParse(f *testing.F) {
	for _, page := range badShapes(200) {
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, page string) {
		doc, err := parse(t.Context(), strings.NewReader(page))
		if err != nil {
			return
		}
		var got, want strings.Builder
		foreign := false // in drawings and formulas, other texts are raw
		for n := range doc.Descendants() {
			if n.Type == html.TextNode {
				got.WriteString(n.Data)
			}
			foreign = foreign || n.DataAtom == atom.Svg || n.DataAtom == atom.Math
		}
		tokens := html.NewTokenizer(strings.NewReader(page))
		for kind := tokens.Next(); kind != html.ErrorToken; kind = tokens.Next() {
			if kind == html.TextToken {
				want.Write(tokens.Text())
			}
		}
		without := func(text string) string { return strings.Join(strings.Fields(text), "") }
		if want, got := without(want.String()), without(got.String()); got != want && !foreign {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// TestPanic breaks the site, so that its fetch panics: the call that waits gets a failure, and the process lives.
func TestPanic(t *testing.T) {
	s, err := New("https://www.example.com/", "test")
	if err != nil {
		t.Fatal(err)
	}
	s.client = nil
	var failure *Failure
	if _, err := s.Page(t.Context(), "", Key{URL: "https://www.example.com/x"}, Document{}); !errors.As(err, &failure) ||
		failure.Reason != Unreadable {
		t.Error(err)
	}
}
