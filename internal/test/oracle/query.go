package oracle

import (
	"cmp"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
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
	all := []place{{d.Title, 8, false}, {d.LongTitle, 4, false}, {d.MenuTitle, 4, false}}
	alias := place{"", 4, false}
	if d.Alias != nil {
		alias.text = *d.Alias
	}
	all = append(all, alias, place{d.Description, 2, false}, place{d.IntroText, 2, true}, place{d.Content, 1, true})
	for _, name := range a.QueryTVs {
		if value := m.value(view, name, d.ID, false, see); value != nil {
			all = append(all, place{*value, 1, false})
		}
	}
	return all
}

// untitled is the index of the first place that is no title.
const untitled = 4

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

// relevance is how well a document fits a query. More of the words come first, then more of them
// whole, then better places.
type relevance struct {
	has          []bool // by word
	count, whole int
	worth        int64
}

// relevance counts the words of the query that a document has, those that it has whole, and adds up what their
// places are worth. A word counts where it stands whole; if it does not, where a part of a word has it. Each word
// counts in its best place.
func (m *Model) relevance(view View, a Arguments, d evosite.Document) (r relevance) {
	places := m.places(view, a, d, View.compared)
	for i := range places {
		places[i].text = folded(m.searched(view, places[i]))
	}
	for _, word := range queryWords(a) {
		var best int64
		whole := false
		for _, p := range places {
			switch form := formOf(p.text, word); {
			case form == wholeWord && !whole:
				best, whole = p.worth, true
			case form == wholeWord, form == wordPart && !whole:
				best = max(best, p.worth)
			}
		}
		if r.has = append(r.has, best > 0); best > 0 {
			r.count++
			r.worth += best
		}
		if whole {
			r.whole++
		}
	}
	return r
}

type wordForm int

const (
	noWord wordForm = iota
	wordPart
	wholeWord
)

// Endings that the forms of a word may have.
const (
	latinEndings    = "ern|em|en|er|es|e|n|s"
	cyrillicEndings = "ями|ами|ого|его|ому|ему|ыми|ими|ові|еві|ах|ях|ам|ям|ом|ем|єм|ою|ею|єю|ів|їв|ов|ев|ий|ій|" +
		"ый|ой|их|ых|им|ым|ая|яя|ое|ее|ые|ие|ую|юю|ія|ия|ію|ию|ії|ии|а|я|о|е|є|у|ю|и|і|ї|ы|й|ь"
)

var (
	latinStem        = regexp.MustCompile(`^([a-z]{4,}?)(ern|em|en|er|es|e)$|^([a-z]{2,}[a-rt-z])s$`)
	cyrillicStem     = regexp.MustCompile(`^(\p{Cyrillic}{3,}?)(` + cyrillicEndings + `)$`)
	han              = regexp.MustCompile(`\p{Han}`)
	letter           = regexp.MustCompile(`\p{L}`)
	compiledPatterns = map[string]*regexp.Regexp{}
)

// stemOf returns what all forms of a folded word begin with.
func stemOf(word string) string {
	if found := cyrillicStem.FindStringSubmatch(word); found != nil {
		return found[1]
	}
	if found := latinStem.FindStringSubmatch(word); found != nil {
		return found[1] + found[3]
	}
	return word
}

// formOf says how a folded text has a folded word. A word of one or two characters or without
// letters has only one form.
func formOf(text, word string) wordForm {
	if han.MatchString(word) {
		if strings.Contains(text, word) {
			return wholeWord
		}
		return noWord
	}
	exact := utf8.RuneCountInString(word) < 3 || !letter.MatchString(word)
	stem, endings := stemOf(word), ""
	if !exact && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
		endings = "(" + latinEndings + "|)"
		if word[0] >= utf8.RuneSelf {
			endings = "(" + cyrillicEndings + "|)"
		}
	}
	const letters, between = `[\pL\pN]`, `(^|$|\p{Han}|[^\pL\pN])`
	matches := func(pattern string) bool {
		if compiledPatterns[pattern] == nil {
			compiledPatterns[pattern] = regexp.MustCompile(pattern)
		}
		return compiledPatterns[pattern].MatchString(text)
	}
	quoted := regexp.QuoteMeta(stem)
	switch {
	case matches(between + quoted + endings + between), matches(between + regexp.QuoteMeta(word) + endings + between):
		return wholeWord
	case exact:
		return noWord
	case matches(between + quoted + letters), strings.Contains(text, word):
		return wordPart
	}
	return noWord
}

// relevant keeps the documents that the query finds. It also returns the order that puts the best first, and how many
// documents each word finds.
func (m *Model) relevant(
	view View, a Arguments, documents []evosite.Document,
) ([]evosite.Document, documentOrder, Object) {
	of := map[int64]relevance{}
	counts := Object{}
	spelled := spelledWords(a)
	for _, word := range spelled {
		counts[word] = 0
	}
	documents = keep(documents, func(d evosite.Document) bool {
		r := m.relevance(view, a, d)
		of[d.ID] = r
		for i, has := range r.has {
			if n := counts[spelled[i]].(int); has && (a.IncludeTotal || n < maxCounted) {
				counts[spelled[i]] = n + 1
			}
		}
		return r.count > 0 && (a.Match != "all" || r.count == len(r.has))
	})
	return documents, func(x, y evosite.Document) int {
		return cmp.Or(cmp.Compare(of[y.ID].count, of[x.ID].count), cmp.Compare(of[y.ID].whole, of[x.ID].whole),
			cmp.Compare(of[y.ID].worth, of[x.ID].worth))
	}, counts
}

// maxCounted is up to which number the documents with a word are counted without a total.
const maxCounted = 20

// CheckNearest returns what is wrong with a word that is suggested in place of one that no document has.
func (m *Model) CheckNearest(view View, word string) error {
	for _, d := range m.filter(m.visible(view)) {
		for _, p := range m.places(view, Arguments{}, d, View.read) {
			if strings.Contains(m.readable(view, p), word) {
				return nil
			}
		}
	}
	return fmt.Errorf("%q is in no text that the view shows", word)
}

// readable is the text of a place as an excerpt shows it.
func (m *Model) readable(view View, p place) string {
	if p.rich {
		return html.UnescapeString(markup.ReplaceAllString(outsideTags(view, p.text), " "))
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
	for _, p := range m.places(view, a, m.documents[document], View.read) {
		plain = append(plain, strings.Join(strings.Fields(m.readable(view, p)), " "))
	}
	shown = strings.TrimSuffix(strings.TrimPrefix(shown, "…"), "…")
	if !slices.ContainsFunc(plain, func(text string) bool { return strings.Contains(text, shown) }) {
		return fmt.Errorf("the excerpt %q of %d is in no text that the view shows: %q", shown, document, plain)
	}
	for _, word := range queryWords(a) {
		inText := slices.ContainsFunc(plain[untitled:],
			func(text string) bool { return formOf(folded(text), word) != noWord })
		if inText && !strings.Contains(excerpt, "**") {
			return fmt.Errorf("the excerpt %q of %d marks nothing, although %s is in %q", excerpt, document, word, plain)
		}
		if formOf(folded(shown), word) == wholeWord && !marked(excerpt, word) {
			return fmt.Errorf("the excerpt %q of %d does not mark %s", excerpt, document, word)
		}
	}
	return nil
}

// marked reports whether an excerpt has a word between marks.
func marked(excerpt, word string) bool {
	for i, part := range strings.Split(excerpt, "**") {
		if i%2 == 1 && formOf(folded(part), word) != noWord {
			return true
		}
	}
	return false
}

var queryParts = regexp.MustCompile(`"[^"]*"|[^\s"]+`)

// spelledWords returns the words and phrases of a query as they are written, each once, with single
// spaces inside of phrases.
func spelledWords(a Arguments) []string {
	query := a.Query
	if a.Match == "phrase" {
		query = `"` + strings.ReplaceAll(query, `"`, " ") + `"`
	}
	var words []string
	for _, part := range queryParts.FindAllString(query, -1) {
		word := strings.Join(strings.Fields(strings.Trim(part, `".,?!() `)), " ")
		if !slices.ContainsFunc(words, func(known string) bool { return strings.EqualFold(known, word) }) {
			words = append(words, word)
		}
	}
	return words
}

// queryWords are the words of a query, folded.
func queryWords(a Arguments) []string {
	words := spelledWords(a)
	for i, word := range words {
		words[i] = folded(word)
	}
	return words
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
