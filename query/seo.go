package query

import (
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
	"emcp/internal/sseo"
)

// MaxMetadata is how much of a text for search engines is read, in characters.
const MaxMetadata = 2_000

// Metadata returns resource_id and sseo.Fields of documents or items in a language, with the beginnings of long texts.
// kind is sseo.OfDocument or a type of items. There can be several rows for each. They must have been found through
// this compiler, and ids must not be empty. The site must have sseo.Meta.
func (c Compiler) Metadata(kind string, ids []int64, lang string) (evodb.Statement, error) {
	rows := newSelect("s.resource_id").From(c.table(sseo.Meta)+" AS s").
		Where(oneOf("s.resource_id", ids)).Where("s.resource_type = ?", kind).Where(sq.Eq{"s.lang": lang})
	if kind == sseo.OfDocument { // a weblink is of a type of its own, for which sSeo has no rows
		rows = rows.Join(c.table("site_content") + " AS c ON c.id = s.resource_id AND c.type = 'document'")
	}
	for _, field := range sseo.Fields {
		rows = rows.Column("LEFT(s." + field + ", " + strconv.Itoa(MaxMetadata) + ")")
	}
	if c.schema.HasColumn(sseo.Meta, sseo.DomainKey) {
		rows = rows.Where("s." + sseo.DomainKey + " = 'default'")
	}
	return statement(rows)
}

// Redirect returns new_url of the redirect from a path without slashes around it. Of several, the first counts. The
// site must have sseo.Redirects.
func (c Compiler) Redirect(path string) (evodb.Statement, error) {
	return statement(newSelect("r.new_url").From(c.table(sseo.Redirects) + " AS r").
		Where(sq.Eq{"r.old_url": path}).Where("r.site_key = 'all'").OrderBy("r.id").Limit(1))
}
