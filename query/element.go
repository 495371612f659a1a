package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
)

// ElementList selects elements of a type. The zero value selects all.
type ElementList struct {
	Search   string // part of the name or the description
	Category *int64 // 0: elements without a category
}

// Elements returns the elements of a type that the view shows, ordered by name and id. The columns are id, name,
// description, id and name of the category, locked, and disabled, which is NULL for types that cannot be disabled.
func (c Compiler) Elements(e allowlist.Element, l ElementList) Listing {
	ids := c.elements(e, []sq.Sqlizer{columnOf("c.id AS id")})
	if l.Search != "" {
		ids = ids.Where(sq.Or{contains(columnOf("c."+e.Name), l.Search), contains(columnOf("c.description"), l.Search)})
	}
	if l.Category != nil {
		ids = ids.Where(sq.Eq{"c.category": *l.Category})
	}
	return Listing{
		ids: ids, id: "c.id", table: c.table(e.Table), columns: columnList(c.elementColumns(e)),
		keys: []key{{expression: columnOf("c." + e.Name), kind: textKind}},
	}
}

// ElementByID returns the columns of Elements and the texts of an element. It returns no row if the view does not show
// the element.
func (c Compiler) ElementByID(e allowlist.Element, id int64) (evodb.Statement, error) {
	return statement(c.wholeElement(e).Where(sq.Eq{"c.id": id}))
}

// ElementByName is ElementByID for a name, which is compared by the collation of the column. If several elements match,
// the one with exactly this name comes first, then the oldest.
func (c Compiler) ElementByName(e allowlist.Element, name string) (evodb.Statement, error) {
	exact := "CAST(CONVERT(c." + e.Name + " USING utf8mb4) AS BINARY) = CAST(? AS BINARY) DESC"
	return statement(c.wholeElement(e).Where(sq.Eq{"c." + e.Name: name}).
		OrderByClause(exact, name).OrderBy("c.id").Limit(1))
}

func (c Compiler) wholeElement(e allowlist.Element) selectBuilder {
	columns := c.elementColumns(e)
	for _, text := range e.Texts {
		columns = append(columns, columnOf("c."+text.Column))
	}
	return c.elements(e, columns)
}

// elements starts a list of the elements of a type that the view shows. As in Evolution's manager, locked elements are
// for administrators.
func (c Compiler) elements(e allowlist.Element, columns []sq.Sqlizer) selectBuilder {
	rows := newSelect().Column(columnList(columns)).From(c.table(e.Table) + " AS c")
	if e.Type == "tv" {
		rows = c.shown("c.id", rows)
	}
	if c.view.kind == member {
		rows = rows.Where(sq.Eq{"c.locked": 0})
	}
	return rows
}

func (c Compiler) elementColumns(e allowlist.Element) []sq.Sqlizer {
	categories, _ := allowlist.Categories()
	disabled := "NULL"
	if e.Disabled {
		disabled = "c.disabled"
	}
	return []sq.Sqlizer{
		columnOf("c.id"), columnOf("c." + e.Name), columnOf("c.description"), columnOf("c.category"),
		columnOf("(SELECT g.category FROM " + c.table(categories) + " AS g WHERE g.id = c.category)"), columnOf("c.locked"),
		columnOf(disabled),
	}
}
