package toolset

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

// documentItem is a document of an answer.
type documentItem struct {
	id     int64
	shape  *shape
	cells  []cell      // one for each of the shape's fields
	place  *tree.Place // nil if no field needs it
	nearby *nearby     // likewise
	// excerpt shows the words of a search; nil for calls without a search for words.
	excerpt  *string
	alsoIn   []string // other languages in which documents have the same words
	tvs      *tvValues
	amounts  jsonout.Object // amounts of money and measures in tvs
	keys     []*string      // values that its list is sorted by
	kind     int64          // kind of the content, if the shape has content
	template int64          // id of the template, likewise
	texts    []*richText    // texts to convert
	dynamic  bool           // whether a text contains something that only the site can compute
	edited   int64          // when the document was edited, if the shape has pages
	page     *visitorPage   // if the call asks for pages as visitors see them
	content  *string        // if the shape reads it and does not return it
	along    []string       // values of call.readAlong
	values   []*string      // values of call.valued
	media    mediaOfItem    // if the shape has them
}

func (i *documentItem) Position() query.Position { return query.Position{Keys: i.keys, ID: i.id} }

// cell is the value of a field. The field's kind decides which member is used.
type cell struct {
	number int64
	text   *string
}

// columns returns where the columns of a row go: those of the shape, then the fields and values that are read along, then the keys.
func (i *documentItem) columns() []any {
	dest := make([]any, 0, len(i.cells)+len(i.along)+len(i.values)+len(i.keys))
	for n, f := range i.shape.fields {
		switch {
		case !f.read():
		case f.isText():
			dest = append(dest, &i.cells[n].text)
		default:
			dest = append(dest, &i.cells[n].number)
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
	for n := range i.keys {
		dest = append(dest, &i.keys[n])
	}
	return dest
}

// kept returns a copy that the next row does not overwrite.
func (i documentItem) kept() *documentItem {
	i.cells, i.along = slices.Clone(i.cells), slices.Clone(i.along)
	i.keys, i.values = slices.Clone(i.keys), slices.Clone(i.values)
	return &i
}

// momentOf formats a time as RFC 3339; nil for 0.
func momentOf(seconds int64) *string {
	if seconds == 0 {
		return nil
	}
	return new(rfc3339Time(seconds))
}

// rfc3339Time returns Unix seconds as RFC 3339 has them.
func rfc3339Time(seconds int64) string { return time.Unix(seconds, 0).UTC().Format(time.RFC3339) }

// read runs a statement that returns documents, each with that many keys.
func (c *call) read(ctx context.Context, s evodb.Statement, keys int, r paging.Reading) (items []*documentItem, more bool, err error) {
	var size valueSize
	sight := c.Compiler()
	row := documentItem{ // the one that was read last
		shape: &c.shape, cells: make([]cell, len(c.shape.fields)), keys: make([]*string, keys),
		along: make([]string, len(c.readAlong())), values: make([]*string, len(c.valued)),
	}
	dest := row.columns()
	return paging.Gather(ctx, c.DB, s, r, func(scan evodb.Scan) (*documentItem, int, error) {
		if err := size.check(c.Options); err != nil { // before the row that only shows that more follow
			return nil, 0, err
		}
		err := scan(dest...)
		next := row.kept()
		next.id = next.cells[0].number
		for n, text := range next.values {
			next.values[n] = sight.ReadStored(text)
			size.add(next.values[n])
		}
		for n, f := range c.shape.fields {
			switch f.Type {
			case allowlist.Text:
				c.Untag(&next.cells[n].text)
			case allowlist.Title:
				c.Untag(&next.cells[n].text)
				if c.shape.chosen && next.cells[n].text != nil && err == nil {
					err = c.PlainTitle(ctx, next.cells[n].text)
				}
			}
		}
		return next, next.size(), err
	})
}

// size returns the length of the item's texts, in bytes.
func (i *documentItem) size() (bytes int) {
	for _, c := range i.cells {
		if c.text != nil {
			bytes += len(*c.text)
		}
	}
	return bytes + len(view.OrEmpty(i.content))
}

// contentText returns where the content of the document is.
func (i *documentItem) contentText() **string {
	at := slices.IndexFunc(i.shape.fields, func(f fieldOfCall) bool { return f.Name == "content" })
	if at < 0 {
		return &i.content
	}
	return &i.cells[at].text
}

// complete reads what documents need in addition to their own rows.
func (c *call) complete(ctx context.Context, items []*documentItem, selection []tvfilter.Selection) error {
	if len(items) == 0 {
		return nil
	}
	if len(selection) > 0 || c.everyTV {
		if err := c.fetchTVs(ctx, items, selection); err != nil {
			return err
		}
	}
	if c.found != nil {
		if err := c.fetchExcerpts(ctx, items, c.found); err != nil {
			return err
		}
	}
	return c.finish(ctx, items)
}

// maxLinked is the most different documents for which the link tags of a call are resolved. Further links are dropped,
// like links to documents that the caller may not see.
const maxLinked = 2_000

// finish fills in what depends on other documents, and converts rich texts.
func (c *call) finish(ctx context.Context, items []*documentItem) error {
	if err := c.fetchNearby(ctx, items); err != nil {
		return err
	}
	if c.shape.page {
		if err := c.visit(ctx, items); err != nil {
			return err
		}
	}
	if err := c.resolveItems(ctx, items); err != nil {
		return err
	}
	var ids []int64
	linked := map[int64]bool{}
	for _, item := range items {
		if c.shape.placed() {
			ids = append(ids, item.id)
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
	places, err := tree.PlacesOf(ctx, c.Site, ids)
	if err != nil {
		return err
	}
	if c.shape.has("lang") {
		if places.Languages, err = c.languages(ctx); err != nil {
			return err
		}
	}
	c.show(items, places)
	options := c.conversion(places)
	room := paging.MaxRead // bytes of converted text to keep: no more memory than the texts took when they were read
	for _, item := range items {
		item.place = places.Of(item.id)
		for _, t := range item.texts {
			options.Length = min(int(c.shape.length), max(shortest, room))
			if t.name == "content" {
				options.Offset = int(c.shape.offset)
			}
			if err := c.listMedia(ctx, item, t, t.options(options)); err != nil {
				return view.Ended(ctx)
			}
			if t.onlyMedia {
				continue
			}
			if err := t.convert(ctx, t.options(options)); err != nil {
				return view.Ended(ctx)
			}
			options.Offset = 0
			room -= len(**t.text)
		}
		item.aim(places)
		item.texts = slices.DeleteFunc(item.texts, func(t *richText) bool { return t.onlyMedia })
	}
	return c.listFiles(ctx, items, places.Base())
}

// readAlong returns the fields that the call reads together with its documents, because their texts may name them. It does not change
// during a call.
func (c *call) readAlong() []string {
	if !c.AsVisitor() || !c.shape.kinds() && !c.shape.has("introtext") {
		return nil
	}
	return c.Named
}
