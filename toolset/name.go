package toolset

import (
	"context"
	"strings"

	"emcp/evodb"
	"emcp/richtext"
	"emcp/toolset/view"
)

// maxSiteName is the longest name of a site that is shown, in characters.
const maxSiteName = 100

// SiteName returns the name of the site on one line, as visitors could read it. It was read at most 30 s ago. It is ""
// if the database does not answer before the context ends.
func (t *Toolset) SiteName(ctx context.Context) string {
	schema, err := t.db.Schema(ctx)
	if err != nil {
		return ""
	}
	return t.nameIn(ctx, schema)
}

// LastSiteName is SiteName without waiting: it returns the name from the last reading of the
// site, or "" before the first.
func (t *Toolset) LastSiteName(ctx context.Context) string {
	schema := t.db.LastSchema()
	if schema == nil {
		return ""
	}
	return t.nameIn(ctx, schema)
}

// nameIn returns the name of the site in a schema. It converts the name once per schema.
func (t *Toolset) nameIn(ctx context.Context, schema *evodb.Schema) string {
	if cached := t.name.Load(); cached != nil && cached.schema == schema {
		return cached.name
	}
	converted, err := richtext.Convert(ctx, schema.Setting("site_name"),
		richtext.Options{Format: richtext.Text, URL: view.NoURL})
	if err != nil {
		return ""
	}
	line := strings.Join(strings.Fields(converted.Text), " ")
	cached := &knownName{schema, richtext.Cut(line, 0, maxSiteName).Text}
	t.name.Store(cached)
	return cached.name
}
