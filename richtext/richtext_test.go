package richtext_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"emcp/richtext"
	"emcp/richtext/evotags"
)

// url returns an address for every document but 13, which nobody may see.
func url(id int64) string {
	if id == 13 {
		return ""
	}
	return fmt.Sprintf("/page-%d.html", id)
}

// convert returns a whole text in another format.
func convert(t *testing.T, text string, o richtext.Options) string {
	t.Helper()
	p, err := richtext.Convert(t.Context(), text, o)
	if err != nil || p.Bounded || p.Next != 0 || p.Total != utf8.RuneCountInString(p.Text) {
		t.Fatalf("%+v, %v", p, err)
	}
	return p.Text
}

func TestConvert(t *testing.T) {
	for _, c := range []struct{ name, text, markdown, plain, html string }{
		{"nothing", "", "", "", ""},
		{"text", "Grüße &amp; Küsse", "Grüße & Küsse", "Grüße & Küsse", "Grüße &amp; Küsse"},
		{
			"blocks", "<h2>Returns</h2>\n<p>Within <b>30</b> days,<br>for\n  free.</p>",
			"## Returns\n\nWithin **30** days,  \nfor free.", "Returns\nWithin 30 days,\nfor free.",
			"<h2>Returns</h2>\n<p>Within <b>30</b> days,<br>for\n  free.</p>",
		}, {
			"lists", "<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>",
			"- a\n  1. b\n  2. c\n- d", "a\nb\nc\nd", "<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>",
		}, {
			"table", "<table><tr><th>Size</th><th>Price</th></tr><tr><td>M</td><td>9 | 8</td></tr></table>",
			"| Size | Price |\n|---|---|\n| M | 9 \\| 8 |", "Size\tPrice\nM\t9 | 8",
			"<table><tr><th>Size</th><th>Price</th></tr><tr><td>M</td><td>9 | 8</td></tr></table>",
		}, {
			"spacers", "<p>&nbsp;</p><p>one&nbsp;two</p><p>&nbsp;</p>\n<p>&nbsp; &nbsp;</p><p>three</p><p>&nbsp;</p>",
			"one\u00a0two\n\nthree", "one\u00a0two\nthree",
			"<p>&nbsp;</p><p>one&nbsp;two</p><p>&nbsp;</p>\n<p>&nbsp; &nbsp;</p><p>three</p><p>&nbsp;</p>",
		}, {
			"broken markup", "<p>one<p><b>two</p> &lt;three", "one\n\n**two**\n\n**&lt;three**", "one\ntwo\n<three",
			"<p>one<p><b>two</p> &lt;three",
		}, {
			"scripts", "a<script>if (a < b) alert(1)</script><style>p {}</style><!-- c -->b", "ab", "ab",
			"a<script>if (a < b) alert(1)</script><style>p {}</style><!-- c -->b",
		}, {
			"links", `<a href="[~2~]">Shop</a> [~ 3 ~] [~x~] [~13~]`, "[Shop](/page-2.html) /page-3.html",
			"Shop /page-3.html", `<a href="/page-2.html">Shop</a> /page-3.html  `,
		}, {
			"tags",
			"a[[Form? &to=`me@example.com` &tpl=`@CODE:[+x+] {{y}}`]]b[!Now!]c{{chunk}}d[*tv*]e[(site_name)]f[+p+]g[^t^]h",
			"abcdefgh", "abcdefgh", "abcdefgh",
		},
		{"tags in tags", "[[a {{b [*c*] }} ]]x[~[*d*]~]y", "xy", "xy", "xy"},
		{"brackets without end", "a [[b {{c [*d ]] e", "a e", "a e", "a  e"},
		{"brackets without begin", "a ]] b }} c", "a ]] b }} c", "a ]] b }} c", "a ]] b }} c"},
		{"only begun", "x [[ y {{ z", "x [[ y {{ z", "x [[ y {{ z", "x [[ y {{ z"},
		{"JSON", `{"a":{"b":[[1,2],[3]]}}`, `{"a":{"b":}}`, `{"a":{"b":}}`, `{"a":{"b":}}`},
		{
			"hidden characters", "a\u202eb\u200bc\u2066d\x00e\x1bf\ufeffg\U000E0041h\u200fi", "abcdefghi", "abcdefghi",
			"abcdefghi",
		},
		{
			"emoji", "👩‍👩‍👧 🏳️‍🌈 🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F 👍🏽", "👩‍👩‍👧 🏳\u200d🌈 🏴 👍🏽",
			"👩‍👩‍👧 🏳\u200d🌈 🏴 👍🏽", "👩‍👩‍👧 🏳\u200d🌈 🏴 👍🏽",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for format, want := range map[richtext.Format]string{
				richtext.Markdown: c.markdown, richtext.Text: c.plain, richtext.HTML: c.html,
			} {
				got := convert(t, c.text, richtext.Options{Format: format, URL: url})
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", richtext.Formats[format], diff)
				}
			}
		})
	}
}

// Callers who may see what the site executes get the tags in the format html, unchanged.
func TestTagsStayInHTML(t *testing.T) {
	const text = "[[Form? &to=`[*to*]`]] [~2~]"
	for format, want := range map[richtext.Format]string{
		richtext.HTML: "[[Form? &to=`[*to*]`]] /page-2.html", richtext.Text: "/page-2.html",
		richtext.Markdown: "/page-2.html",
	} {
		if got := convert(t, text, richtext.Options{Format: format, URL: url, Tags: true}); got != want {
			t.Errorf("%s: %q", richtext.Formats[format], got)
		}
	}
}

// If a text was cut off, nothing that may be inside of a tag is shown.
func TestConvertCut(t *testing.T) {
	for _, c := range []struct{ text, markdown, plain, html string }{
		{"", "", "", ""},
		{"a [[b]] c", "a c", "a c", "a  c"},
		{"a [[b &to=`c", "a", "a", "a "},
		{"a [[b {{c}} d", "a", "a", "a "},
		{"a {{b [[c]] d [*e", "a", "a", "a "},
		{"a [[b]", "a", "a", "a "},
		{"a [", "a", "a", "a "},
		{"a {", "a", "a", "a "},
		{"a [~1~", "a", "a", "a "},
		{"a ]] b", "a ]] b", "a ]] b", "a ]] b"},
		{"a [1] {2} b", "a \\[1] {2} b", "a [1] {2} b", "a [1] {2} b"},
		{"<p>a <b>b</b> <a href=\"c", "a **b**", "a b", "<p>a <b>b</b> "},
		{"a <", "a", "a", "a "},
		{"a </", "a", "a", "a "},
		{"a <b title='>' class='c", "a", "a", "a <b title='>' class='c"},
		{"a <!-- b > c <d", "a", "a", "a <!-- b > c "},
		{"<textarea>a</texta", "a", "a", "<textarea>a"},
		{"a < b", "a &lt; b", "a < b", "a < b"},
		{"a <[[b]] c", "a &lt; c", "a < c", "a < c"},
		{"a <[[b]]c", "a", "a", "a "},
		{"a &auml; b &am", "a ä b", "a ä b", "a &auml; b "},
	} {
		for format, want := range map[richtext.Format]string{
			richtext.Markdown: c.markdown, richtext.Text: c.plain, richtext.HTML: c.html,
		} {
			got := convert(t, c.text, richtext.Options{Format: format, URL: url, Cut: true})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q, %s (-want +got):\n%s", c.text, richtext.Formats[format], diff)
			}
		}
	}
}

// Nothing of a tag is shown, wherever the text is cut off.
func TestConvertCutAnywhere(t *testing.T) {
	whole := []rune(
		"<p>12 [[ꙮ? &ꙮ=`{{ꙮ}}` &ꙮ=`[*ꙮ*] <b>ꙮ</b>`]] 34 [!ꙮ!]{{ꙮ <i ꙮ>}}[(ꙮ)][+ꙮ+][^ꙮ^] 5 <a title=\"ꙮ > ꙮ\" " +
			"href='[~2~]?[[ꙮ]]'>6</a><!-- ꙮ > ꙮ --> 7 < 8 <script>if (ꙮ < 9) '</ꙮ>'</script><?ꙮ ꙮ?><!ꙮ></ꙮ> &#48;")
	for length := range len(whole) + 1 {
		if got := visible(t, string(whole[:length]), true); strings.Contains(got, "ꙮ") {
			t.Errorf("%q reads %q", string(whole[:length]), got)
		}
	}
	if got := visible(t, string(whole), true); got != "1234567<80" {
		t.Errorf("the whole reads %q", got)
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text           string
		offset, length int
		want           richtext.Part
	}{
		{"", 0, 5, richtext.Part{}},
		{"short", 0, 5, richtext.Part{Text: "short", Total: 5}},
		{"one two three", 0, 9, richtext.Part{Text: "one two ", Total: 13, Next: 8}},
		{"one two three", 8, 9, richtext.Part{Text: "three", Total: 13}},
		{"one two three", 0, 7, richtext.Part{Text: "one two", Total: 13, Next: 7}},
		{"one two three", 7, 3, richtext.Part{Text: " th", Total: 13, Next: 10}},
		{"Привіт, світе", 0, 9, richtext.Part{Text: "Привіт, ", Total: 13, Next: 8}},
		{"日本語日本語", 2, 3, richtext.Part{Text: "語日本", Total: 6, Next: 5}},
		{"one", 3, 5, richtext.Part{Total: 3}},
		{"one", 1000, 5, richtext.Part{Total: 3}},
	} {
		if diff := cmp.Diff(c.want, richtext.Cut(c.text, c.offset, c.length)); diff != "" {
			t.Errorf("%q from %d, %d (-want +got):\n%s", c.text, c.offset, c.length, diff)
		}
	}
}

// FuzzConvertCut checks that a text that was cut off reads like the beginning of the whole text, without the content of
// tags.
func FuzzConvertCut(f *testing.F) {
	f.Add("<p>a ", "[[Form? &to=`ꙮ` &tpl=`{{y}}`]]", " b</p>", 12)
	f.Add("<p>a ", "<a title=\"1 > 2 ꙮ\" href='[~2~]'>", " b</a>", 20)
	f.Add("a &auml; [", "{{b [*c*] ꙮ}}", "] < {", 18)
	f.Add("<textarea>a", "<!-- <b> ꙮ -->", "</textarea>", 14)
	f.Add("a <title>b", "</title ꙮ>", "<![CDATA[c]]>", 17)
	f.Fuzz(func(t *testing.T, before, tag, after string, length int) {
		whole := []rune(before + tag + after)
		part := string(whole[:max(0, min(length, len(whole)))])
		want := visible(t, string(whole), false)
		if got := visible(t, part, true); !strings.HasPrefix(want, got) {
			t.Fatalf("%q of %q reads %q instead of the beginning of %q", part, string(whole), got, want)
		}
	})
}

// visible returns the characters of a text that a reader sees.
func visible(t *testing.T, text string, cut bool) string {
	t.Helper()
	plain := convert(t, text, richtext.Options{Format: richtext.Text, URL: url, Cut: cut})
	return strings.Join(strings.Fields(plain), "")
}

// FuzzConvert checks that every text can be converted, and read to its end in parts.
func FuzzConvert(f *testing.F) {
	f.Add("<p>a[[b]]</p>", 3)
	f.Add("[~1~]{{x}}[[a {{b [*c*] }} ]]", 1)
	f.Add("🏴\U000E0067\u202e", 2)
	f.Fuzz(func(t *testing.T, text string, length int) {
		length = max(1, min(length, 1000))
		if _, err := evotags.References(t.Context(), text, 100); err != nil {
			t.Fatal(err)
		}
		for format := range richtext.Formats {
			whole := convert(t, text, richtext.Options{Format: richtext.Format(format), URL: url})
			var pieces strings.Builder
			for offset := 0; ; {
				part := richtext.Cut(whole, offset, length)
				if utf8.RuneCountInString(part.Text) > length || part.Next != 0 && part.Next <= offset {
					t.Fatalf("%d characters from %d: %+v", length, offset, part)
				}
				pieces.WriteString(part.Text)
				if offset = part.Next; offset == 0 {
					break
				}
			}
			if pieces.String() != whole {
				t.Fatalf("%q in pieces of %d is %q", whole, length, pieces.String())
			}
		}
	})
}
