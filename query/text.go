package query

import (
	"html"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
)

// Text asks for documents with at least one of some words in their texts. Words are looked for anywhere in a text, or, where all
// are in the FULLTEXT index of the content, there at the beginnings of words.
type Text struct {
	Words allowlist.Words
	TVs   []int64 // template variables whose stored values are looked at, too; the view must show them
	// Placeholders are the beginnings of placeholders that put a word into a rich text, such as {{hours, by word. They are looked for
	// where visitors read texts.
	Placeholders map[string][]Placeholder
}

// Placeholder is the beginning of a placeholder in a rich text.
type Placeholder struct {
	Begin string // two brackets and the name
	TV    int64  // it puts the value of this template variable there, which must have the word or be made of others; 0: it has the word
}

// Found says in which of the places of a document a word stands: a bit for each, the lowest for the most telling place.
type Found uint8

// searchPlace is a text of documents in which words are looked for.
type searchPlace struct {
	column string // of site_content; empty: the values of template variables
	weight int
	rich   bool // HTML with Evolution's tags in it
}

// valueWeight is what a word counts in the value of a template variable.
const valueWeight = 1

// places are the texts that are looked at, the most telling first: those of the table of document fields, and the values of template
// variables before the rich texts that count no more than these. Found has a bit for each.
var places = func() (all []searchPlace) {
	for _, f := range allowlist.SearchedFields() {
		all = append(all, searchPlace{f.Name, f.Weight, f.Type == allowlist.Markup})
	}
	values := slices.IndexFunc(all, func(p searchPlace) bool { return p.rich && p.weight <= valueWeight })
	return slices.Insert(all, values, searchPlace{weight: valueWeight})
}()

// The places with rich texts.
var (
	InIntrotext = bitOf("introtext")
	InContent   = bitOf("content")
)

// bitOf returns the bit of a column.
func bitOf(column string) Found {
	return 1 << slices.IndexFunc(places, func(p searchPlace) bool { return p.column == column })
}

// wordWeight is what a word counts beside the weight of its place: more than the places of all words together.
const wordWeight = 1000

// Rank returns what the word counts in the order of hits: 0 where it stands nowhere, else the more the better its best place is.
func (f Found) Rank() int {
	if f == 0 {
		return 0
	}
	return wordWeight + places[bits.TrailingZeros8(uint8(f))].weight
}

// Unsure returns the places of which Hits cannot say whether the view shows the word that stands in their source. A visitor
// reads neither what stands in Evolution's tags, which the site executes, nor markup. The manager is shown the source.
func (c Compiler) Unsure() Found {
	if c.view.kind == visitor {
		return InIntrotext | InContent
	}
	return 0
}

// Hits returns id and, for each of the words, the Found of the documents that the search finds and that have one of the words, in
// no order. Behind the first place that surely has a word no others are looked at.
//
// What the view does not show is left out before any text is looked at, so that the search takes as long for a word that only
// hidden documents have as for one that nobody has. For that reason the FULLTEXT index is asked about one document after the
// other; by itself the server would begin with all that the index has.
func (c Compiler) Hits(s Search, t Text) (evodb.Statement, error) {
	joins := c.joinTVs(s, slices.Concat(t.TVs, t.placed())...)
	c.all = s.whole() && s.Tags == nil && joins.leader == 0
	list := c.scope(s, joins)
	m := matching{c, t, joins, joins.columns(t.TVs), c.schema.FullText()}
	if m.index != nil && slices.ContainsFunc(t.Words.List(), func(word string) bool { return !m.indexes(word) }) {
		m.index = nil
	}
	documents := c.narrow(list.ids, s, joins)
	if words := t.Words.List(); len(words) == 1 {
		// Where it finds a word, the server looks for it twice. That is less than to write down what it finds.
		return list.statement(documents.Column(sq.Alias(m.found(words[0]), "w1")).Having("w1 > 0"))
	}
	hits := sq.Select("hit.id")
	var found sq.Or
	for i, word := range t.Words.List() {
		name := "w" + strconv.Itoa(i+1)
		documents = documents.Column(sq.Alias(m.found(word), name))
		hits, found = hits.Column("hit."+name), append(found, sq.Expr("hit."+name+" > 0"))
	}
	// Without a limit the server would put both SELECT together, and make each Found twice.
	return list.statement(hits.FromSelect(documents.Limit(math.MaxUint64), "hit").Where(found))
}

// matching is the search for the words of a Text in the statement of a search.
type matching struct {
	compiler Compiler
	text     Text
	joins    tvJoins
	values   []string        // columns with values of template variables
	index    *evodb.FullText // that has all words; nil where there is none
}

// found is the Found of a word.
func (m matching) found(word string) sq.Sqlizer { return m.foundFrom(0, word) }

// foundFrom is the Found of a word as far as places from that one on tell it.
func (m matching) foundFrom(place int, word string) sq.Sqlizer {
	first, sure := sq.Case(), false
	for i := place; i < len(places); i++ {
		has, bit := m.has(places[i], word), strconv.Itoa(1<<i)
		switch {
		case has == nil:
		case m.compiler.Unsure()&(1<<i) == 0:
			first, sure = first.When(has, bit), true
		case sure:
			return first.Else(m.either(has, i, word))
		default:
			return m.either(has, i, word)
		}
	}
	if !sure {
		return sq.Expr("0")
	}
	return first.Else("0")
}

// either is foundFrom where it is not sure that the view shows the word in the first of the places, if that has it.
func (m matching) either(has sq.Sqlizer, place int, word string) sq.Sqlizer {
	return sq.Expr("IF(?, "+strconv.Itoa(1<<place)+", 0) + ?", has, m.foundFrom(place+1, word))
}

// has is the condition under which the source of a place has a word; nil where there is no such place.
func (m matching) has(p searchPlace, word string) sq.Sqlizer {
	switch {
	case p.column == "":
		return m.anyValue(word)
	case !p.rich:
		text := "c." + p.column
		return m.shows(text, word, m.compiler.untagged(text))
	case len(m.text.Placeholders[word]) == 0:
		return m.spelled(p, word)
	}
	return sq.Or{m.spelled(p, word), m.placed(p, word)}
}

// spelled is the condition under which a place has a word as editors write it.
func (m matching) spelled(p searchPlace, word string) sq.Sqlizer {
	if p.column == "content" && m.index != nil { // of which the words are in the index as they are read
		return m.indexed(word)
	}
	var found sq.Or
	for _, spelled := range spellings(word) {
		found = append(found, contains(columnOf("c."+p.column), spelled))
	}
	return found
}

// placed is the condition under which a place has a placeholder that puts the word there. The index is asked for the beginning of its
// name first, so that other texts are not read.
func (m matching) placed(p searchPlace, word string) sq.Sqlizer {
	var found sq.Or
	for _, one := range m.text.Placeholders[word] {
		both := sq.And{contains(columnOf("c."+p.column), one.Begin)}
		if name := firstWord(one.Begin[2:]); p.column == "content" && m.index != nil && m.index.Has(name) {
			both = sq.And{m.indexed(name), both[0]}
		}
		if one.TV != 0 {
			both = append(both, m.mayPrint(m.joins.alias(one.TV)+".value", word))
		}
		found = append(found, both)
	}
	return found
}

// mayPrint is the condition under which the site may print the word where it prints a value: the value has it, or is made of others, by a
// binding or by placeholders.
func (m matching) mayPrint(value, word string) sq.Sqlizer {
	found := sq.Or{sq.Expr(value+" LIKE ? ESCAPE '|'", "@%")}
	for _, begin := range []string{"{{", "[(", "[*"} {
		found = append(found, contains(columnOf(value), begin))
	}
	for _, spelled := range spellings(word) {
		found = append(found, contains(columnOf(value), spelled))
	}
	return found
}

// firstWord returns the letters and digits that begin a name.
func firstWord(name string) string {
	if end := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }); end >= 0 {
		return name[:end]
	}
	return name
}

// placed returns the template variables of placeholders, each once.
func (t Text) placed() []int64 {
	var tvs []int64
	for _, all := range t.Placeholders {
		for _, one := range all {
			if one.TV != 0 {
				tvs = append(tvs, one.TV)
			}
		}
	}
	slices.Sort(tvs)
	return slices.Compact(tvs)
}

// anyValue is the condition under which one of the values has a word.
func (m matching) anyValue(word string) sq.Sqlizer {
	var found sq.Or
	for _, value := range m.values {
		found = append(found, m.shows(value, word, sq.Expr("? IS NOT NULL", m.compiler.value(value))))
	}
	if found == nil {
		return nil
	}
	return found
}

// shows is the condition under which a text has a word and, where visitors do not see every text, fulfils a condition, which is
// looked at for those with the word only.
func (m matching) shows(text, word string, visible sq.Sqlizer) sq.Sqlizer {
	if m.compiler.view.kind != visitor {
		return contains(columnOf(text), word)
	}
	return sq.And{contains(columnOf(text), word), visible}
}

// indexes reports whether the index has a word wherever it begins a word of a text.
func (m matching) indexes(word string) bool {
	return m.index.Has(word) && entities.Replace(word) == word
}

// indexed is the condition under which the index has a word that begins with this one.
func (m matching) indexed(word string) sq.Sqlizer {
	columns := "c." + strings.Join(m.index.Columns, ", c.")
	return sq.Expr("MATCH("+columns+") AGAINST (? IN BOOLEAN MODE)", word+"*")
}

// spellings returns how editors write a word in HTML.
func spellings(word string) []string {
	escaped := html.EscapeString(word)
	return slices.Compact([]string{word, escaped, entities.Replace(escaped)})
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
