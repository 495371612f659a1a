package query

import (
	"slices"
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
	"emcp/internal/quantity"
)

// StoredKinds are template variables by what their values can be. A variable is in one of the lists at most; the values
// of others are only counted.
type StoredKinds struct {
	Dates   []int64
	Numbers []StoredNumbers
	Texts   []int64 // can be lists, of ids too
}

// StoredNumbers are template variables whose values are numbers of one type.
type StoredNumbers struct {
	Type *quantity.Type
	TVs  []int64
}

// Forms of stored values. A date has its pattern as its form, such as dd-mm-YYYY HH:MM:SS.
const (
	FormText     = "text"
	FormIDs      = "ids"  // several ids, with || or commas between them
	FormID       = "id"   // one id, two numbers with a comma between them, which can be a decimal, or nothing
	FormBars     = "||"   // a list with || between its elements
	FormCommas   = ","    // a list with commas between its elements
	FormUnixTime = "unix" // seconds since 1970
)

// Patterns for values that are lists.
const (
	idPattern     = `[1-9][0-9]{0,9}`
	idsPattern    = `^` + idPattern + `((, ?` + idPattern + `){2,}|([|][|]` + idPattern + `)+)$`
	fewIDsPattern = `^` + idPattern + `(, ?` + idPattern + `)?$`
	// commasPattern excludes what sentences and structured values have, but for [, which no way to write a class of
	// characters excludes on all servers.
	commasPattern = `^[^],;:.!?{}<>"@|]+(,[^],;:.!?{}<>"@|]+)+$`
)

// longestList is the longest value that is taken for a list, in characters.
const longestList = 255

// TVUse returns a row for each form in which visible documents store values of template variables: tmplvarid; form;
// the number of documents, without those whose value the view hides; the lowest and the highest date (in Unix
// seconds) or number; and the beginning of one of the values, which the view can hide unless the form is FormIDs. The
// last three can be NULL. tvs must not be empty, and the view must show all of them. A variable without values has no
// row. NULL is not counted.
//
// It is one statement, because reading the values of a big site is what takes time.
func (c Compiler) TVUse(tvs []int64, kinds StoredKinds, s Sample) (evodb.Statement, error) {
	const column = "v.value"
	amounts := c.storedAmounts(column, kinds)
	beginning := kindCase{kinds.Texts, sq.Expr("LEFT(" + column + ", " + strconv.Itoa(longestList) + ")")}
	rows := c.visibleValues(s, "v.tmplvarid").
		Column(sq.Alias(c.form(column, kinds), "form")).
		Column(s.of(c.value(column))).
		Column(extreme("MIN", amounts...)).Column(extreme("MAX", amounts...)).Column(extreme("MAX", beginning)).
		Where(sq.Eq{"v.tmplvarid": tvs}).GroupBy("v.tmplvarid", "form")
	return statement(rows.OrderBy("v.tmplvarid", "form"))
}

// kindCase is an expression for the values of some template variables.
type kindCase struct {
	tvs   []int64
	value sq.Sqlizer
}

// perKind is the expression for the variable of a value, or otherwise if no case has the variable.
func perKind(otherwise string, cases ...kindCase) sq.Sqlizer {
	text, parts := "CASE", []any{}
	for _, kind := range cases {
		if len(kind.tvs) > 0 {
			text += " WHEN ? THEN ?"
			parts = append(parts, sq.Eq{"v.tmplvarid": kind.tvs}, kind.value)
		}
	}
	if len(parts) == 0 {
		return sq.Expr(otherwise)
	}
	return sq.Expr(text+" ELSE "+otherwise+" END", parts...)
}

// extreme is an aggregate of the expressions for the variables of values, and NULL for other variables. It is a plain
// NULL if it is that for all of them, because the engine of the demo fails at MAX(NULL).
func extreme(function string, cases ...kindCase) sq.Sqlizer {
	if !slices.ContainsFunc(cases, func(one kindCase) bool { return len(one.tvs) > 0 }) {
		return sq.Expr("NULL")
	}
	return sq.Expr(function+"(?)", perKind("NULL", cases...))
}

// storedAmounts are the values that are dates or numbers.
func (c Compiler) storedAmounts(column string, kinds StoredKinds) []kindCase {
	cases := []kindCase{{kinds.Dates, c.seconds(column)}}
	for _, numbers := range kinds.Numbers {
		cases = append(cases, kindCase{numbers.TVs, c.number(column, numbers.Type)})
	}
	return cases
}

// form is the form of a value.
func (c Compiler) form(column string, kinds StoredKinds) sq.Sqlizer {
	text := c.plainly(column)
	dates := sq.Expr("CASE WHEN ? IS NULL THEN '"+FormText+"'"+
		" WHEN "+text+" REGEXP ? THEN SUBSTRING('dd-mm-YYYY HH:MM:SS', 1, CHAR_LENGTH("+column+"))"+
		" WHEN "+text+" REGEXP ? THEN '"+FormUnixTime+"'"+
		" WHEN SUBSTRING("+column+", 5, 1) = '/' THEN SUBSTRING('YYYY/mm/dd HH:MM:SS', 1, CHAR_LENGTH("+column+"))"+
		" WHEN SUBSTRING("+column+", 11, 1) = 'T' THEN SUBSTRING('YYYY-mm-ddTHH:MM:SSZ', 1, CHAR_LENGTH("+column+"))"+
		" ELSE SUBSTRING('YYYY-mm-dd HH:MM:SSZ', 1, CHAR_LENGTH("+column+")) END",
		c.seconds(column), c.whole(dayFirstPattern), c.whole(unixPattern))
	// Most texts do not begin with a digit. JSON begins with [ or {.
	texts := sq.Expr("CASE WHEN CHAR_LENGTH("+column+") > "+strconv.Itoa(longestList)+" THEN '"+FormText+"'"+
		" WHEN "+column+" = '' THEN '"+FormID+"'"+
		" WHEN ASCII("+column+") BETWEEN 49 AND 57 AND "+text+" REGEXP ? THEN '"+FormIDs+"'"+
		" WHEN ASCII("+column+") BETWEEN 49 AND 57 AND "+text+" REGEXP ? THEN '"+FormID+"'"+
		" WHEN LOCATE('||', "+column+") > 0 AND ASCII("+column+") NOT IN (91, 123) THEN '"+FormBars+"'"+
		" WHEN LOCATE(',', "+column+") > 0 AND LOCATE('[', "+column+") = 0 AND "+text+" REGEXP ? THEN '"+FormCommas+"'"+
		" ELSE '"+FormText+"' END",
		c.whole(idsPattern), c.whole(fewIDsPattern), c.whole(commasPattern))
	return perKind("'"+FormText+"'", kindCase{kinds.Dates, dates}, kindCase{kinds.Texts, texts})
}
