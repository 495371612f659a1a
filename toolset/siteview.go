package toolset

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/internal/quantity"
	"emcp/internal/sitepage"
	"emcp/query"
)

// ViewOptions bound the calls of a toolset, and say what the configuration knows of the site.
type ViewOptions struct {
	ListLimit     int64 // highest limit of a list
	ContentOffset int64 // highest offset of evo.content.*
	ModelOffset   int64 // highest offset of evo.model.*
	Depth         int64 // deepest walk of the tree
	TVFilters     int   // most elements of tv_filters
	TVOrder       int   // most elements of tv_order
	WithTVs       int   // most elements of with_tvs
	ResultTokens  int   // size that lists aim at; a token is 4 bytes
	ResultBytes   int   // largest result, as Sent counts it
	NearestFrom   int64 // size of a site, in documents, from which query.Listing.Ahead is tried first

	BaseURL string                    // beginning of the addresses of documents; empty: from the site's settings, otherwise /
	Pages   *sitepage.Site            // the pages below BaseURL, for the format page; nil: there is no such format
	Models  []allowlist.Model         // that callers may read
	RFC3339 bool                      // times are strings in RFC 3339, unless a call asks for something else
	TVTypes map[string]*quantity.Type // meaning of numbers in template variables, by the variable's name

	Server    string // for meta of every answer; empty: omitted
	CursorKey []byte // secret that signs cursors; processes with the same key accept each other's cursors
}

// allows reports whether the server's configuration lets callers see a field of a model.
func (o ViewOptions) allows(model, field string) bool {
	return slices.ContainsFunc(o.Models, func(m allowlist.Model) bool {
		_, ok := m.Field(field)
		return ok && m.Name == model
	})
}

// siteView is the site as one caller sees it, for one call.
type siteView struct {
	db      *evodb.DB
	schema  *evodb.Schema
	view    query.View
	caller  identity.Principal
	options ViewOptions

	audience audience
	scope    cursorScope
}

// cursorScope is what the cursors of a call are valid for, beside the site and the caller's view.
type cursorScope struct {
	name      string         // of a tool, or of another list
	arguments jsontext.Value // canonical
}

// newSiteView returns the site in a caller's view.
func newSiteView(db *evodb.DB, schema *evodb.Schema, caller identity.Principal, o ViewOptions, of audience, in cursorScope) *siteView {
	return &siteView{db: db, schema: schema, view: viewOf(caller), caller: caller, options: o, audience: of, scope: in}
}

// compiler returns a compiler limited to what the caller may see.
func (v *siteView) compiler() query.Compiler { return query.For(v.schema, v.view) }

func viewOf(p identity.Principal) query.View {
	switch {
	case p.View != identity.Manager:
		return query.Public(time.Now())
	case p.Member == nil || p.Member.Administrator():
		return query.Manager()
	}
	return query.Member(p.Member.Groups, p.Member.RestrictedDocuments)
}
