package query

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"

	sq "github.com/Masterminds/squirrel"

	"emcp/internal/fault"
)

// MaxWords is how many words a text search can have: each of them is looked for in every text.
const MaxWords = 16

// Words are the words of a text search, each once.
type Words struct{ words []string }

// ParseWords takes a query apart at its white space. What stands between double quotes is one word; punctuation around a
// word does not belong to it. The fault has the field query.
func ParseWords(query string) (Words, error) {
	var w Words
	for i, part := range strings.Split(query, `"`) {
		quoted := i%2 == 1
		words := strings.Fields(part)
		if quoted {
			words = []string{strings.Join(words, " ")}
		}
		for _, word := range words {
			word = strings.TrimFunc(word, around)
			if word != "" && !slices.ContainsFunc(w.words, func(known string) bool { return strings.EqualFold(known, word) }) {
				w.words = append(w.words, word)
			}
		}
	}
	switch {
	case len(w.words) == 0:
		return Words{}, fault.Invalid("query", "query must have a word to look for")
	case len(w.words) > MaxWords:
		return Words{}, fault.Invalid("query", "query must have at most %d words; name those that matter, or put phrases in double quotes", MaxWords)
	}
	return w, nil
}

// around reports whether a character around a word is punctuation; others, such as # and %, can belong to it.
func around(r rune) bool {
	return unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf) || strings.ContainsRune(".,;:!?'…。、，！？：；", r)
}

// List returns the words.
func (w Words) List() []string { return w.words }

// Text asks for documents with at least one of some words in their texts, best first: those with more of the words, then
// those with the words in more telling places. Words are looked for anywhere in a text, or, where all are in the FULLTEXT index of
// the content, there at the begin of words.
type Text struct {
	Words Words
	TVs   []int64 // template variables whose stored values are looked at, too; the view must show them
}

// place is a text of documents in which words are looked for.
type place struct {
	column string
	weight int
	rich   bool // HTML with Evolution's tags in it
}

// places are the texts of site_content, the most telling first.
var places = []place{
	{"pagetitle", 8, false}, {"longtitle", 4, false}, {"menutitle", 4, false}, {"alias", 4, false},
	{"description", 2, false}, {"introtext", 2, true}, {"content", 1, true},
}

// shortPlaces are all but the content.
var shortPlaces = places[:len(places)-1]

// wordWeight is what a word counts beside the weight of its place: more than the places of all words together.
const wordWeight = 1000

// matching is the search for the words of a Text in the statement of a search.
type matching struct {
	compiler Compiler
	text     Text
	values   []sq.Sqlizer // of template variables
}

// filter requires one of the words at least. For a manager all documents that the index narrows the search down to have one.
func (m matching) filter() sq.Sqlizer {
	if m.compiler.among != nil && m.compiler.view.kind != visitor {
		return nil
	}
	var found sq.Or
	for _, word := range m.text.Words.words {
		for _, p := range places {
			found = append(found, m.shows(p, word))
		}
		for _, value := range m.values {
			found = append(found, contains(value, word))
		}
	}
	return found
}

// rank is a number by which documents are the better the more words they have in better places, of these places and values.
func (m matching) rank(places []place) sq.Sqlizer {
	words := make([]any, len(m.text.Words.words))
	for i, word := range m.text.Words.words {
		best := sq.Case()
		for _, p := range places {
			best = best.When(m.shows(p, word), sq.Expr("?", wordWeight+p.weight))
		}
		for _, value := range m.values {
			best = best.When(contains(value, word), sq.Expr("?", wordWeight+1))
		}
		words[i] = sq.Expr("(?)", best.Else("0"))
	}
	return sq.Expr("?"+strings.Repeat(" + ?", len(words)-1), words...)
}

// shows is the condition under which a place of a document has a word. In rich texts editors write some characters as
// entities, which the words of the index do not have.
func (m matching) shows(p place, word string) sq.Sqlizer {
	c, text := m.compiler, "c."+p.column
	switch {
	case !p.rich:
		return contains(c.plain(text), word)
	case p.column == "content" && c.among != nil: // twice as fast as to read the content
		return c.legible(text, word, c.indexed("c", word))
	}
	var found sq.Or
	for _, spelled := range slices.Compact([]string{word, html.EscapeString(word), entities.Replace(html.EscapeString(word))}) {
		found = append(found, c.legible(text, spelled, contains(column(text), spelled)))
	}
	return found
}

// legible is the condition under which the view shows a word that was found in the source of a rich text. To the manager it
// shows the source. A visitor does not see what stands in Evolution's tags, which the site executes, so that nothing can be
// found out about it; markup is not looked at either where the server can take it out.
func (c Compiler) legible(text, word string, found sq.Sqlizer) sq.Sqlizer {
	switch {
	case c.view.kind != visitor:
		return found
	case !c.schema.Replaces: // the index may have found the word in a title
		return sq.And{found, contains(column(text), word), sq.Expr(withoutNUL(text)+" NOT REGEXP ?", opening)}
	}
	outside := column(text)
	for range nesting {
		outside = sq.Expr("REGEXP_REPLACE(?, ?, ' ')", outside, innermost)
	}
	inMarkup := `<[^>]*` + regexp.QuoteMeta(word)
	if strings.ContainsAny(word, "<>") {
		inMarkup = "<" // of which it may be a part
	}
	return sq.And{
		found,
		sq.Or{sq.Expr(text+" NOT REGEXP ?", opening), sq.Expr("? NOT REGEXP ?", outside, opening)},
		contains(outside, word),
		// To take out all markup takes 1.2 ms for 4 KB, and 10 for 16; most words are in no markup.
		sq.Or{
			sq.Expr("? NOT REGEXP ?", outside, inMarkup),
			contains(sq.Expr("REGEXP_REPLACE(?, ?, ' ')", outside, markup), word),
		},
	}
}

// nesting is how deep tags may stand in each other for the text around them to be searched by visitors.
const nesting = 3

// Patterns of Evolution's tags, for the server: the first for the three kinds of regular expressions that servers have had
// (of Henry Spencer, PCRE and ICU), the others for MariaDB's, PCRE.
const (
	opening   = `\[[\[!*(+^~]|\{\{`
	innermost = `\[\[[^][{}]*\]\]|\[![^][{}]*!\]|\{\{[^][{}]*\}\}|\[\*[^][{}]*\*\]|\[\([^][{}]*\)\]` +
		`|\[\+[^][{}]*\+\]|\[\^[^][{}]*\^\]|\[~[^][{}]*~\]`
	markup = `<[^>]*>`
)

// candidates selects the documents that can have one of the words, through the FULLTEXT index, and by the short texts
// beside it; nil where the index does not have all words. Reading the content of all documents takes ten times as long.
func (c Compiler) candidates(t Text) *sq.SelectBuilder {
	index := c.schema.FullText()
	if index == nil {
		return nil
	}
	words := t.Words.words
	for _, word := range words {
		if !index.Has(word) || entities.Replace(word) != word {
			return nil
		}
	}
	all := c.indexedDocuments(t).SuffixExpr(sq.Expr("UNION ?", c.shortDocuments(t)))
	if len(t.TVs) > 0 {
		var found sq.Or
		for _, word := range words {
			found = append(found, contains(column("i.value"), word))
		}
		all = all.SuffixExpr(sq.Expr("UNION ?", sq.Select("i.contentid").From(c.table("site_tmplvar_contentvalues")+" AS i").
			Where(sq.Eq{"i.tmplvarid": t.TVs}).Where(found)))
	}
	return &all
}

// shortDocuments selects the documents that have one of the words in a short text, whether or not the view shows it there.
func (c Compiler) shortDocuments(t Text) sq.SelectBuilder {
	var found sq.Or
	for _, p := range shortPlaces {
		for _, word := range t.Words.words {
			found = append(found, contains(column("i."+p.column), word))
		}
	}
	return sq.Select("i.id").From(c.table("site_content") + " AS i").Where(found)
}

// indexedDocuments selects the documents that have one of the words in the FULLTEXT index.
func (c Compiler) indexedDocuments(t Text) sq.SelectBuilder {
	return sq.Select("i.id").From(c.table("site_content") + " AS i").Where(c.indexed("i", t.Words.words...))
}

// indexed is the condition under which the FULLTEXT index has a word that begins with one of these; alias is that of a
// site_content row.
func (c Compiler) indexed(alias string, words ...string) sq.Sqlizer {
	columns := alias + "." + strings.Join(c.schema.FullText().Columns, ", "+alias+".")
	return sq.Expr("MATCH("+columns+") AGAINST (? IN BOOLEAN MODE)", strings.Join(words, "* ")+"*")
}

// latin1 are the names of the letters from U+00C0 to U+00FF in HTML, with those that are signs.
const latin1 = "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde " +
	"Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml " +
	"aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide " +
	"oslash ugrave uacute ucirc uuml yacute thorn yuml"

// entities spells Latin letters as entities, as some editors do.
var entities = func() *strings.Replacer {
	var pairs []string
	for i, name := range strings.Fields(latin1) {
		pairs = append(pairs, string(rune('\u00C0'+i)), "&"+name+";")
	}
	return strings.NewReplacer(pairs...)
}()
