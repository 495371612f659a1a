package richtext

import (
	"html"
	"unicode/utf8"
)

// maxName is how long a reference to a character by its name is at most, with some room: the longest has 33 letters.
const maxName = 40

// maxReferences is how many references are kept, more than a text has different ones.
const maxReferences = 512

// entityReference is what a reference to a character, such as &amp;, stands for.
type entityReference struct {
	first, second rune // second is 0 for most
	size          int  // bytes of the reference; 0: the text is none
}

// references decodes references to characters. Those by name are kept, because the same few come again and again.
type references map[string]entityReference

// decode returns the reference at the beginning of a text, whose first character is &. In an attribute a name without a
// semicolon is part of an address where = or a letter follows.
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

// named decodes a reference by name. Without a semicolon, some names are recognized at the beginning of a longer one.
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

// windows1252 are the characters that numbers from 0x80 to 0x9F stand for, as HTML says.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ")

// digitOf returns the value of a digit of base 16, which is 16 for other characters.
func digitOf(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return 16
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isAlphanumeric(c byte) bool { return isLetter(c) || isDigit(c) }
