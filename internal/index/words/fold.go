package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns a form without accents and apostrophes. It drops the accents of Latin and Greek letters. Letters such as
// й and ї stay, because they are other letters; ґ and ё are taken for г and е, as many people type them.
func Fold(form string) string {
	if !strings.ContainsFunc(form, func(r rune) bool { return r >= utf8.RuneSelf || r == '\'' }) {
		return form
	}
	var out strings.Builder
	for _, r := range form {
		foldRune(&out, r)
	}
	return out.String()
}

func foldRune(out *strings.Builder, r rune) {
	switch {
	case r == '\'':
	case r < utf8.RuneSelf:
		out.WriteRune(r)
	case unicode.Is(unicode.Mn, r) && unicode.Is(unicode.Inherited, r): // an accent that makes no other letter
	case letters[r] != "":
		out.WriteString(letters[r])
	case unicode.In(r, unicode.Latin, unicode.Greek):
		var letter [utf8.UTFMax]byte
		n := utf8.EncodeRune(letter[:], r)
		if parts := norm.NFD.Properties(letter[:n]).Decomposition(); parts != nil {
			r, _ = utf8.DecodeRune(parts)
		}
		out.WriteRune(r)
	default:
		out.WriteRune(r)
	}
}

// letters are lower-case letters that people also type in another way, but that Unicode does not decompose.
var letters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'ł': "l", 'ı': "i", 'ħ': "h", 'þ': "th", 'ς': "σ",
	'ґ': "г", 'ё': "е",
}
