// Package richtext turns the rich text of a site, HTML with Evolution's tags in it, into something that an assistant
// can read. It takes one step after the other: the stored text, its tags replaced, its HTML read tag by tag, and what that
// says written in the format that was asked for. Every step takes time in proportion to the text, whatever it holds, keeps
// to bounds, and ends when nobody waits for it.
package richtext

import (
	"bytes"
	"context"
	"unicode/utf8"
)

// Format is what rich text is turned into.
type Format uint8

// Formats, by the order of their names in Formats.
const (
	Markdown Format = iota
	Text
	HTML
)

// Formats are the names that ParseFormat knows, the default first.
var Formats = []string{"markdown", "text", "html"}

// ParseFormat returns the format of that name; an empty one is Markdown.
func ParseFormat(name string) (Format, bool) {
	for i, known := range Formats {
		if name == known {
			return Format(i), true //nolint:gosec // one of three
		}
	}
	return Markdown, name == ""
}

// Options say how a text is turned into another, and which part of that is returned.
type Options struct {
	Format Format
	// URL returns the address of a document, or nothing for one that the caller may not see.
	URL func(id int64) string
	// Base is the address of the site, which ends in a slash: relative addresses of links, images and other media become
	// absolute by it. Empty leaves them as they are.
	Base string
	// Tags leaves tags other than links in HTML, for callers who may see what the site executes.
	Tags bool
	// Cut says that the text was cut off at its end. What may be part of a tag whose end is missing is left out: what
	// stands behind a bracket that has no counterpart, or behind the < of HTML. So is half a character reference.
	Cut bool
	// Offset and Length are which part of the result is returned, in characters, as Cut returns it; Length 0 is to its end.
	// The rest is not kept in memory.
	Offset, Length int
}

// Convert returns the text in another format. Tags are not executed: links become addresses, all others are dropped. A text
// of more than 8 MiB is converted up to there, and the result has at most 16 Mi characters; Bounded says so. Conversions wait
// for each other where more than GOMAXPROCS run. An error is that of ctx, which ends a conversion.
func Convert(ctx context.Context, text string, o Options) (Part, error) {
	if err := slots.Acquire(ctx, 1); err != nil {
		return Part{}, err
	}
	defer slots.Release(1)
	w := work{ctx: ctx}
	p := w.convert(text, o)
	if w.err != nil {
		return Part{}, w.err
	}
	return p, nil
}

func (w *work) convert(text string, o Options) Part {
	long := len(text) > maxInput
	if long {
		end := maxInput
		for end > maxInput-utf8.UTFMax && !utf8.RuneStart(text[end]) {
			end--
		}
		text, o.Cut = text[:end], true
	}
	replaced := replaceTags(w, text, maxGrowth(len(text)), func(kind tagKind, inside []byte) (string, bool) {
		if kind != documentLink {
			return "", o.Tags && o.Format == HTML
		}
		if id := document(inside); id > 0 {
			return o.URL(id), false
		}
		return "", o.Tags && o.Format == HTML
	})
	if w.err != nil {
		return Part{}
	}
	html := replaced.text
	if o.Cut || !replaced.complete {
		html = withoutBegun(html[:replaced.certain])
	}
	out := newWindow(w, o.Offset, o.Length, len(html))
	switch o.Format {
	case Text:
		writePlain(out, html)
	case Markdown:
		writeMarkdown(out, html, newBase(o.Base))
	case HTML:
		writeHTML(out, html, newBase(o.Base))
	}
	p := out.part(o.Length)
	p.Bounded = long || !replaced.complete || out.full()
	return p
}

// withoutBegun returns HTML without what may be the beginning of a tag, a comment or a character reference at its end.
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
