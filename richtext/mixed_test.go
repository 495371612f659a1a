package richtext_test

import (
	"strings"
	"testing"

	"emcp/richtext"
)

// TestMixedBrackets reads calls whose brackets the site pairs only because of something else on its page, and tags of
// different kinds of which none is inside of the other. The site shows nothing of "hidden" in any of them, on a page with
// an [! or a {{ in another field where that matters.
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
		hides("a plain text", richtext.WithoutTags(text))
		for _, at := range []bool{false, true} {
			o := richtext.Options{Format: richtext.Text, URL: func(int64) string { return "" }, AtSyntax: at}
			for i, resolved := range []bool{false, true} {
				source := text
				if resolved {
					r, err := richtext.Resolve(t.Context(), text, richtext.Placeholders{Values: readServed(t).of(7), AtSyntax: at, Budget: richtext.NewBudget(1 << 20)})
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
