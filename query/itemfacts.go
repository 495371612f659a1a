package query

import (
	"slices"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
	"emcp/internal/itemtype"
)

// ItemRanges returns for each currency of a list, the most frequent first: the currency (empty without prices), the
// number of items, and the lowest and the highest value of each member. NULL: no item has a value. Members must be
// ordered ones of the item's table.
func (c Compiler) ItemRanges(l ItemList, members []itemtype.Member) (evodb.Statement, error) {
	currency := "''"
	if l.Type.Currency != "" {
		currency = "c." + l.Type.Currency
	}
	items := c.seenItems(l, currency+" AS common", "COUNT(*) AS items")
	for _, m := range members {
		value := c.itemColumn(l, m)
		if m.Kind != itemtype.Integer && m.Kind != itemtype.Moment { // 0 is no value
			value = "NULLIF(" + value + ", 0)"
		}
		items = items.Columns("MIN("+value+")", "MAX("+value+")")
	}
	return statement(items.GroupBy("common").OrderBy("items DESC", "common").Limit(maxCurrencies))
}

// Tallied are the attributes that AttributeTally counts, by the types of their values. Others are texts.
type Tallied struct{ Chosen, Numbers, Checkboxes, Texts []int64 }

// mostSampled is how many items of a sample are counted at most, and mostTallied how many values of their attributes.
const (
	mostSampled = 2 * wellCounted
	mostTallied = 50_000
)

// AttributeTally returns attribute, value (an id where it is chosen, otherwise 0), the number of items of the list with
// it, and of numbers the lowest and the highest; the most frequent values first. On big sites it counts
// a sample of the items.
func (c Compiler) AttributeTally(l ItemList, t Tallied, s Sample) (evodb.Statement, error) {
	ids := c.itemIDs(l)
	if s.every > 1 {
		ids = ids.Where("c.id % ? = 0", s.every)
	}
	is := func(attributes []int64) sq.Sqlizer {
		if len(attributes) == 0 {
			return sq.Expr("FALSE")
		}
		return oneOf("v.attribute", attributes)
	}
	number := sq.Expr("IF(? AND v.value REGEXP ?, CAST(v.value AS "+numberCast+"), NULL)", is(t.Numbers), decimalText)
	items := newSelect("v.attribute").Column(sq.Alias(sq.Expr("IF(?, v.valueid, 0)", is(t.Chosen)), "chosen")).
		Column(sq.Alias(sq.Expr("COUNT(DISTINCT page.id) * ?", s.every), "items")).
		Column(sq.Expr("MIN(?)", number)).Column(sq.Expr("MAX(?)", number)).
		FromSelect(ids.Limit(mostSampled), "page").Join(c.table(itemtype.AttributesOf)+" AS v ON v.product = page.id").
		Where(is(slices.Concat(t.Chosen, t.Numbers, t.Checkboxes, t.Texts))).
		Where(sq.Expr("(NOT ? OR v.value = '1')", is(t.Checkboxes))).
		GroupBy("v.attribute", "chosen").OrderBy("items DESC", "v.attribute", "chosen").Limit(mostTallied)
	return statement(items)
}

// ChosenValues returns id, alias and name of values of attributes. ids must not be empty.
func (c Compiler) ChosenValues(ids []int64, lang string) (evodb.Statement, error) {
	return statement(newSelect("x.avid", "x.alias", c.nameIn(itemtype.AttributeValues, "x", lang)).
		From(c.table(itemtype.AttributeValues) + " AS x").Where(oneOf("x.avid", ids)).Limit(uint64(len(ids))))
}
