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

// A query is made of letters of ASCII and its digits, ä, ö and ü, Cyrillic letters without marks, and Han characters, which every
// collation compares alike. A word in a rich text has all its umlauts as they are, or all as entities. FULLTEXT indexes
// have words at their beginnings only: where a site has one, words of the query stand nowhere else.

// place is a text of a document in which words are looked for. The better a place, the more it counts.
type place struct {
	text  string
	worth int64
	rich  bool // HTML with Evolution's tags in it
}

// places are all texts that a query looks at in a document, or that an excerpt is taken from; see says which of the values.
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

// searched is the text in which the words have to stand for a place to have them.
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

// relevance is how many of the words a document has, and what the places are worth in which it has them, each word being in
// the best of its places.
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

// relevant keeps the documents that have one of the words at least, and returns them with the order that puts the best first.
func (m *Model) relevant(view View, a Arguments, documents []evosite.Document) ([]evosite.Document, order) {
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

// maxExcerpt is the length of an excerpt in characters, without its marks.
const maxExcerpt = 240

// CheckExcerpt says what is wrong with the excerpt of a hit. It does not know which part of a text is the right one.
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

// marked reports whether an excerpt has a word inside of marks.
func marked(excerpt, word string) bool {
	for i, part := range strings.Split(excerpt, "**") {
		if i%2 == 1 && strings.Contains(folded(part), word) {
			return true
		}
	}
	return false
}

var queryParts = regexp.MustCompile(`"[^"]*"|[^\s"]+`)

// queryWords are the words and phrases of a query, folded and with one space inside of phrases.
func queryWords(query string) []string {
	var words []string
	for _, part := range queryParts.FindAllString(query, -1) {
		words = append(words, folded(strings.Join(strings.Fields(strings.Trim(part, `".,?!()`)), " ")))
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// folded is a text as the database compares it.
func folded(text string) string { return umlauts.Replace(strings.ToLower(text)) }

var umlauts = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u")

var markup = regexp.MustCompile(`<[^>]*>`)

// brackets of Evolution's tags.
var brackets = map[string]string{
	"[[": "]]", "[!": "!]", "{{": "}}", "[*": "*]", "[(": ")]", "[+": "+]", "[^": "^]", "[~": "~]",
}

// outsideTags returns a text with a space for every tag or, for visitors, a mark for every call of a snippet. Other tags stand for
// nothing in these sites. Tags that do not end are text. No tag may end inside of another that began later.
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
