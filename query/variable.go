package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
)

// VariableFields are the columns of documents that placeholders can name ([*pagetitle*]): those that documents of answers have.
var VariableFields = func() []string {
	var names []string
	for _, f := range allowlist.DocumentFields() {
		if f.Source == allowlist.Column {
			names = append(names, f.Name)
		}
	}
	return names
}()

// maxVariable is how much of a field or value a placeholder puts into a text, in characters.
const maxVariable = "262144"

// Variables returns id and the beginnings of the fields, which are of VariableFields, of those of the documents that are visible.
func (c Compiler) Variables(documents []int64, fields []string) (evodb.Statement, error) {
	s := sq.Select("c.id").From(c.table("site_content") + " AS c").Where(sq.Eq{"c.id": documents}).Where(c.visible("c"))
	for _, field := range fields {
		s = s.Column("LEFT(IFNULL(c." + field + ", ''), " + maxVariable + ")")
	}
	return statement(s)
}

// VariableValues returns the document's id, tmplvarid, and the beginning of the value as it is stored, of those template variables that
// the templates of the documents have, also where there is no value; then the widget with which the site prints it and its parameters.
// Documents that are not visible are left out; the caller has found out which of the variables are.
func (c Compiler) VariableValues(documents, tvs []int64) (evodb.Statement, error) {
	widget := []string{"''", "''"}
	for i, name := range []string{"display", "display_params"} {
		if c.schema.HasColumn("site_tmplvars", name) {
			widget[i] = "IFNULL(d." + name + ", '')"
		}
	}
	return statement(sq.Select("c.id", "d.id", "LEFT(IFNULL(v.value, ''), "+maxVariable+")", widget[0], widget[1]).
		From(c.table("site_content") + " AS c").
		Join(c.table("site_tmplvar_templates") + " AS t ON t.templateid = c.template").
		Join(c.table("site_tmplvars") + " AS d ON d.id = t.tmplvarid").
		LeftJoin(c.table("site_tmplvar_contentvalues") + " AS v ON v.tmplvarid = d.id AND v.contentid = c.id").
		Where(sq.Eq{"c.id": documents}).Where(sq.Eq{"d.id": tvs}).Where(c.visible("c")))
}
