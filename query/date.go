package query

import (
	sq "github.com/Masterminds/squirrel"
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
