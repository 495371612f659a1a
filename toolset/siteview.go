package toolset

import (
	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/query"
)

// siteView is the site as one caller sees it, for one call.
type siteView struct {
	db      *evodb.DB
	schema  *evodb.Schema
	view    query.View
	caller  identity.Principal
	options Options

	tool      string
	arguments jsontext.Value
	audience  audience
	shared    *Shared
	placing   *placing
}

// compiler returns a compiler limited to what the caller may see.
func (v *siteView) compiler() query.Compiler { return query.For(v.schema, v.view) }
