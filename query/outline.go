package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// Outline returns the first documents of the view behind an id, in the order of their ids: id, parent, template, a
// checksum of what documents below show of it, which is its title and its part of their addresses, and one of the short
// texts and of when the document was edited. With trash these are the documents in the trash, which only the manager
// shows. The titles of translations count as well, and when they were edited.
func (c Compiler) Outline(trash bool, behind int64, most uint64) (evodb.Statement, error) {
	c.all = true
	documents := newSelect("c.id", "c.parent", "c.template",
		"CRC32(CONCAT_WS('|', c.pagetitle, c.alias, c.alias_visible"+c.translationSum("l.lang, l.pagetitle")+"))",
		"CRC32(CONCAT_WS('|', c.editedon, c.longtitle, c.menutitle, c.description, c.isfolder"+
			c.translationSum("l.lang, l.updated_at")+"))").
		From(c.table("site_content") + " AS c").Where(sq.Gt{"c.id": behind}).OrderBy("c.id").Limit(most)
	return statement(documents.Where(c.visibility(Search{Deleted: &trash}, "c")).Where(sq.Eq{"c.deleted": truth(trash)}))
}
