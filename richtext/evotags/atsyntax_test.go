package evotags_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/richtext"
	"emcp/richtext/evotags"
)

// TestAtSyntax resolves and converts @-syntax. Evolution CMS 3.1.6 served one of the branches for each condition, and
// otherwise the same.
func TestAtSyntax(t *testing.T) {
	s := readServed(t)
	for text, want := range map[string]string{
		"a <@IF:[*id:is=`99`*]>hidden<@ELSE>shown<@ENDIF> b":          "a […] b",
		"a <@if:0>hidden<@endif> b <!--@IF:1-->hidden<!--@ENDIF--> c": "a […] b […] c",
		"a <!--@IF [*id*]>hidden<@ENDIF--> b":                         "a […] b",
		"a <@IF:1>hidden <@IF:0>hidden<@ENDIF> hidden<@ENDIF> b":      "a […] b",
		"a <@IF:1>hidden": "a […]",
		"a<@ENDIF> b":     "a<@ENDIF> b",
		"a <!--@- hidden <!-- hidden --> hidden -@--> b":            "a b",
		"a <!--@- hidden <!--@- hidden -@--> hidden -@--> b":        "a b",
		"a <!--@-@--> hidden -@--> b":                               "a b",
		"a <!--@- <@IF:1> -@--> b":                                  "a b",
		"a <@LITERAL>[*pagetitle*] [~1~] {{c}}<@ENDLITERAL> [*id*]": "a [*pagetitle*] [~1~] {{c}} 7",
		"a {{ c }} b":                                                    "a {{ c }} b",
		"me@example.com @IF:1 <b>@</b>":                                  "me@example.com @IF:1 @",
		`<a href="<@IF:1>/hidden<@ENDIF>">a</a>`:                         "a",
		"<p>a</p><@IF:1><p>hidden</p><@ENDIF><p>b</p>":                   "a\n[…]\nb",
		"a " + strings.Repeat("<@IF:1>", 3) + "x" + "<@ENDIF><@ENDIF> b": "a […]",
	} {
		o := richtext.Options{Format: richtext.Text, URL: func(int64) string { return "" }, AtSyntax: true}
		if strings.Contains(text, "[*") { // otherwise as well: a text may be too long for Resolve
			r, err := evotags.Resolve(t.Context(), text,
				evotags.Placeholders{Values: s.of(7), AtSyntax: true, Budget: evotags.NewBudget(1 << 20)})
			if err != nil || !evotags.HasPlaceholders(text) || r.Dynamic != strings.Contains(want, evotags.Mark) || r.Bounded {
				t.Errorf("%q: %+v, %v", text, r, err)
			}
			text = r.Text
		}
		p, err := richtext.Convert(t.Context(), text, o)
		if diff := cmp.Diff(want, p.Text); diff != "" || err != nil {
			t.Errorf("%q, %v: %s", text, err, diff)
		}
	}
}

// TestAtSyntaxIsBounded drops as much text as the budget allows.
func TestAtSyntaxIsBounded(t *testing.T) {
	comment := "<!--@-" + strings.Repeat("x", 1000) + "-@-->"
	values := commented{comment}
	r, err := evotags.Resolve(t.Context(), strings.Repeat("{{a}}", 1000),
		evotags.Placeholders{Values: values, AtSyntax: true, Budget: evotags.NewBudget(100_000)})
	if diff := cmp.Diff(evotags.Resolved{Bounded: true}, r); diff != "" || err != nil {
		t.Errorf("%v: %s", err, diff)
	}
}

// commented are values that are nothing but a comment.
type commented struct{ comment string }

func (c commented) Setting(string) (string, bool)  { return c.comment, true }
func (c commented) Chunk(string) (string, bool)    { return c.comment, true }
func (c commented) Variable(string) (string, bool) { return c.comment, true }
