package document

import (
	"context"
	"unicode/utf8"

	"emcp/richtext"
)

// richText is a text of a document that is converted and cut.
type richText struct {
	name     string // of the field, or of the template variable after "tvs."
	text     **string
	offset   int               // where the kept part begins in the converted text, in characters
	total    int               // length of the converted text, in characters
	bounded  bool              // whether a limit of the conversion ended it
	verbatim bool              // whether it is not HTML and stays as it is
	target   bool              // whether it is the target of a weblink, which is never cut
	unseen   bool              // whether only its media and headings are returned
	section  *richtext.Heading // the part that is returned; nil: all
	// for a page that the site served: the address that relative addresses refer to. Its placeholders are already
	// resolved.
	base string
}

// options returns the options for this text, given those for rich texts.
func (t *richText) options(o richtext.Options) richtext.Options {
	if t.verbatim || t.target { // as HTML, which only drops Evolution's tags and invisible characters
		o.Format, o.Base = richtext.HTML, ""
	}
	if t.base != "" {
		o.Base = t.base
	}
	if t.target {
		o.Length = 0
	}
	return o
}

// convert replaces the text by its part from t.offset on, converted as o says.
func (t *richText) convert(ctx context.Context, o richtext.Options) error {
	o.Offset = t.offset
	if s := t.section; s != nil {
		o.Offset += s.Offset
		o.Length = min(o.Length, s.End-o.Offset)
		if o.Length <= 0 {
			*t.text, t.total = new(string), s.End-s.Offset
			return nil
		}
	}
	part, err := richtext.Convert(ctx, **t.text, o)
	*t.text, t.total, t.bounded = &part.Text, part.Total, part.Bounded || t.bounded
	if t.section != nil {
		t.total = t.section.End - t.section.Offset
	}
	return err
}

// cut cuts the text to at most length characters.
func (t *richText) cut(length int) {
	part := richtext.Cut(**t.text, 0, length)
	*t.text = &part.Text
}

// end returns the offset in the converted text at which the kept part ends.
func (t *richText) end() int { return t.offset + utf8.RuneCountInString(**t.text) }
