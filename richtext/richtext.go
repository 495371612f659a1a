// Package richtext turns the rich text of a site, HTML with Evolution's tags in it, into something that an assistant
// can read.
package richtext

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
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

// Options say how a text is turned into another.
type Options struct {
	Format Format
	// URL returns the address of a document, or nothing for one that the caller may not see.
	URL func(id int64) string
	// Tags leaves tags other than links in HTML, for callers who may see what the site executes.
	Tags bool
	// Cut says that the text was cut off at its end. What may be part of a tag whose end is missing is left out: what
	// stands behind a bracket that has no counterpart, or behind the < of HTML. So is half a character reference.
	Cut bool
}

// Convert returns the text in another format. Tags are not executed: links become addresses, all others are dropped.
func Convert(text string, o Options) string {
	text, whole := replaceTags(text, func(document int64) (string, bool) {
		if document > 0 {
			return o.URL(document), false
		}
		return "", o.Tags && o.Format == HTML
	})
	if o.Cut {
		text = withoutBegun(text[:whole])
	}
	switch o.Format {
	case Text:
		text = plain(text)
	case Markdown:
		if converted, err := markdown.ConvertString(text); err == nil {
			text = strings.TrimSpace(spacer.ReplaceAllString(converted, "\n\n"))
		} else {
			text = plain(text) // nested too deep for a tree
		}
	case HTML:
	}
	return clean(text)
}

// markdown converts HTML with tables to GitHub's dialect of Markdown. It is safe for concurrent use.
var markdown = converter.NewConverter(converter.WithPlugins(
	base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin(),
))

// withoutBegun returns a text without what may be the beginning of a tag or a character reference at its end.
func withoutBegun(text string) string {
	last := strings.LastIndexByte(text, '>') + 1
	return text[:last] + begun.ReplaceAllString(text[last:], "")
}

var begun = regexp.MustCompile(`(?s)(?:<(?:[A-Za-z/!?].*)?|&[#0-9A-Za-z]*)?[\[{]?$`)

// spacer is a paragraph of nothing but hard spaces, by which editors make room.
var spacer = regexp.MustCompile(`\n[ \n]*\x{00A0}[ \n\x{00A0}]*\n`)

// clean drops characters that are not seen but can hide or turn round what is: control characters, marks of direction,
// spaces without width, and tag characters that do not belong to a flag.
func clean(text string) string {
	flag := false // whether tag characters belong to the flag before them
	return strings.Map(func(r rune) rune {
		belongs := flag && r >= tagSpace && r <= tagEnd
		flag = r == blackFlag || belongs && r != tagEnd
		switch {
		case belongs, r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(hidden, r):
			return -1
		}
		return r
	}, text)
}

// Flags of regions such as Scotland are a black flag and tag characters (UTS #51).
const (
	blackFlag = '\U0001F3F4'
	tagSpace  = '\U000E0020'
	tagEnd    = '\U000E007F'
)

// hidden are the characters without a look of their own, but for the joiners of words and emoji.
var hidden = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x061C, Hi: 0x061C, Stride: 1}, // Arabic letter mark
		{Lo: 0x200B, Hi: 0x200B, Stride: 1}, // zero width space
		{Lo: 0x200E, Hi: 0x200F, Stride: 1}, // marks of direction
		{Lo: 0x202A, Hi: 0x202E, Stride: 1}, // embeddings and overrides
		{Lo: 0x2060, Hi: 0x2064, Stride: 1}, // word joiner, invisible operators
		{Lo: 0x2066, Hi: 0x206F, Stride: 1}, // isolates, deprecated format characters
		{Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1}, // zero width no-break space
	},
	R32: []unicode.Range32{{Lo: 0xE0000, Hi: 0xE007F, Stride: 1}}, // tags
}
