package oracle

import (
	"cmp"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"emcp/internal/test/evosite"
)

// A query consists of ASCII letters and digits, ä, ö and ü, Cyrillic letters without marks, and Han characters, because
// every collation compares these alike. A word in a rich text has all its umlauts as characters, or all as entities.
// FULLTEXT indexes find words at their beginning only: on a site with such an index, a word of the query occurs only at
// the beginning of words.

// place is a text of a document that is searched. The better the place, the more a hit there counts.
type place struct {
	text  string
	worth int64
	rich  bool // HTML with Evolution's tags in it
}

// places are the texts of a document that a query searches or an excerpt is taken from. see chooses the values that the
// view reads or compares with.
func (m *Model) places(view View, a Arguments, d evosite.Document, see func(View, *string) *string) []place {
	all := []place{
		{d.Title, 8, false}, {d.LongTitle, 4, false}, {d.MenuTitle, 4, false}, {d.Description, 2, false},
		{d.IntroText, 2, true}, {d.Content, 1, true},
	}
	if d.Alias != nil {
		all = append(all, place{*d.Alias, 4, false})
	}
	for _, name := range a.QueryTVs {
		if value := m.value(view, name, d.ID, false, see); value != nil {
			all = append(all, place{*value, 1, false})
		}
	}
	return all
}

// searched is the text of a place in which the words are looked for.
func (m *Model) searched(view View, p place) string {
	if !p.rich {
		if text := view.plain(p.text); text != nil {
			return *text
		}
		return ""
	}
	if view.Visitor {
		p.text = markup.ReplaceAllString(outsideTags(view, p.text), " ")
	}
	return html.UnescapeString(p.text)
}

// relevance counts the words of the query that a document has, and adds up what their places are worth. Each word
// counts in its best place.
func (m *Model) relevance(view View, a Arguments, d evosite.Document) (count, worth int64) {
	places := m.places(view, a, d, View.compared)
	for i := range places {
		places[i].text = folded(m.searched(view, places[i]))
	}
	for _, word := range queryWords(a.Query) {
		var best int64
		for _, p := range places {
			if strings.Contains(p.text, word) {
				best = max(best, p.worth)
			}
		}
		if best > 0 {
			count++
			worth += best
		}
	}
	return count, worth
}

// relevant keeps the documents that have at least one of the words. It also returns the order that puts the best first.
func (m *Model) relevant(view View, a Arguments, documents []evosite.Document) ([]evosite.Document, documentOrder) {
	type relevance struct{ count, worth int64 }
	of := map[int64]relevance{}
	documents = keep(documents, func(d evosite.Document) bool {
		count, worth := m.relevance(view, a, d)
		of[d.ID] = relevance{count, worth}
		return count > 0
	})
	return documents, func(x, y evosite.Document) int {
		return cmp.Or(cmp.Compare(of[y.ID].count, of[x.ID].count), cmp.Compare(of[y.ID].worth, of[x.ID].worth))
	}
}

// maxExcerpt is the length of an excerpt in characters, not counting its marks.
const maxExcerpt = 240

// CheckExcerpt returns what is wrong with the excerpt of a hit. It does not know which part of a text is the best one.
func (m *Model) CheckExcerpt(view View, a Arguments, document int64, excerpt string) error {
	shown := strings.ReplaceAll(excerpt, "**", "")
	if n := utf8.RuneCountInString(shown); n > maxExcerpt {
		return fmt.Errorf("the excerpt of %d has %d characters", document, n)
	}
	var plain []string
	for _, p := range m.places(view, a, m.documents[document], View.read) {
		text := view.cut(p.text)
		if p.rich {
			text = html.UnescapeString(markup.ReplaceAllString(outsideTags(view, p.text), " "))
		}
		plain = append(plain, strings.Join(strings.Fields(text), " "))
	}
	shown = strings.TrimSuffix(strings.TrimPrefix(shown, "…"), "…")
	if !slices.ContainsFunc(plain, func(text string) bool { return strings.Contains(text, shown) }) {
		return fmt.Errorf("the excerpt %q of %d is in no text that the view shows: %q", shown, document, plain)
	}
	for _, word := range queryWords(a.Query) {
		inText := slices.ContainsFunc(plain, func(text string) bool { return strings.Contains(folded(text), word) })
		if inText && !strings.Contains(excerpt, "**") {
			return fmt.Errorf("the excerpt %q of %d marks nothing, although %s is in %q", excerpt, document, word, plain)
		}
		if strings.Contains(folded(shown), word) && !marked(excerpt, word) {
			return fmt.Errorf("the excerpt %q of %d does not mark %s", excerpt, document, word)
		}
	}
	return nil
}

// marked reports whether an excerpt has a word between marks.
func marked(excerpt, word string) bool {
	for i, part := range strings.Split(excerpt, "**") {
		if i%2 == 1 && strings.Contains(folded(part), word) {
			return true
		}
	}
	return false
}

var queryParts = regexp.MustCompile(`"[^"]*"|[^\s"]+`)

// queryWords returns the words and phrases of a query, folded, with single spaces inside of phrases.
func queryWords(query string) []string {
	var words []string
	for _, part := range queryParts.FindAllString(query, -1) {
		words = append(words, folded(strings.Join(strings.Fields(strings.Trim(part, `".,?!()`)), " ")))
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// folded returns a text as the database compares it.
func folded(text string) string { return umlauts.Replace(strings.ToLower(text)) }

var umlauts = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u")

var markup = regexp.MustCompile(`<[^>]*>`)

// brackets are those of Evolution's tags.
var brackets = map[string]string{
	"[[": "]]", "[!": "!]", "{{": "}}", "[*": "*]", "[(": ")]", "[+": "+]", "[^": "^]", "[~": "~]",
}

// outsideTags returns a text with a space in place of each tag. For visitors a snippet call becomes a mark instead;
// other tags have no value in these sites. A tag without an end is text. No tag may end inside of another that began
// later.
func outsideTags(view View, text string) string {
	type tag struct {
		closes string
		at     int
	}
	var out []byte
	var open []tag
	for i := 0; i < len(text); {
		two := text[i:min(i+2, len(text))]
		closes, opens := brackets[two]
		switch {
		case opens:
			open = append(open, tag{closes, len(out)})
			out = append(out, two...)
			i += 2
		case len(open) > 0 && open[len(open)-1].closes == two:
			replaced := " "
			if view.Visitor && (two == "]]" || two == "!]") {
				replaced = "[…]"
			}
			out = append(out[:open[len(open)-1].at], replaced...)
			open = open[:len(open)-1]
			i += 2
		default:
			out = append(out, text[i])
			i++
		}
	}
	return string(out)
}
