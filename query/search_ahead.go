package query

import (
	"slices"

	sq "github.com/Masterminds/squirrel"
)

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
