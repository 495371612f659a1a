package paging

import (
	"context"
	"errors"
	"slices"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/toolset/schema"
	"emcp/toolset/view"
)

// Input are the arguments for reading a list page by page.
type Input struct {
	Limit        schema.Int64 `json:"limit"`
	Offset       schema.Int64 `json:"offset"`
	Cursor       string       `json:"cursor"`
	IncludeTotal bool         `json:"include_total"`
	OmitEmpty    bool         `json:"omit_empty"`
}

// Arguments describes the arguments of Input. offset is the highest offset.
func Arguments(o view.Options, offset int64) []schema.Property {
	return pagesOf(schema.Integer("Items a page", 1, o.ListLimit).InBrief(""), offset)
}

// CountArguments is Arguments for a list that can also be counted without returning an item (limit 0).
func CountArguments(o view.Options, offset int64) []schema.Property {
	return pagesOf(schema.Integer("Items a page", 0, o.ListLimit).LowestWith("include_total").InBrief(""), offset)
}

func pagesOf(limit *schema.Schema, offset int64) []schema.Property {
	return []schema.Property{
		schema.Required("limit", limit),
		schema.Optional("offset", schema.Integer("Items to skip", 0, offset).InBrief("")),
		schema.Optional("cursor", schema.Text("next_cursor of the last page; repeat all but limit",
			view.MaxCursor).InBrief("next_cursor of the page before")),
		schema.Optional("include_total", schema.Boolean("Count all in meta.total").InBrief("")),
	}
}

// Check refuses a cursor together with an offset, and strings that cannot be a cursor.
func (in Input) Check() error {
	switch {
	case in.Cursor == "":
		return nil
	case in.Offset > 0:
		return fault.Invalid("offset", "the cursor already says where the page begins; remove offset")
	}
	_, _, err := view.Unseal(in.Cursor)
	return err
}

// Extended reports whether a call has paging arguments beyond the contract.
func (in Input) Extended() bool { return in.Cursor != "" || in.IncludeTotal || in.OmitEmpty }

// Page is the part of a list that a call asks for.
type Page struct {
	Limit  int64
	Offset int64 // items before the page
	After  *query.Position
	Total  bool // whether to count all items
	// Whole makes the call fail if the page cannot be complete. Callers of the contract need that, because they add limit
	// to offset and do not look at has_more. Other pages may end early.
	Whole bool
}

// Page returns the page that a call asks for. extended says that the call has arguments beyond the contract.
func (in Input) Page(v *view.Site, extended bool) (Page, error) {
	p := Page{Limit: int64(in.Limit), Offset: int64(in.Offset), Total: in.IncludeTotal, Whole: !extended}
	if in.Cursor == "" {
		return p, nil
	}
	cursors, err := v.Cursors()
	if err != nil {
		return p, err
	}
	place, err := cursors.Place(in.Cursor)
	p.Offset, p.After = place.Passed, &query.Position{Keys: place.Keys, ID: place.ID}
	return p, err
}

// Compiled returns the page with one row more, which shows whether more rows follow.
func (p Page) Compiled() query.Page {
	if p.After != nil {
		return query.PageAfter(p.Limit+1, *p.After)
	}
	return query.NewPage(p.Limit+1, p.Offset)
}

// CutToPage drops the rows beyond the page, and reports whether more rows follow.
func CutToPage[T any](p Page, rows []T, more bool) ([]T, bool) {
	if int64(len(rows)) > p.Limit {
		return rows[:p.Limit], true
	}
	return rows, more
}

// Count returns the length of a list, or nil if the page does not ask for it.
func (p Page) Count(ctx context.Context, db *evodb.DB, l query.Listing) (*int64, error) {
	if !p.Total {
		return nil, nil
	}
	statement, err := l.Count()
	if err != nil {
		return nil, err
	}
	total := new(int64)
	return total, db.Query(ctx, statement, func(scan evodb.Scan) error { return scan(total) })
}

// MaxRead bounds how much text of documents or rows a call reads whose page may end early, in bytes. Rich texts are cut
// only after their conversion, which takes at most a second for this much text.
const MaxRead = 8 << 20

// Reading bounds how much text a statement may return.
type Reading struct {
	bytes int
	rows  int64 // rows whose texts count; rows beyond them only show that more follow
	whole bool  // whether too much text is a fault; otherwise the rows end early
}

// AnyRows reads rows that may end early.
var AnyRows = Reading{bytes: MaxRead}

// Reading returns the bounds for reading the rows of a page. All texts of a whole page are sent.
func (p Page) Reading(o view.Options) Reading {
	if p.Whole {
		return Reading{bytes: o.ResultBytes, rows: p.Limit, whole: true}
	}
	return AnyRows
}

// ErrFull stops the reading of rows.
var ErrFull = errors.New("more text than a call reads")

// Gather runs a statement and returns its rows, which read makes, together with the size of their text in bytes. If
// they have more text than r allows, the rows end early (with at least one row) and more is true, or the error is a
// fault.
func Gather[T any](
	ctx context.Context, db *evodb.DB, s evodb.Statement, r Reading, read func(evodb.Scan) (T, int, error),
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
			return ErrFull
		}
		rows = append(rows, next)
		return nil
	})
	switch {
	case !errors.Is(err, ErrFull):
		return rows, false, err
	case r.whole:
		return nil, false, TooLarge(r.bytes)
	}
	return rows, true, nil
}

// Row is an item of a list.
type Row interface {
	AppendJSON(b []byte) ([]byte, error)
	Position() query.Position
}

// CursorAfter returns the cursor for the page after the first n rows of p. last is the last of them.
func (p Page) CursorAfter(v *view.Site, n int, last Row) (string, error) {
	cursors, err := v.Cursors()
	if err != nil {
		return "", err
	}
	at := last.Position()
	return cursors.At(view.Place{Keys: at.Keys, ID: at.ID, Passed: p.Offset + int64(n)}), nil
}

// Begin returns the index of the page's first item in a list of ids.
func (p Page) Begin(ids []int64) (int64, error) {
	if p.After == nil {
		return min(p.Offset, int64(len(ids))), nil
	}
	at := slices.Index(ids, p.After.ID)
	if at < 0 {
		return 0, fault.Invalid("cursor", "the document after which this page begins was moved; start again without a cursor")
	}
	return int64(at) + 1, nil
}

// TooLarge returns the fault for a result that has more than limit bytes.
func TooLarge(limit int) error {
	return fault.New(fault.ResultTooLarge,
		"the result has more than %d bytes; ask for less: a smaller limit, or fewer with_tvs", limit)
}
