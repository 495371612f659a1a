// Package query compiles typed requests to SQL. It is the only place that writes SQL for content and models:
// identifiers come from constants, from the allowlist and from the schema that was found; every value is bound.
//
// What the strategies rest on: a page is found by ids over narrow rows and then joined back to its full rows; a join
// to a template variable is on its unique key, so that rows never multiply; the tree is walked over the indexed
// parent column; every order ends in id.
package query

import (
	"fmt"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
)

// Compiler compiles requests of one caller against one site. Its statements show only what the caller's view allows.
type Compiler struct {
	schema  *evodb.Schema
	view    View
	members []allowlist.DocumentField // of documents, that statements return
	// among selects the ids of the only documents that need to be looked at; nil: all.
	among *sq.SelectBuilder
	// each says that a statement ends when its page is full, so that what it asks about a document is best looked up for
	// every one.
	each bool
	all  bool // a statement looks at all documents of the site, or most
}

// For returns the compiler for a site and a view.
func For(schema *evodb.Schema, view View) Compiler {
	return Compiler{schema: schema, view: view, members: contractFields}
}

// table returns the quoted name of one of the site's tables.
func (c Compiler) table(name string) string { return "`" + c.schema.Prefix + name + "`" }

// statement renders a builder.
func statement(s sq.Sqlizer) (evodb.Statement, error) {
	sql, args, err := s.ToSql()
	if err != nil {
		return evodb.Statement{}, fmt.Errorf("compile: %w", err)
	}
	return evodb.Statement{SQL: sql, Args: args}, nil
}
