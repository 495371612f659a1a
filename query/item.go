package query

import (
	"slices"
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/itemtype"
)

// ItemList selects items of a type.
type ItemList struct {
	Type itemtype.Type
	// Lang is the code of the language of texts: letters, which stand in the SQL.
	Lang       string
	IDs        []int64  // only these; nil: all
	Ranked     bool     // sorts by the order of IDs
	Length     int      // rich texts are cut to that many characters; 0: not at all
	Aliases    []string // only those with one of these; nil: all
	Folders    []int64  // only those in one of these documents; nil: all
	Crowded    bool     // many items lie in Folders, as InFolders counts them
	Where      []ItemCondition
	Order      *itemtype.Member // sorts before the id; nil: by id only
	Descending bool
}

// ItemCondition is a comparison with a member of items, or with an attribute.
type ItemCondition struct {
	Member    itemtype.Member
	Attribute *Attribute         // in place of Member
	Op        allowlist.Operator // = != > >= < <= in or like
	// Values are numbers as texts, Unix seconds, or texts, as the kind of the member or the type of the attribute asks.
	Values []any
	// Chosen are the ids of terms, or of values of an attribute to choose from, any of which meets the condition. They are
	// in place of Op and Values. A checkbox meets it if it is checked.
	Chosen []int64
	Not    bool // of attributes and terms: the condition is met by all items that do not meet it otherwise
}

// collects reports whether the items that meet the condition are collected from another table.
func (w ItemCondition) collects() bool { return w.Attribute != nil || w.Member.Kind == itemtype.Terms }

// Attribute is an attribute of products.
type Attribute struct {
	ID   int64
	Type itemtype.AttributeType
}

// ItemPage returns the items of a list: id, alias and the currency (empty without prices), then the members. A member
// without a column is not returned. Visitors see published items. So do users of the manager who are no
// administrators, because nothing says whether the manager shows them more.
func (c Compiler) ItemPage(l ItemList, members []itemtype.Member) Listing {
	columns := columnList{columnOf("c.id"), columnOf("c.alias"), columnOf("''")}
	if l.Type.Currency != "" {
		columns[2] = columnOf("c." + l.Type.Currency)
	}
	for _, m := range members {
		switch column := c.itemColumn(l, m); {
		case m.Column == "":
		case m.Kind == itemtype.Rich && l.Length > 0:
			columns = append(columns, columnOf("LEFT("+column+", "+strconv.Itoa(l.Length)+")"))
		default:
			columns = append(columns, columnOf(column))
		}
	}
	list := Listing{ids: c.itemIDs(l), id: "c.id", table: c.table(l.Type.Table), columns: columns, flat: true}
	switch {
	case l.Ranked:
		rank := sq.Expr("FIELD(c.id, " + idsText(l.IDs) + ")")
		list.keys = []key{{expression: rank, kind: integerKind}}
	case l.Order != nil:
		k := key{expression: c.itemCompared(l, *l.Order), kind: integerKind, descending: l.Descending, last: true}
		switch l.Order.Kind {
		case itemtype.Line:
			k.expression, k.kind = shortened(k.expression), textKind
		case itemtype.Decimal, itemtype.Money, itemtype.Paid:
			k.kind = numberKind
		}
		list.keys = []key{k}
	}
	return list
}

// itemIDs starts a list of visible items.
func (c Compiler) itemIDs(l ItemList) selectBuilder { return c.seenItems(l, "c.id AS id") }

// seenItems selects columns of the visible items c.
func (c Compiler) seenItems(l ItemList, columns ...string) selectBuilder {
	ids := newSelect(columns...).From(c.table(l.Type.Table) + " AS c")
	if !c.ManagesItems() {
		ids = ids.Where("c." + itemtype.Published + " = 1")
	}
	if l.IDs != nil {
		ids = ids.Where(oneOf("c.id", l.IDs))
	}
	if l.Aliases != nil {
		ids = ids.Where(sq.Eq{"c." + itemtype.Alias: l.Aliases})
	}
	if l.comparesTexts() {
		ids = ids.LeftJoin(c.table(l.Type.Texts.Table) + " AS t ON t." + l.Type.Texts.Owner + " = c.id AND t." +
			l.Type.Texts.Key + " = " + c.itemText(l, l.Type.Texts.Key))
	}
	if l.Folders != nil {
		ids = ids.Where(c.inFolders(l))
	}
	for _, w := range l.Where {
		ids = ids.Where(c.itemCondition(l, w))
	}
	return ids
}

// ManagesItems reports whether the view shows unpublished items, and members for managers.
func (c Compiler) ManagesItems() bool { return c.view.kind == manager }

// inFolders returns the condition that an item lies in one of the documents. Of few items in them, the server begins
// with these. Otherwise it looks for the documents of each item: below the whole catalogue, that takes 6 ms instead of
// 500 for a page of 100,000 products. With conditions on attributes or terms, it would look before it has met these.
func (c Compiler) inFolders(l ItemList) sq.Sqlizer {
	m, _ := l.Type.Located()
	if r := m.Related; m.Kind == itemtype.Folders {
		found := newSelect("f." + r.Owner).From(c.table(r.Table) + " AS f").Where(oneOf("f."+r.Target, l.Folders))
		if l.Crowded && !slices.ContainsFunc(l.Where, ItemCondition.collects) {
			return sq.Expr("(?) IS NOT NULL", found.Where("f."+r.Owner+" = c.id").Limit(1))
		}
		return sq.Expr("c.id IN (?)", found)
	}
	return oneOf("c."+m.Column, l.Folders)
}

// MaxFew is the most items in some documents that are few.
const MaxFew = 5_000

// InFolders counts the items in documents, to MaxFew + 1 at most, also those that the view does not show. Type.Located
// must have the kind Folders.
func (c Compiler) InFolders(t itemtype.Type, folders []int64) (evodb.Statement, error) {
	m, _ := t.Located()
	found := newSelect("1").From(c.table(m.Related.Table) + " AS f").Where(oneOf("f."+m.Related.Target, folders)).
		Limit(MaxFew + 1)
	return statement(newSelect("COUNT(*)").FromSelect(found, "some"))
}

// itemColumn returns the expression for a member as it is returned. Times are in Unix seconds.
func (c Compiler) itemColumn(l ItemList, m itemtype.Member) string {
	own := "c.`" + m.Column + "`"
	switch {
	case m.Translated:
		return c.itemText(l, m.Column)
	case m.Kind == itemtype.Moment:
		return "UNIX_TIMESTAMP(" + own + ")"
	case m.Kind == itemtype.Paid:
		special := "c." + m.Special
		return "IF(" + special + " > 0 AND " + special + " < " + own + ", " + special + ", " + own + ")"
	}
	return own
}

// itemText returns the expression for a column of the texts of the item c in the language of the list.
func (c Compiler) itemText(l ItemList, column string) string {
	t, base := l.Type.Texts, "'"+itemtype.Base+"'"
	return "(SELECT l." + column + " FROM " + c.table(t.Table) + " AS l WHERE l." + t.Owner + " = c.id" +
		" AND l.lang IN ('" + l.Lang + "', " + base + ") ORDER BY l.lang = " + base + ", l." + t.Key + " LIMIT 1)"
}

// comparesTexts reports whether conditions or the order need the texts of items. They are joined then, because an
// expression for a text is compared several times.
func (l ItemList) comparesTexts() bool {
	return l.Order != nil && l.Order.Translated ||
		slices.ContainsFunc(l.Where, func(w ItemCondition) bool { return w.Member.Translated })
}

// itemCompared is a member as conditions and orders use it.
func (c Compiler) itemCompared(l ItemList, m itemtype.Member) sq.Sqlizer {
	switch {
	case m.Translated:
		return c.plain("t." + m.Column)
	case m.Kind == itemtype.Line:
		return c.plain(c.itemColumn(l, m))
	}
	return columnOf(c.itemColumn(l, m))
}

func (c Compiler) itemCondition(l ItemList, w ItemCondition) sq.Sqlizer {
	switch r := w.Member.Related; {
	case w.Attribute != nil:
		return among(c.withAttribute(l, *w.Attribute, w), w.Not)
	case w.Member.Kind == itemtype.Terms && len(w.Chosen) == 0:
		return sq.Expr("FALSE")
	case w.Member.Kind == itemtype.Terms:
		return among(newSelect("r."+r.Owner).From(c.table(r.Table)+" AS r").Where(oneOf("r."+r.Target, w.Chosen)), w.Not)
	case w.Member.Kind == itemtype.Decimal, w.Member.Kind == itemtype.Money, w.Member.Kind == itemtype.Paid:
		return compareNumbers(columnOf(c.itemColumn(l, w.Member)), w)
	}
	return compare(c.itemCompared(l, w.Member), w.Op, w.Values)
}

// compareNumbers compares a number with numbers in strings, exactly.
func compareNumbers(number sq.Sqlizer, w ItemCondition) sq.Sqlizer {
	exact := make([]any, len(w.Values))
	for i, value := range w.Values {
		exact[i] = sq.Expr("CAST(? AS "+numberCast+")", value)
	}
	return compare(number, w.Op, exact)
}

// among returns the condition that an item is one of those that a statement selects, or is none of them. It is no
// EXISTS, so that the server can begin with the rows of the statement.
func among(items selectBuilder, not bool) sq.Sqlizer {
	if not {
		return sq.Expr("c.id NOT IN (?)", items)
	}
	return sq.Expr("c.id IN (?)", items)
}

// withAttribute selects the products whose attribute meets a condition.
func (c Compiler) withAttribute(l ItemList, a Attribute, w ItemCondition) selectBuilder {
	values := newSelect("v.product").From(c.table(itemtype.AttributesOf) + " AS v")
	switch {
	case a.Type.Chosen() && len(w.Chosen) == 0:
		return values.Where("FALSE")
	case a.Type.Chosen(): // a value is one of only one attribute
		return values.Where(oneOf("v.valueid", w.Chosen))
	}
	values = values.Where("v.attribute = ?", a.ID)
	switch a.Type {
	case itemtype.Checkbox:
		return values.Where("v.value = '1'")
	case itemtype.Number:
		return values.Where("v.value REGEXP ?", decimalText).
			Where(compareNumbers(columnOf("CAST(v.value AS "+numberCast+")"), w))
	}
	return values.Where(compare(c.plain(attributeText(a.Type, l.Lang)), w.Op, w.Values))
}

// decimalText matches numbers as sCommerce stores them.
const decimalText = `^-?[0-9]+([.][0-9]+)?$`

// attributeText returns the expression for a text in a language.
func attributeText(t itemtype.AttributeType, lang string) string {
	if t != itemtype.Text {
		return "v.value"
	}
	return "IF(JSON_VALID(v.value), JSON_UNQUOTE(IFNULL(JSON_EXTRACT(v.value, '$." + lang + "'), " +
		"JSON_EXTRACT(v.value, '$." + itemtype.Base + "'))), v.value)"
}

// ItemGrouping says by what items are counted: a column of them, the documents in which they lie, their terms, or an
// attribute.
type ItemGrouping struct {
	Member    itemtype.Member
	Attribute *Attribute // in place of Member
}

// ItemGroups returns each value with the number of items of the list that have it, the largest groups first; there are
// at most that many rows. An item can be in several groups.
func (c Compiler) ItemGroups(l ItemList, g ItemGrouping, most int64) (evodb.Statement, error) {
	items := c.seenItems(l)
	common := columnOf("c.`" + g.Member.Column + "`")
	switch r := g.Member.Related; {
	case g.Attribute != nil:
		items = items.Join(c.table(itemtype.AttributesOf)+" AS v ON v.product = c.id AND v.attribute = ?", g.Attribute.ID)
		common = columnOf("v.valueid")
		if !g.Attribute.Type.Chosen() {
			common = shortened(c.plain(attributeText(g.Attribute.Type, l.Lang)))
		}
	case r.Table != "":
		items = items.Join(c.table(r.Table) + " AS r ON r." + r.Owner + " = c.id")
		common = columnOf("r." + r.Target)
	case g.Member.Kind == itemtype.Line:
		common = c.plain("c.`" + g.Member.Column + "`")
	}
	return statement(items.Column(sq.Alias(common, "common")).Column("COUNT(DISTINCT c.id) AS items").
		GroupBy("common").OrderBy("items DESC", "common").Limit(uint64(most))) //nolint:gosec // not negative
}

// ItemTitles returns id, alias and title of visible items. ids must not be empty.
func (c Compiler) ItemTitles(l ItemList) (evodb.Statement, error) {
	title, _ := l.Type.Member("title")
	return statement(c.itemIDs(l).Column(c.itemColumn(l, title)).Limit(uint64(len(l.IDs))))
}

// ItemCounts returns owner and the number of visible rows that belong to each of the items. ids must not be empty.
func (c Compiler) ItemCounts(r itemtype.Related, ids []int64) (evodb.Statement, error) {
	owner := "r." + r.Owner
	return statement(newSelect(owner, "COUNT(*)").From(c.table(r.Table) + " AS r").Where(oneOf(owner, ids)).
		Where("r." + r.Published + " = 1").GroupBy(owner))
}

// ItemFolders returns the documents in which items lie: item, document and the further columns of r. ids must not be
// empty.
func (c Compiler) ItemFolders(r itemtype.Related, ids []int64) (evodb.Statement, error) {
	folders := newSelect("r."+r.Owner, "r."+r.Target).Distinct().From(c.table(r.Table) + " AS r").
		Where(oneOf("r."+r.Owner, ids))
	for _, column := range r.Columns {
		folders = folders.Columns("r." + column)
	}
	return statement(folders.OrderBy("r."+r.Owner, "r."+r.Target))
}

// maxTerms is how many rows a statement about what belongs to items returns.
const maxTerms = 20_000

// ItemTerms returns the item, the id and the name of each of its terms. ids must not be empty.
func (c Compiler) ItemTerms(r itemtype.Related, lang string, ids []int64) (evodb.Statement, error) {
	return statement(newSelect("r."+r.Owner, "n."+r.Key, c.nameIn(r.Names, "n", lang)+" AS name").
		From(c.table(r.Table)+" AS r").Join(c.table(r.Names)+" AS n ON n."+r.Key+" = r."+r.Target).
		Where(oneOf("r."+r.Owner, ids)).GroupBy("r."+r.Owner, "n."+r.Key, "n.position", "name").
		OrderBy("r."+r.Owner, "n.position", "n."+r.Key).Limit(maxTerms))
}

// Terms returns id, alias, name and name in Base of the terms that visible items have.
func (c Compiler) Terms(t itemtype.Type, r itemtype.Related, lang string) (evodb.Statement, error) {
	used := newSelect("r." + r.Target).From(c.table(r.Table) + " AS r").
		Where(sq.Expr("r."+r.Owner+" IN (?)", c.itemIDs(ItemList{Type: t})))
	return statement(newSelect("n."+r.Key, "n.alias", c.nameIn(r.Names, "n", lang), "n."+itemtype.Base).
		From(c.table(r.Names)+" AS n").Where(sq.Expr("n."+r.Key+" IN (?)", used)).
		OrderBy("n.position", "n."+r.Key).Limit(maxChoices))
}

// nameIn returns the expression for a name that has a column for each language, or that of Base.
func (c Compiler) nameIn(table, alias, lang string) string {
	base := alias + "." + itemtype.Base
	if lang == itemtype.Base || !c.schema.HasColumn(table, lang) {
		return base
	}
	return "IF(IFNULL(" + alias + "." + lang + ", '') = '', " + base + ", " + alias + "." + lang + ")"
}

// Authors returns id, name and office of authors. ids must not be empty.
func (c Compiler) Authors(r itemtype.Related, lang string, ids []int64) (evodb.Statement, error) {
	part := func(name string) string {
		base, own := "n."+itemtype.Base+"_"+name, lang+"_"+name
		if !c.schema.HasColumn(r.Table, own) {
			return base
		}
		return "IF(IFNULL(n." + own + ", '') = '', " + base + ", n." + own + ")"
	}
	return statement(newSelect("n."+r.Owner, "CONCAT_WS(' ', "+part("name")+", "+part("lastname")+")", part("office")).
		From(c.table(r.Table) + " AS n").Where(oneOf("n."+r.Owner, ids)))
}

// maxAttributes is how many attributes of a site are known.
const maxAttributes = 2_000

// Attributes returns the attributes that the site shows, on products or as filters: id, published, type, alias, title
// in the language (NULL: none), and the documents to whose products they apply, with commas between their ids.
func (c Compiler) Attributes(lang string) (evodb.Statement, error) {
	titles := c.table(itemtype.AttributeTitles)
	title := "(SELECT t.pagetitle FROM " + titles + " AS t WHERE t.attribute = a.id AND t.pagetitle <> ''" +
		" ORDER BY t.lang = '" + lang + "' DESC, t.lang = '" + itemtype.Base + "' DESC, t.lang LIMIT 1)"
	folders := "(SELECT GROUP_CONCAT(f.category) FROM " + c.table(itemtype.AttributeCategories) +
		" AS f WHERE f.attribute = a.id)"
	return statement(newSelect("a.id", "a.published", "a.type", "a.alias", title, folders).
		From(c.table(itemtype.Attributes)+" AS a").Where("(a.published = 1 OR a.asfilter = 1)").
		OrderBy("a.position", "a.id").Limit(maxAttributes))
}

// AttributesOf returns product, attribute, value and the name of the chosen value of products, in the order of the
// values. Neither list may be empty.
func (c Compiler) AttributesOf(products, attributes []int64, lang string) (evodb.Statement, error) {
	return statement(newSelect("v.product", "v.attribute", "v.value", c.nameIn(itemtype.AttributeValues, "x", lang)).
		From(c.table(itemtype.AttributesOf)+" AS v").
		LeftJoin(c.table(itemtype.AttributeValues)+" AS x ON x.avid = v.valueid AND x.attribute = v.attribute").
		Where(oneOf("v.product", products)).Where(oneOf("v.attribute", attributes)).
		OrderBy("v.product", "x.position", "x.avid").Limit(maxTerms))
}

// maxChoices is how many values of an attribute can be chosen.
const maxChoices = 2_000

// AttributeValues returns id, alias, name and name in Base of the values of an attribute.
func (c Compiler) AttributeValues(attribute int64, lang string) (evodb.Statement, error) {
	return statement(newSelect("x.avid", "x.alias", c.nameIn(itemtype.AttributeValues, "x", lang), "x."+itemtype.Base).
		From(c.table(itemtype.AttributeValues)+" AS x").Where("x.attribute = ?", attribute).
		OrderBy("x.position", "x.avid").Limit(maxChoices))
}

// ItemVariants returns item and the ids in JSON of the group to which it belongs. ids must not be empty.
func (c Compiler) ItemVariants(r itemtype.Related, ids []int64) (evodb.Statement, error) {
	return statement(newSelect("r."+r.Owner, "r.mods").From(c.table(r.Table) + " AS r").
		Where(oneOf("r."+r.Owner, ids)).Where("r.mode = 1"))
}

// maxCurrencies is how many currencies of prices are named.
const maxCurrencies = 50

// Currencies returns the currencies of visible items.
func (c Compiler) Currencies(t itemtype.Type) (evodb.Statement, error) {
	column := "c." + t.Currency
	return statement(newSelect(column).Distinct().From(c.table(t.Table) + " AS c").
		Where("c." + itemtype.Published + " = 1").OrderBy(column).Limit(maxCurrencies))
}

// Limits of the documents below a category.
const (
	categoryLevels = 10
	maxCategories  = 10_000
)

// CategoryTree returns the ids of a document and of those below it, as far as the view shows them.
func (c Compiler) CategoryTree(id int64) (evodb.Statement, error) {
	list := c.walk(id, NewDepth(categoryLevels))
	own := c.documents().Where(sq.Eq{"c.id": id})
	tree := sq.Expr("SELECT page.id FROM (? UNION ALL ?) AS page LIMIT "+strconv.Itoa(maxCategories), own,
		list.ids.Where(c.visible("c")))
	if list.with != nil {
		tree = sq.Expr("? ?", list.with, tree)
	}
	return statement(tree)
}
