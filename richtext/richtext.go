package richtext

import (
	"bytes"
	"context"
	"runtime"
	"unicode/utf8"

	"golang.org/x/sync/semaphore"

	"emcp/richtext/evotags"
	"emcp/richtext/steps"
)

// Format is the format that rich text is converted to.
type Format uint8

// Formats, in the order of their names in Formats.
const (
	Markdown Format = iota
	Text
	HTML
)

// Formats are the names of the formats, the default first.
var Formats = []string{"markdown", "text", "html"}

// ParseFormat returns the format with a name. An empty name means Markdown.
func ParseFormat(name string) (Format, bool) {
	for i, known := range Formats {
		if name == known {
			return Format(i), true //nolint:gosec // one of three
		}
	}
	return Markdown, name == ""
}

// Options say how to convert a text, and which part of the result to return.
type Options struct {
	Format Format
	// URL returns the address of a document, or "" for a document that the caller may not see.
	URL func(id int64) string
	// Base is the address of the site and ends in a slash. It makes relative addresses of links, images and other media
	// absolute. If it is empty, they stay relative.
	Base string
	// AtSyntax says that the site executes @-syntax. evotags.Resolve replaces it, too, in the texts that it resolves.
	AtSyntax bool
	// Outline marks headings in the format Text, as Excerpt reads them.
	Outline bool
	// Tags keeps tags other than links in HTML, for callers who may see what the site executes.
	Tags bool
	// Cut says that the end of the text was cut off. Whatever may belong to an incomplete tag is then dropped: the text
	// after an open bracket of Evolution, or after the < of HTML. So is an incomplete character reference.
	Cut bool
	// Offset and Length select the part of the result to return, in characters, as in Cut. Length 0 means up to the
	// end. The rest of the result is not kept in memory.
	Offset, Length int
}

// Convert converts a text to another format. It executes no tags: links become addresses, all other tags are dropped.
// It reads at most the first 8 MiB of a text and writes at most 16 Mi characters; Part.Bounded reports that it left
// something out. At most GOMAXPROCS conversions run at the same time, others wait. The error is always that of ctx.
func Convert(ctx context.Context, text string, o Options) (Part, error) {
	if err := slots.Acquire(ctx, 1); err != nil {
		return Part{}, err
	}
	defer slots.Release(1)
	counter := steps.New(ctx)
	p := convert(counter, text, o)
	if err := counter.Err(); err != nil {
		return Part{}, err
	}
	return p, nil
}

// slots are the conversions that may run at the same time in the process. More would not be faster, and each needs
// memory.
var slots = semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))

func convert(c *steps.Counter, text string, o Options) Part {
	html, bounded := source(c, text, o)
	out := newWindow(c, o.Offset, o.Length, len(html))
	switch o.Format {
	case Text:
		writePlain(out, html, o.Outline)
	case Markdown:
		writeMarkdown(out, html, newBase(o.Base))
	case HTML:
		writeHTML(out, html, newBase(o.Base))
	}
	p := out.part(o.Length)
	p.Bounded = bounded || out.full()
	return p
}

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
