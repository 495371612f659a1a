package query

import (
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/tvfilter"
)

// Patterns for the texts that allowlist.ParseStoredDate accepts as a date. They do not check the length of months,
// because CAST turns a day that does not exist into NULL. STR_TO_DATE does not on all servers.
const (
	clockPattern     = `([01][0-9]|2[0-3]):[0-5][0-9]`
	dayFirstPattern  = `^(0[1-9]|[12][0-9]|3[01])-(0[1-9]|1[0-2])-[1-9][0-9]{3}( ` + clockPattern + `(:[0-5][0-9])?)?$`
	yearFirstPattern = `^[1-9][0-9]{3}(-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T]` + clockPattern +
		`(:[0-5][0-9]Z?)?)?` +
		`|/(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01])( ` + clockPattern + `(:[0-5][0-9])?)?)$`
	unixPattern = `^[1-9][0-9]{8,9}$`
)

// seconds is a stored date in Unix seconds, or NULL if the text is not a date, is a binding or has tags. These checks
// are made only if the text begins with a digit, which few other texts do.
func (c Compiler) seconds(column string) sq.Sqlizer {
	text := c.plainly(column)
	since := func(year, month, day, rest string) string {
		return "TIMESTAMPDIFF(SECOND, '1970-01-01', CAST(CONCAT(" + year + ", '-', " + month + ", '-', " + day + ", " + rest +
			") AS DATETIME))"
	}
	part := func(from, length string) string { return "SUBSTRING(" + column + ", " + from + ", " + length + ")" }
	return sq.Expr("CASE WHEN ASCII("+column+") NOT BETWEEN 48 AND 57 THEN NULL"+
		" WHEN "+text+" REGEXP ? THEN "+since(part("7", "4"), part("4", "2"), part("1", "2"), part("11", "9"))+
		" WHEN "+text+" REGEXP ? THEN "+since(part("1", "4"), part("6", "2"), part("9", "2"),
		"REPLACE("+part("11", "9")+", 'T', ' ')")+
		" WHEN "+text+" REGEXP ? THEN CAST("+column+" AS SIGNED) END", c.whole(dayFirstPattern), c.whole(yearFirstPattern),
		c.whole(unixPattern))
}

// plainly prepares a column for REGEXP with a pattern of whole that does not match an x. For MySQL
// before 8, it replaces NUL by x.
func (c Compiler) plainly(column string) string {
	if c.schema.Recursive {
		return column
	}
	return withoutNUL(column, "x")
}

// whole changes a pattern that ends in $ so that it matches only whole texts. From MariaDB 10.2 and MySQL 8, $ also
// matches before a line break at the end.
func (c Compiler) whole(pattern string) string {
	if c.schema.Recursive {
		return strings.TrimSuffix(pattern, "$") + `\z`
	}
	return pattern
}

// time is a stored date as a cast compares it, in Unix seconds. If there is no value, it is the date of the default.
func (j tvJoins) time(o tvfilter.Operand) sq.Sqlizer {
	column := j.column(o.TV())
	value := j.seconds(column)
	if o.Cast().Day() {
		value = sq.Expr("FLOOR(? / 86400) * 86400", value)
	}
	text := o.Default()
	if text == nil {
		return value
	}
	replacement := sqlText("NULL")
	if at, ok := allowlist.ParseStoredDate(*text); ok {
		replacement = sqlText(strconv.FormatInt(o.Cast().Seconds(at), 10))
	}
	return sq.Expr("IF(? IS NULL, ?, ?)", j.shown(column), j.owned(o, replacement), value)
}

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
