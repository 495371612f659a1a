package find

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"emcp/internal/fault"
	"emcp/internal/itemtype"
	"emcp/internal/language"
	"emcp/toolset/follow"
	"emcp/toolset/items"
)

// followItems brings the index to the items that the site shows now. The trash has none. A package whose tables cannot
// be read has none either: then searches find documents.
func (r *reading) followItems(ctx context.Context, whole bool) error {
	var types []itemtype.Type
	if !r.trash {
		types = itemtype.Of(r.reader.Schema)
	}
	for kind := range r.feeds {
		if kind != documentKind && !slices.ContainsFunc(types, func(t itemtype.Type) bool { return kindOfType(t) == kind }) {
			r.drop(kind)
		}
	}
	for _, t := range types {
		kind := kindOfType(t)
		if r.feeds[kind] == nil {
			r.feeds[kind] = &feed{follower: follow.New(false)}
		}
		look := func() (follow.Changes, error) {
			return r.feeds[kind].follower.LookItems(ctx, r.reader.DB, r.reader.Compiler(), t, lookSize)
		}
		readers, err := r.itemReaders(t)
		if err != nil {
			return err
		}
		update := func(ctx context.Context, ids []int64) error { return r.updateItems(ctx, readers, ids) }
		err = r.catchUp(ctx, kind, whole, look, update)
		switch {
		case err == nil:
		case fault.From(err).Kind == fault.Internal: // a table has gone, or cannot be read any more
			r.drop(kind)
		default:
			return err
		}
	}
	return nil
}

// languagesOfItems returns the languages of the site, the default first; "" if it is not translated.
func (r *reading) languagesOfItems() []string {
	if len(r.codes) == 0 {
		return []string{""}
	}
	return r.codes
}

// itemReaders returns a reader of items in each language of the site, the default first.
func (r *reading) itemReaders(t itemtype.Type) (readers []*items.Reader, err error) {
	for _, code := range r.languagesOfItems() {
		site := *r.reader.Site
		reader, err := items.NewReader(&site, t.Name, code)
		if err != nil {
			return nil, err
		}
		readers = append(readers, reader)
	}
	return readers, nil
}

// updateItems indexes items as the view shows them now: in the default language, and where they have texts of their
// own.
func (r *reading) updateItems(ctx context.Context, readers []*items.Reader, ids []int64) error {
	codes := r.languagesOfItems()
	in := map[string][]int64{}
	if len(codes) > 1 {
		var err error
		if in, err = readers[0].Languages(ctx, ids, codes[1:]); err != nil {
			return err
		}
	}
	in[codes[0]] = ids
	for n, code := range codes {
		read := map[int64]bool{}
		err := eachItem(ctx, readers[n], in[code], textRead, func(t *texts) error {
			read[idOf(t.id)] = true
			r.put(t, nil, "", variantOf(t.id, n),
				cmp.Or(code, r.languages.Rest, language.Detect(t.title+" "+t.intro+" "+t.content)))
			return nil
		})
		if err != nil {
			return err
		}
		for _, id := range ids {
			if !read[id] {
				r.removeVariant(variantOf(numberOf(kindOfType(readers[n].Type), id), n))
			}
		}
	}
	return nil
}

// eachItem yields the texts of items, in the order of ids. Those that the view does not show are left out.
func eachItem(
	ctx context.Context, r *items.Reader, ids []int64, length int, yield func(*texts) error,
) error {
	for some := range slices.Chunk(ids, textsAtOnce) {
		for len(some) > 0 { // usually once
			read, more, err := r.Texts(ctx, some, length)
			if err != nil {
				return err
			}
			for _, t := range read {
				if err := yield(textsOf(r.Type, t)); err != nil {
					return err
				}
			}
			if !more {
				break
			}
			some = some[slices.Index(some, read[len(read)-1].ID)+1:]
		}
	}
	return nil
}

// textsOf returns the texts of an item.
func textsOf(t itemtype.Type, of items.Texts) *texts {
	joined := func(as itemtype.Searched) string { return strings.Join(of.By[as], "\n") }
	return &texts{
		id: numberOf(kindOfType(t), of.ID), title: joined(itemtype.AsTitle), long: joined(itemtype.AsHeading),
		intro: joined(itemtype.AsIntro), content: joined(itemtype.AsText), values: of.By[itemtype.AsValue],
		above: of.By[itemtype.AsAbove],
	}
}
