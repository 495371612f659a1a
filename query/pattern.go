package query

import "strings"

// whole changes a pattern that ends in $ so that it matches only whole texts. From MariaDB 10.2 and MySQL 8, $ also
// matches before a line break at the end.
func (c Compiler) whole(pattern string) string {
	if c.schema.Recursive {
		return strings.TrimSuffix(pattern, "$") + `\z`
	}
	return pattern
}

// plainly prepares a column for REGEXP with a pattern of whole that does not match an x. For MySQL
// before 8, it replaces NUL by x.
func (c Compiler) plainly(column string) string {
	if c.schema.Recursive {
		return column
	}
	return withoutNUL(column, "x")
}

// matched prepares a column for REGEXP. In MySQL before 8, a NUL would end the text.
func (c Compiler) matched(column string) string {
	if c.schema.Recursive {
		return column
	}
	return withoutNUL(column, " ")
}

// withoutNUL replaces NUL by spaces, because a NUL ends a text for REGEXP in MySQL before 8.
func withoutNUL(column, replacement string) string {
	return "REPLACE(" + column + ", CHAR(0 USING ascii), '" + replacement + "')"
}
