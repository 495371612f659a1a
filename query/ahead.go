package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

const (
	// aheadOf is how many rows Ahead examines for each requested row.
	aheadOf = 8
	// maxAhead is the highest offset of Ahead.
	maxAhead = 500
)

// Ahead compiles a page that examines only the next rows of the list. ok is false if the list does not allow that. If
// the statement returns as many rows as the page has, they are the page; otherwise the caller must run Page. On a big
// site this returns the beginning of a long list at once, where Page first finds and sorts all documents (root tree of
// 100,000 documents: 1.5 ms instead of 700).
func (l Listing) Ahead(p Page) (s evodb.Statement, ok bool, err error) {
	if l.nearby == nil || p.offset > maxAhead {
		return evodb.Statement{}, false, nil
	}
	if p.after != nil && len(p.after.Keys) != len(l.keys) {
		return evodb.Statement{}, false, foreignPosition()
	}
	if l.ids, ok, err = l.nearby(p.after, aheadOf*(p.offset+p.limit)); !ok || err != nil {
		return evodb.Statement{}, false, err
	}
	l.with = nil
	s, err = l.Page(p)
	return s, err == nil, err
}

// nearbyIDs implements nearby for a list that is ordered by id. documents must find its rows by examining one
// document after the other.
func nearbyIDs(documents selectBuilder) nearby {
	return func(after *Position, next uint64) (selectBuilder, bool, error) {
		last := int64(next) //nolint:gosec // not more than aheadOf a row, and maxAhead
		if after != nil {
			last += after.ID
		}
		return documents.Where(sq.LtOrEq{"c.id": last}), true, nil
	}
}

// nearby is the compiler for statements that examine only the next rows.
func (c Compiler) nearby() Compiler {
	c.each, c.among = true, nil
	return c
}
