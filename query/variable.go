package query

import (
	"slices"
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
)

// VariableFields are the columns of documents that placeholders can name ([*pagetitle*]). They are the columns that
// answers can contain.
var VariableFields = func() []string {
	var names []string
	for _, f := range allowlist.DocumentFields() {
		if f.Source == allowlist.Column {
			names = append(names, f.Name)
		}
	}
	return names
}()

// MaxVariable is how much of a field or value a placeholder inserts into a text, in characters.
const MaxVariable = 262144

// Variables returns id and the beginnings of the fields for those of the documents that are visible. fields must be
// from VariableFields.
func (c Compiler) Variables(documents []int64, fields []string) (evodb.Statement, error) {
	s := newSelect("c.id").From(c.table("site_content") + " AS c").Where(sq.Eq{"c.id": documents}).Where(c.visible("c"))
	for _, field := range fields {
		s = s.Column(c.printedField(field))
	}
	return statement(s)
}

// printedField is a field as a placeholder inserts it into a text.
func (c Compiler) printedField(field string) string {
	return "LEFT(IFNULL(" + c.text(field) + ", ''), " + strconv.Itoa(MaxVariable) + ")"
}

// VariableValues returns document id, tmplvarid and that many characters of the stored value for the template variables
// that the documents' templates have, even if there is no value. Then it returns the widget with which the site prints
// the value, and the parameters of the widget. Documents that are not visible are left out. The caller must pass only
// variables that are visible.
func (c Compiler) VariableValues(documents, tvs []int64, length int) (evodb.Statement, error) {
	widget := []string{"''", "''"}
	for i, name := range []string{"display", "display_params"} {
		if c.schema.HasColumn("site_tmplvars", name) {
			widget[i] = "IFNULL(d." + name + ", '')"
		}
	}
	value := "v.value"
	if slices.ContainsFunc(tvs, c.translates) {
		value = "IF(d.id IN (" + idsText(c.translation.TVs) + "), " + c.translatedValue("c.id", "d.id", value) + ", v.value)"
	}
	return statement(newSelect("c.id", "d.id", "LEFT(IFNULL("+value+", ''), "+strconv.Itoa(length)+")",
		widget[0], widget[1]).
		From(c.table("site_content") + " AS c").
		Join(c.table("site_tmplvar_templates") + " AS t ON t.templateid = c.template").
		Join(c.table("site_tmplvars") + " AS d ON d.id = t.tmplvarid").
		LeftJoin(c.table("site_tmplvar_contentvalues") + " AS v ON v.tmplvarid = d.id AND v.contentid = c.id").
		Where(sq.Eq{"c.id": documents}).Where(sq.Eq{"d.id": tvs}).Where(c.visible("c")))
}
