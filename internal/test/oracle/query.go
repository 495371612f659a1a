package oracle

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"emcp/internal/test/evosite"
)

// The model does not rank documents, and knows no stems: for a word of a query it says which documents must be found,
// because they have it whole, and which may be found, because they have it anywhere. A query consists of ASCII letters
// and digits, ä, ö and ü, Cyrillic letters without marks, and Han characters.

// place is a text of a document that is searched.
type place struct {
	text string
	rich bool // HTML with Evolution's tags in it
}

// places are the texts of a document that a query searches or an excerpt is taken from. Of the template variables these
// are those that the arguments name, or all.
func (m *Model) places(view View, a Arguments, d evosite.Document) []place {
	all := []place{{d.Title, false}, {d.LongTitle, false}, {d.MenuTitle, false}}
	alias := place{"", false}
	if d.Alias != nil {
		alias.text = *d.Alias
	}
	all = append(all, alias, place{d.Description, false}, place{d.IntroText, true}, place{d.Content, true})
	for _, tv := range m.site.TVs {
		if !m.ShowsTV(view, tv.ID) || a.QueryTVs != nil && !slices.Contains(a.QueryTVs, tv.Name) {
			continue
		}
		if value := m.value(view, tv.Name, d.ID, false, View.read); value != nil {
			all = append(all, place{*value, tv.Type == "richtext"})
		}
	}
	return all
}

// Must reports whether a query must find a document by a folded word, because one of its texts has the word whole.
func (m *Model) Must(view View, a Arguments, document int64, word string) bool {
	whole := regexp.MustCompile(`(^|[^\pL\pN'’.,_-])` + regexp.QuoteMeta(word) + `($|[^\pL\pN'’_-])`)
	return m.some(view, a, document, m.readable, func(text string) bool {
		return whole.MatchString(text) || han.MatchString(word) && strings.Contains(text, word)
	})
}

// May reports whether a query may find a document by a folded word: one of its texts, the name of its template, or the
// title of a document above it has the word anywhere. Of Han characters, two are enough.
func (m *Model) May(view View, a Arguments, document int64, word string) bool {
	has := func(text string) bool {
		if letters := []rune(word); han.MatchString(word) && len(letters) > 1 {
			for i := range len(letters) - 1 {
				if strings.Contains(text, string(letters[i:i+2])) {
					return true
				}
			}
			return false
		}
		return strings.Contains(text, word) || strings.Contains(joined.Replace(text), word)
	}
	d := m.documents[document]
	if m.some(view, a, document, m.searched, has) || has(folded(fmt.Sprint(m.template(view, d.Template)))) {
		return true
	}
	for steps, at := 0, d.Parent; steps < 20; steps, at = steps+1, m.documents[at].Parent {
		if has(folded(view.cut(m.documents[at].Title))) {
			return true
		}
	}
	return false
}

// some reports whether one of the texts of a document, as read returns them, meets a condition.
func (m *Model) some(
	view View, a Arguments, document int64, read func(View, place) string, meets func(text string) bool,
) bool {
	return slices.ContainsFunc(m.places(view, a, m.documents[document]), func(p place) bool {
		return meets(folded(read(view, p)))
	})
}

// searched is the text of a place in which the words are looked for. Users of the manager search what tags say, too.
func (m *Model) searched(view View, p place) string {
	if p.rich && !view.Visitor {
		return m.readable(view, p) + html.UnescapeString(p.text)
	}
	return m.readable(view, p)
}

// joined joins the parts of words such as a_b, which are found as ab, too.
var joined = strings.NewReplacer("-", "", "_", "")

var (
	han    = regexp.MustCompile(`\p{Han}`)
	phrase = regexp.MustCompile(`"[^"]*"`)
	word   = regexp.MustCompile(`[\pL\pN]+`)
)

// QueryWords returns the words of a query, folded, and whether some of them must stand together.
func QueryWords(a Arguments) (words []string, together bool) {
	return word.FindAllString(folded(a.Query), -1), a.Match == "phrase" || phrase.MatchString(a.Query)
}

// CheckNearest returns what is wrong with a word that is suggested in place of one that no document has.
func (m *Model) CheckNearest(view View, word string) error {
	for _, d := range m.filter(m.visible(view)) {
		for _, p := range m.places(view, Arguments{}, d) {
			if strings.Contains(folded(m.searched(view, p)), folded(word)) {
				return nil
			}
		}
	}
	return fmt.Errorf("%q is in no text that the view shows", word)
}

// readable is the text of a place as an excerpt shows it.
func (m *Model) readable(view View, p place) string {
	if p.rich {
		return html.UnescapeString(markup.ReplaceAllString(outsideTags(p.text), " "))
	}
	return view.cut(p.text)
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
	for _, p := range m.places(view, a, m.documents[document]) {
		plain = append(plain, strings.Join(strings.Fields(m.readable(view, p)), " "))
	}
	shown = strings.TrimSuffix(strings.TrimPrefix(shown, "…"), "…")
	if !slices.ContainsFunc(plain, func(text string) bool { return strings.Contains(text, shown) }) {
		return fmt.Errorf("the excerpt %q of %d is in no text that the view shows: %q", shown, document, plain)
	}
	words, _ := QueryWords(a)
	for _, word := range words {
		if whole := regexp.MustCompile(`(^|[^\pL\pN])` + word + `($|[^\pL\pN])`); whole.MatchString(folded(shown)) &&
			!strings.Contains(excerpt, "**") {
			return fmt.Errorf("the excerpt %q of %d does not mark %s", excerpt, document, word)
		}
	}
	return nil
}

// folded returns a text as the database compares it.
func folded(text string) string { return umlauts.Replace(strings.ToLower(text)) }

var umlauts = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u")

var markup = regexp.MustCompile(`<[^>]*>`)

// brackets are those of Evolution's tags.
var brackets = map[string]string{
	"[[": "]]", "[!": "!]", "{{": "}}", "[*": "*]", "[(": ")]", "[+": "+]", "[^": "^]", "[~": "~]",
}

// outsideTags returns a text with a mark in place of each call of a snippet, and a space in place of each other tag:
// these have no value in these sites. A tag without an end is text. No tag may end inside of another that began later.
func outsideTags(text string) string {
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
			if two == "]]" || two == "!]" {
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
