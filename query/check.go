package query

import (
	"time"

	"emcp/evodb"
)

// Parents returns id and parent of all documents.
func Parents(schema *evodb.Schema) (evodb.Statement, error) {
	return statement(newSelect("c.id", "c.parent").From(For(schema, Manager()).table("site_content") + " AS c"))
}

// Closure returns ancestor and descendant of the closure table of the documents.
func Closure(schema *evodb.Schema) (evodb.Statement, error) {
	return statement(newSelect("l.ancestor",
		"l.descendant").From(For(schema, Manager()).table("site_content_closure") + " AS l"))
}

// StoredBindings returns the names of the template variables for which documents store @-bindings, sorted by name.
func StoredBindings(schema *evodb.Schema) (evodb.Statement, error) {
	c := For(schema, Public(time.Time{}))
	return statement(newSelect("t.name").Distinct().From(c.table("site_tmplvar_contentvalues") + " AS v").
		Join(c.table("site_tmplvars") + " AS t ON t.id = v.tmplvarid").
		Where("v.value IS NOT NULL AND " + c.stored("v.value") + " IS NULL").OrderBy("t.name"))
}
