package richtext

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
