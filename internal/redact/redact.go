package redact

import (
	"cmp"
	"slices"
	"strings"
)

// Mark replaces every secret.
const Mark = "[redacted]"

// span is a part of a text, in bytes.
type span struct{ from, to int }

// Code returns the source of an element with Mark in place of what looks like a key or a password; name is the
// element's name. If that name means a password and the source is a single word, Mark replaces the whole source.
func Code(name, text string) string {
	if word := strings.TrimSpace(text); rankOf(name) == strong && !strings.ContainsAny(word, " \t\r\n<[{") &&
		worthStrong(word, name) {
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

// finder collects the parts of a text that must be replaced.
type finder struct {
	text      string
	found     []span
	expressed int    // expressions have been read up to here
	comments  []span // comments that expressions have skipped, in the order of the text
	commented int    // expressions in such comments have been read up to here
	quote     byte   // opened last and still open; 0 outside of quotes
}

func (f *finder) add(from, to int) {
	if from < to {
		f.found = append(f.found, span{from, to})
	}
}

// replaced puts Mark in place of the parts. Parts that overlap or touch get a single Mark.
func replaced(text string, parts []span) string {
	if len(parts) == 0 {
		return text
	}
	slices.SortFunc(parts, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var out strings.Builder
	done := 0 // text[:done] has been handled
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
