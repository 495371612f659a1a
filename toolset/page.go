package toolset

import (
	"context"
	"errors"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/toolset/schema"
	"emcp/toolset/view"
)

// pageInput are the arguments for reading a list page by page.
type pageInput struct {
	Limit        schema.Int64 `json:"limit"`
	Offset       schema.Int64 `json:"offset"`
	Cursor       string       `json:"cursor"`
	IncludeTotal bool         `json:"include_total"`
	OmitEmpty    bool         `json:"omit_empty"`
}

// pageArguments describes the arguments of pageInput. offset is the highest offset.
func pageArguments(o view.Options, offset int64) []schema.Property {
	return pagesOf(schema.Integer("Items a page", 1, o.ListLimit), offset)
}

// countArguments is pageArguments for a list that can be counted without an item.
func countArguments(o view.Options, offset int64) []schema.Property {
	return pagesOf(schema.Integer("Items a page", 0, o.ListLimit).LowestWith("include_total"), offset)
}

func pagesOf(limit *schema.Schema, offset int64) []schema.Property {
	return []schema.Property{
		schema.Required("limit", limit),
		schema.Rare("offset", schema.Integer("Items to skip", 0, offset).InBrief("")),
		schema.Rare("cursor", schema.Text("next_cursor of the page before; repeat all but limit", view.MaxCursor).InBrief("next_cursor of the page before")),
		schema.Rare("include_total", schema.Boolean("Count all in meta.total").InBrief("Add meta.total")),
	}
}

// check refuses a cursor together with an offset, and strings that cannot be a cursor.
func (in pageInput) check() error {
	switch {
	case in.Cursor == "":
		return nil
	case in.Offset > 0:
		return fault.Invalid("offset", "the cursor already says where the page begins; remove offset")
	}
	_, _, err := view.Unseal(in.Cursor)
	return err
}

// extended reports whether a call has paging arguments beyond the contract.
func (in pageInput) extended() bool { return in.Cursor != "" || in.IncludeTotal || in.OmitEmpty }

// listPage is the part of a list that a call asks for.
type listPage struct {
	limit  int64
	offset int64 // items before the page
	after  *query.Position
	total  bool // whether to count all items
	// whole says that the page must be complete, otherwise the call fails. Callers of the contract add limit to offset,
	// and do not know has_more. Other pages may end early.
	whole bool
}

// page returns the page that a call asks for. extended says that the call has arguments beyond the contract.
func (c *call) page(in pageInput, extended bool) (listPage, error) {
	p := listPage{limit: int64(in.Limit), offset: int64(in.Offset), total: in.IncludeTotal, whole: !extended}
	if in.Cursor == "" {
		return p, nil
	}
	cursors, err := c.Cursors()
	if err != nil {
		return p, err
	}
	place, err := cursors.Place(in.Cursor)
	p.offset, p.after = place.Passed, &query.Position{Keys: place.Keys, ID: place.ID}
	return p, err
}

// compiled returns the page with one row more, which shows whether more rows follow.
func (p listPage) compiled() query.Page {
	if p.after != nil {
		return query.PageAfter(p.limit+1, *p.after)
	}
	return query.NewPage(p.limit+1, p.offset)
}

// cutToPage drops the rows beyond the page, and reports whether more rows follow.
func cutToPage[T any](p listPage, rows []T, more bool) ([]T, bool) {
	if int64(len(rows)) > p.limit {
		return rows[:p.limit], true
	}
	return rows, more
}

// readPage returns a page of a list of documents, and whether more documents follow.
func (c *call) readPage(ctx context.Context, l query.Listing, p listPage) (items []*documentItem, more bool, err error) {
	if c.Schema.Documents >= c.Options.NearestFrom {
		statement, ok, err := l.Ahead(p.compiled())
		if err != nil {
			return nil, false, err
		}
		if ok {
			items, more, err = c.read(ctx, statement, l.Keys(), p.reading(c.Options))
			if items, more = cutToPage(p, items, more); more || err != nil {
				return items, more, err
			}
		}
	}
	statement, err := l.Page(p.compiled())
	if err != nil {
		return nil, false, err
	}
	items, more, err = c.read(ctx, statement, l.Keys(), p.reading(c.Options))
	items, more = cutToPage(p, items, more)
	return items, more, err
}

// count returns the length of a list, or nil if the page does not ask for it.
func (c *call) count(ctx context.Context, l query.Listing, p listPage) (*int64, error) {
	if !p.total {
		return nil, nil
	}
	statement, err := l.Count()
	if err != nil {
		return nil, err
	}
	total := new(int64)
	return total, c.DB.Query(ctx, statement, func(scan evodb.Scan) error { return scan(total) })
}

// maxRead bounds how much text of documents or rows a call reads whose page may end early, in bytes. Rich texts are cut
// only after their conversion, which takes at most a second for this much text.
const maxRead = 8 << 20

// rowReading bounds how much text a statement may return.
type rowReading struct {
	bytes int
	rows  int64 // rows whose texts count; rows beyond them only show that more follow
	whole bool  // whether too much text is a fault; otherwise the rows end early
}

// anyRows reads rows that may end early.
var anyRows = rowReading{bytes: maxRead}

// reading returns how to read the rows of a page. All texts of a whole page are sent.
func (p listPage) reading(o view.Options) rowReading {
	if p.whole {
		return rowReading{bytes: o.ResultBytes, rows: p.limit, whole: true}
	}
	return anyRows
}

// errFull stops the reading of rows.
var errFull = errors.New("more text than a call reads")

// gather runs a statement and returns its rows, which read makes, together with the size of their text in bytes. If
// they have more text than r allows, the rows end early (with at least one row) and more is true, or the error is a
// fault.
func gather[T any](
	ctx context.Context, db *evodb.DB, s evodb.Statement, r rowReading, read func(evodb.Scan) (T, int, error),
) (rows []T, more bool, err error) {
	size := 0
	err = db.Query(ctx, s, func(scan evodb.Scan) error {
		next, bytes, err := read(scan)
		if err != nil {
			return err
		}
		if !r.whole || int64(len(rows)) < r.rows {
			size += bytes
		}
		if size > r.bytes && (r.whole || len(rows) > 0) {
			return errFull
		}
		rows = append(rows, next)
		return nil
	})
	switch {
	case !errors.Is(err, errFull):
		return rows, false, err
	case r.whole:
		return nil, false, TooLarge(r.bytes)
	}
	return rows, true, nil
}

// listRow is an item of a list.
type listRow interface {
	appendJSON(b []byte) ([]byte, error)
	position() query.Position
}

// listOf answers with a page of documents or of a model's rows; model is "" for documents. If the page may end early
// and the rows exceed the size that lists aim at, it shortens them, and then ends the page early, with at least one
// row.
func listOf[T listRow](c *call, p listPage, rows []T, more bool, total *int64, model string, shorten func(rows []T, bytes int) error) (toolAnswer, error) {
	budget := budgetOf(c.Options)
	if p.whole {
		shorten = nil
	}
	list, err := encodeWithin(rows, budget, roomForCursor, shorten)
	if err != nil {
		return nil, err
	}
	next := ""
	for {
		last := list.len() - 1
		if more {
			if next, err = c.cursorAfter(p, list.len(), rows[last]); err != nil {
				return nil, err
			}
		}
		if p.whole || last < 1 || list.size.over(budget, len(next)) <= 0 {
			break
		}
		list.drop()
		more = true
	}
	return listAnswer{items: list, next: next, meta: listMeta{
		Limit: p.limit, Offset: p.offset, Count: list.len(), HasMore: more, Total: total, ToolsetVersion: Version, Model: model,
		Server: c.Options.Server,
	}}, nil
}

// cursorAfter returns the cursor for the page after the first n rows of p. last is the last of these rows.
func (c *call) cursorAfter(p listPage, n int, last listRow) (string, error) {
	cursors, err := c.Cursors()
	if err != nil {
		return "", err
	}
	at := last.position()
	return cursors.At(view.Place{Keys: at.Keys, ID: at.ID, Passed: p.offset + int64(n)}), nil
}
