// Package redact removes keys and passwords from the code of a site before a caller reads it. It finds them by the shapes that
// services give to their keys (shapes.go) and by the names that values are given to, such as password or api_key (names.go).
//
// It is a safety net for what the site's authors wrote into their code, not a guarantee: a secret that neither looks like one nor
// has such a name stays. In doubt a value is replaced. The time is linear in the length of the text, whatever the text is.
package redact

import (
	"cmp"
	"slices"
	"strings"
)

// Mark replaces what was found.
const Mark = "[redacted]"

// span is a part of a text, in bytes.
type span struct{ from, to int }

// Code returns the text of an element of that name with Mark in place of what looks like a key or a password. If the name is
// one of a password and the text is a single word, Mark takes the place of all of it.
func Code(name, text string) string {
	if word := strings.TrimSpace(text); rankOf(name) == strong && !strings.ContainsAny(word, " \t\r\n<[{") && worthStrong(word, name) {
		return Mark
	}
	f := finder{text: text}
	f.findShapes()
	f.findRuns()
	f.findBlocks()
	f.findLogins()
	f.findNamed()
	return replaced(text, f.found)
}

// finder collects the parts of a text that are to be replaced.
type finder struct {
	text      string
	found     []span
	expressed int  // up to here expressions have been read
	quote     byte // that is open where names are looked for; 0 is none
}

func (f *finder) add(from, to int) {
	if from < to {
		f.found = append(f.found, span{from, to})
	}
}

// replaced puts Mark in place of the parts, one for those that overlap or touch.
func replaced(text string, parts []span) string {
	if len(parts) == 0 {
		return text
	}
	slices.SortFunc(parts, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var out strings.Builder
	done := 0 // up to here text is in out
	for _, p := range parts {
		if p.from > done || done == 0 {
			out.WriteString(text[done:p.from])
			out.WriteString(Mark)
		}
		done = max(done, p.to)
	}
	out.WriteString(text[done:])
	return out.String()
}
