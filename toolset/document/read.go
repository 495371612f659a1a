package document

import (
	"context"
	"slices"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

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

// size returns the length of the item's texts, in bytes.
func (i *Item) size() (bytes int) {
	for _, c := range i.cells {
		if c.Text != nil {
			bytes += len(*c.Text)
		}
	}
	return bytes + len(view.OrEmpty(i.content))
}

// valueSize is the length of the values of template variables, in bytes.
type valueSize int

func (s *valueSize) add(text *string) {
	if text != nil {
		*s += valueSize(len(*text))
	}
}

// check returns a fault if the values have more text than a call reads.
func (s *valueSize) check(o view.Options) error {
	most := max(paging.MaxRead, o.ResultBytes) // a text that is not converted cannot be larger than a result
	if int(*s) > most {
		return paging.TooLarge(most)
	}
	return nil
}
