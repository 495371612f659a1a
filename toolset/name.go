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

// LastSiteName returns the same as SiteName without waiting, from the last reading of the site. It is "" before the
// first reading.
func (t *Toolset) LastSiteName(ctx context.Context) string {
	schema := t.db.LastSchema()
	if schema == nil {
		return ""
	}
	return t.nameIn(ctx, schema)
}

// knownName is the name in one reading of the site.
type knownName struct {
	schema *evodb.Schema
	name   string
}

// nameIn returns the name in a reading of the site. It converts the name only once.
func (t *Toolset) nameIn(ctx context.Context, schema *evodb.Schema) string {
	if known := t.name.Load(); known != nil && known.schema == schema {
		return known.name
	}
	converted, err := richtext.Convert(ctx, schema.Setting("site_name"),
		richtext.Options{Format: richtext.Text, URL: view.NoURL})
	if err != nil {
		return ""
	}
	line := strings.Join(strings.Fields(converted.Text), " ")
	known := &knownName{schema, richtext.Cut(line, 0, maxSiteName).Text}
	t.name.Store(known)
	return known.name
}
