package query

import (
	"fmt"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// writable is an expression that writes itself into a statement. Most do: to make a string for each, and another for
// each expression around it, took half of the time in which a page of a list was compiled.
type writable interface {
	sq.Sqlizer
	write(w *sqlWriter)
}

// sqlWriter writes a statement.
type sqlWriter struct {
	text []byte
	args []any
	err  error // the first one
}

// sqlOf returns the SQL of an expression and its arguments in their order.
func sqlOf(e writable) (string, []any, error) {
	var w sqlWriter
	e.write(&w)
	return string(w.text), w.args, w.err
}

// add writes SQL.
func (w *sqlWriter) add(sql ...string) {
	for _, s := range sql {
		w.text = append(w.text, s...)
	}
}

// bind adds arguments for the question marks in what was added.
func (w *sqlWriter) bind(args ...any) { w.args = append(w.args, args...) }

// fail keeps the first error; nil is none.
func (w *sqlWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// parts writes parts with a separator between them, and the keyword before them. Empty ones are left out.
func (w *sqlWriter) parts(keyword, separator string, parts ...sqlPart) {
	for _, p := range parts {
		text, args := w.text, w.args
		w.add(keyword)
		begin := len(w.text)
		if w.part(p); len(w.text) == begin {
			w.text, w.args = text, args
			continue
		}
		keyword = separator
	}
}

func (w *sqlWriter) part(p sqlPart) {
	switch e := p.expression.(type) {
	case nil:
		w.add(p.sql)
		w.bind(p.args...)
	case writable:
		e.write(w)
	default:
		sql, args, err := e.ToSql()
		w.fail(err)
		w.add(sql)
		w.bind(args...)
	}
}

// sqlText is an expression without arguments.
type sqlText string

// ToSql returns the text.
func (t sqlText) ToSql() (string, []any, error) { //nolint:revive // the name is that of squirrel
	return string(t), nil, nil
}

func (t sqlText) write(w *sqlWriter) { w.add(string(t)) }

func columnOf(name string) sq.Sqlizer { return sqlText(name) }

// columnList is several columns as one part of a statement.
type columnList []sq.Sqlizer

// ToSql returns the columns with commas between them.
func (l columnList) ToSql() (string, []any, error) { return sqlOf(l) } //nolint:revive // the name is that of squirrel

func (l columnList) write(w *sqlWriter) {
	for i, column := range l {
		if i > 0 {
			w.add(", ")
		}
		w.part(sqlPart{expression: column})
	}
}

// subselect is a SELECT in the place of a table.
type subselect struct {
	from  selectBuilder
	alias string
}

// ToSql returns the SELECT and its alias.
func (s subselect) ToSql() (string, []any, error) { return sqlOf(s) } //nolint:revive // the name is that of squirrel

func (s subselect) write(w *sqlWriter) {
	w.add("(")
	s.from.write(w)
	w.add(") AS ", s.alias)
}

// statement renders a builder.
func statement(s sq.Sqlizer) (evodb.Statement, error) {
	w := sqlWriter{text: make([]byte, 0, roomForSQL), args: make([]any, 0, roomForArgs)}
	w.part(sqlPart{expression: s})
	if w.err != nil {
		return evodb.Statement{}, fmt.Errorf("compile: %w", w.err)
	}
	return evodb.Statement{SQL: string(w.text), Args: w.args}, nil
}

// roomForSQL and roomForArgs are the initial capacities for a statement. Most need no more.
const (
	roomForSQL  = 2 << 10
	roomForArgs = 16
)

// anyOf returns values as arguments of a statement.
func anyOf[T any](values []T) []any {
	all := make([]any, len(values))
	for i, v := range values {
		all[i] = v
	}
	return all
}

// oneOf returns the condition that a column has one of the ids, which must not be empty. It is faster than squirrel's
// Eq, which uses reflection.
func oneOf(column string, ids []int64) sq.Sqlizer {
	return sq.Expr(column+" IN (?"+strings.Repeat(",?", len(ids)-1)+")", anyOf(ids)...)
}
