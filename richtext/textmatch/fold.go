package textmatch

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// span is a part of a text, in characters.
type span struct{ from, to int }

// folded is a text without differences of case, width and accents. It follows the collation utf8mb4_unicode_ci, except
// that ß equals ss, and that different kinds and voices of kana differ. Accents of Latin and Greek letters are dropped;
// й and ї are separate letters. The characters that people type as an apostrophe are one.
type folded struct {
	text string
	ends []letterEnd // end of each letter
}

// letterEnd is the end of a letter: in bytes of the folded text, and in characters of the original text.
type letterEnd struct{ folded, text int32 }

// maxFolded bounds the length of a folded text in bytes. A few letters fold to more than ten bytes.
const maxFolded = 2 << 20

// fold folds a text of that many characters. If the result becomes too long, it contains only the beginning.
func fold(text string, characters int) folded {
	f := folded{ends: make([]letterEnd, 0, characters)}
	out := make([]byte, 0, len(text))
	var letters norm.Iter
	letters.InitString(norm.NFKC, text)
	for to := 0; !letters.Done() && len(out) < maxFolded; {
		start := letters.Pos()
		composed := letters.Next()
		to += utf8.RuneCountInString(text[start:letters.Pos()])
		for len(composed) > 0 {
			r, size := utf8.DecodeRune(composed)
			out, composed = appendFolded(out, r), composed[size:]
		}
		if letters.Pos() > start { // otherwise the same letter continues
			f.ends = append(f.ends, letterEnd{int32(len(out)), int32(to)}) //nolint:gosec // up to maxFolded
		}
	}
	if n := len(f.ends); n > 0 {
		f.text = string(out[:f.ends[n-1].folded]) // ends with a whole letter
	}
	return f
}

// appendFolded appends a composed character.
func appendFolded(out []byte, r rune) []byte {
	switch {
	case r == '`':
		return append(out, '\'')
	case r < utf8.RuneSelf:
		return append(out, byte(unicode.ToLower(r)))
	case unicode.Is(unicode.Mn, r) && unicode.Is(unicode.Inherited, r):
		return out // an accent that does not make a different letter, such as a stress mark
	case unicode.In(r, unicode.Latin, unicode.Greek):
		var letter [utf8.UTFMax]byte
		if parts := norm.NFD.Properties(letter[:utf8.EncodeRune(letter[:], r)]).Decomposition(); parts != nil {
			r, _ = utf8.DecodeRune(parts)
		}
	}
	switch r = unicode.ToLower(unicode.ToUpper(r)); r { // a letter can have two lower-case forms, such as σ and ς
	case 'ß':
		return append(out, "ss"...)
	case 'ё':
		r = 'е'
	case 'ґ':
		r = 'г'
	case '’', 'ʼ', '‘':
		r = '\''
	}
	return utf8.AppendRune(out, r)
}
