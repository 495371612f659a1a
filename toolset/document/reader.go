package document

import (
	"cmp"
	"context"
	"slices"

	"emcp/query"
	"emcp/toolset/page"
	"emcp/toolset/tree"
)

// Reader reads the documents of one call, in one shape.
type Reader struct {
	page.Resolver
	Languages *tree.KnownLanguages // shared with other calls
	Printing  *page.Printing       // shared with other calls

	Shape Shape
	// Additions add to the documents of a search what it has found in them.
	Additions []func(context.Context, []*Item) error

	everyTV bool    // whether documents have all template variables of their templates
	valued  []int64 // template variables whose values are read with the documents; nil: with a statement of their own
}

// ItemCompiler returns the compiler for statements that return documents in the shape of the call.
func (r *Reader) ItemCompiler() query.Compiler {
	return r.Compiler().Reading(r.Shape.columns).Printing(r.readAlong()).Valuing(r.valued)
}

// Apart returns a copy for work that may go on after the call.
func (r *Reader) Apart() *Reader {
	site, apart := *r.Site, *r
	apart.Site = &site
	return &apart
}

// Spoken returns the languages of what the caller sees.
func (r *Reader) Spoken(ctx context.Context) (*tree.Languages, error) {
	return tree.LanguagesOf(ctx, r.Site, r.Languages)
}

// show records the documents that the answer shows: the items, the documents above them, and the targets of their
// links.
func (r *Reader) show(items []*Item, p tree.Places) {
	r.Shown = slices.Grow(r.Shown, len(items)+len(p.Nodes))
	for _, item := range items {
		r.Shown = append(r.Shown, item.ID)
	}
	for id, n := range p.Nodes {
		if n.Seen {
			r.Shown = append(r.Shown, id)
		}
	}
}

// readAlong returns the fields that are read together with the documents, because their texts may name them. The result
// stays the same during a call.
func (r *Reader) readAlong() []string {
	if !r.AsVisitor() || !r.Shape.kinds() && !r.Shape.has("introtext") {
		return nil
	}
	return r.Named
}

// language returns the code of the language whose texts packages show in the view: base on a site in one language.
func (r *Reader) language() string { return cmp.Or(r.Lang, r.Translated.Default(), "base") }

// converts reports whether the values of a template variable are converted.
func (r *Reader) converts(tv int64) bool { return r.Shape.convert && r.Schema.Rich(tv) }

// short returns a reader of these fields.
func (r *Reader) short(fields ...string) *Reader {
	short := *r
	short.Shape, short.valued = ShapeInput{Fields: fields}.Shape(ListLength, r.Options), nil
	return &short
}
