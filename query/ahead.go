package query

import (
	"slices"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// nearby returns the rows of a list among the next rows, up to that many, after a position or from the beginning if
// that is nil. ok is false if the rows can only be found by reading all of them.
type nearby func(after *Position, next uint64) (ids selectBuilder, ok bool, err error)

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

// nearbyValues implements nearby for a search of the whole site that is sorted by template variables without defaults,
// with one key for each. NULL comes before or after all values, so the list has parts: in each part, the documents have
// no value of the first variables, and have one of the next variable. In a part with values, these are sorted before
// anything is checked about their documents. By itself the server would look at all documents and write all values down
// to sort them (100,000 documents, processor time: 420 ms instead of 140). The stored values are sorted, and what the
// view does not show is left out afterwards, which saves a check of each value.
func (c Compiler) nearbyValues(s Search, joins tvJoins, keys []key) nearby {
	stored := c.stores(s)
	return func(after *Position, next uint64) (ids selectBuilder, ok bool, err error) {
		part := sq.And{}
		for i, k := range keys {
			// Documents with a value come first, or are all that remains.
			if after == nil && k.nullsLast() || after != nil && after.Keys[i] != nil {
				order := slices.Clone(keys)
				order[i] = stored[i]
				part = append(part, sq.Expr("? IS NOT NULL", stored[i].expression))
				c.among, err = joins.next(s.Order.TVs[i].Operand().TV(), part, order, after, next)
				ids = c.narrow(c.documents(), s, joins)
				if joins.hides {
					ids = ids.Where(sq.Expr("? IS NOT NULL", k.expression))
				}
				return ids, err == nil, err
			}
			part = append(part, sq.Expr("? IS NULL", k.expression))
		}
		return nearbyIDs(c.narrow(c.documents(), s, joins).Where(part))(after, next)
	}
}

// stores returns the keys of a search on the stored values. If a key is not NULL in the view, both values are the same.
func (c Compiler) stores(s Search) []key {
	c.view = Manager()
	return s.Order.keys(c, c.joinTVs(s))
}

// nearbyDocuments implements nearby for a search of the whole site that is sorted by one column of
// site_content. The documents are sorted by the stored value before the view is checked, because a check takes
// as long as reading the document.
func (c Compiler) nearbyDocuments(s Search, joins tvJoins, keys []key) nearby {
	stored := c.stores(s)
	return func(after *Position, next uint64) (ids selectBuilder, ok bool, err error) {
		if keys[0].last && after != nil && after.Keys[0] == nil {
			return nearbyIDs(c.narrow(c.documents(), s, joins).Where(sq.Expr("? IS NULL", keys[0].expression)))(after, next)
		}
		documents := newSelect("c.id AS id").From(c.table("site_content") + " AS c")
		if after != nil {
			behind, err := behindPosition(stored, "c.id", *after)
			if err != nil {
				return ids, false, err
			}
			documents = documents.Where(behind)
		}
		documents, _ = sorted(documents, stored)
		documents = documents.Limit(next)
		c.among = &documents
		ids = c.narrow(c.documents(), s, joins)
		if keys[0].last {
			ids = ids.Where(sq.Expr("? IS NOT NULL", keys[0].expression))
		}
		return ids, true, nil
	}
}
