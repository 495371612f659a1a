package richtext_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"emcp/internal/test/seed"
	"emcp/richtext"
)

// browserTokens reads HTML with the tokenizer of golang.org/x/net, and drops what a visitor does not see.
func browserTokens(source string) []string {
	z := html.NewTokenizer(strings.NewReader(source))
	var tokens []string
	text, hidden := "", false
	for {
		kind := z.Next()
		if kind == html.TextToken {
			if !hidden {
				text += string(z.Raw())
			}
			continue
		}
		if text != "" && kind != html.CommentToken && kind != html.DoctypeToken {
			tokens, text = append(tokens, text), ""
		}
		if kind == html.ErrorToken {
			return tokens
		}
		if kind == html.CommentToken || kind == html.DoctypeToken {
			continue
		}
		t := z.Token()
		hidden = kind != html.EndTagToken &&
			slices.Contains([]string{"script", "style", "title", "iframe", "noscript", "noframes", "noembed"}, t.Data)
		if kind == html.EndTagToken {
			tokens = append(tokens, "</"+t.Data+">")
			continue
		}
		written := "<" + t.Data
		for _, a := range t.Attr {
			written += fmt.Sprintf(" %s=%q", a.Key, a.Val)
		}
		tokens = append(tokens, written+">")
	}
}

// FuzzTokens checks that HTML is read as the standard says.
func FuzzTokens(f *testing.F) {
	for _, source := range []string{
		"a<b c='d>e' F=g/h i>j</b k>l<br/>m", "<!-- a > b --!>c<!--->d<!-->e<!doctype html>f<?x?>g</>h</ i>j<!k>l", "a < b <3 <<p>c</p", "a <b c=\"d",
		"<textarea>a<b>&amp;</textareas></TEXTAREA >b", "<script>'</script>'</script x>a<style><p></style/>b", "<plaintext>a</plaintext>",
		"<a href='?a=1&amp;b=2&copy=3&copy;&lt4&notit;&#x41&#66;' title=&quot;x y = z ==w =v>", "<p/a/=b/ c = 'd'e>x", "<xmp><b></xmp><title>a</title><iframe>b</iframe>",
		"<a\nb=c\fd\re>", "a</", "a<", "<!-", "<!--a-->b-->", "<!----!>a", "<!--a--!-->b", "<script></scriptx></script>a",
	} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if strings.ContainsAny(source, "\x00\r") || strings.Contains(strings.ToLower(source), "<script") && strings.Contains(source, "<!--") {
			return // golang.org/x/net changes these, or does not follow the standard
		}
		if diff := cmp.Diff(browserTokens(source), richtext.Tokens(t.Context(), source)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", source, diff)
		}
	})
}

// A script can contain its own end tag in a comment
// (https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements).
func TestScripts(t *testing.T) {
	for source, want := range map[string]string{
		"<script>a</script>b":                                    "b",
		"<script><!-- a</script>b":                               "b",
		"<script><!-- <script>a</script>b":                       "",
		"<script><!-- <script>a</script>b</script>c":             "c",
		"<script><!-- <script>a --></script>b":                   "b",
		"<script><!-- <scripts>a</script>b":                      "b",
		"<script><!--><script>a</script>b":                       "b",
		"<SCRIPT><!-- <Script >a</sCRIPT/>b</script\n>c<p>d</p>": "c\nd",
	} {
		if got := convert(t, source, richtext.Options{Format: richtext.Text}); got != want {
			t.Errorf("%q reads %q instead of %q", source, got, want)
		}
	}
}

// Text between two tags reads as one text, even if it is longer than a chunk.
func TestLongTexts(t *testing.T) {
	random := seed.Rand(t, 2)
	for _, piece := range []string{"&auml;", "ж", "a b", "&#228;", "\U0001F469\u200d\U0001F467", "&", "a\r\n"} {
		for range 5 {
			n := random.IntN(2*richtext.Chunk) + richtext.Chunk
			source := strings.Repeat("x", random.IntN(50)) + strings.Repeat(piece, n)
			want := html.UnescapeString(source)
			if piece == "a\r\n" {
				want = strings.TrimSuffix(strings.ReplaceAll(source, "\r\n", " "), " ")
			}
			if got := convert(t, source, richtext.Options{Format: richtext.Text}); got != want {
				t.Fatalf("%d of %q differ", n, piece)
			}
			if got, want := convert(t, "<pre>"+source, richtext.Options{}), "```\n"+strings.Trim(strings.ReplaceAll(html.UnescapeString(source), "\r", ""), "\n")+"\n```"; got != want {
				t.Fatalf("%d of %q differ as code", n, piece)
			}
		}
	}
}
