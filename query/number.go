package query

import (
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/internal/quantity"
)

// numberCast is the type in which numbers in texts are compared. quantity reads no more digits.
const numberCast = "DECIMAL(40,10)"

// number is the number in a text that people have written, as quantity.Type.Parse reads it. It is NULL for texts
// without a number, bindings, and texts with tags. The work is linear in the text, and long texts are not examined.
func (c Compiler) number(column string, t *quantity.Type) sq.Sqlizer {
	number := c.numberOf(column, t)
	if other := t.Otherwise(); other != nil {
		return sq.Expr("IFNULL(?, ?)", number, c.numberOf(column, other))
	}
	return number
}

func (c Compiler) numberOf(column string, t *quantity.Type) sq.Sqlizer {
	text := sq.Expr("LOWER(" + c.plainly(column) + ")")
	for _, space := range quantity.Spaces {
		text = sq.Expr("REPLACE(?, ?, '')", text, space)
	}
	digits := text
	for _, mark := range t.Marks() {
		digits = sq.Expr("REPLACE(?, ?, '')", digits, mark)
	}
	var forms strings.Builder
	parts := []any{quantity.MaxLength, text, c.whole(t.Shape())}
	for _, form := range t.Forms() {
		written := digits
		if form.Thousands != "" {
			written = sq.Expr("REPLACE(?, ?, '')", written, form.Thousands)
		}
		if form.Point != "" {
			written = sq.Expr("REPLACE(?, ?, '.')", written, form.Point)
		}
		forms.WriteString(" WHEN ? REGEXP ? THEN CAST(? AS " + numberCast + ")")
		parts = append(parts, digits, c.whole(form.Pattern), written)
	}
	return sq.Expr("CASE WHEN CHAR_LENGTH("+column+") > ? OR ? NOT REGEXP ? THEN NULL"+forms.String()+" END", parts...)
}

// numberKind is the kind of sort keys made by number.
func numberKind(value string) (sq.Sqlizer, error) {
	return sq.Expr("CAST(? AS "+numberCast+")", value), nil
}
