package query

import (
	"html"
	"math"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
)

// Text selects documents whose texts contain at least one of some words. Words are found anywhere in a text. In the
// content they are found at the beginnings of words only, if the FULLTEXT index covers all of them.
type Text struct {
	Words []Word
	TVs   []int64 // stored values of these template variables are searched, too; the view must show them
	// Placeholders are, for the Text of each word, the beginnings of placeholders that put this word into a rich text,
	// such as {{hours. They are searched in the texts that visitors read.
	Placeholders map[string][]Placeholder
}

// Word is what a text is searched for.
type Word struct {
	Text  string
	Whole bool // only whole words count, so that the FULLTEXT index is not asked for words that begin with Text
}

// Placeholder is the beginning of a placeholder in a rich text.
type Placeholder struct {
	Begin string // brackets and name
	// template variable that it prints: its value must contain the word or be computed; 0: what it prints has the word
	TV int64
}

// Found says in which places of a document a word occurs, as one bit for each place. The lowest bit is the most
// relevant place.
type Found uint8

// searchPlace is a kind of text that is searched.
type searchPlace struct {
	column string // of site_content; empty: values of template variables
	weight int
	rich   bool // HTML with Evolution's tags in it
}

// valueWeight is what a word counts in the value of a template variable.
const valueWeight = 1

// searchPlaces are the texts that are searched, most relevant first: those in the table of document fields, and the
// values of template variables, before rich texts of the same or a lower weight. Found has a bit for each place.
var searchPlaces = func() (all []searchPlace) {
	for _, f := range allowlist.SearchedFields() {
		all = append(all, searchPlace{f.Name, f.Weight, f.Type == allowlist.Markup})
	}
	values := slices.IndexFunc(all, func(p searchPlace) bool { return p.rich && p.weight <= valueWeight })
	return slices.Insert(all, values, searchPlace{weight: valueWeight})
}()

// The places.
var (
	InPagetitle   = bitOf("pagetitle")
	InLongtitle   = bitOf("longtitle")
	InMenutitle   = bitOf("menutitle")
	InAlias       = bitOf("alias")
	InDescription = bitOf("description")
	InIntrotext   = bitOf("introtext")
	InContent     = bitOf("content")
	InValues      = bitOf("") // of template variables
)

// bitOf returns the bit of a column.
func bitOf(column string) Found {
	return 1 << slices.IndexFunc(searchPlaces, func(p searchPlace) bool { return p.column == column })
}

// First returns the best place; 0 if there is none.
func (f Found) First() Found { return f & -f }

// Weight returns what the word counts in its best place: 0 if it does not occur.
func (f Found) Weight() int {
	if f == 0 {
		return 0
	}
	return searchPlaces[bits.TrailingZeros8(uint8(f))].weight
}

// Unsure returns the places for which Hits cannot decide whether the view shows the word: it occurs in the source, but
// visitors read neither the inside of Evolution's tags nor markup. Users of the manager read the source.
func (c Compiler) Unsure() Found {
	if c.view.kind == visitor {
		return InIntrotext | InContent
	}
	return 0
}

// Hits returns id and the Found of each word, for the documents that the search selects and that contain one of the
// words, then whether its content is long, whatever a reader sees of it. The order is undefined. After the first place
// that certainly has a word, further places are not searched. Sections of the search are no condition: another column
// has the root of each document's section, 0 if it has none.
//
// What the view does not show is dropped before any text is read. A search thus takes as long for a word that only
// occurs in hidden documents as for a word that does not occur at all. For the same reason the FULLTEXT index is asked
// about each document separately; by itself the server would begin with all its entries.
func (c Compiler) Hits(s Search, t Text) (evodb.Statement, error) {
	sections := s.Sections
	s.Sections = nil
	joins := c.joinTVs(s, slices.Concat(t.TVs, t.placed())...)
	c.all = s.whole() && s.Tags == nil && joins.leader == 0
	list := c.scope(s, joins)
	m := matching{c, t, joins, joins.columns(t.TVs), c.schema.FullText()}
	if m.index != nil && slices.ContainsFunc(t.Words, func(word Word) bool { return !m.indexes(word.Text) }) {
		m.index = nil
	}
	documents := c.narrow(list.ids, s, joins)
	if len(t.Words) == 1 {
		// The server evaluates this twice for documents that match. That is cheaper than a temporary table.
		documents = documents.Column(sq.Alias(m.found(t.Words[0]), "w1")).Column(long).Having("w1 > 0")
		if sections != nil {
			documents = c.sectioned(documents, *sections)
		}
		return list.statement(documents)
	}
	hits := newSelect("hit.id")
	var found sq.Or
	for i, word := range t.Words {
		name := "w" + strconv.Itoa(i+1)
		documents = documents.Column(sq.Alias(m.found(word), name))
		hits, found = hits.Column("hit."+name), append(found, sq.Expr("hit."+name+" > 0"))
	}
	documents, hits = documents.Column(long), hits.Column("hit.wordy")
	if sections != nil {
		documents, hits = c.sectioned(documents, *sections), hits.Column("hit.section")
	}
	// Without the limit, the server would merge the two SELECTs and evaluate each Found twice.
	return list.statement(hits.FromSelect(documents.Limit(math.MaxUint64), "hit").Where(found))
}

// long is the column that says whether a content is long, in bytes.
const long = "IFNULL(LENGTH(c.content), 0) > 30000 AS wordy"

// matching compiles the search for the words of a Text.
type matching struct {
	compiler Compiler
	text     Text
	joins    tvJoins
	values   []string        // columns with values of template variables
	index    *evodb.FullText // covers all words; nil: there is none
}

// found is the Found of a word.
func (m matching) found(word Word) sq.Sqlizer { return m.foundFrom(0, word) }

// foundFrom is the Found of a word in the places from that one on.
func (m matching) foundFrom(place int, word Word) sq.Sqlizer {
	first, sure := sq.Case(), false
	for i := place; i < len(searchPlaces); i++ {
		has, bit := m.has(searchPlaces[i], word), strconv.Itoa(1<<i)
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

// either is foundFrom if the first of these places may have the word without showing it.
func (m matching) either(has sq.Sqlizer, place int, word Word) sq.Sqlizer {
	return sq.Expr("IF(?, "+strconv.Itoa(1<<place)+", 0) + ?", has, m.foundFrom(place+1, word))
}

// has is the condition that the source of a place has a word. It is nil if the place does not exist.
func (m matching) has(p searchPlace, word Word) sq.Sqlizer {
	switch {
	case p.column == "":
		return m.anyValue(word.Text)
	case !p.rich:
		text := "c." + p.column
		return m.shows(text, word.Text, m.compiler.untagged(text))
	case len(m.text.Placeholders[word.Text]) == 0:
		return m.spelled(p, word)
	}
	return sq.Or{m.spelled(p, word), m.placed(p, word.Text)}
}

// spelled is the condition that a place has a word in one of the spellings that editors write.
func (m matching) spelled(p searchPlace, word Word) sq.Sqlizer {
	if p.column == "content" && m.index != nil { // the index covers these words as visitors read them
		if word.Whole {
			return m.indexed(word.Text)
		}
		return m.indexed(word.Text + "*")
	}
	var found sq.Or
	for _, spelled := range spellings(word.Text) {
		found = append(found, contains(columnOf("c."+p.column), spelled))
	}
	return found
}

// placed is the condition that a place has a placeholder that prints the word. The index is asked for the beginning of
// the placeholder's name first, so that other texts are not read.
func (m matching) placed(p searchPlace, word string) sq.Sqlizer {
	var found sq.Or
	for _, placeholder := range m.text.Placeholders[word] {
		both := sq.And{contains(columnOf("c."+p.column), placeholder.Begin)}
		if name := firstWord(placeholder.Begin[2:]); p.column == "content" && m.index != nil && m.index.Has(name) {
			both = sq.And{m.indexed(name + "*"), both[0]}
		}
		if placeholder.TV != 0 {
			both = append(both, m.mayPrint(m.joins.alias(placeholder.TV)+".value", word))
		}
		found = append(found, both)
	}
	return found
}

// mayPrint is the condition that the site may print the word for a value: the value contains the word, or is computed
// by a binding or by placeholders.
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

// firstWord returns the letters and digits at the beginning of a name.
func firstWord(name string) string {
	if end := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }); end >= 0 {
		return name[:end]
	}
	return name
}

// placed returns the template variables of the placeholders, each once.
func (t Text) placed() []int64 {
	var tvs []int64
	for _, all := range t.Placeholders {
		for _, placeholder := range all {
			if placeholder.TV != 0 {
				tvs = append(tvs, placeholder.TV)
			}
		}
	}
	slices.Sort(tvs)
	return slices.Compact(tvs)
}

// anyValue is the condition that one of the values has a word.
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

// shows is the condition that a text has a word and, for visitors, also meets a second condition, which is checked only
// for texts with the word.
func (m matching) shows(text, word string, visible sq.Sqlizer) sq.Sqlizer {
	found := contains(columnOf(text), word)
	if ways := plainSpellings(word); len(ways) > 1 {
		var either sq.Or
		for _, way := range ways {
			either = append(either, contains(columnOf(text), way))
		}
		found = either
	}
	if m.compiler.view.kind != visitor {
		return found
	}
	return sq.And{found, visible}
}

// indexes reports whether the index finds a word wherever it begins a word of a text.
func (m matching) indexes(word string) bool {
	return m.index.Has(word) && entities.Replace(word) == word && !apostrophes.MatchString(word)
}

// indexed is the condition that the index has a word; a * after it stands for any ending.
func (m matching) indexed(word string) sq.Sqlizer {
	columns := "c." + strings.Join(m.index.Columns, ", c.")
	return sq.Expr("MATCH("+columns+") AGAINST (? IN BOOLEAN MODE)", word)
}

// spellings returns the ways in which editors write a word in HTML.
func spellings(word string) []string {
	parts := apostrophes.Split(word, -1)
	between := slices.Concat(typed, referenced)
	if len(parts) == 1 {
		between = between[:1]
	}
	var all []string
	for _, write := range []func(string) string{strings.Clone, html.EscapeString, entities.Replace} {
		for i := range parts {
			parts[i] = write(parts[i])
		}
		for _, apostrophe := range between {
			if spelled := strings.Join(parts, apostrophe); !slices.Contains(all, spelled) {
				all = append(all, spelled)
			}
		}
	}
	return all
}

// plainSpellings returns the ways in which editors write a word in a plain text.
func plainSpellings(word string) []string {
	parts := apostrophes.Split(word, -1)
	if len(parts) == 1 {
		return []string{word}
	}
	all := make([]string, len(typed))
	for i, apostrophe := range typed {
		all[i] = strings.Join(parts, apostrophe)
	}
	return all
}

// Apostrophes as people type them and as editors write them in HTML.
var (
	typed       = strings.Split(allowlist.Apostrophes, "")
	referenced  = []string{"&rsquo;", "&lsquo;", "&apos;", "&#39;", "&#039;", "&#8217;"}
	apostrophes = regexp.MustCompile("[" + allowlist.Apostrophes + "]")
)

// latin1 are the HTML names of the characters from U+00C0 to U+00FF, in order.
const latin1 = "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
	"ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute " +
	"acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute " +
	"ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"

// entities replaces Latin letters by entities, as some editors do.
var entities = func() *strings.Replacer {
	var pairs []string
	for i, name := range strings.Fields(latin1) {
		pairs = append(pairs, string(rune('\u00C0'+i)), "&"+name+";")
	}
	return strings.NewReplacer(pairs...)
}()
