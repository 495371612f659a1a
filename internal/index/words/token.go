package words

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Word is a word of a text.
type Word struct {
	Form  []byte // in lower case; valid until the next word
	Whole bool   // it consists of words that were given before, such as USB-C
}

// longest is the most bytes that a form has. What is longer is no word that anybody looks for.
const longest = 100

// Each yields the words of a text in their order, in forms without differences of case and width.
//
// Hyphens, underscores, and the change from letters to digits part a word. Its parts are given first, then the whole
// without what parts it, so that MG-T-010 and mgt010 are equal. Apostrophes of every kind belong to a word and become
// one, soft hyphens vanish, and digits grouped by thousands are one number. Scripts without spaces are given in pairs
// of letters.
func Each(text string, yield func(Word)) {
	s := splitter{yield: yield}
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		switch {
		case belongs(r) && !isApostrophe(r):
			s.add(r)
		case invisible(r):
		default:
			next, _ := utf8.DecodeRuneInString(text[i:])
			s.between(r, next)
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
	yield func(Word)
	word  []byte // with its parts one after the other
	cuts  []int  // where parts begin, except the first
	sign  byte   // that stands before a number
	ascii bool
	plain bool // composed characters only
	kind  kind // of the last character
	form  []byte
}

// kind is a kind of characters. Between a letter and a digit, a word has parts.
type kind uint8

const (
	nothing kind = iota
	letter
	digit
)

func (s *splitter) add(r rune) {
	k := letter
	if unicode.IsDigit(r) {
		k = digit
	}
	if len(s.word) == 0 {
		s.ascii, s.plain = true, true
	} else if k != s.kind && s.kind != nothing && !unicode.IsMark(r) {
		s.cut()
	}
	s.kind = k
	switch {
	case 'A' <= r && r <= 'Z':
		s.word = append(s.word, byte(r)|0x20)
	case r < utf8.RuneSelf:
		s.word = append(s.word, byte(r))
	default:
		s.ascii, s.plain = false, s.plain && composed(r)
		s.word = utf8.AppendRune(s.word, unicode.ToLower(r))
	}
}

// cut begins a part.
func (s *splitter) cut() {
	if n := len(s.cuts); len(s.word) > 0 && (n == 0 || s.cuts[n-1] != len(s.word)) {
		s.cuts = append(s.cuts, len(s.word))
	}
}

// between reads a character that is not of a word, and what follows it.
func (s *splitter) between(r, next rune) {
	if len(s.word) == 0 {
		s.sign = 0
		if sign := signOf(r); sign != 0 && unicode.IsDigit(next) {
			s.sign = sign
		}
		return
	}
	switch {
	case !belongs(next):
	case isApostrophe(r) && s.kind == letter && !unicode.IsDigit(next):
		s.word = append(s.word, '\'')
		return
	case isHyphen(r):
		s.cut()
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
	if len(s.cuts) > maxParts { // such as a key or the name of a file
		s.cuts = s.cuts[:0]
	}
	from := 0
	for _, to := range append(s.cuts, len(s.word)) {
		s.part(s.word[from:to])
		from = to
	}
	switch {
	case len(s.cuts) > 0:
		s.form = s.form[:0]
		for _, c := range s.composed(s.word) {
			if c != '.' && c != ',' && c != ' ' {
				s.form = append(s.form, c)
			}
		}
		s.give(s.form, true)
	case sign != 0:
		s.form = append(append(s.form[:0], sign), s.word...)
		s.give(s.form, true)
	}
	s.word, s.cuts, s.kind = s.word[:0], s.cuts[:0], nothing
}

// maxParts is the most places at which a word is cut.
const maxParts = 5

// part gives a part of a word: a number, or letters.
func (s *splitter) part(word []byte) {
	if len(word) == 0 {
		return
	}
	if '0' <= word[0] && word[0] <= '9' {
		s.digits(word)
		return
	}
	word = s.composed(word)
	if s.ascii {
		s.give(word, false)
		return
	}
	s.pairs(word)
}

// composed returns a word in Unicode's normal form NFKC.
func (s *splitter) composed(word []byte) []byte {
	if s.plain || norm.NFKC.IsNormal(word) {
		return word
	}
	return []byte(strings.ToLower(string(norm.NFKC.Bytes(word))))
}

// pairs gives a word, or pairs of letters of what a script without spaces writes.
func (s *splitter) pairs(word []byte) {
	for !s.plain {
		at := bytes.IndexFunc(word, unspaced)
		if at < 0 {
			break
		}
		s.give(word[:at], false)
		word = word[at:]
		end := bytes.IndexFunc(word, func(r rune) bool { return !unspaced(r) && !unicode.IsMark(r) })
		if end < 0 {
			end = len(word)
		}
		s.run(word[:end])
		word = word[end:]
	}
	s.give(word, false)
}

// run gives each pair of neighboring letters, or a single letter.
func (s *splitter) run(letters []byte) {
	_, first := utf8.DecodeRune(letters)
	if first == len(letters) {
		s.give(letters, false)
	}
	for len(letters) > first {
		_, second := utf8.DecodeRune(letters[first:])
		s.give(letters[:first+second], false)
		letters, first = letters[first:], second
	}
}

var unspacedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// unspaced reports whether a character belongs to a script that has no spaces between words.
func unspaced(r rune) bool {
	const prolonged = 'ー' // which Unicode counts to no script
	return r >= 0x0e00 && (r == prolonged || unicode.In(r, unspacedScripts...))
}

func (s *splitter) give(form []byte, whole bool) {
	if 0 < len(form) && len(form) <= longest {
		s.yield(Word{form, whole})
	}
}

// digits gives a number, and the parts of a date or a version.
func (s *splitter) digits(word []byte) {
	groups := strings.FieldsFunc(string(word), separates)
	whole := number(string(word), groups)
	several := len(groups) > 2 && strings.Count(whole, ".") > 1
	if several {
		for _, group := range groups {
			s.give([]byte(group), false)
		}
	}
	s.give([]byte(whole), several)
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
