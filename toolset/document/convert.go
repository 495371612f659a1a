package document

import (
	"context"
	"strconv"

	"emcp/allowlist"
	"emcp/richtext"
	"emcp/toolset/jsonout"
	"emcp/toolset/page"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// richTexts returns the texts of a document to convert.
func (r *Reader) richTexts(i *Item) []*richText {
	var texts []*richText
	for n, f := range i.shape.fields {
		if i.cells[n].Text == nil || f.Type != allowlist.Markup && f.Type != allowlist.Link {
			continue
		}
		text := &richText{name: f.Name, text: &i.cells[n].Text}
		switch {
		case i.isTarget(f):
			text.target = true
			i.cells[n].Number = TagTarget(text.text)
		case f.Name == "content":
			text.verbatim = i.kind == allowlist.OtherContent
			text.base = i.page.baseOf()
		}
		texts = append(texts, text)
	}
	if i.content != nil && i.kind == allowlist.HTMLContent {
		texts = append(texts, &richText{name: "content", text: &i.content, unseen: true, base: i.page.baseOf()})
	}
	if i.tvs == nil {
		return texts
	}
	for n, s := range i.tvs.selection {
		if text := &i.tvs.stored[n]; *text != nil && r.converts(s.Operand().TV()) {
			texts = append(texts, &richText{name: "tvs." + s.Name(), text: text})
		}
	}
	return texts
}

// resolveItems collects the texts of documents to convert, resolves their placeholders, and marks documents whose page
// has more.
func (r *Reader) resolveItems(ctx context.Context, items []*Item) error {
	var texts []*page.Text
	for _, item := range items {
		item.texts = r.richTexts(item)
		for _, t := range item.texts {
			if t.base == "" && !r.asStored() {
				texts = append(texts, item.resolvable(t, r.Caller.Revised))
			}
		}
	}
	if err := r.Resolve(ctx, texts); err != nil {
		return err
	}
	return r.markPrinting(ctx, items)
}

// asStored reports whether rich texts are returned with Evolution's tags, as users of the manager write them.
func (r *Reader) asStored() bool { return !r.AsVisitor() && r.Shape.format == richtext.HTML }

// resolvable prepares a text of the document for the resolver of placeholders.
func (i *Item) resolvable(t *richText, labels bool) *page.Text {
	text := &page.Text{Document: i.ID, Text: t.text, Along: i.along, Labels: labels}
	text.Done = func() {
		i.Dynamic = i.Dynamic || text.Dynamic
		t.bounded = text.Bounded
	}
	return text
}

// conversion returns the options for converting rich texts for the caller.
func (r *Reader) conversion(p tree.Places) richtext.Options {
	urls := map[int64]string{} // a text can link to a document many times
	url := func(id int64) string {
		url, ok := urls[id]
		if !ok {
			if url = p.URL(id); url != "" {
				urls[id] = url
			}
		}
		return url
	}
	return richtext.Options{Format: r.Shape.format, URL: url, Base: p.Base(), Tags: r.asStored(), AtSyntax: r.AtSyntax()}
}

// convertText converts a text of a document as o says, and lists what the call asks for of the content.
func (r *Reader) convertText(ctx context.Context, item *Item, t *richText, o richtext.Options) error {
	if err := r.listMedia(ctx, item, t, o); err != nil {
		return view.Ended(ctx)
	}
	if err := r.readHeadings(ctx, item, t, o); err != nil {
		return err
	}
	if t.unseen {
		return nil
	}
	if t.name == "content" {
		t.offset = int(r.Shape.offset)
	}
	if err := t.convert(ctx, o); err != nil {
		return view.Ended(ctx)
	}
	return nil
}

// Cuts returns the members that report cut texts: their total lengths, and where the content continues. If a limit of
// the conversion ended a text, the length is the one up to there, and there is no continuation.
func (i *Item) Cuts() jsonout.Object {
	var totals, next jsonout.Object
	for _, t := range i.texts {
		end := t.end()
		if end >= t.total && !t.bounded {
			continue
		}
		totals = append(totals, jsonout.Member{Name: t.name, Value: t.total})
		if t.name == "content" && end < t.total {
			next = jsonout.Object{{Name: "next_content_offset", Value: end}}
		}
	}
	if totals == nil {
		return nil
	}
	return append(jsonout.Object{{Name: "truncated", Value: true}, {Name: "total_chars", Value: totals}}, next...)
}

// markPrinting marks documents whose template prints something of its own, if the call returns what visitors read on
// their pages.
func (r *Reader) markPrinting(ctx context.Context, items []*Item) error {
	if !r.AsVisitor() || !r.Shape.has("content") {
		return nil
	}
	templates, err := r.Printing.Templates(ctx, r.Site)
	for _, item := range items {
		served := item.page != nil && item.page.Served
		item.Dynamic = item.Dynamic || !served && item.kind != allowlist.WeblinkTarget &&
			templates[strconv.FormatInt(item.template, 10)]
	}
	return err
}

// ContentEnd reports whether the content is the whole converted text (kept), and whether a limit ended
// the conversion (bounded).
func (i *Item) ContentEnd() (kept, bounded bool) {
	for _, t := range i.texts {
		if t.name == "content" {
			return t.end() == t.total, t.bounded
		}
	}
	return true, false
}
