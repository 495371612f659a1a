package query

import (
	"errors"
	"strconv"

	sq "github.com/Masterminds/squirrel"
)

// selectBuilder composes a SELECT from parts, as squirrel's builder of this name does. A method returns a new builder,
// and the old one stays as it was. squirrel has its parts in persistent maps and reads them by reflection, which took a
// tenth of the processor time of a page of 20 documents; here they are in slices.
type selectBuilder struct {
	with     sq.Sqlizer // before the statement; nil: nothing
	distinct bool
	columns  []sqlPart
	from     sqlPart
	joins    []sqlPart
	wheres   []sqlPart
	groups   []sqlPart
	having   sqlPart
	orders   []sqlPart
	limit    string
	offset   string
}

// sqlPart is SQL with its arguments, or an expression.
type sqlPart struct {
	sql        string
	args       []any
	expression sq.Sqlizer
}

// partOf returns a part from a string with arguments, or from an expression.
func partOf(sql any, args []any) sqlPart {
	if text, ok := sql.(string); ok {
		return sqlPart{sql: text, args: args}
	}
	return sqlPart{expression: sql.(sq.Sqlizer)}
}

// added returns the parts with another one. It never writes into the array of parts, which other builders may have too.
func added(parts []sqlPart, p sqlPart) []sqlPart { return append(parts[:len(parts):len(parts)], p) }

// addedTexts is added for several parts without arguments.
func addedTexts(parts []sqlPart, texts []string) []sqlPart {
	all := make([]sqlPart, len(parts), len(parts)+len(texts))
	copy(all, parts)
	for _, text := range texts {
		all = append(all, sqlPart{sql: text})
	}
	return all
}

// newSelect starts a SELECT of these columns.
func newSelect(columns ...string) selectBuilder {
	return selectBuilder{columns: addedTexts(nil, columns)}
}

// PrefixExpr puts an expression before the statement.
func (b selectBuilder) PrefixExpr(expression sq.Sqlizer) selectBuilder {
	b.with = expression
	return b
}

// Distinct leaves out equal rows.
func (b selectBuilder) Distinct() selectBuilder {
	b.distinct = true
	return b
}

// Columns adds columns.
func (b selectBuilder) Columns(columns ...string) selectBuilder {
	b.columns = addedTexts(b.columns, columns)
	return b
}

// Column adds a column: a string or an expression.
func (b selectBuilder) Column(column any) selectBuilder {
	b.columns = added(b.columns, partOf(column, nil))
	return b
}

// From sets the table.
func (b selectBuilder) From(table string) selectBuilder {
	b.from = sqlPart{sql: table}
	return b
}

// FromSelect sets another SELECT as the table.
func (b selectBuilder) FromSelect(from selectBuilder, alias string) selectBuilder {
	b.from = sqlPart{expression: subselect{from, alias}}
	return b
}

// JoinClause adds a join with its keyword: a string with arguments, or an expression.
func (b selectBuilder) JoinClause(join any, args ...any) selectBuilder {
	b.joins = added(b.joins, partOf(join, args))
	return b
}

// Join adds a JOIN.
func (b selectBuilder) Join(join string, args ...any) selectBuilder {
	return b.JoinClause("JOIN "+join, args...)
}

// LeftJoin adds a LEFT JOIN.
func (b selectBuilder) LeftJoin(join string, args ...any) selectBuilder {
	return b.JoinClause("LEFT JOIN "+join, args...)
}

// Where adds a condition: a string with arguments, or an expression. nil adds nothing.
func (b selectBuilder) Where(condition any, args ...any) selectBuilder {
	if condition != nil {
		b.wheres = added(b.wheres, partOf(condition, args))
	}
	return b
}

// GroupBy adds expressions to group by.
func (b selectBuilder) GroupBy(expressions ...string) selectBuilder {
	b.groups = addedTexts(b.groups, expressions)
	return b
}

// Having sets the condition on groups.
func (b selectBuilder) Having(condition string) selectBuilder {
	b.having = sqlPart{sql: condition}
	return b
}

// OrderByClause adds something to sort by: a string with arguments, or an expression.
func (b selectBuilder) OrderByClause(order any, args ...any) selectBuilder {
	b.orders = added(b.orders, partOf(order, args))
	return b
}

// OrderBy adds expressions to sort by.
func (b selectBuilder) OrderBy(orders ...string) selectBuilder {
	b.orders = addedTexts(b.orders, orders)
	return b
}

// Limit sets the highest number of rows.
func (b selectBuilder) Limit(rows uint64) selectBuilder {
	b.limit = strconv.FormatUint(rows, 10)
	return b
}

// Offset sets how many rows are skipped.
func (b selectBuilder) Offset(rows uint64) selectBuilder {
	b.offset = strconv.FormatUint(rows, 10)
	return b
}

// ToSql returns the statement and its arguments in their order.
func (b selectBuilder) ToSql() (string, []any, error) {
	return sqlOf(b)
} //nolint:revive // the name is that of squirrel

func (b selectBuilder) write(w *sqlWriter) {
	if len(b.columns) == 0 {
		w.fail(errors.New("a SELECT needs columns"))
		return
	}
	if b.with != nil {
		w.part(sqlPart{expression: b.with})
		w.add(" ")
	}
	w.add("SELECT ")
	if b.distinct {
		w.add("DISTINCT ")
	}
	w.parts("", ", ", b.columns...)
	w.parts(" FROM ", "", b.from)
	w.parts(" ", " ", b.joins...)
	w.parts(" WHERE ", " AND ", b.wheres...)
	w.parts(" GROUP BY ", ", ", b.groups...)
	w.parts(" HAVING ", "", b.having)
	w.parts(" ORDER BY ", ", ", b.orders...)
	if b.limit != "" {
		w.add(" LIMIT ", b.limit)
	}
	if b.offset != "" {
		w.add(" OFFSET ", b.offset)
	}
}
