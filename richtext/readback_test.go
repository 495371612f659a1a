package richtext_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"emcp/internal/test/seed"
	"emcp/richtext"
)

// pieces are HTML as editors write it, and worse.
var pieces = []string{
	"<p>", "</p>", "<p>", "</p>", "<div>", "</div>", "<br>", "<br>", "<hr>", "<h2>", "</h2>", "<h5>", "</h5>", "<ul>",
	"</ul>", "<ol>", "</ol>", "<ol start=7>",
	"<li>", "</li>", "<li>", "</li>", "<blockquote>", "</blockquote>", "<pre>", "</pre>", "<pre>a\n\n  b\n</pre>", "<b>",
	"</b>", "<em>", "</em>", "<s>", "</s>",
	"<sup>", "</sup>", "<code>", "</code>", "<a href='/x(y) z'>", "</a>", "<a href=/x title='say \"x\"'>", "</a>",
	"<span>", "</span>", "<table>", "</table>",
	"<table><tr><th>a<th>b", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<td colspan=2>", "<td rowspan=3>", "<thead>",
	"</thead>", "<caption>", "</caption>",
	"<dl><dt>", "<dd>", "<!-- c -->", "<script>x</script>", "&lt;b&gt;", "&amp;lt;", "&amp;#42;", "&nbsp;", "&auml;",
	"[~2~]", "{{x}}",
	" ", " ", " ", "\n", "one", "two", "three.", "one", "two", "ж", "返", "1", "12. ", "3) ", "1", "# ", "## x", "- ", "+ ",
	"> ", "=", "==", "---", "* ", "***", "_", "__x__", "a_b",
	"`", "``", "\\", "[", "]", "](", "](u)", "[x](y)", "[x]: y", "![", "!", "(", ")", "|", "~", "~~", "<", ">", "&", ";",
	":", "&lt;br>", "#", "\t", "http://a.b/c_d",
}

// TestMarkdownReadsBack reads Markdown with a parser of GitHub's dialect and expects the original text. Additional
// asterisks and tildes are allowed, because bold text in some editors begins or ends where it cannot in Markdown. So
// are hyphens, which come from lists in cells.
func TestMarkdownReadsBack(t *testing.T) {
	parser := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough),
		goldmark.WithRendererOptions(html.WithUnsafe()))
	random := seed.Rand(t, 2)
	for range 10_000 {
		var source strings.Builder
		for range 1 + random.IntN(40) {
			source.WriteString(pieces[random.IntN(len(pieces))])
		}
		if text := source.String(); strings.Contains(text, "<a ") && strings.Contains(text, "<code>") &&
			strings.Contains(text, "]:") {
			continue // At the beginning of a paragraph, code in a link can read like the definition of a link.
		}
		markdown := convert(t, source.String(), richtext.Options{URL: url})
		var back bytes.Buffer
		if err := parser.Convert([]byte(markdown), &back); err != nil {
			t.Fatal(err)
		}
		want, got := letters(convert(t, source.String(), richtext.Options{Format: richtext.Text, URL: url})),
			letters(convert(t, untagged.Replace(back.String()), richtext.Options{Format: richtext.Text, URL: url}))
		if want != got {
			t.Fatalf("%q\nis\n%s\n\nwhich reads\n%s\n%s\ninstead of\n%s", source.String(), markdown, back.String(), got, want)
		}
	}
}

// untagged escapes what would be read as tags of Evolution.
var untagged = strings.NewReplacer("[", "&#91;", "{", "&#123;")

// letters returns the characters of a text, except white space and what Markdown may add.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("*~-", r) {
			return -1
		}
		return r
	}, text)
}
