package toolset

import (
	"context"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/internal/itemtype"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/find"
	"emcp/toolset/items"
	"emcp/toolset/paging"
	"emcp/toolset/schema"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// Limits of the arguments of evo.items.*.
const (
	maxItemFilters = 10
	maxItemFields  = 40
)

const listItemsTool = "evo.items.list"

// itemTools are evo.items.*, which only sites with items of packages have.
func itemTools(o view.Options) []Tool {
	kind := schema.Required("type", schema.Choice("Type of items", itemtype.Names()...).InBrief(""))
	shown := []schema.Property{
		schema.Optional("fields", schema.Array("Members", maxItemFields, schema.Name("")).
			InBrief("Members")),
		schema.Optional("lang", schema.Name("Language of the texts, such as de").InBrief("")),
		schema.Idle("max_chars", schema.Integer("Characters of a rich text", 1, document.MaxLength)),
		schema.Idle("omit_empty", schema.Boolean("Leave out empty members")),
	}
	filter := schema.Object("",
		schema.Required("field", schema.Name("Member, or alias or title of an attribute, such as color").
			InBrief("Member or attribute")),
		schema.Optional("op", schema.Choice("= or in if absent; like: contains", items.Operators()...).
			InBrief("As in tv_filters; = if absent").InDescription()),
		schema.Required("value", schema.ScalarOrList("For in a list", maxText, allowlist.MaxListValues).InBrief("").
			OrBoolean()))
	return []Tool{
		{
			Name: listItemsTool, Title: "List products or articles",
			Description: "List products or articles by words, members (price: what a visitor pays), attributes and " +
				"category, sorted, paged or counted.",
			brief: "List products or articles by words, members, attributes and category.",
			Input: schema.Object("", slices.Concat([]schema.Property{kind,
				schema.Optional("query", schema.Text("Words to find, best first unless sorted", maxText).
					InBrief("")),
				schema.Idle("match", schema.Choice("any of the words if absent", matchModes...)),
				schema.Optional("filters", schema.Array("All must hold", maxItemFilters, filter).InBrief("")),
				schema.Optional("category", schema.Integer("Id of a document: items in it or below", 1, anyID).
					InBrief("Document id")),
				schema.Optional("order_by", schema.Name("A member, such as price").InBrief("")),
				schema.Optional("order_dir", schema.Choice("Direction of order_by, asc if absent", "asc", "desc").InBrief("")),
				schema.Optional("count_by", schema.Name("Count per value instead: a member such as availability or categories, "+
					"or an attribute").InBrief("availability or an attribute")),
			}, shown, paging.CountArguments(o, o.ContentOffset))...),
			Output: listOutput(itemOutput()),
			has:    itemtype.Has,
			parse:  listItems,
		},
		{
			Name: "evo.items.get", Title: "Get a product or article",
			Description: "Get products or articles by one of id, ids, alias and url, with all members; item is null if " +
				"there is none.",
			brief: "Get items by id, ids or url.",
			Input: schema.Object("", slices.Concat([]schema.Property{kind,
				schema.Optional("id", schema.Integer("Id of the item", 0, anyID).InBrief("")),
				schema.Optional("ids", schema.Array("Items to get, instead of id; gives items", maxIDs,
					schema.Integer("", 0, anyID)).InBrief("")),
				schema.Idle("alias", schema.Text("Alias of the item", schema.MaxName)),
				schema.Optional("url", schema.Text("Address or path of the item", maxURL).InBrief("")),
				schema.Optional("content_offset", schema.Integer("Where to continue content, in characters", 0, anyID).InBrief("")),
			}, shown)...),
			Output: documentsOutput(itemOutput()),
			has:    itemtype.Has,
			parse:  getItem,
		},
	}
}

// itemInput are the arguments of evo.items.*.
type itemInput struct {
	Type     string              `json:"type"`
	Query    *string             `json:"query"`
	Match    string              `json:"match"`
	Filters  []items.FilterInput `json:"filters"`
	Category *schema.Int64       `json:"category"`
	OrderBy  string              `json:"order_by"`
	OrderDir string              `json:"order_dir"`
	CountBy  string              `json:"count_by"`

	ID            *schema.Int64  `json:"id"`
	IDs           []schema.Int64 `json:"ids"`
	Alias         *string        `json:"alias"`
	URL           *string        `json:"url"`
	ContentOffset schema.Int64   `json:"content_offset"`

	Fields   []string      `json:"fields"`
	Lang     string        `json:"lang"`
	MaxChars *schema.Int64 `json:"max_chars"`
	paging.Input
}

// reader returns the reader that the arguments ask for. length is the default length of rich texts.
func (in itemInput) reader(ctx context.Context, c *call, list bool, length int64) (*items.Reader, error) {
	if !itemtype.Has(c.Schema) { // the packages have gone since the call was admitted
		return nil, noTool()
	}
	if in.Lang != "" && c.Translated == nil {
		languages, err := c.Spoken(ctx)
		if err != nil {
			return nil, err
		}
		if in.Lang, err = languages.Code(in.Lang); err != nil {
			return nil, err
		}
	}
	r, err := items.NewReader(c.Site, in.Type, in.Lang)
	if err != nil {
		return nil, err
	}
	r.Length, r.Offset, r.OmitEmpty = int(in.MaxChars.Or(length)), int(in.ContentOffset), in.OmitEmpty
	return r, r.Choose(in.Fields, list)
}

func listItems(arguments jsontext.Value, _ view.Options) (action, error) {
	var in itemInput
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	if in.counts() {
		if err := checkCounting(in.CountBy, in.Input); err != nil {
			return nil, err
		}
	}
	if err := in.Check(); err != nil {
		return nil, err
	}
	if in.Query == nil {
		if in.Match != "" {
			return nil, fault.Invalid("query", "match needs query: it says which of its words an item must have")
		}
		return func(ctx context.Context, c *call) (toolAnswer, error) { return in.list(ctx, c, nil) }, nil
	}
	words, err := parseWords(*in.Query, in.Match)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, c *call) (toolAnswer, error) { return in.list(ctx, c, &words) }, nil
}

// counts reports whether a call only counts items.
func (in itemInput) counts() bool { return in.CountBy != "" || in.Limit == 0 }

// list answers with items, or their numbers. words is nil without words to search for.
func (in itemInput) list(ctx context.Context, c *call, words *find.Words) (toolAnswer, error) {
	r, asked, err := in.searching(ctx, c, words)
	if err != nil {
		return nil, err
	}
	l := r.List()
	if l.Where, err = r.Conditions(ctx, in.Filters); err != nil {
		return nil, err
	}
	if in.Category != nil {
		if err := r.InCategory(ctx, &l, int64(*in.Category)); err != nil {
			return nil, err
		}
	}
	if l.Ranked = words != nil && in.OrderBy == ""; !l.Ranked {
		dir, _ := allowlist.ParseDirection(in.OrderDir) // the schema has checked the direction
		if err := r.SetOrder(&l, in.OrderBy, dir); err != nil {
			return nil, err
		}
	}
	p, err := in.Page(c.Site, true)
	if err != nil {
		return nil, err
	}
	p.Total = p.Total || in.counts()
	if words != nil {
		return in.listHits(ctx, c, r, l, p, asked)
	}
	listing := r.Listing(l)
	total, err := p.Count(ctx, c.DB, listing)
	if err != nil {
		return nil, err
	}
	if in.counts() {
		return in.count(ctx, c, r, l, *total)
	}
	found, more, err := r.Page(ctx, listing, p)
	if err != nil {
		return nil, err
	}
	return listOf(c, p, found, more, total, "", nil)
}

// searching returns the reader of a list, and the words with the language in which they are searched.
func (in itemInput) searching(ctx context.Context, c *call, words *find.Words) (*items.Reader, find.Words, error) {
	var asked find.Words
	if words != nil {
		asked = *words
		if in.Lang == "" {
			types := slices.DeleteFunc(itemtype.Of(c.Schema), func(t itemtype.Type) bool { return t.Name != in.Type })
			if err := c.words.Speak(ctx, &asked, false, types); err != nil {
				return nil, asked, err
			}
		}
	}
	r, err := in.reader(ctx, c, true, document.ListLength)
	asked.Language = c.Lang
	return r, asked, err
}

// listHits answers with a page of the items of a list that have the words, or with their numbers.
func (in itemInput) listHits(
	ctx context.Context, c *call, r *items.Reader, l query.ItemList, p paging.Page, words find.Words,
) (toolAnswer, error) {
	hits, err := c.words.Find(ctx, words, find.Items(r, l))
	if err != nil {
		return nil, err
	}
	var meta find.WordMeta
	if p.Offset == 0 { // the first page says it for all
		meta = hits.Meta()
	}
	total, err := hits.Count(ctx, p)
	if err != nil {
		return nil, err
	}
	if in.counts() {
		l.IDs, l.Ranked = hits.IDs(), false
		answer, err := in.count(ctx, c, r, l, *total)
		answer.Meta.WordMeta = meta
		return answer, err
	}
	rows, more, err := hits.Page(ctx, p)
	if err != nil {
		return nil, err
	}
	answer, err := listOf(c, p, rows, more, total, "", nil)
	answer.meta.WordMeta = meta
	return answer, err
}

// itemGroups is the answer of a call that counts items.
type itemGroups struct {
	Items  []jsontext.Value `json:"items"` // always empty
	Groups []items.Group    `json:"groups,omitzero"`
	Meta   listMeta         `json:"meta"`
}

func (a itemGroups) rows() int { return len(a.Groups) }

func (a itemGroups) json() ([]byte, error) { return json.Marshal(a, jsontext.AllowInvalidUTF8(true)) }

// count answers with the number of items, and with those of each group if the call asks for groups.
func (in itemInput) count(
	ctx context.Context, c *call, r *items.Reader, l query.ItemList, total int64,
) (itemGroups, error) {
	answer := itemGroups{Items: []jsontext.Value{}, Meta: listMeta{
		Limit: int64(in.Limit), Total: &total, HasMore: total > 0, ToolsetVersion: Version, Server: c.Options.Server,
	}}
	if in.CountBy == "" {
		return answer, nil
	}
	if total == 0 && in.Query != nil { // no words were found
		answer.Groups = []items.Group{}
		return answer, nil
	}
	var err error
	answer.Groups, answer.Meta.HasMore, err = r.Groups(ctx, l, in.CountBy, int64(in.Limit))
	return answer, err
}

func getItem(arguments jsontext.Value, _ view.Options) (action, error) {
	var in itemInput
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	n := 0
	for _, names := range []bool{in.ID != nil, in.IDs != nil, in.Alias != nil, in.URL != nil} {
		if names {
			n++
		}
	}
	switch {
	case n != 1:
		return nil, fault.Invalid("id", "give exactly one of id, ids, alias and url")
	case in.IDs != nil && len(in.IDs) == 0:
		return nil, fault.Invalid("ids", "ids must have at least 1 element")
	case in.URL == nil:
		return in.get, nil
	}
	address, err := tree.ParseAddress(*in.URL)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, c *call) (toolAnswer, error) { return in.byURL(ctx, c, address) }, nil
}

// get answers with the items that id, ids or alias names.
func (in itemInput) get(ctx context.Context, c *call) (toolAnswer, error) {
	length := int64(document.GetLength)
	if in.IDs != nil {
		length = document.ListLength
	}
	r, err := in.reader(ctx, c, false, length)
	if err != nil {
		return nil, err
	}
	l := r.List()
	switch {
	case in.ID != nil:
		l.IDs = []int64{int64(*in.ID)}
	case in.Alias != nil:
		l.Aliases = []string{*in.Alias}
	default:
		l.IDs = unique(in.IDs)
	}
	found, more, err := r.Page(ctx, r.Listing(l), paging.Page{Limit: maxIDs})
	if err != nil {
		return nil, err
	}
	if in.IDs != nil {
		return several(c, l.IDs, found, more, nil)
	}
	return oneItem(c, found), nil
}

// oneItem answers with the first of the items.
func oneItem(c *call, found []*items.Item) toolAnswer {
	answer := getAnswer[items.Item]{Meta: c.meta("")}
	if len(found) > 0 {
		answer.Item = found[0]
	}
	return answer
}

// itemAt answers with the item of a package at an address that no document has, or with nil. Its members are those of
// evo.items.get, or title, url and what fields names.
func (in getInput) itemAt(ctx context.Context, c *call, address tree.Address) (toolAnswer, error) {
	for _, t := range itemtype.Of(c.Schema) {
		item := itemInput{Type: t.Name, Lang: in.Lang, MaxChars: in.MaxChars, ContentOffset: in.ContentOffset,
			Input: in.Input}
		if in.Fields != nil {
			item.Fields = []string{"title", "url"}
			for _, m := range t.Members {
				if slices.Contains(in.Fields, m.Name) && !m.Manager {
					item.Fields = append(item.Fields, m.Name)
				}
			}
		}
		lang := c.Lang
		found, err := item.at(ctx, c, address)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			c.Uncertain = true // it shows something else than documents
			return oneItem(c, found), nil
		}
		c.Lang = lang
	}
	return nil, nil
}

// byURL answers with the item at an address.
func (in itemInput) byURL(ctx context.Context, c *call, address tree.Address) (toolAnswer, error) {
	found, err := in.at(ctx, c, address)
	if err != nil {
		return nil, err
	}
	return oneItem(c, found), nil
}

// at returns the item at an address, or none.
func (in itemInput) at(ctx context.Context, c *call, address tree.Address) ([]*items.Item, error) {
	aliases, err := address.Aliases(ctx, c.Site)
	if err != nil {
		return nil, err
	}
	r, err := in.reader(ctx, c, false, document.GetLength)
	if err != nil {
		return nil, err
	}
	l := r.List()
	l.Aliases = aliases
	return r.At(ctx, l, address)
}
