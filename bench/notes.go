package main

import "fmt"

// The SQL of the PHP package, from notes on it. It selects whole rows of the documents, joins them to the closure table
// or to template variables, groups them, and then sorts. The conditions for visitors are added, so that the statements
// find the same documents as emcp. emcp has more conditions, which make no difference on these sites.

const visitor = "c.deleted = 0 AND c.published = 1 AND c.privateweb = 0"

const documentTable = prefix + "site_content AS c"

// notesOn adds the page that a call asks for to a statement.
func notesOn(a arguments, statement, order string) string {
	offset := a["offset"]
	if offset == nil {
		offset = 0
	}
	return fmt.Sprintf("%s ORDER BY %s LIMIT %v OFFSET %v", statement, order, a["limit"], offset)
}

func notesGet(a arguments) string {
	return fmt.Sprintf("SELECT c.* FROM %s WHERE %s AND c.id = %v", documentTable, visitor, a["id"])
}

func notesPage(a arguments) string {
	where, order := visitor, "c.id"
	if template := a["template"]; template != nil {
		where += fmt.Sprintf(" AND c.template = %v", template)
	}
	if field := a["order_by"]; field != nil {
		order = fmt.Sprintf("c.%v, c.id", field)
	}
	return notesOn(a, "SELECT c.* FROM "+documentTable+" WHERE "+where, order)
}

// notesJoin joins the documents to a template variable.
func notesJoin(alias string, tv int) string {
	return fmt.Sprintf(" LEFT JOIN %ssite_tmplvar_contentvalues AS %s ON %[2]s.contentid = c.id AND %[2]s.tmplvarid = %d",
		prefix, alias, tv)
}

func notesFilter(a arguments) string {
	value := a["tv_filters"].([]arguments)[0]["value"]
	return notesOn(a,
		fmt.Sprintf("SELECT c.*, v.value FROM %s%s WHERE %s AND v.value = '%v' GROUP BY c.id", documentTable,
			notesJoin("v", tvColor), visitor, value), "c.id")
}

func notesOrder(a arguments) string {
	joins, order := notesJoin("v", tvNote), "v.value DESC, c.id"
	if orders := a["tv_order"].([]arguments); len(orders) == 2 {
		joins = notesJoin("v", tvStock) + notesJoin("w", tvPrice)
		order = "CAST(v.value AS UNSIGNED) DESC, CAST(w.value AS DECIMAL(10,2)), c.id"
	}
	return notesOn(a, fmt.Sprintf("SELECT c.*, v.value FROM %s%s WHERE %s GROUP BY c.id", documentTable, joins, visitor),
		order)
}

const closure = " JOIN " + prefix + "site_content_closure AS k ON k.descendant = c.id"

func notesBelow(a arguments) string {
	return notesOn(a, fmt.Sprintf("SELECT c.* FROM %s%s WHERE %s AND k.ancestor = %v AND k.depth BETWEEN 1 AND 6",
		documentTable, closure, visitor, a["parent"]), "c.id")
}

func notesDescendants(a arguments) string {
	depth := a["depth"]
	if depth == nil {
		depth = 1
	}
	return notesOn(a, fmt.Sprintf("SELECT c.* FROM %s%s WHERE %s AND k.ancestor = %v AND k.depth BETWEEN 1 AND %v",
		documentTable, closure, visitor, a["id"], depth), "c.parent, c.menuindex, c.id")
}

func notesRootTree(a arguments) string {
	depth := a["depth"]
	if depth == nil {
		depth = 1
	}
	return notesOn(a,
		fmt.Sprintf(
			"SELECT c.* FROM %s%s JOIN %ssite_content AS r ON r.id = k.ancestor WHERE %s AND r.parent = 0 AND r.deleted = 0"+
				" AND k.depth <= %v GROUP BY c.id", documentTable, closure, prefix, visitor, depth), "c.id")
}

func notesAncestors(a arguments) string {
	return notesOn(a,
		fmt.Sprintf(
			"SELECT c.* FROM %s JOIN %ssite_content_closure AS k ON k.ancestor = c.id WHERE %s AND k.descendant = %v AND "+
				"k.depth > 0",
			documentTable, prefix, visitor, a["id"]), "k.depth DESC, c.id")
}

func notesChildren(a arguments) string {
	return notesOn(a, fmt.Sprintf("SELECT c.* FROM %s WHERE %s AND c.parent = %v", documentTable, visitor, a["id"]),
		"c.menuindex, c.id")
}
