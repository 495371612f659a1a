package richtext

import (
	"bytes"
	"runtime"
	"unicode/utf8"

	"golang.org/x/sync/semaphore"

	"emcp/richtext/evotags"
	"emcp/richtext/steps"
)

// slots are the conversions that may run at the same time in the process. More would not be faster, and each needs
// memory.
var slots = semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))

// source returns the HTML of a text: its tags are replaced. bounded reports that the text
// exceeds a limit and ends there.
func source(c *steps.Counter, text string, o Options) (html []byte, bounded bool) {
	long := len(text) > steps.MaxInput
	if long {
		end := steps.MaxInput
		for end > steps.MaxInput-utf8.UTFMax && !utf8.RuneStart(text[end]) {
			end--
		}
		text, o.Cut = text[:end], true
	}
	if o.AtSyntax {
		text = evotags.WithoutAtSyntax(text)
	}
	replaced := evotags.Replace(c, text, func(link int64) (string, bool) {
		if link > 0 {
			return o.URL(link), false
		}
		return "", o.Tags && o.Format == HTML
	})
	if c.Err() != nil {
		return nil, false
	}
	html = replaced.Text
	if o.Cut || !replaced.Complete {
		html = withoutBegun(html[:replaced.Certain])
	}
	return html, long || !replaced.Complete
}

// withoutBegun drops what may be the beginning of a tag, a comment or a character reference at the end of HTML.
func withoutBegun(html []byte) []byte {
	last := bytes.LastIndexByte(html, '>') + 1
	for i := last; i < len(html); i++ {
		if html[i] == '<' && (i+1 == len(html) || isLetter(html[i+1]) || bytes.IndexByte([]byte("/!?"), html[i+1]) >= 0) {
			return html[:i]
		}
	}
	end := len(html)
	if end > last && (html[end-1] == '[' || html[end-1] == '{') {
		end--
	}
	name := end
	for name > last && (isAlphanumeric(html[name-1]) || html[name-1] == '#') {
		name--
	}
	if name > last && (html[name-1] == '&' || html[name-1] == '<' && name == end) {
		end = name - 1
	}
	return html[:end]
}
