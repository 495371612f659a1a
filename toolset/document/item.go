package document

import (
	"context"
	"slices"
	"time"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/query"
	"emcp/richtext/evotags"
	"emcp/toolset/jsonout"
	"emcp/toolset/paging"
	"emcp/toolset/tree"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

// Item is a document of an answer.
type Item struct {
	ID     int64
	shape  *Shape
	cells  []Cell      // one for each of the shape's fields
	Place  *tree.Place // nil if no field needs it
	nearby *nearby     // likewise
	// Excerpt shows the words of a search; nil for calls without a search for words.
	Excerpt  *string
	AlsoIn   []Counterpart // documents in other languages with the same words
	Broken   []string      // addresses of links that lead nowhere
	tvs      *tvValues
	amounts  jsonout.Object // amounts of money and measures in tvs
	Keys     []*string      // values that its list is sorted by
	kind     int64          // kind of the content, if the shape has content
	template int64          // id of the template, likewise
	texts    []*richText    // texts to convert
	Dynamic  bool           // whether a text contains something that only the site can compute
	edited   int64          // when the document was edited, if the shape has pages
	page     *visitorPage   // if the call asks for pages as visitors see them
	content  *string        // if the shape reads it and does not return it
	along    []string       // values of Reader.readAlong
	values   []*string      // values of Reader.valued
	media    mediaOfItem    // if the shape has them
	headings []heading      // likewise
	seo      *metadata      // likewise; nil: none
}

// Position returns where the document stands in its list.
func (i *Item) Position() query.Position { return query.Position{Keys: i.Keys, ID: i.ID} }

// Cell is the value of a field. The field's kind decides which member is used.
type Cell struct {
	Number int64
	Text   *string
}

// columns returns where the columns of a row go: those of the shape, then the fields and values that are read along,
// then the keys.
func (i *Item) columns() []any {
	dest := make([]any, 0, len(i.cells)+len(i.along)+len(i.values)+len(i.Keys))
	for n, f := range i.shape.fields {
		switch {
		case !f.read():
		case f.isText():
			dest = append(dest, &i.cells[n].Text)
		default:
			dest = append(dest, &i.cells[n].Number)
		}
	}
	if i.shape.readsContent() {
		dest = append(dest, &i.content)
	}
	if i.shape.kinds() {
		dest = append(dest, &i.kind)
	}
	if i.shape.has("content") {
		dest = append(dest, &i.template)
	}
	if i.shape.page {
		dest = append(dest, &i.edited)
	}
	for n := range i.along {
		dest = append(dest, &i.along[n])
	}
	for n := range i.values {
		dest = append(dest, &i.values[n])
	}
	for n := range i.Keys {
		dest = append(dest, &i.Keys[n])
	}
	return dest
}

// kept returns a copy of the item. Reading the next row overwrites the original.
func (i Item) kept() *Item {
	i.cells, i.along = slices.Clone(i.cells), slices.Clone(i.along)
	i.Keys, i.values = slices.Clone(i.Keys), slices.Clone(i.values)
	return &i
}

// Moment formats a time as RFC 3339; nil for 0.
func Moment(seconds int64) *string {
	if seconds == 0 {
		return nil
	}
	return new(FormatTime(seconds))
}

// FormatTime returns Unix seconds as RFC 3339 has them.
func FormatTime(seconds int64) string { return time.Unix(seconds, 0).UTC().Format(time.RFC3339) }

// Read runs a statement that returns documents, each followed by that many sort keys.
func (r *Reader) Read(
	ctx context.Context, s evodb.Statement, keys int, bounds paging.Reading,
) (items []*Item, more bool, err error) {
	var size valueSize
	compiler := r.Compiler()
	row := Item{ // the one that was read last
		shape: &r.Shape, cells: make([]Cell, len(r.Shape.fields)), Keys: make([]*string, keys),
		along: make([]string, len(r.readAlong())), values: make([]*string, len(r.valued)),
	}
	dest := row.columns()
	return paging.Gather(ctx, r.DB, s, bounds, func(scan evodb.Scan) (*Item, int, error) {
		if err := size.check(r.Options); err != nil { // before the row that only shows that more follow
			return nil, 0, err
		}
		err := scan(dest...)
		next := row.kept()
		next.ID = next.cells[0].Number
		for n, text := range next.values {
			next.values[n] = compiler.ReadStored(text)
			size.add(next.values[n])
		}
		for n, f := range r.Shape.fields {
			switch f.Type {
			case allowlist.Text:
				r.Untag(&next.cells[n].Text)
			case allowlist.Title:
				r.Untag(&next.cells[n].Text)
				if r.Shape.chosen && next.cells[n].Text != nil && err == nil {
					err = r.PlainTitle(ctx, next.cells[n].Text)
				}
			}
		}
		return next, next.size(), err
	})
}

// size returns the length of the item's texts, in bytes.
func (i *Item) size() (bytes int) {
	for _, c := range i.cells {
		if c.Text != nil {
			bytes += len(*c.Text)
		}
	}
	return bytes + len(view.OrEmpty(i.content))
}

// contentText returns the address of the document's content.
func (i *Item) contentText() **string {
	at := slices.IndexFunc(i.shape.fields, func(f fieldOfCall) bool { return f.Name == "content" })
	if at < 0 {
		return &i.content
	}
	return &i.cells[at].Text
}

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
	return r.readMetadata(ctx, items)
}

// readAlong returns the fields that are read together with the documents, because their texts may name them. The result
// stays the same during a call.
func (r *Reader) readAlong() []string {
	if !r.AsVisitor() || !r.Shape.kinds() && !r.Shape.has("introtext") {
		return nil
	}
	return r.Named
}

// Cell returns a field of the document by name.
func (i *Item) Cell(name string) Cell {
	for n, f := range i.shape.fields {
		if f.Name == name {
			return i.cells[n]
		}
	}
	return Cell{}
}

// Text returns a text field of the document, or "" for NULL.
func (i *Item) Text(name string) string { return view.OrEmpty(i.Cell(name).Text) }
