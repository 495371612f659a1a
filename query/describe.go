package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// Templates returns id and templatename of all templates, ordered by id.
func (c Compiler) Templates() (evodb.Statement, error) {
	return statement(newSelect("t.id", "t.templatename").From(c.table("site_templates") + " AS t").OrderBy("t.id"))
}

// DocumentsByTemplate returns each template id with the number of visible documents that have it. Id 0 stands for
// documents without a template.
func (c Compiler) DocumentsByTemplate() (evodb.Statement, error) {
	return statement(newSelect("c.template", "COUNT(*)").From(c.table("site_content") + " AS c").
		Where(c.visible("c")).GroupBy("c.template").OrderBy("c.template"))
}

// MembersOnly returns a row if there is a document that only visitors who sign in see: one that would be public, in a
// group for web users.
func (c Compiler) MembersOnly() (evodb.Statement, error) {
	return statement(newSelect("1").From(c.table("document_groups")+" AS dg").
		Join(c.table("documentgroup_names")+" AS dn ON dn.id = dg.document_group").
		Join(c.table("site_content")+" AS c ON c.id = dg.document").
		Where("dn.private_webgroup = 1 AND c.privatemgr = 0 AND c.published = 1 AND "+c.present("c")).
		Where("c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)", c.view.now, c.view.now).Limit(1))
}

// TVs returns id, name, caption, type, default_text and elements of the template variables that the view shows, ordered
// by id.
func (c Compiler) TVs() (evodb.Statement, error) {
	return statement(c.shown("t.id",
		newSelect("t.id", "t.name", "t.caption", "t.type", c.stored("t.default_text"), c.stored("t.elements")).
			From(c.table("site_tmplvars")+" AS t").OrderBy("t.id")))
}

// TemplateTVs returns templateid and tmplvarid: the template variables of each template, as far as the view shows them.
func (c Compiler) TemplateTVs() (evodb.Statement, error) {
	return statement(c.shown("l.tmplvarid", newSelect("l.templateid", "l.tmplvarid").
		From(c.table("site_tmplvar_templates")+" AS l").OrderBy("l.templateid", "l.tmplvarid")))
}

// Sample selects the documents that are counted. Each of them stands for an equal number of documents.
type Sample struct{ every int64 }

// wellCounted is the smallest size of a sample, if the site has that many documents. The server needs 2 us to count a
// value of a document, so that counting all 700,000 of a site took 4 s on a busy server.
const wellCounted = 10_000

// NewSample returns the sample for a site with that many documents. Only on big sites is it less than all of them.
func NewSample(documents int64) Sample { return Sample{max(1, documents/wellCounted)} }

// of extrapolates a count of values in the sample. NULL is not counted.
func (s Sample) of(expression sq.Sqlizer) sq.Sqlizer {
	return sq.Expr("COUNT(?) * ?", expression, s.every)
}

// longestTallied is the longest value that is counted, in bytes. A longer one is not a choice, but a text from a time
// when the variable had another type.
const longestTallied = 1024

// TVTally returns tmplvarid, value and the number of visible documents that store it: the most frequent values first,
// at most that many rows. tvs must not be empty, and the view must show all of them. Values are compared byte by byte,
// so that the result does not depend on which of several equal values in the collation is returned. NULL is not
// counted.
func (c Compiler) TVTally(tvs []int64, most uint64, s Sample) (evodb.Statement, error) {
	return statement(c.visibleValues(s, "v.tmplvarid").
		Column(sq.Expr("CAST(CONVERT(? USING utf8mb4) AS BINARY) AS choice", c.value("v.value"))).
		Column(sq.Alias(s.of(columnOf("*")), "documents")).
		Where(sq.Eq{"v.tmplvarid": tvs}).Where(sq.LtOrEq{"LENGTH(v.value)": longestTallied}).
		GroupBy("v.tmplvarid", "choice").Having("choice IS NOT NULL").
		OrderBy("documents DESC", "v.tmplvarid", "choice").Limit(most))
}

// TVsMissing returns tmplvarid of those of the template variables for which a visible document of the sample has no
// value that the view shows, although its template has the variable. tvs must not be empty, and the view must show all
// of them.
func (c Compiler) TVsMissing(tvs []int64, s Sample) (evodb.Statement, error) {
	documents := newSelect("l.tmplvarid").Distinct().From(c.table("site_tmplvar_templates") + " AS l").
		Join(c.table("site_content") + " AS c ON c.template = l.templateid").
		LeftJoin(c.table("site_tmplvar_contentvalues") + " AS v ON v.tmplvarid = l.tmplvarid AND v.contentid = c.id").
		Where(sq.Eq{"l.tmplvarid": tvs}).Where(c.visible("c"))
	return statement(s.taken(documents).Where(sq.Expr("? IS NULL", c.value("v.value"))).OrderBy("l.tmplvarid"))
}

// visibleValues starts a list of the values that visible documents of the sample store for template variables.
func (c Compiler) visibleValues(s Sample, columns ...string) selectBuilder {
	values := newSelect(columns...).From(c.table("site_tmplvar_contentvalues") + " AS v").
		Join(c.table("site_content") + " AS c ON c.id = v.contentid")
	return s.taken(values).Where(c.visible("c"))
}

// taken limits a list to documents of the sample.
func (s Sample) taken(documents selectBuilder) selectBuilder {
	if s.every <= 1 {
		return documents
	}
	return documents.Where("CRC32(c.id) % ? = 0", s.every) // not by c.id itself: all ids can be odd
}
