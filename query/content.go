package query

import (
	"fmt"
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
)

// documentColumns are the expressions for the members, the printed fields and the values. A template that does
// not exist has the name NULL.
type documentColumns struct{ compiler Compiler }

// ToSql returns the columns with commas between them.
func (d documentColumns) ToSql() (string, []any, error) { //nolint:revive // the name is that of squirrel
	return sqlOf(d)
}

func (d documentColumns) write(w *sqlWriter) {
	c := d.compiler
	separator := ""
	next := func() {
		w.add(separator)
		separator = ", "
	}
	for _, f := range c.members {
		next()
		switch f.Source {
		case allowlist.TemplateName:
			w.add("(SELECT t.templatename FROM ", c.table("site_templates"), " AS t WHERE t.id = c.template)")
		case allowlist.Children:
			w.add("(")
			newSelect("COUNT(*)").From(c.table("site_content") + " AS k").Where("k.parent = c.id").Where(c.visible("k")).write(w)
			w.add(")")
		case allowlist.Target:
			w.add("IF(c.type = 'reference', LEFT(c.content, ", strconv.Itoa(maxTarget), "), NULL)")
		case allowlist.Kind:
			w.add(c.kind())
		case allowlist.Column, allowlist.Tree, allowlist.Nearby, allowlist.Embedded,
			allowlist.SearchEngines:
			w.add(c.text(f.Name))
		}
	}
	for _, field := range c.printed {
		next()
		w.add(c.printedField(field))
	}
	for _, tv := range c.valued {
		next()
		own := "(SELECT v.value FROM " + c.table("site_tmplvar_contentvalues") +
			" AS v WHERE v.tmplvarid = ? AND v.contentid = c.id LIMIT 1)"
		if c.translates(tv) {
			own = c.translatedValue("c.id", "?", own)
			w.bind(tv)
		}
		w.add(own)
		w.bind(tv)
	}
}

// maxTarget is the longest address in a weblink, in characters.
const maxTarget = 2048

// kind returns an expression for allowlist.Kind. A database user that was created by an older version of emcp may not
// be allowed to read contentType.
func (c Compiler) kind() string {
	other := "0"
	if c.schema.HasColumn("site_content", "contentType") {
		other = "IF(c.contentType IN ('', 'text/html', 'application/xhtml+xml'), 0, 1)"
	}
	return "IF(c.type = 'reference', 2, " + other + ")"
}

// anyDocuments starts a list of documents, visible or not. It makes the server begin with the documents that the list
// is about: by itself the server would read all others.
func (c Compiler) anyDocuments() selectBuilder {
	if c.among != nil {
		return newSelect("c.id AS id").FromSelect(*c.among,
			"hit").JoinClause("STRAIGHT_JOIN " + c.table("site_content") + " AS c ON c.id = hit.id")
	}
	return newSelect("c.id AS id").From(c.table("site_content") + " AS c")
}

// documents starts a list of visible documents.
func (c Compiler) documents() selectBuilder { return c.anyDocuments().Where(c.visible("c")) }

// listing is a list of documents in an order.
func (c Compiler) listing(ids selectBuilder, keys []key) Listing {
	return Listing{ids: ids, id: "c.id", keys: keys, table: c.table("site_content"), columns: documentColumns{c}}
}

// Items returns those of the documents that the view shows, in the order of the list. ids must not be empty.
func (c Compiler) Items(ids []int64) (evodb.Statement, error) { return c.items(ids, c.visible("c")) }

// items returns the items of those of the documents that meet the condition, in the order of ids.
func (c Compiler) items(ids []int64, shown sq.Sqlizer) (evodb.Statement, error) {
	return statement(newSelect().Column(documentColumns{c}).From(c.table("site_content")+" AS c").
		Where(sq.Eq{"c.id": ids}).Where(shown).
		OrderByClause("FIELD(c.id"+strings.Repeat(",?", len(ids))+")", anyOf(ids)...))
}

// Values returns contentid, tmplvarid and value: what the documents store for the template variables. The documents
// must have been found through this compiler, and neither list may be empty.
func (c Compiler) Values(documents, tvs []int64) (evodb.Statement, error) {
	return statement(c.valuesOf(documents, tvs, c.stored("v.value")))
}

// Texts returns the texts of documents that a search reads: id, pagetitle, longtitle, menutitle, alias, description
// and allowlist.Kind, then for introtext and content the first length characters and whether the text ends there. The
// documents must have been found through this compiler, and ids must not be empty. For a visitor, documents that are no
// longer visible are left out.
func (c Compiler) Texts(ids []int64, length int) (evodb.Statement, error) {
	visible := c.permitted("c") // includes the trash
	if c.view.kind == visitor {
		visible = c.visible("c")
	}
	return statement(newSelect("c.id", c.text("pagetitle"), c.text("longtitle"), c.text("menutitle"), "c.alias",
		c.text("description"), c.kind(), firstChars(c.text("introtext"), length), firstChars(c.text("content"), length)).
		From(c.table("site_content") + " AS c").Where(sq.Eq{"c.id": ids}).Where(visible))
}

// ValueTexts returns contentid and tmplvarid, then the first length characters of what the documents store for the
// template variables, and whether the text ends there. The documents must have been found through this compiler, and
// neither list may be empty.
func (c Compiler) ValueTexts(documents, tvs []int64, length int) (evodb.Statement, error) {
	return statement(c.valuesOf(documents, tvs, firstChars(c.stored("v.value"), length)))
}

// firstChars returns two columns: the first length characters of a text, and whether the text ends there.
func firstChars(text string, length int) string {
	return fmt.Sprintf("LEFT(%s, %d), CHAR_LENGTH(%[1]s) <= %[2]d", text, length)
}

// Children returns the visible direct children of a document. The document itself need not be visible, because its
// children name it as their parent.
func (c Compiler) Children(id int64) Listing {
	return c.listing(c.children(id), ascending("menuindex"))
}

// ChildrenRange returns the children in a range of menuindex. See Children.
func (c Compiler) ChildrenRange(id int64, r Range) Listing {
	return c.listing(r.of(c.children(id)), ascending("menuindex"))
}

func (c Compiler) children(id int64) selectBuilder {
	return c.documents().Where(sq.Eq{"c.parent": id})
}

// Range is a range of menuindex, both ends included.
type Range struct {
	From int64
	To   *int64 // nil is open
}

func (r Range) of(documents selectBuilder) selectBuilder {
	documents = documents.Where(sq.GtOrEq{"c.menuindex": r.From})
	if r.To != nil {
		documents = documents.Where(sq.LtOrEq{"c.menuindex": *r.To})
	}
	return documents
}

// Siblings returns the documents with the same parent, without the document itself.
func (c Compiler) Siblings(id int64) Listing {
	return c.listing(c.siblings(id), ascending("menuindex"))
}

// SiblingsRange returns the siblings in a range of menuindex. See Siblings.
func (c Compiler) SiblingsRange(id int64, r Range) Listing {
	return c.listing(r.of(c.siblings(id)), ascending("menuindex"))
}

// Neighbors returns the siblings whose menuindex is one less or one more.
func (c Compiler) Neighbors(id int64) Listing {
	// Both sides add, because a difference of unsigned columns may not be negative.
	beside := sq.Expr("(c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1)")
	return c.listing(c.siblings(id).Where(beside), ascending("menuindex"))
}

// PrevSiblings returns the siblings with a smaller menuindex, nearest first.
func (c Compiler) PrevSiblings(id int64) Listing {
	nearest := ascending("menuindex", "id")
	for i := range nearest {
		nearest[i].descending = true
	}
	return c.listing(c.siblings(id).Where("c.menuindex < n.menuindex"), nearest)
}

// NextSiblings returns the siblings with a greater menuindex, nearest first.
func (c Compiler) NextSiblings(id int64) Listing {
	return c.listing(c.siblings(id).Where("c.menuindex > n.menuindex"), ascending("menuindex"))
}

func (c Compiler) siblings(id int64) selectBuilder {
	return c.documents().
		Join(c.table("site_content") + " AS n ON n.parent = c.parent AND n.id <> c.id").
		Where(sq.Eq{"n.id": id}).Where(c.visible("n"))
}
