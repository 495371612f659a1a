package query

import (
	"fmt"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
)

// Compiler compiles the requests of one caller to one site. Its statements return only what the caller's view shows.
type Compiler struct {
	schema      *evodb.Schema
	view        View
	members     []allowlist.DocumentField // members of documents that statements return
	printed     []string                  // fields that they return after the members, as placeholders print them
	valued      []int64                   // template variables whose values they return after these
	translation Translation
	// among selects the ids of the only documents that can be in the result; nil: all.
	among *selectBuilder
	// each says that the statement ends when its page is full. Then documents are best checked row by row.
	each bool
	all  bool // the statement looks at all documents of the site, or most of them
}

// For returns the compiler for a site and a view.
func For(schema *evodb.Schema, view View) Compiler {
	return Compiler{schema: schema, view: view, members: contractFields}
}

// table returns the quoted name of one of the site's tables.
func (c Compiler) table(name string) string { return "`" + c.schema.Prefix + name + "`" }

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
