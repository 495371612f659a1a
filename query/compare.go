package query

import (
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
)

// compare compiles a comparison of a column with the values that the operator takes. No value is in an empty list.
func compare(operand sq.Sqlizer, op allowlist.Operator, values []any) sq.Sqlizer {
	switch {
	case op == allowlist.In && len(values) == 0:
		return sq.Expr("FALSE")
	case op == allowlist.NotIn && len(values) == 0:
		op = allowlist.IsNotNull
	}
	switch op {
	case allowlist.IsNull:
		return sq.Expr("? IS NULL", operand)
	case allowlist.IsNotNull:
		return sq.Expr("? IS NOT NULL", operand)
	case allowlist.In, allowlist.NotIn:
		not := ""
		if op == allowlist.NotIn {
			not = "NOT "
		}
		list := "(?" + strings.Repeat(",?", len(values)-1) + ")"
		return sq.Expr("? "+not+"IN "+list, append([]any{operand}, values...)...)
	case allowlist.Contains:
		return contains(operand, values[0].(string))
	case allowlist.EndsWith:
		text := values[0].(string)
		return sq.Expr("RIGHT(?, CHAR_LENGTH(?)) LIKE ? ESCAPE '|'", operand, text, literal.Replace(text))
	case allowlist.StartsWith:
		return sq.Expr("? LIKE ? ESCAPE '|'", operand, literal.Replace(values[0].(string))+"%")
	}
	return sq.Expr("? "+op.String()+" ?", operand, values[0])
}

// literal escapes a text for a LIKE pattern whose escape character is |.
//
// MySQL 5.6 ignores the escape of the character directly after a % if the collation is a Unicode one: it reads %|% as
// two wildcards. So no pattern may have an escaped character there.
var literal = strings.NewReplacer("|", "||", "%", "|%", "_", "|_")

// contains matches a text within a column. A text that would begin with an escaped character after the % is matched
// with LOCATE instead, which distinguishes more accents.
func contains(operand sq.Sqlizer, text string) sq.Sqlizer {
	if strings.IndexAny(text, "|%_") == 0 {
		return sq.Expr("LOCATE(?, ?) > 0", text, operand)
	}
	return sq.Expr("? LIKE ? ESCAPE '|'", operand, "%"+literal.Replace(text)+"%")
}
