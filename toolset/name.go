package toolset

import (
	"context"
	"strings"
	"time"

	"emcp/evodb"
	"emcp/richtext"
)

// maxSiteName is how much of a site's name is shown, in characters.
const maxSiteName = 100

// nameTime is how long a client waits for the name of a site: its first message must be answered without a database, too.
const nameTime = 500 * time.Millisecond

// SiteName returns the name that the site's owner has given it, read at most 30 s ago, as visitors could read it, on one line. It is empty
// where the database does not answer in half a second.
func (t *Toolset) SiteName(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, nameTime)
	defer cancel()
	schema, err := t.db.Schema(ctx)
	if err != nil {
		return ""
	}
	return t.nameIn(ctx, schema)
}

// LastSiteName returns what SiteName does, of the last reading of the site; empty where it has not been read.
func (t *Toolset) LastSiteName(ctx context.Context) string {
	schema := t.db.LastSchema()
	if schema == nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, nameTime)
	defer cancel()
	return t.nameIn(ctx, schema)
}

// knownName is the name in a reading of the site.
type knownName struct {
	schema *evodb.Schema
	name   string
}

// nameIn returns the name in a reading of the site, which is converted once.
func (t *Toolset) nameIn(ctx context.Context, schema *evodb.Schema) string {
	if known := t.name.Load(); known != nil && known.schema == schema {
		return known.name
	}
	converted, err := richtext.Convert(ctx, schema.Setting("site_name"), richtext.Options{Format: richtext.Text, URL: noURL})
	if err != nil {
		return ""
	}
	line := strings.Join(strings.Fields(converted.Text), " ")
	known := &knownName{schema, richtext.Cut(line, 0, maxSiteName).Text}
	t.name.Store(known)
	return known.name
}
