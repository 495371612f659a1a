package evotags_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/richtext/evotags"
)

func TestReferences(t *testing.T) {
	const text = "[~3~] [[x? &id=`[~4~]`]] [~3~] [~-1~] [~a~] [~99999999999999999999~] [~ 5 ~]"
	got, err := evotags.References(t.Context(), text, 10)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{3, 4, 5}, got); diff != "" {
		t.Error(diff)
	}
	if got, err := evotags.References(t.Context(), text, 2); !slices.Equal(got, []int64{3, 4}) || err != nil {
		t.Errorf("the first two are %v, %v", got, err)
	}
}

func TestStrip(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "",
		" a & <b>\n [1] {2} ":                    " a & <b>\n [1] {2} ",
		"Mail [[Form? &to=`me@example.com`]] us": "Mail  us",
		"[!a!]b{{c}}d[*e*]f[(g)]h[+i+]j[^k^]l":   "bdfhjl",
		"[[a? &b=`{{c? &d=`[*e*]`}}`]]f":         "f",
		"[~12~] and <a href=\"[~3~]?x=1\">":      "[~12~] and <a href=\"[~3~]?x=1\">",
		"[~[*a*]~][~a~][~0~][[b? &c=`[~4~]`]]":   "",
		"[[a":                                    "[[a",
		"[[a {{b}} c":                            "[[a  c",
		"a ]] b":                                 "a ]] b",
		"a {{b}} c }} ]":                         "a  c }} ]",
		"a [*b*] c * ) } ]":                      "a  c * ) } ]",
	} {
		if got := evotags.Strip(text); got != want {
			t.Errorf("%q reads %q, want %q", text, got, want)
		}
	}
}

// A text that is not rich may have any length, and is cut where too many tags are open.
func TestStripLongTexts(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("a[[b]]", 2<<20):             strings.Repeat("a", 2<<20),
		"a[[b]]" + strings.Repeat("[[", 1<<15+1):    "a",
		"a[[b" + strings.Repeat("]]", 1<<20) + "[[": "a" + strings.Repeat("]]", 1<<20-1) + "[[",
		strings.Repeat("{{", 1<<15):                 strings.Repeat("{{", 1<<15),
	} {
		if got := evotags.Strip(text); got != want {
			t.Errorf("%.10q of %d bytes becomes %.10q of %d, want %d", text, len(text), got, len(got), len(want))
		}
	}
}
