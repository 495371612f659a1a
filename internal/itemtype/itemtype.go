// Package itemtype knows how packages for Evolution CMS keep what visitors read beside documents: products of sCommerce
// and articles of sArticles. Each has one table here, which names all that emcp reads of it: the SQL, the rights of the
// database user and the members of answers follow from it. It reads names of tables and columns, and no rows.
//
// No column outside of these tables is ever read. Orders, carts, payment methods, users, and the names and texts of
// people who write reviews or comments are in none.
//
// An item has its texts in a row for each language. Visitors get the whole row of their language, otherwise that of
// Base, otherwise no texts.
package itemtype

import (
	"slices"

	"emcp/evodb"
	"emcp/internal/sgallery"
	"emcp/internal/sseo"
)

// Base is the language of texts that count where there is none in the language of the page.
const Base = "base"

// Type is a type of items.
type Type struct {
	Name    string // in arguments and answers
	Plural  string // in messages
	Package string // that has the tables
	// Table has a row for each item with the columns id, published and alias.
	Table string
	// Texts has the texts of items, a row for each language.
	Texts Texts
	// Currency is the column with the currency of an item's prices; empty: items have no prices.
	Currency string
	Members  []Member // in the order of answers, after id and type
	// Delivery and Payment have the ways to deliver items and to pay for them; empty: items are not sold.
	Delivery, Payment Table
	// Order is the member that lists are sorted by if the call names none; empty: id. It sorts from high to low.
	Order string
}

// Texts are the texts of a type.
type Texts struct {
	Table string
	Key   string // column with the id of a row
	Owner string // column with the id of the item
	// Edited is the column with the time of the last change; older versions may lack it.
	Edited string
}

// Kind says what a member is, and so how it is read and written.
type Kind uint8

// The kinds of members. Those up to Moment are columns of the item or its texts, which conditions can name.
const (
	Line          Kind = iota // a short text
	Rich                      // HTML
	Integer                   // a number
	Decimal                   // a number with a fraction; 0 is no value
	Money                     // an amount in the currency of the item; 0 is no value
	Paid                      // what a visitor pays: the special price where it is lower than the regular one
	Choice                    // an index of Labels
	Flag                      // 0 or 1
	Moment                    // a time
	File                      // address of a file
	Votes                     // number of votes in a JSON object
	Items                     // ids of items of the same type, in JSON
	Address                   // of the page of the item
	Count                     // number of rows in another table
	Folder                    // document below which the item lies
	Folders                   // documents in which the item lies
	Terms                     // names in a table of the package, such as tags
	Person                    // name and office of an author
	Values                    // attributes with their values
	Variants                  // items of the same type that differ in some attributes
	Media                     // files in galleries of sGallery
	SearchEngines             // data of sSeo; Column has robots that count before those of sSeo
)

// Compared reports whether conditions and orders can name members of the kind.
func (k Kind) Compared() bool { return k <= Moment && k != Rich }

// Ordered reports whether values of the kind are numbers or times, which are greater or less than others.
func (k Kind) Ordered() bool { return k != Line && k != Choice && k != Flag && k.Compared() }

// Searched says as what searches for words read a member.
type Searched uint8

// What members are for searches. A word in a title counts most.
const (
	Unsearched Searched = iota
	AsTitle
	AsHeading
	AsIntro
	AsText
	AsValue
	AsAbove    // the titles of documents above, and of those in which the item lies
	Searchable // how many there are
)

// Member is a member of items in answers.
type Member struct {
	Name       string
	Kind       Kind
	Column     string   // of Type.Table; of Paid, of the regular price
	Special    string   // of Paid: column of the special price
	Translated bool     // Column is one of Type.Texts
	Labels     []string // of a Choice
	Optional   bool     // only some versions of the package have the column
	Listed     bool     // lists have it unless the call chooses members
	Manager    bool     // only the manager view has it
	Few        bool     // of a Line: few values, so that descriptions list them
	Search     Searched // what it is for searches for words
	Related    Related  // other tables that it is read from
}

// Related are tables from which a member is read, besides that of the item.
type Related struct {
	Table     string // whose rows belong to items
	Owner     string // its column with the id of the item
	Target    string // its column with the id of what belongs to the item
	Published string // its column that is 1 for what visitors see; of Counts
	Position  string // its column that orders the targets; empty: they are in the order of Names
	Names     string // table with the names of the targets: id, position, a name in each language
	Key       string // column of Names with the id
	// Columns are further columns of Table that are read.
	Columns []string
}

// Names of columns that all tables of items have.
const (
	ID        = "id"
	Published = "published"
	Alias     = "alias"
	Lang      = "lang"
)

// All are the types that emcp knows.
func All() []Type { return []Type{product, article} }

// Names returns the names of all types.
func Names() []string { return NamesOf(All()) }

// NamesOf returns the names of types.
func NamesOf(types []Type) []string {
	var names []string
	for _, t := range types {
		names = append(names, t.Name)
	}
	return names
}

// Of returns the types that a site has, with the members that emcp can read there.
func Of(schema *evodb.Schema) []Type {
	var types []Type
	for _, t := range All() {
		if !t.in(schema) {
			continue
		}
		t.Members = slices.DeleteFunc(slices.Clone(t.Members), func(m Member) bool { return !t.hasMember(schema, m) })
		types = append(types, t)
	}
	return types
}

// Has reports whether a site has items of any type.
func Has(schema *evodb.Schema) bool {
	return slices.ContainsFunc(All(), func(t Type) bool { return t.in(schema) })
}

// in reports whether a site has the tables of items and of their texts with all columns that every version has. Both
// packages keep JSON in columns of this type, so they cannot be on older servers.
func (t Type) in(schema *evodb.Schema) bool {
	return schema.JSON && hasTables(schema, t.own(nil))
}

// hasMember reports whether emcp can read a member on a site that has the type.
func (t Type) hasMember(schema *evodb.Schema, m Member) bool {
	if m.Optional && !schema.HasColumn(t.tableOf(m), m.Column) {
		return false
	}
	switch {
	case m.Kind == Media:
		return sgallery.Owner(schema) != ""
	case m.Kind == SearchEngines && m.Column == "":
		return sseo.Has(schema, sseo.Meta)
	}
	return hasTables(schema, m.tables(nil))
}

func hasTables(schema *evodb.Schema, tables []Table) bool {
	return !slices.ContainsFunc(tables, func(t Table) bool { return !t.In(schema) })
}

func (t Type) tableOf(m Member) string {
	if m.Translated {
		return t.Texts.Table
	}
	return t.Table
}

// Member returns a member by name.
func (t Type) Member(name string) (Member, bool) {
	i := slices.IndexFunc(t.Members, func(m Member) bool { return m.Name == name })
	if i < 0 {
		return Member{}, false
	}
	return t.Members[i], true
}

// Located returns the member that says in which documents items lie; each type has one, of the kind Folder or Folders.
func (t Type) Located() (Member, bool) {
	i := slices.IndexFunc(t.Members, func(m Member) bool { return m.Kind == Folder || m.Kind == Folders })
	if i < 0 {
		return Member{}, false
	}
	return t.Members[i], true
}

// Table is a table with columns that emcp reads.
type Table struct {
	Name    string
	Columns []string
}

// In reports whether emcp can read the table. No site has the empty one.
func (t Table) In(schema *evodb.Schema) bool {
	return t.Name != "" && schema.HasColumns(t.Name, t.Columns)
}

// own returns the tables of items and of their texts. Columns that only some versions have are added if with is true
// for them; nil: none.
func (t Type) own(with func(Member) bool) []Table {
	items := Table{t.Table, []string{ID, Published, Alias}}
	texts := Table{t.Texts.Table, []string{t.Texts.Key, t.Texts.Owner, Lang}}
	if with != nil {
		texts.Columns = append(texts.Columns, t.Texts.Edited)
	}
	if t.Currency != "" {
		items.Columns = append(items.Columns, t.Currency)
	}
	for _, m := range t.Members {
		if m.Optional && (with == nil || !with(m)) {
			continue
		}
		for _, column := range []string{m.Column, m.Special} {
			switch {
			case column == "" || m.Column == t.Currency:
			case m.Translated:
				texts.Columns = append(texts.Columns, column)
			case !slices.Contains(items.Columns, column):
				items.Columns = append(items.Columns, column)
			}
		}
	}
	return []Table{items, texts}
}

// tables returns the further tables from which a member is read. codes are languages whose columns are read, too.
func (m Member) tables(codes []string) []Table {
	r := m.Related
	if r.Table == "" {
		return nil
	}
	owned := Table{r.Table, append([]string{r.Owner}, r.Columns...)}
	for _, column := range []string{r.Target, r.Published, r.Position} {
		if column != "" {
			owned.Columns = append(owned.Columns, column)
		}
	}
	switch {
	case m.Kind == Values:
		return append([]Table{owned}, attributeTables(codes)...)
	case m.Kind == Person:
		for _, code := range append([]string{Base}, codes...) {
			owned.Columns = append(owned.Columns, code+"_name", code+"_lastname", code+"_office")
		}
	case r.Names != "":
		return []Table{owned, {r.Names, append([]string{r.Key, "position", Alias, Base}, codes...)}}
	}
	return []Table{owned}
}

// Tables returns all that emcp reads of a type, on sites whose pages are in languages of these codes. A table can come
// several times.
func (t Type) Tables(codes []string) []Table {
	return t.tables(func(Member) bool { return true }, codes)
}

// Usual returns what all versions of the package have of these, whatever languages the site has.
func (t Type) Usual() []Table { return t.tables(nil, nil) }

func (t Type) tables(with func(Member) bool, codes []string) []Table {
	all := t.own(with)
	for _, m := range t.Members {
		all = append(all, m.tables(codes)...)
	}
	return all
}
