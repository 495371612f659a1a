package richtext

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// skipped are the elements whose text is for browsers.
var skipped = map[atom.Atom]bool{atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Head: true}

// inline are the elements that do not begin a new line.
var inline = map[atom.Atom]bool{
	atom.A: true, atom.Abbr: true, atom.B: true, atom.Bdi: true, atom.Bdo: true, atom.Cite: true, atom.Code: true, atom.Data: true,
	atom.Del: true, atom.Dfn: true, atom.Em: true, atom.Font: true, atom.I: true, atom.Img: true, atom.Ins: true, atom.Kbd: true,
	atom.Label: true, atom.Mark: true, atom.Q: true, atom.S: true, atom.Samp: true, atom.Small: true, atom.Span: true,
	atom.Strong: true, atom.Sub: true, atom.Sup: true, atom.Time: true, atom.U: true, atom.Var: true, atom.Wbr: true,
}

// plain returns the text of HTML: a line for every block, without empty ones; cells of a row have a tab between them.
func plain(text string) string {
	z := html.NewTokenizer(strings.NewReader(text))
	var out strings.Builder
	skipping := 0
	for {
		switch z.Next() {
		case html.ErrorToken:
			return lines(out.String())
		case html.TextToken:
			if skipping == 0 {
				out.WriteString(space.ReplaceAllString(string(z.Text()), " "))
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			skipping += boundary(&out, atom.Lookup(name), 1)
		case html.EndTagToken:
			name, _ := z.TagName()
			skipping = max(0, skipping+boundary(&out, atom.Lookup(name), -1))
		case html.SelfClosingTagToken:
			name, _ := z.TagName()
			boundary(&out, atom.Lookup(name), 0)
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// boundary writes what the begin or end of an element separates, and returns step where it is one that is skipped.
func boundary(out *strings.Builder, element atom.Atom, step int) int {
	switch {
	case skipped[element]:
		return step
	case element == atom.Td, element == atom.Th:
		out.WriteByte('\t')
	case !inline[element]:
		out.WriteByte('\n')
	}
	return 0
}

var space = regexp.MustCompile(`\s+`)

// lines drops empty lines and the white space around lines.
func lines(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			kept = append(kept, doubled.ReplaceAllString(line, "$1"))
		}
	}
	return strings.Join(kept, "\n")
}

var doubled = regexp.MustCompile(`([ \t])[ \t]+`)
