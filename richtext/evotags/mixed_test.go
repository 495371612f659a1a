package evotags_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"emcp/richtext"
	"emcp/richtext/evotags"
)

// TestMixedBrackets reads calls whose brackets the site pairs only because of something else on its page, and tags of
// different kinds that overlap. The site shows nothing of "hidden" in any of them, on a page with an [! or a {{ in
// another field where that matters.
func TestMixedBrackets(t *testing.T) {
	for _, text := range []string{
		"a [!Form? &to=`hidden`]] b",
		"a [[Form? &to=`hidden`!] b",
		"a [!Form? &tpl=`[[X? &k=`hidden`!]` &to=`hidden`]] b",
		"a [[Form? !] hidden ]] b",
		"a [!Form? ]] hidden !] b",
		"a [[Form? {{c ]] hidden }} b",
		"a {{c? &x=`[[d }} hidden ]] b",
		"a [[Form? [*c ]] hidden *] b",
		"a [(c [[Form )] hidden ]] b",
		"a [+c [[Form +] hidden ]] b",
		"a [~c [[Form ~] hidden ]] b",
		"a {{c? &css=`x{y:1;}}` &to=`hidden`}} b",
		"a {{c? &to=`hidden` }} b",
		"a [{{none}}[Form? &to=`hidden`]] b",
		"a [{{none}}!Form? &to=`hidden`!] b",
	} {
		hides := func(way, got string) {
			if strings.Contains(got, "hidden") || !strings.HasPrefix(got, "a ") || !strings.HasSuffix(got, " b") {
				t.Errorf("%q is %q as %s", text, got, way)
			}
		}
		hides("a plain text", evotags.Strip(text))
		for _, at := range []bool{false, true} {
			o := richtext.Options{Format: richtext.Text, URL: func(int64) string { return "" }, AtSyntax: at}
			for i, resolved := range []bool{false, true} {
				source := text
				if resolved {
					r, err := evotags.Resolve(t.Context(), text,
						evotags.Placeholders{Values: readServed(t).of(7), AtSyntax: at, Budget: evotags.NewBudget(1 << 20)})
					if err != nil {
						t.Fatal(err)
					}
					source = r.Text
				}
				p, err := richtext.Convert(t.Context(), source, o)
				if err != nil {
					t.Fatal(err)
				}
				hides([]string{"a rich text", "a resolved text"}[i], p.Text)
			}
		}
	}
}

// TestSharedBrackets reads brackets that two tags share. A snippet without an end is text, even with parameters.
func TestSharedBrackets(t *testing.T) {
	for text, want := range map[string]string{
		"a [[+hidden+] b":         "a [ b",
		"a [[(hidden)] b":         "a [ b",
		"a [[*hidden*] [[b":       "a [ [[b",
		"a [[+hidden+]] b":        "a  b",
		"a [[Form? &to=`shown` b": "a [[Form? &to=`shown` b",
	} {
		if got := evotags.Strip(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		p, err := richtext.Convert(t.Context(), text,
			richtext.Options{Format: richtext.Text, URL: func(int64) string { return "" }})
		if want = strings.ReplaceAll(want, "  ", " "); err != nil || p.Text != want {
			t.Errorf("%q is %q, %v, want %q", text, p.Text, err, want)
		}
	}
}

// TestRandomPages reads random texts of tags and pieces of tags. What Evolution CMS 3.1.6 did not show of a text, in a
// page with another text before it, must be missing, and most of what it showed must be there. make golden-site records
// what it showed.
func TestRandomPages(t *testing.T) {
	recorded, err := os.ReadFile("testdata/random.json")
	if err != nil {
		t.Fatal(err)
	}
	type page struct {
		At, Filter                 bool // enable_at_syntax, enable_filter
		Field, Other, Text, Served string
	}
	var pages []page
	for line := range strings.Lines(string(recorded)) {
		var p page
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		// A call that begins in the other field takes in the text up to its end. That is no tag of this text.
		if p.Other != "x {{ a" || strings.Contains(p.Served, p.Other) {
			pages = append(pages, p)
		}
	}
	values := readServed(t).of(7)
	word := regexp.MustCompile("q[a-z]z")
	hidden, shown, lost := 0, 0, 0
	for _, page := range pages {
		r, err := evotags.Resolve(t.Context(), page.Text, evotags.Placeholders{
			Values: values, AtSyntax: page.At, Filters: page.Filter, Budget: evotags.NewBudget(1 << 20),
		})
		if err != nil {
			t.Fatal(err)
		}
		all := evotags.Strip(page.Text)
		for _, text := range []string{page.Text, r.Text} {
			p, err := richtext.Convert(t.Context(), text,
				richtext.Options{Format: richtext.Text, URL: func(int64) string { return "" }, AtSyntax: page.At})
			if err != nil {
				t.Fatal(err)
			}
			all += " " + p.Text
		}
		for _, match := range word.FindAllString(page.Text, -1) {
			switch {
			case !strings.Contains(page.Served, match):
				hidden++
				if strings.Contains(all, match) {
					t.Errorf("%q is %q, with %s: the site serves %q", page.Text, all, match, page.Served)
				}
			case strings.Contains(all, match):
				shown++
			default:
				lost++
			}
		}
	}
	if hidden < 100 || lost*5 > shown {
		t.Errorf("%d words are hidden, %d shown, %d lost", hidden, shown, lost)
	}
}
