package query

import (
	"slices"

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

// contractFields are the members of documents that statements return by default.
var contractFields = slices.DeleteFunc(slices.Clone(allowlist.DocumentFields()),
	func(f allowlist.DocumentField) bool { return !f.Contract })

// For returns the compiler for a site and a view.
func For(schema *evodb.Schema, view View) Compiler {
	return Compiler{schema: schema, view: view, members: contractFields}
}

// table returns the quoted name of one of the site's tables.
func (c Compiler) table(name string) string { return "`" + c.schema.Prefix + name + "`" }

// Reading returns a compiler whose statements return these members of documents, in this order. None has Tree, Nearby,
// Embedded or SearchEngines as source, because these take more than a statement.
func (c Compiler) Reading(members []allowlist.DocumentField) Compiler {
	c.members = members
	return c
}

// Printing returns a compiler whose statements return these fields of documents as well, after the members, as
// Variables does. fields must be from VariableFields.
func (c Compiler) Printing(fields []string) Compiler {
	c.printed = fields
	return c
}

// Valuing returns a compiler whose statements also return what documents store for these template variables,
// after the printed fields. Callers read the values with ReadStored: the server would prepare the pattern of
// bindings once for each variable.
func (c Compiler) Valuing(tvs []int64) Compiler {
	c.valued = tvs
	return c
}

// Translation says in which language statements return texts.
type Translation struct {
	// Lang is the code of a slang.Language: letters, which stand in the SQL. Empty: texts are as they are stored for the
	// document itself.
	Lang string
	TVs  []int64 // template variables that are translated, in order
}

// In returns a compiler whose statements return and compare texts in a language. Documents without a translation have
// their own texts.
func (c Compiler) In(t Translation) Compiler {
	c.translation = t
	return c
}
