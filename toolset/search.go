package toolset

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/tvfilter"
)

// maxQueryTVs is how many template variables a text search looks at.
const maxQueryTVs = 5

func searchArguments(o Options) []property {
	tv := required("tv", named(""))
	cast := optional("cast", named("For numbers: UNSIGNED, SIGNED or DECIMAL(p,s)"))
	useDefault := optional("use_default", boolean("Without a value, take the default"))
	direction := func(description string) *Schema { return choice(description, "asc", "desc") }
	return []property{
		optional("query", text("Words to find, any of them, best hits first; quotes for a phrase", maxText)),
		optional("query_tvs", array("TVs to search, too", maxQueryTVs, named(""))),
		optional("parent", integer("Only below this document", 0, anyID)),
		optional("depth", integer("Levels below parent", 1, o.Depth)),
		optional("published", boolean("")),
		optional("deleted", boolean("true: only the trash")),
		optional("template", integer("", 0, anyID)),
		optional("hidemenu", boolean("")),
		optional("tv_filters", array("Conditions on TVs; all must hold", o.TVFilters,
			object("", tv, required("op", operator()), optional("value", operand()), cast, useDefault))),
		optional("tv_order", array("Sort by TVs first", o.TVOrder,
			object("", tv, optional("dir", direction("")), cast, useDefault))),
		optional("tags_data", object("Only with one of these tags",
			required("tv_id", integer("", 1, anyID)),
			required("tags", array("", tvfilter.MaxTags, text("", maxText))))),
		optional("order_by", choice("id if absent", allowlist.OrderFields...)),
		optional("order_dir", direction("asc if absent")),
		optional("order_by_date", direction("By pub_date, else createdon")),
		optional("count_by", named("Numbers instead of items, by template, parent, year or tv:NAME")),
	}
}

type searchInput struct {
	Query       *string                `json:"query"`
	QueryTVs    []string               `json:"query_tvs"`
	Parent      *Integer               `json:"parent"`
	Published   *bool                  `json:"published"`
	Deleted     *bool                  `json:"deleted"`
	Template    *Integer               `json:"template"`
	HideMenu    *bool                  `json:"hidemenu"`
	TVFilters   []tvfilter.FilterInput `json:"tv_filters"`
	TVOrder     []tvfilter.OrderInput  `json:"tv_order"`
	TagsData    *tvfilter.TagsInput    `json:"tags_data"`
	OrderBy     string                 `json:"order_by"`
	OrderDir    string                 `json:"order_dir"`
	OrderByDate *string                `json:"order_by_date"`
	CountBy     string                 `json:"count_by"`
	listInput
}

// anyTV finds any template variable. Which ones there are is known later; all else about them is checked with it.
func anyTV(string) (tvfilter.TV, error) { return tvfilter.TV{}, nil }

func search(arguments jsontext.Value, o Options) (action, error) {
	var in searchInput
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	if _, _, err := in.parse(o, anyTV); err != nil {
		return nil, err
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	if err := in.checkCount(); err != nil {
		return nil, err
	}
	return func(ctx context.Context, c *call) (answer, error) {
		c.shape = in.shape(listLength, o)
		s, text, err := in.parse(o, c.lookup(ctx))
		if err != nil {
			return nil, err
		}
		if err := c.tagged(s); err != nil {
			return nil, err
		}
		if in.counts() {
			grouping, err := in.grouping(c.lookup(ctx))
			if err != nil {
				return nil, err
			}
			return c.countHits(ctx, s, text, grouping, in)
		}
		selection, err := c.selection(ctx, in.WithTVs)
		if err != nil {
			return nil, err
		}
		if text != nil {
			return c.listHits(ctx, s, *text, in.listInput, selection)
		}
		return c.list(ctx, c.compiler().Search(s), in.listInput, selection)
	}, nil
}

// listHits answers with a page of the documents that have some words.
func (c *call) listHits(ctx context.Context, s query.Search, text query.Text, in listInput, selection []tvfilter.Selection) (answer, error) {
	p, err := c.page(in.pageInput, true)
	if err != nil {
		return nil, err
	}
	hits, err := c.findHits(ctx, s, text)
	if err != nil {
		return nil, err
	}
	var total *int64
	if p.total {
		if err := hits.settleAll(ctx); err != nil {
			return nil, err
		}
		total = new(int64(len(hits.all)))
	}
	items, more, err := hits.items(ctx, p)
	if err != nil {
		return nil, err
	}
	c.text = &text
	return c.listed(ctx, p, items, more, total, selection)
}

// parse makes typed values of the arguments; without words to look for, text is nil.
func (in searchInput) parse(o Options, lookup tvfilter.Lookup) (s query.Search, text *query.Text, err error) {
	s = query.Search{
		Parent: (*int64)(in.Parent), Template: (*int64)(in.Template),
		Published: in.Published, Deleted: in.Deleted, HiddenMenu: in.HideMenu,
	}
	if in.Depth != nil || in.Parent != nil && *in.Parent != 0 {
		depth := query.NewDepth(or(in.Depth, o.Depth))
		s.Depth = &depth
	}
	if s.Filters, err = parseEach("tv_filters", in.TVFilters, lookup, tvfilter.ParseFilter); err != nil {
		return s, nil, err
	}
	if s.Order.TVs, err = parseEach("tv_order", in.TVOrder, lookup, tvfilter.ParseOrder); err != nil {
		return s, nil, err
	}
	if in.TagsData != nil {
		tags, err := tvfilter.ParseTags(*in.TagsData)
		if err != nil {
			return s, nil, fault.From(err).At("tags_data")
		}
		s.Tags = &tags
	}
	s.Order.Field, _ = allowlist.ParseOrderField(in.OrderBy) // names are checked against the schema, as are directions
	s.Order.Dir, _ = allowlist.ParseDirection(in.OrderDir)
	if in.OrderByDate != nil {
		direction, _ := allowlist.ParseDirection(*in.OrderByDate)
		s.Order.ByDate = &direction
	}
	text, err = in.text(lookup)
	return s, text, err
}

// text makes typed values of what the search looks for in texts, if anything.
func (in searchInput) text(lookup tvfilter.Lookup) (*query.Text, error) {
	switch {
	case in.Query == nil && in.QueryTVs == nil:
		return nil, nil
	case in.Query == nil:
		return nil, fault.Invalid("query", "query_tvs needs query: it says where else to look for its words")
	}
	words, err := query.ParseWords(*in.Query)
	if err != nil {
		return nil, err
	}
	byName := func(name string, lookup tvfilter.Lookup) (int64, error) {
		tv, err := lookup(name)
		return tv.ID, err
	}
	tvs, err := parseEach("query_tvs", in.QueryTVs, lookup, byName)
	return &query.Text{Words: words, TVs: tvs}, err
}

// tagged refuses a search by tags where the site has none.
func (c *call) tagged(s query.Search) error {
	for _, table := range []string{"site_content_tags", "tags"} {
		if s.Tags != nil && !c.schema.HasTable(table) {
			return fault.Invalid("tags_data", "this site has no tags: it lacks the table %s of a tagging add-on", table)
		}
	}
	return nil
}
