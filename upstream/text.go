package upstream

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean returns a text of an upstream without control characters and other invisible ones, and with at most limit characters. Lines stay.
func clean(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t', r == '\r':
			return ' '
		case r == utf8.RuneError, unicode.In(r, unicode.C, unicode.Zl, unicode.Zp):
			return -1
		}
		return r
	}, text)
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return strings.TrimSpace(string([]rune(text)[:limit-1])) + "…"
}

// cleanLine is clean for a text on one line.
func cleanLine(text string, limit int) string {
	return clean(strings.Join(strings.Fields(text), " "), limit)
}

// maxError bounds the text of an error in the log, in characters.
const maxError = 300

// bounded returns the text of an error for the log.
func bounded(err error) string { return cleanLine(err.Error(), maxError) }
