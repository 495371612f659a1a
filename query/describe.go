package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// Templates returns id and templatename of all templates, in the order of id.
func (c Compiler) Templates() (evodb.Statement, error) {
	return statement(sq.Select("t.id", "t.templatename").From(c.table("site_templates") + " AS t").OrderBy("t.id"))
}

// DocumentsByTemplate returns template and how many visible documents have it; 0 is none.
func (c Compiler) DocumentsByTemplate() (evodb.Statement, error) {
	return statement(sq.Select("c.template", "COUNT(*)").From(c.table("site_content") + " AS c").
		Where(c.visible("c")).GroupBy("c.template").OrderBy("c.template"))
}

// TVs returns id, name, caption, type, default_text and elements of the template variables that the view shows, in the
// order of id.
func (c Compiler) TVs() (evodb.Statement, error) {
	return statement(c.shown("t.id", sq.Select("t.id", "t.name", "t.caption", "t.type", c.stored("t.default_text"), c.stored("t.elements")).
		From(c.table("site_tmplvars")+" AS t").OrderBy("t.id")))
}

// TemplateTVs returns templateid and tmplvarid: which of the template variables that the view shows the templates have.
func (c Compiler) TemplateTVs() (evodb.Statement, error) {
	return statement(c.shown("l.tmplvarid", sq.Select("l.templateid", "l.tmplvarid").
		From(c.table("site_tmplvar_templates")+" AS l").OrderBy("l.templateid", "l.tmplvarid")))
}

// Sample is which documents are counted, each of which then stands for as many.
type Sample struct{ every int64 }

// wellCounted is how many documents a sample has at least, if there are so many. To count a value of a document takes the
// server 2 us, so that all 700,000 of a site took 4 s when it had other things to do.
const wellCounted = 10_000

// NewSample returns the sample of a site with so many documents: all of them, but on big sites.
func NewSample(documents int64) Sample { return Sample{max(1, documents/wellCounted)} }

// of counts values of documents of the sample, NULL being none.
func (s Sample) of(expression sq.Sqlizer) sq.Sqlizer {
	return sq.Expr("COUNT(?) * ?", expression, s.every)
}

// TVUse returns tmplvarid and how many visible documents store a value for it. The variables, which must not be empty,
// must be such as the view shows; those without a value are not in the result.
func (c Compiler) TVUse(tvs []int64, s Sample) (evodb.Statement, error) {
	return statement(c.visibleValues(s, "v.tmplvarid").Column(s.of(c.value("v.value"))).
		Where(sq.Eq{"v.tmplvarid": tvs}).GroupBy("v.tmplvarid").OrderBy("v.tmplvarid"))
}

// longestTallied is the length of a value that is counted, in bytes. What is longer is no choice, but a text that the
// variable held when it was of another type.
const longestTallied = 1024

// TVTally returns tmplvarid, value and the number of visible documents that store it, the most frequent first, at most so
// many rows. The variables, which must not be empty, must be such as the view shows. Values are told apart byte by byte, so
// that it is certain which of several that a collation takes for equal is returned; NULL is none.
func (c Compiler) TVTally(tvs []int64, most uint64, s Sample) (evodb.Statement, error) {
	return statement(c.visibleValues(s, "v.tmplvarid").
		Column(sq.Expr("CAST(CONVERT(? USING utf8mb4) AS BINARY) AS choice", c.value("v.value"))).
		Column(sq.Alias(s.of(columnOf("*")), "documents")).
		Where(sq.Eq{"v.tmplvarid": tvs}).Where(sq.LtOrEq{"LENGTH(v.value)": longestTallied}).
		GroupBy("v.tmplvarid", "choice").Having("choice IS NOT NULL").
		OrderBy("documents DESC", "v.tmplvarid", "choice").Limit(most))
}

// visibleValues starts a list of what visible documents of the sample store for template variables.
func (c Compiler) visibleValues(s Sample, columns ...string) sq.SelectBuilder {
	values := sq.Select(columns...).From(c.table("site_tmplvar_contentvalues") + " AS v").
		Join(c.table("site_content") + " AS c ON c.id = v.contentid")
	if s.every > 1 {
		values = values.Where("CRC32(c.id) % ? = 0", s.every) // ids themselves can be all odd
	}
	return values.Where(c.visible("c"))
}
