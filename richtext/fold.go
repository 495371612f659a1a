package richtext

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// span is a part of a text, in characters.
type span struct{ from, to int }

// fold returns a text in which case, width and accents make no difference, and for every byte of it the characters of
// the text that it stands for. It follows the collation utf8mb4_unicode_ci, but that ß is ss, and that kana differ by
// kind and voice. Accents of Latin and Greek letters are dropped; й and ї are letters of their own.
func fold(text string) (string, []span) {
	out := make([]byte, 0, len(text))
	origin := make([]span, 0, len(text))
	var letters norm.Iter
	letters.InitString(norm.NFKC, text)
	for from := 0; !letters.Done(); {
		start := letters.Pos()
		composed := letters.Next()
		to := from + utf8.RuneCountInString(text[start:letters.Pos()])
		for _, r := range string(composed) {
			out = appendFolded(out, r)
		}
		for len(origin) < len(out) {
			origin = append(origin, span{from, to})
		}
		from = to
	}
	return string(out), origin
}

// appendFolded appends a composed character.
func appendFolded(out []byte, r rune) []byte {
	switch {
	case r < utf8.RuneSelf:
		return append(out, byte(unicode.ToLower(r)))
	case unicode.Is(unicode.Mn, r) && unicode.Is(unicode.Inherited, r):
		return out // an accent that makes no letter of its own, such as a stress mark
	case unicode.In(r, unicode.Latin, unicode.Greek):
		r, _ = utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	}
	switch r = unicode.ToLower(unicode.ToUpper(r)); r { // a letter can have two small forms, such as σ and ς
	case 'ß':
		return append(out, "ss"...)
	case 'ё':
		r = 'е'
	case 'ґ':
		r = 'г'
	}
	return utf8.AppendRune(out, r)
}
