package query

import sq "github.com/Masterminds/squirrel"

// Period is a range of time in Unix seconds, both ends included. A nil end is open.
type Period struct{ From, To *int64 }

// Dates says when documents were created, edited and published, and when they expire; nil means at any time. Documents
// that lack a time are in no period.
type Dates struct{ Created, Edited, Published, Expires *Period }

// conditions are the conditions on a document.
//
// Documents are published at pub_date; without it, when an editor published them; without that, when they were created.
func (d Dates) conditions() sq.And {
	var all sq.And
	for _, of := range []struct {
		expression string
		period     *Period
	}{
		{"c.createdon", d.Created},
		{"c.editedon", d.Edited},
		{"IF(c.pub_date > 0, c.pub_date, IF(c.publishedon > 0, c.publishedon, c.createdon))", d.Published},
		{"c.unpub_date", d.Expires},
	} {
		if of.period == nil {
			continue
		}
		from := int64(1)
		if of.period.From != nil {
			from = max(from, *of.period.From)
		}
		all = append(all, sq.Expr(of.expression+" >= ?", from))
		if of.period.To != nil {
			all = append(all, sq.Expr(of.expression+" <= ?", *of.period.To))
		}
	}
	return all
}
