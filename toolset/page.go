package toolset

import (
	"context"
	"errors"
	"sort"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/query"
)

// pageInput are the arguments with which a list is read page by page.
type pageInput struct {
	Limit        Integer `json:"limit"`
	Offset       Integer `json:"offset"`
	Cursor       string  `json:"cursor"`
	IncludeTotal bool    `json:"include_total"`
}

// pageArguments are the arguments of pageInput; offset is the highest one.
func pageArguments(o Options, offset int64) []property {
	return []property{
		required("limit", integer("Items a page", 1, o.ListLimit)),
		optional("offset", integer("Items to skip, 0 if absent", 0, offset)),
		optional("cursor", text("next_cursor of the page before; all other arguments but limit as there", maxCursor)),
		optional("include_total", boolean("Count all items in meta.total")),
	}
}

// check refuses two beginnings of one page, and what cannot be a cursor.
func (in pageInput) check() error {
	switch {
	case in.Cursor == "":
		return nil
	case in.Offset > 0:
		return fault.Invalid("offset", "a cursor says where the page begins; leave out offset")
	}
	_, _, err := unseal(in.Cursor)
	return err
}

// page is which part of a list a call asks for.
type page struct {
	limit  int64
	offset int64 // items before it
	after  *query.Position
	total  bool // whether all items are counted
}

func (c *call) page(in pageInput) (page, error) {
	p := page{limit: int64(in.Limit), offset: int64(in.Offset), total: in.IncludeTotal}
	if in.Cursor == "" {
		return p, nil
	}
	cursors, err := c.cursors()
	if err != nil {
		return p, err
	}
	place, err := cursors.place(in.Cursor)
	p.offset, p.after = place.Passed, &query.Position{Keys: place.Keys, ID: place.ID}
	return p, err
}

// compiled returns the page and one row more, by which it is known whether there are more.
func (p page) compiled() query.Page {
	if p.after != nil {
		return query.PageAfter(p.limit+1, *p.after)
	}
	return query.NewPage(p.limit+1, p.offset)
}

// cut leaves out what was read beyond the page, and says whether there is more.
func cut[T any](p page, rows []T, more bool) ([]T, bool) {
	if int64(len(rows)) > p.limit {
		return rows[:p.limit], true
	}
	return rows, more
}

// readPage returns a page of a list of documents, and whether there are more behind it.
func (c *call) readPage(ctx context.Context, l query.Listing, p page) (items []*item, more bool, err error) {
	if c.schema.Documents >= c.options.NearestFrom {
		statement, ok, err := l.Ahead(p.compiled())
		if err != nil {
			return nil, false, err
		}
		if ok {
			items, more, err = c.read(ctx, statement, l.Keys())
			if items, more = cut(p, items, more); more || err != nil {
				return items, more, err
			}
		}
	}
	statement, err := l.Page(p.compiled())
	if err != nil {
		return nil, false, err
	}
	items, more, err = c.read(ctx, statement, l.Keys())
	items, more = cut(p, items, more)
	return items, more, err
}

// count returns the length of a list where the page asks for it.
func (c *call) count(ctx context.Context, l query.Listing, p page) (*int64, error) {
	if !p.total {
		return nil, nil
	}
	statement, err := l.Count()
	if err != nil {
		return nil, err
	}
	total := new(int64)
	return total, c.db.Query(ctx, statement, func(scan evodb.Scan) error { return scan(total) })
}

// maxRead is how much text of documents or rows a call reads, in bytes: rich texts are cut only when they have been
// converted, and this much takes about a second.
const maxRead = 8 << 20

// errFull ends the reading of rows.
var errFull = errors.New("more than maxRead bytes")

// gather runs a statement and returns its rows, as read makes them, with the bytes of text in each. It ends early, with one
// row at least, where they have more than maxRead; then there are more.
func gather[T any](ctx context.Context, db *evodb.DB, s evodb.Statement, read func(evodb.Scan) (T, int, error)) (rows []T, more bool, err error) {
	size := 0
	err = db.Query(ctx, s, func(scan evodb.Scan) error {
		next, bytes, err := read(scan)
		if err != nil {
			return err
		}
		if size += bytes; size > maxRead {
			return errFull
		}
		rows = append(rows, next)
		return nil
	})
	switch {
	case errors.Is(err, errFull) && len(rows) == 0:
		return nil, false, tooLarge(maxRead)
	case errors.Is(err, errFull):
		return rows, true, nil
	}
	return rows, false, err
}

// row is an item of a list.
type row interface {
	json.MarshalerTo
	position() query.Position
}

// bytesPerToken is by what the tokens of a result are estimated.
const bytesPerToken = 4

// How much of a result is left for what stands beside its items, in bytes.
const (
	roomForMeta   = 300
	roomForCursor = 700 // that long are most; one of long texts can be ten times as long
)

// budget returns how many bytes the items of a list may have.
func (o Options) budget() int {
	return max(0, min(o.ResultTokens*bytesPerToken, o.ResultBytes)-roomForMeta)
}

// listOf answers with a page of rows of a model, or of documents, which have none. Rows that together have more bytes than
// a list should have are shortened, and then the page ends early, but with one row at least.
func listOf[T row](c *call, p page, rows []T, more bool, total *int64, model string, shorten func(rows []T, bytes int) error) (answer, error) {
	encoded, size, err := encode(rows)
	budget := c.options.budget()
	if over := size + roomForCursor - budget; err == nil && over > 0 {
		if err = shorten(rows, over); err == nil {
			encoded, size, err = encode(rows)
		}
	}
	next := ""
	for err == nil {
		if more {
			next, err = c.cursorAfter(p, len(encoded), rows[len(encoded)-1])
		}
		last := len(encoded) - 1
		if size+len(next) <= budget || last < 1 {
			break
		}
		size -= len(encoded[last])
		encoded, more = encoded[:last], true
	}
	return listAnswer{items: encoded, next: next, meta: listMeta{
		Limit: p.limit, Offset: p.offset, Count: len(encoded), HasMore: more, Total: total, ToolsetVersion: Version, Model: model,
	}}, err
}

// cursorAfter returns the cursor of the page behind the first n rows of p, of which that is the last.
func (c *call) cursorAfter(p page, n int, last row) (string, error) {
	cursors, err := c.cursors()
	if err != nil {
		return "", err
	}
	at := last.position()
	return cursors.at(listPlace{at.Keys, at.ID, p.offset + int64(n)})
}

// encode returns the JSON of rows, and the length of all of it.
func encode[T row](rows []T) (encoded []jsontext.Value, size int, err error) {
	encoded = make([]jsontext.Value, len(rows))
	for i, r := range rows {
		if encoded[i], err = json.Marshal(r, jsontext.AllowInvalidUTF8(true)); err != nil {
			return nil, 0, err
		}
		size += len(encoded[i])
	}
	return encoded, size, nil
}

// shortest is how long a rich text stays at least when a list is made to fit, in characters.
const shortest = 200

// roomForCut is how many bytes tell that a text of a document was cut.
const roomForCut = 100

// shortened cuts the longest rich texts of documents, which shall lose that many bytes together.
func shortened(items []*item, bytes int) error {
	var texts []*richText
	for _, item := range items {
		texts = append(texts, item.texts...)
		bytes += roomForCut
	}
	length, err := commonLength(texts, bytes)
	if err != nil {
		return err
	}
	for _, t := range texts {
		t.cut(0, length)
	}
	return nil
}

// commonLength returns the length that texts may have, in characters, so that together they lose the given number of bytes.
func commonLength(texts []*richText, bytes int) (int, error) {
	type measure struct{ characters, bytes int }
	measures, longest := make([]measure, len(texts)), shortest
	for i, t := range texts {
		quoted, err := jsontext.AppendQuote(nil, **t.text)
		if err != nil {
			return 0, err
		}
		measures[i] = measure{utf8.RuneCountInString(**t.text), len(quoted)}
		longest = max(longest, measures[i].characters)
	}
	lost := func(length int) (sum int) {
		for _, m := range measures {
			if m.characters > length {
				sum += m.bytes - m.bytes*length/m.characters
			}
		}
		return sum
	}
	// The less is cut, the longer texts may be: the first cut that is enough is the best.
	cut := sort.Search(longest-shortest, func(cut int) bool { return lost(longest-cut) >= bytes })
	return longest - cut, nil
}
