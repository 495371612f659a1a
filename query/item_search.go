package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
	"emcp/internal/itemtype"
)

// ItemOutline returns the first items of a type behind an id, in the order of their ids, in the form of Outline: of an
// item only the last number says something. It is a checksum of when the item and its texts were edited, of its short
// members that searches read, and of its titles.
func (c Compiler) ItemOutline(t itemtype.Type, behind int64, most uint64) (evodb.Statement, error) {
	own, texts := "''", "l."+itemtype.Lang
	for _, m := range t.Members {
		switch {
		case m.Translated && m.Kind == itemtype.Line:
			texts += ", l." + m.Column
		case m.Kind == itemtype.Moment || m.Kind == itemtype.Line && m.Search != itemtype.Unsearched:
			own += ", c." + m.Column
		}
	}
	if c.schema.HasColumn(t.Texts.Table, t.Texts.Edited) {
		texts += ", l." + t.Texts.Edited
	}
	sum := "CRC32(CONCAT_WS('|', " + own + ", (SELECT BIT_XOR(CRC32(CONCAT_WS('|', " + texts + "))) FROM " +
		c.table(t.Texts.Table) + " AS l WHERE l." + t.Texts.Owner + " = c.id)))"
	return statement(c.itemIDs(ItemList{Type: t}).Columns("0", "0", "0", sum).Where(sq.Gt{"c.id": behind}).
		OrderBy("c.id").Limit(most))
}

// ItemLanguages returns id and lang of the texts with a title that items have in languages of their own. Neither list
// may be empty.
func (c Compiler) ItemLanguages(t itemtype.Type, ids []int64, langs []string) (evodb.Statement, error) {
	title, _ := t.Member("title")
	owner := "l." + t.Texts.Owner
	return statement(newSelect(owner, "l."+itemtype.Lang).Distinct().From(c.table(t.Texts.Table) + " AS l").
		Where(oneOf(owner, ids)).Where(sq.Eq{"l." + itemtype.Lang: langs}).Where("l." + title.Column + " <> ''"))
}

// ItemIDs returns the ids of items of a list, at most that many.
func (c Compiler) ItemIDs(l ItemList, most int) (evodb.Statement, error) {
	return statement(c.itemIDs(l).Limit(uint64(most))) //nolint:gosec // not negative
}
