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
	var buffer [2 * longest]byte
	out := buffer[:0]
	for _, r := range form {
		out = appendFolded(out, r)
	}
	return string(out)
}

// AppendFold appends a form as Fold returns it.
func AppendFold(to, form []byte) []byte {
	for _, r := range string(form) {
		to = appendFolded(to, r)
	}
	return to
}

func appendFolded(to []byte, r rune) []byte {
	switch {
	case r == '\'':
		return to
	case r < utf8.RuneSelf:
		return append(to, byte(r))
	case unicode.Is(unicode.Mn, r) && unicode.Is(unicode.Inherited, r): // an accent that makes no other letter
		return to
	case letters[r] != "":
		return append(to, letters[r]...)
	case unicode.In(r, unicode.Latin, unicode.Greek):
		if parts := norm.NFD.PropertiesString(string(r)).Decomposition(); parts != nil {
			r, _ = utf8.DecodeRune(parts)
		}
	}
	return utf8.AppendRune(to, r)
}

// letters are lower-case letters that people also type in another way, but that Unicode does not decompose.
var letters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'ł': "l", 'ı': "i", 'ħ': "h", 'þ': "th", 'ς': "σ",
	'ґ': "г", 'ё': "е",
}
