package query

import (
	"maps"
	"slices"

	sq "github.com/Masterminds/squirrel"
)

// visible is the condition that the view shows a document; alias is the alias of site_content.
//
// The dates are compared in expressions, so that no index on them is used. Nearly every document meets the condition,
// and a page by id through such an index took 154 ms instead of 6 through the primary key (100,000 documents, offset
// 5000).
func (c Compiler) visible(alias string) sq.Sqlizer {
	switch c.view.kind {
	case manager:
		return sq.Expr(alias + ".deleted = 0")
	case member:
		present := sq.Expr(alias + ".deleted = 0")
		if permitted := c.permitted(alias); permitted != nil {
			return sq.And{present, permitted}
		}
		return present
	}
	return publiclyVisible{c, alias}
}

// present is the condition that the site has not deleted a document.
func (c Compiler) present(alias string) string {
	if c.schema.SoftDeletes() {
		return alias + ".deleted = 0 AND " + alias + ".deletedon = 0"
	}
	return alias + ".deleted = 0"
}

// publiclyVisible is the condition that a visitor sees a document.
type publiclyVisible struct {
	compiler Compiler
	alias    string
}

// ToSql returns the condition.
func (v publiclyVisible) ToSql() (string, []any, error) { //nolint:revive // the name is that of squirrel
	return sqlOf(v)
}

func (v publiclyVisible) write(w *sqlWriter) {
	c, a := v.compiler, v.alias
	w.add("(", c.present(a), " AND ", a, ".published = 1 AND ", a, ".privateweb = 0 AND ", a, ".privatemgr = 0",
		" AND ", a, ".pub_date + 0 <= ? AND IF(", a, ".unpub_date = 0, TRUE, ", a, ".unpub_date > ?) AND ")
	w.bind(c.view.now, c.view.now)
	c.writeUnrestricted(w, a)
	if page := c.schema.ErrorPage(); page != 0 { // even at its own address, the site answers that the page does not exist
		w.add(" AND ", a, ".id <> ?")
		w.bind(page)
	}
	w.add(")")
}

// writeUnrestricted writes the condition that a document is in no group that is private or belongs to a member group.
// The private flags of a document say the same, but become stale when groups change.
//
// For NOT EXISTS, MariaDB makes a table of all such documents. That only pays for lists that look at many documents
// (1,000 of 100,000: 1 ms). Other lists use a subquery with a limit, for which it makes no table; that takes 3 us a
// document. If all documents are looked at, the statement first checks once whether there is any such document that the
// flags do not hide: checking each of 100,000 documents would take 0.2 us a document.
func (c Compiler) writeUnrestricted(w *sqlWriter, alias string) {
	groups := " FROM " + c.table("document_groups") + " AS dg" +
		" LEFT JOIN " + c.table("documentgroup_names") + " AS dn ON dn.id = dg.document_group" +
		" LEFT JOIN " + c.table("membergroup_access") + " AS ma ON ma.documentgroup = dg.document_group"
	const restricting = "(dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)"
	inGroup := []string{"SELECT 1", groups, " WHERE dg.document = ", alias, ".id AND ", restricting}
	switch {
	case c.each:
		w.add("(")
		w.add(inGroup...)
		w.add(" LIMIT 1) IS NULL")
	case c.all:
		w.add("(NOT EXISTS (SELECT 1", groups, " JOIN ", c.table("site_content"), " AS u ON u.id = dg.document",
			" WHERE u.privateweb = 0 AND u.privatemgr = 0 AND ", restricting, ") OR NOT EXISTS (")
		w.add(inGroup...)
		w.add("))")
	default:
		w.add("NOT EXISTS (")
		w.add(inGroup...)
		w.add(")")
	}
}

// permitted returns the part of visible that also applies to documents in the trash: that the manager shows the
// document to its user at all. It is nil if the manager shows all documents.
func (c Compiler) permitted(alias string) sq.Sqlizer {
	if c.view.kind != member || !c.view.documents {
		return nil
	}
	open := sq.Eq{alias + ".privatemgr": 0}
	if len(c.view.groups) == 0 {
		return open
	}
	inGroup := newSelect("1").From(c.table("document_groups") + " AS dg").
		Where("dg.document = " + alias + ".id").Where(sq.Eq{"dg.document_group": c.view.groups})
	return sq.Or{open, sq.Expr("EXISTS (?)", inGroup)}
}

// Shows reports whether the view shows a template variable. For the caller, a variable that is not shown does not
// exist. A variable with a sensitive name is shown to nobody, and one that the owner hides is not shown to visitors.
func (c Compiler) Shows(tv int64) bool {
	if slices.Contains(c.schema.SecretTVs(), tv) {
		return false
	}
	if c.view.kind == visitor && slices.Contains(c.schema.HiddenTVs(), tv) {
		return false
	}
	groups := c.schema.TVGroups()[tv]
	if len(groups) == 0 || c.view.kind == manager {
		return true
	}
	return slices.ContainsFunc(groups, func(g int64) bool { return slices.Contains(c.view.groups, g) })
}

// hiddenTVs returns the ids of the template variables that the view does not show.
func (c Compiler) hiddenTVs() []int64 {
	hidden := slices.Clone(c.schema.SecretTVs())
	for _, tv := range slices.Concat(slices.Sorted(maps.Keys(c.schema.TVGroups())), c.schema.HiddenTVs()) {
		if !c.Shows(tv) && !slices.Contains(hidden, tv) {
			hidden = append(hidden, tv)
		}
	}
	return hidden
}

// shown leaves out rows of template variables that the view does not show. column has their ids.
func (c Compiler) shown(column string, rows selectBuilder) selectBuilder {
	if hidden := c.hiddenTVs(); len(hidden) > 0 {
		return rows.Where(sq.NotEq{column: hidden})
	}
	return rows
}
