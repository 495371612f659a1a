package richtext

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// span is a part of a text, in characters.
type span struct{ from, to int }

// folded is a text in which case, width and accents make no difference. It follows the collation utf8mb4_unicode_ci, but that
// ß is ss, and that kana differ by kind and voice. Accents of Latin and Greek letters are dropped; й and ї are letters of
// their own.
type folded struct {
	text string
	ends []letterEnd // of the letters of the text that was folded
}

// letterEnd is where a letter ends: in the folded text in bytes, and in the text in characters.
type letterEnd struct{ folded, text int32 }

// maxFolded is how long a folded text is at most, in bytes. A few letters have more than ten of their own.
const maxFolded = 2 << 20

// fold folds a text of so many characters, or its beginning where that becomes too long.
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
		if letters.Pos() > start { // else there is more of the same letter
			f.ends = append(f.ends, letterEnd{int32(len(out)), int32(to)}) //nolint:gosec // up to maxFolded
		}
	}
	if n := len(f.ends); n > 0 {
		f.text = string(out[:f.ends[n-1].folded]) // whole letters
	}
	return f
}

// appendFolded appends a composed character.
func appendFolded(out []byte, r rune) []byte {
	switch {
	case r < utf8.RuneSelf:
		return append(out, byte(unicode.ToLower(r)))
	case unicode.Is(unicode.Mn, r) && unicode.Is(unicode.Inherited, r):
		return out // an accent that makes no letter of its own, such as a stress mark
	case unicode.In(r, unicode.Latin, unicode.Greek):
		var letter [utf8.UTFMax]byte
		if parts := norm.NFD.Properties(letter[:utf8.EncodeRune(letter[:], r)]).Decomposition(); parts != nil {
			r, _ = utf8.DecodeRune(parts)
		}
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
