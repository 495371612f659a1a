package document

import (
	"context"
	"slices"

	"emcp/internal/sseo"
	"emcp/richtext/evotags"
	"emcp/toolset/paging"
	"emcp/toolset/seo"
	"emcp/toolset/tree"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

// ByID returns the documents with the ids in this order. If they have more text than bounds allow, either the list
// ends early and more is true, or the error is a fault, as bounds say.
func (r *Reader) ByID(
	ctx context.Context, ids []int64, selection []tvfilter.Selection, bounds paging.Reading,
) (items []*Item, more bool, err error) {
	if len(ids) == 0 {
		return nil, false, nil
	}
	statement, err := r.ItemCompiler().Items(ids)
	if err != nil {
		return nil, false, err
	}
	if items, more, err = r.Read(ctx, statement, 0, bounds); err != nil {
		return nil, false, err
	}
	return items, more, r.Complete(ctx, items, selection)
}

// Complete reads what documents need in addition to their own rows.
func (r *Reader) Complete(ctx context.Context, items []*Item, selection []tvfilter.Selection) error {
	if len(items) == 0 {
		return nil
	}
	if len(selection) > 0 || r.everyTV {
		if err := r.fetchTVs(ctx, items, selection); err != nil {
			return err
		}
	}
	for _, add := range r.Additions {
		if err := add(ctx, items); err != nil {
			return err
		}
	}
	return r.finish(ctx, items)
}

// maxLinked is how many different documents the link tags of a call may name. Further links are dropped, like links to
// documents that the caller may not see.
const maxLinked = 2_000

// finish fills in what depends on other documents, and converts rich texts.
func (r *Reader) finish(ctx context.Context, items []*Item) error {
	if err := r.fetchNearby(ctx, items); err != nil {
		return err
	}
	if r.Shape.page {
		if err := r.visit(ctx, items); err != nil {
			return err
		}
	}
	if err := r.resolveItems(ctx, items); err != nil {
		return err
	}
	var ids []int64
	linked := map[int64]bool{}
	for _, item := range items {
		if r.Shape.placed() {
			ids = append(ids, item.ID)
		}
		for _, t := range item.texts {
			references, err := evotags.References(ctx, **t.text, maxLinked)
			if err != nil {
				return view.Ended(ctx)
			}
			for _, id := range references {
				if !linked[id] && len(linked) < maxLinked {
					linked[id] = true
					ids = append(ids, id)
				}
			}
		}
	}
	places, err := tree.PlacesOf(ctx, r.Site, ids)
	if err != nil {
		return err
	}
	if r.Shape.has("lang") {
		if places.Languages, err = r.Spoken(ctx); err != nil {
			return err
		}
	}
	r.show(items, places)
	options := r.conversion(places)
	room := paging.MaxRead // bytes of converted text to keep: no more memory than the texts took when they were read
	for _, item := range items {
		item.Place = places.Of(item.ID)
		for _, t := range item.texts {
			options.Length = min(int(r.Shape.length), max(shortest, room))
			if err := r.convertText(ctx, item, t, t.options(options)); err != nil {
				return err
			}
			if !t.unseen {
				room -= len(**t.text)
			}
		}
		item.setTargets(places)
		item.texts = slices.DeleteFunc(item.texts, func(t *richText) bool { return t.unseen })
	}
	if err := r.translations(ctx, items); err != nil {
		return err
	}
	if err := r.listChildren(ctx, items); err != nil {
		return err
	}
	if err := r.listFiles(ctx, items, places.Base()); err != nil {
		return err
	}
	if err := r.listGalleries(ctx, items, places.Base()); err != nil {
		return err
	}
	if !r.Shape.has("seo") {
		return nil
	}
	found, err := seo.Of(ctx, r.Site, sseo.OfDocument, idsOf(items), r.language())
	for _, item := range items {
		item.seo = found[item.ID]
	}
	return err
}
