package toolset

import (
	"context"
	"errors"
	"unicode/utf8"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/richtext"
)

// richText is a text of an item that is converted and cut.
type richText struct {
	name     string // of the field, or of the template variable with tvs. before it
	text     **string
	offset   int    // of what is left of it in the converted text, in characters
	total    int    // length of the converted text, in characters
	bounded  bool   // whether a bound of the conversion ends it
	verbatim bool   // whether it is no HTML, and stays as it is
	target   bool   // whether it is where a weblink leads, which is no text to be cut
	base     string // of a page that the site has served, whose placeholders are resolved: what relative addresses refer to
}

// richTexts returns the texts of a document that are to be converted.
func (c *call) richTexts(i *documentItem) []*richText {
	var texts []*richText
	for n, f := range i.shape.fields {
		if i.cells[n].text == nil || f.Type != allowlist.Markup && f.Type != allowlist.Link {
			continue
		}
		text := &richText{name: f.Name, text: &i.cells[n].text}
		switch {
		case i.isTarget(f):
			text.target = true
			i.cells[n].number = tagTarget(text.text)
		case f.Name == "content":
			text.verbatim = i.kind == allowlist.OtherContent
			if i.page != nil && i.page.Served {
				text.base = i.page.base
			}
		}
		texts = append(texts, text)
	}
	if i.tvs == nil {
		return texts
	}
	for n, s := range i.tvs.selection {
		if text := &i.tvs.stored[n]; *text != nil && c.converts(s.Operand().TV()) {
			texts = append(texts, &richText{name: "tvs." + s.Name(), text: text})
		}
	}
	return texts
}

// converts reports whether values of a template variable are converted.
func (c *call) converts(tv int64) bool { return c.shape.convert && c.schema.Rich(tv) }

// resolveItems lists the texts of documents that are to be converted, and resolves their placeholders.
func (c *call) resolveItems(ctx context.Context, items []*documentItem) error {
	var texts []*pageText
	for _, item := range items {
		item.texts = c.richTexts(item)
		for _, t := range item.texts {
			if t.base == "" {
				texts = append(texts, &pageText{document: item.id, text: t.text})
			}
		}
	}
	if err := c.resolve(ctx, texts); err != nil {
		return err
	}
	for _, item := range items {
		for _, t := range item.texts {
			if t.base != "" {
				continue
			}
			item.dynamic = item.dynamic || texts[0].dynamic
			t.bounded = texts[0].bounded
			texts = texts[1:]
		}
	}
	return nil
}

// conversion says how rich texts are converted for the caller.
func (c *call) conversion(p treePlaces) richtext.Options {
	known := map[int64]string{} // a text can have a link many times
	url := func(id int64) string {
		url, ok := known[id]
		if !ok {
			if url = p.url(id); url != "" {
				known[id] = url
			}
		}
		return url
	}
	return richtext.Options{Format: c.shape.format, URL: url, Base: p.addresses.base, Tags: !c.hidesTags()}
}

// options returns how the text is converted, where rich texts are converted with o.
func (t *richText) options(o richtext.Options) richtext.Options {
	if t.verbatim || t.target { // as HTML, of which only tags of Evolution and invisible characters are left out
		o.Format, o.Base = richtext.HTML, ""
	}
	if t.base != "" {
		o.Base = t.base
	}
	if t.target {
		o.Offset, o.Length = 0, 0
	}
	return o
}

// convert leaves the part of the converted text that o says.
func (t *richText) convert(ctx context.Context, o richtext.Options) error {
	part, err := richtext.Convert(ctx, **t.text, o)
	*t.text, t.offset, t.total, t.bounded = &part.Text, o.Offset, part.Total, part.Bounded || t.bounded
	return err
}

// cut leaves at most length characters of the text.
func (t *richText) cut(length int) {
	part := richtext.Cut(**t.text, 0, length)
	*t.text = &part.Text
}

// end returns where what is left of the text ends in the whole text.
func (t *richText) end() int { return t.offset + utf8.RuneCountInString(**t.text) }

// cuts returns what tells that texts were cut: their whole lengths, and where content goes on. Of a text that a bound of its
// conversion ends, that is the length up to there, and nothing goes on behind it.
func (i *documentItem) cuts() members {
	var totals, next members
	for _, t := range i.texts {
		end := t.end()
		if end >= t.total && !t.bounded {
			continue
		}
		totals = append(totals, namedValue{t.name, t.total})
		if t.name == "content" && end < t.total {
			next = members{{"next_content_offset", end}}
		}
	}
	if totals == nil {
		return nil
	}
	return append(members{{"truncated", true}, {"total_chars", totals}}, next...)
}

// ended returns why there is no time left to convert texts, which takes longer than to read them.
func ended(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.Wrap(fault.QueryTimeout, ctx.Err(), "the texts take longer to convert than the site allows; ask for fewer documents")
	}
	return ctx.Err()
}
