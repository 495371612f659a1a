package redact

import (
	"cmp"
	"slices"
	"strings"
)

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
