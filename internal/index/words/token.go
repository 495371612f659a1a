package words

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/unicode/rangetable"
)

// Word is a word of a text.
type Word struct {
	Form     []byte // in lower case; valid until the next word
	Whole    bool   // it consists of words that were given before, such as USB-C
	From, To int    // where it stands in the text, in bytes
}

// longest is the most bytes that a form has. What is longer is no word that anybody looks for.
const longest = 100

// longestSource is the most bytes that make such a form. Four become one in the normal form of mathematical letters.
const longestSource = 4 * longest

// Each yields the words of a text in their order, in forms without differences of case and width.
//
// Hyphens, underscores, and the change from letters to digits part a word. Its parts are given first, then the whole
// without what parts it, so that MG-T-010 and mgt010 are equal. Apostrophes of every kind belong to a word and become
// one, soft hyphens vanish, and digits grouped by thousands are one number. Scripts without spaces are given in pairs
// of letters.
//
// Words begin where the word before begins or later, except that the whole begins with its first part. The place of a
// word has the apostrophes, the soft hyphens and the spaces between groups of digits that it has inside.
func Each(text string, yield func(Word)) {
	s := splitter{text: text, yield: yield}
	for i := 0; i < len(text); {
		from := i
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		switch {
		case belongs(r) && !isApostrophe(r):
			s.add(r, from, i)
		case invisible(r):
		default:
			next, _ := utf8.DecodeRuneInString(text[i:])
			s.between(r, next, from, i)
		}
	}
	s.end()
}

// belongs reports whether a character is one of a word.
func belongs(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// invisible reports whether a character stands within words and is not seen.
func invisible(r rune) bool {
	return r == '\u00ad' || '\u200b' < r && r <= '\u200f' || r == '\u2060' || r == '\ufeff'
}

func isApostrophe(r rune) bool {
	switch r {
	case '\'', '’', 'ʼ', '‘', '`', '´', 'ʹ', '′', '＇':
		return true
	}
	return false
}

func isHyphen(r rune) bool { return r == '-' || r == '‐' || r == '‑' || r == '_' }

// composed reports whether a character is the same in the normal form NFKC whatever letter stands beside it, as most of
// Latin, Greek and Cyrillic are.
func composed(r rune) bool {
	switch {
	case r < utf8.RuneSelf, 0xc0 <= r && r < 0x130, 0x3ac <= r && r <= 0x3ce, 0x410 <= r && r < 0x460, r == 'ґ', r == 'Ґ':
		return true
	}
	return false
}

// splitter collects one word.
type splitter struct {
	text     string
	yield    func(Word)
	word     []byte // with its parts one after the other
	from, to int    // where it stands in the text
	cuts     []cut
	sign     byte // that stands before a number
	signFrom int  // where it stands in the text
	plain    bool // composed characters only
	kind     kind // of the last character
	form     []byte
	run      run
}

// cut is a border between two parts of a word.
type cut struct {
	at       int // in the word
	to, from int // where the part before ends, and where the part behind begins, in the text
}

// run is letters of a form that are either all given in pairs, or are one word.
type run struct {
	pairs    bool
	letters  int
	begin    int // in the form: of the last letter if there are pairs, otherwise of the first
	from, to int // where it stands in the text, with the same beginning
}

// kind is a kind of characters. Between a letter and a digit, a word has parts.
type kind uint8

const (
	nothing kind = iota
	letter
	digit
)

// add adds a character, with its place in the text.
func (s *splitter) add(r rune, from, to int) {
	k := letter
	if unicode.IsDigit(r) {
		k = digit
	}
	if len(s.word) == 0 {
		s.from, s.plain = from, true
	} else if k != s.kind && s.kind != nothing && !unicode.IsMark(r) {
		s.cut(from)
	}
	s.kind, s.to = k, to
	switch {
	case 'A' <= r && r <= 'Z':
		s.word = append(s.word, byte(r)|0x20)
	case r < utf8.RuneSelf:
		s.word = append(s.word, byte(r))
	default:
		s.plain = s.plain && composed(r)
		s.word = utf8.AppendRune(s.word, unicode.ToLower(r))
	}
}

// cut begins a part that begins there in the text.
func (s *splitter) cut(from int) {
	if n := len(s.cuts); len(s.word) > 0 && (n == 0 || s.cuts[n-1].at != len(s.word)) {
		s.cuts = append(s.cuts, cut{at: len(s.word), to: s.to, from: from})
	}
}

// between reads a character that is not of a word, with its place in the text, and what follows it.
func (s *splitter) between(r, next rune, from, to int) {
	if len(s.word) == 0 {
		s.sign = 0
		if sign := signOf(r); sign != 0 && unicode.IsDigit(next) {
			s.sign, s.signFrom = sign, from
		}
		return
	}
	switch {
	case !belongs(next):
	case isApostrophe(r) && s.kind == letter && !unicode.IsDigit(next):
		s.word = append(s.word, '\'')
		return
	case isHyphen(r):
		s.cut(to)
		s.kind = nothing
		return
	case s.kind == digit && unicode.IsDigit(next) && strings.ContainsRune(".,\u00a0\u202f\u2009’'", r):
		if r != '.' && r != ',' {
			r = ' '
		}
		s.word = append(s.word, byte(r))
		return
	}
	s.end()
}

// signOf returns the sign of a number that a character is, or 0.
func signOf(r rune) byte {
	switch r {
	case '+':
		return '+'
	case '-', '−', '–':
		return '-'
	}
	return 0
}

// end gives the word and its parts.
func (s *splitter) end() {
	sign := s.sign
	s.sign = 0
	if len(s.word) == 0 {
		return
	}
	many := len(s.cuts) > maxParts
	pairs := many && bytes.ContainsFunc(s.word, Unspaced)
	if pairs || !many {
		s.parts()
	}
	switch {
	case pairs || len(s.word) > longestSource:
	case len(s.cuts) > 0:
		s.give(s.joined(), !many, s.from, s.to)
	case sign != 0:
		s.form = append(append(s.form[:0], sign), s.word...)
		s.give(s.form, true, s.signFrom, s.to)
	}
	s.word, s.cuts, s.kind = s.word[:0], s.cuts[:0], nothing
}

// maxParts is the most places at which a word is cut. What has more is given as a whole only, such as a key or the name
// of a file, or in pairs only.
const maxParts = 5

// joined returns the word without what parts it.
func (s *splitter) joined() []byte {
	s.form = s.form[:0]
	for _, c := range s.composed(s.word) {
		if !separates(rune(c)) {
			s.form = append(s.form, c)
		}
	}
	return s.form
}

// parts gives the parts of the word.
func (s *splitter) parts() {
	at, from := 0, s.from
	for _, c := range s.cuts {
		s.part(s.word[at:c.at], from, c.to)
		at, from = c.at, c.from
	}
	s.part(s.word[at:], from, s.to)
}

// part gives a part of a word, with its place in the text: a number, or letters.
func (s *splitter) part(word []byte, from, to int) {
	switch {
	case len(word) == 0:
	case '0' <= word[0] && word[0] <= '9':
		s.digits(word, from, to)
	case len(word) > longestSource && !bytes.ContainsFunc(word, Unspaced):
	default:
		form := s.composed(word)
		if !s.plain && bytes.ContainsFunc(form, Unspaced) {
			s.runs(word, bytes.Equal(form, word), from)
			return
		}
		s.give(form, false, from, to)
	}
}

// composed returns a word in Unicode's normal form NFKC, without the spaces that a few characters have in it.
func (s *splitter) composed(word []byte) []byte {
	if s.plain || norm.NFKC.IsNormal(word) {
		return word
	}
	return []byte(strings.ToLower(strings.ReplaceAll(string(norm.NFKC.Bytes(word)), " ", "")))
}

// runs gives pairs of neighboring letters, or a single letter, of what a script without spaces writes, and the words
// between. The word begins there in the text, and is in the normal form or not.
func (s *splitter) runs(word []byte, normal bool, at int) {
	s.form, s.run = s.form[:0], run{}
	var from int
	for to := at; len(word) > 0; {
		r, n := utf8.DecodeRune(word)
		if normal {
			from, to = s.characters(to, 1)
			s.letter(r, from, to)
		} else {
			n = norm.NFKC.NextBoundary(word, true)
			from, to = s.characters(to, utf8.RuneCount(word[:n]))
			for _, r := range string(s.composed(word[:n])) {
				s.letter(r, from, to)
			}
		}
		word = word[n:]
	}
	s.endRun()
}

// letter adds a letter, which stands there in the text.
func (s *splitter) letter(r rune, from, to int) {
	begin := len(s.form)
	pairs := Unspaced(r) || s.run.pairs && unicode.IsMark(r)
	if pairs != s.run.pairs || s.run.letters == 0 {
		s.endRun()
		s.run = run{pairs: pairs, begin: begin, from: from}
	}
	s.form = utf8.AppendRune(s.form, r)
	s.run.letters++
	s.run.to = to
	if pairs && s.run.letters > 1 {
		s.give(s.form[s.run.begin:], false, s.run.from, to)
		s.run.begin, s.run.from = begin, from
	}
}

// endRun gives a word, or a letter that is alone.
func (s *splitter) endRun() {
	if s.run.letters == 1 || !s.run.pairs {
		s.give(s.form[s.run.begin:], false, s.run.from, s.run.to)
	}
}

// characters returns where the next characters of a word begin and end in the text. Invisible ones do not count.
func (s *splitter) characters(at, n int) (from, to int) {
	for from, to = at, at; n > 0; {
		r, size := utf8.DecodeRuneInString(s.text[to:])
		if to += size; invisible(r) {
			if from == to-size {
				from = to
			}
			continue
		}
		n--
	}
	return from, to
}

var unspacedScripts = rangetable.Merge(
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
)

// Unspaced reports whether a character belongs to a script that has no spaces between words.
func Unspaced(r rune) bool {
	const prolonged = 'ー' // which Unicode counts to no script
	return r >= 0x0e00 && (r == prolonged || unicode.Is(unspacedScripts, r))
}

func (s *splitter) give(form []byte, whole bool, from, to int) {
	if 0 < len(form) && len(form) <= longest {
		s.yield(Word{form, whole, from, to})
	}
}

// digits gives a number, and the parts of a date or a version.
func (s *splitter) digits(word []byte, from, to int) {
	groups := strings.FieldsFunc(string(word), separates)
	whole := number(string(word), groups)
	several := len(groups) > 2 && strings.Count(whole, ".") > 1
	if several {
		at := from
		for _, group := range groups {
			begin, end := s.characters(at, utf8.RuneCountInString(group))
			s.give([]byte(group), false, begin, end)
			_, at = s.characters(end, 1) // what parts it from the next
		}
	}
	s.give([]byte(whole), several, from, to)
}

func separates(r rune) bool { return r == '.' || r == ',' || r == ' ' }

// number joins the groups of digits of a word: 1,980 and 1 980 become 1980, 0,9 becomes 0.9, and 1.234,56 1234.56.
func number(word string, groups []string) string {
	whole, fraction := groups, ""
	first, last := strings.IndexFunc(word, separates), strings.LastIndexFunc(word, separates)
	if first != last && word[first] != word[last] {
		whole, fraction = groups[:len(groups)-1], "."+groups[len(groups)-1]
	}
	thousands := len(whole) > 1 && len(whole[0]) <= 3 && whole[0] != "0"
	for _, group := range whole[1:] {
		thousands = thousands && len(group) == 3
	}
	if thousands {
		return strings.Join(whole, "") + fraction
	}
	return strings.Join(groups, ".")
}
