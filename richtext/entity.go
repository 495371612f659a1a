package richtext

import (
	"html"
	"unicode/utf8"
)

// maxName bounds the length of a character reference by name. The longest name has 33 letters.
const maxName = 40

// maxReferences bounds how many references are cached. Real texts have fewer different ones.
const maxReferences = 512

// entityReference is what a character reference, such as &amp;, stands for.
type entityReference struct {
	first, second rune // second is almost always 0
	size          int  // length of the reference in bytes; 0: not a reference
}

// references decodes character references. It caches those by name, because a text repeats few of them often.
type references map[string]entityReference

// decode decodes the reference at the beginning of a text, whose first character is &. In an attribute, a name without
// a semicolon is part of an address if = or a letter follows.
func (known references) decode(text []byte, attribute bool) entityReference {
	switch {
	case len(text) > 1 && text[1] == '#':
		return numericReference(text)
	case len(text) < 2 || !isLetter(text[1]):
		return entityReference{}
	}
	end := 1
	for end < len(text) && end < maxName && isAlphanumeric(text[end]) {
		end++
	}
	semicolon := end < len(text) && text[end] == ';'
	if attribute && !semicolon && end < len(text) && text[end] == '=' {
		return entityReference{}
	}
	if semicolon {
		end++
	}
	r, ok := known[string(text[:end])]
	if !ok {
		name := string(text[:end])
		if r = named(name); len(known) < maxReferences {
			known[name] = r
		}
	}
	if attribute && r.size < end {
		return entityReference{}
	}
	return r
}

// named decodes a reference by name. Some names may lack their semicolon, even at the beginning of a longer word.
func named(name string) entityReference {
	text := html.UnescapeString(name)
	if text == name {
		return entityReference{}
	}
	first, size := utf8.DecodeRuneInString(text)
	rest := text[size:]
	if len(rest) <= len(name) && name[len(name)-len(rest):] == rest {
		return entityReference{first: first, size: len(name) - len(rest)}
	}
	second, _ := utf8.DecodeRuneInString(rest)
	return entityReference{first, second, len(name)}
}

// numericReference decodes a reference by number, such as &#8364; or &#x20AC;.
func numericReference(text []byte) entityReference {
	base, from := rune(10), 2
	if len(text) > 2 && text[2]|0x20 == 'x' {
		base, from = 16, 3
	}
	var r rune
	end := from
	for ; end < len(text); end++ {
		digit := digitOf(text[end])
		if digit >= base {
			break
		}
		if r <= utf8.MaxRune {
			r = r*base + digit
		}
	}
	if end == from {
		return entityReference{}
	}
	switch {
	case 0x80 <= r && r < 0x80+rune(len(windows1252)):
		r = windows1252[r-0x80]
	case r == 0 || !utf8.ValidRune(r):
		r = utf8.RuneError
	}
	if end < len(text) && text[end] == ';' {
		end++
	}
	return entityReference{first: r, size: end}
}

// windows1252 are the characters for the numbers from 0x80 to 0x9F, as HTML defines them.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ")

// digitOf returns the value of a hexadecimal digit, or 16 for any other character.
func digitOf(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return 16
}
