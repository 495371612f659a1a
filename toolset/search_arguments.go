package toolset

import (
	"slices"
	"strings"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/internal/index"
	"emcp/internal/itemtype"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/find"
	"emcp/toolset/schema"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

// Values of match, the default first.
const (
	matchAny    = "any"
	matchAll    = "all"
	matchPhrase = "phrase"
)

var matchModes = []string{matchAny, matchAll, matchPhrase}

func searchArguments(o view.Options) []schema.Property {
	tv := schema.Required("tv", schema.Name("Template variable").InBrief(""))
	cast := schema.Optional("cast", schema.Name("As texts, 1000 comes before 20: UNSIGNED, SIGNED, DECIMAL(p,s), DATE, "+
		"DATETIME, or NUMBER for such as 1.234,50 €").InBrief("UNSIGNED, SIGNED, DECIMAL(p,s), DATE, DATETIME, NUMBER"))
	useDefault := schema.Optional("use_default",
		schema.Boolean("Use the TV's default where a document has no value; most have none").
			InBrief("Documents without a value count by the default"))
	direction := func(description string) *schema.Schema { return schema.Choice(description, "asc", "desc") }
	return slices.Concat([]schema.Property{
		schema.Optional("query", schema.Text("Words to find, best hits first; quotes around a phrase", maxText).
			InBrief("Words, best first; quotes for a phrase")),
		schema.Optional("match", schema.Choice("any of the words if absent", matchModes...).InBrief("")),
		schema.Optional("types", schema.Array("Types of hits", len(searchedTypes()),
			schema.Choice("", searchedTypes()...)).InBrief("")),
		schema.Optional("query_tvs", schema.Array("Of the TVs, search only these", allowlist.MaxQueryTVs,
			schema.Name("")).InBrief("")),
		schema.Optional("lang", schema.Name("Only in this language, such as de").
			InBrief("Only in this language; also_in: the best hits in others")),
		schema.Optional("parent", schema.Integer("Only documents below this one; 0: the whole site", 0,
			anyID).InBrief("Below this document")),
		schema.Optional("depth", schema.Integer("Levels below parent; absent: all", 1,
			o.Depth).InBrief("")),
		schema.Optional("published", schema.Boolean("Only published or unpublished").InBrief("")),
		schema.Optional("deleted", schema.Boolean("true: only the trash")),
		schema.Optional("template", schema.Integer("Only with this template id", 0, anyID).InBrief("")),
		schema.Optional("template_name", schema.Name("Only with a template of this name").InBrief("")),
		schema.Optional("hidemenu",
			schema.Boolean("Only hidden from menus, or only others").InBrief("")),
		schema.Optional("tv_filters", schema.Array("Conditions on TVs; all must hold", o.TVFilters,
			schema.Object("", tv, schema.Required("op", operator()), schema.Optional("value", operand()), cast,
				useDefault)).InBrief("")),
		schema.Optional("tv_order", schema.Array("Sort by template variables, before any other order", o.TVOrder,
			schema.Object("", tv, schema.Optional("dir", direction("asc if absent").InBrief("")), cast,
				useDefault)).InBrief("")),
		schema.Optional("tags_data", schema.Object("Only with one of these tags",
			schema.Required("tv_id", schema.Integer("Id of the tag-like TV", 1, anyID).InBrief("")),
			schema.Required("tags", schema.Array("Tags", tvfilter.MaxTags,
				schema.Text("", maxText)).InBrief(""))).InBrief("With such a tag")),
		schema.Optional("order_by", schema.Choice("Sort by this field; id if absent",
			allowlist.OrderFields...).OrElse("; tv_order sorts by template variables").InBrief("")),
		schema.Optional("order_dir", direction("Direction of order_by, asc if absent").InBrief("")),
		schema.Optional("order_by_date",
			direction("By pub_date, else createdon").InBrief("By pub_date or createdon")),
		schema.Optional("order_by_edited", direction("By editedon").InBrief("")),
		schema.Optional("count_by",
			schema.Name("Counts by template, parent, year or tv:NAME[:d]").
				InBrief("template, parent, year or tv:NAME")),
		onlyArgument(),
	}, periods())
}

type searchInput struct {
	Query        *string                `json:"query"`
	QueryTVs     []string               `json:"query_tvs"`
	Match        string                 `json:"match"`
	Types        []string               `json:"types"`
	Parent       *schema.Int64          `json:"parent"`
	Published    *bool                  `json:"published"`
	Deleted      *bool                  `json:"deleted"`
	Template     *schema.Int64          `json:"template"`
	TemplateName string                 `json:"template_name"`
	HideMenu     *bool                  `json:"hidemenu"`
	TVFilters    []tvfilter.FilterInput `json:"tv_filters"`
	TVOrder      []tvfilter.OrderInput  `json:"tv_order"`
	TagsData     *tvfilter.TagsInput    `json:"tags_data"`
	OrderBy      string                 `json:"order_by"`
	OrderDir     string                 `json:"order_dir"`
	OrderByDate  *string                `json:"order_by_date"`
	ByEdited     string                 `json:"order_by_edited"`
	CountBy      string                 `json:"count_by"`
	Only         []string               `json:"only"`
	periodsInput
	listInput

	documentsOnly bool            // whether an argument is about documents only
	documents     bool            // whether documents are searched
	items         []itemtype.Type // types of items that are searched, too
}

// anyTV accepts every name. With it, the other arguments are checked before the template
// variables of the site are known.
func anyTV(string) (tvfilter.TV, error) { return tvfilter.TV{Unread: true}, nil }

// parse parses the arguments. words is nil without words to search for.
func (in searchInput) parse(o view.Options, lookup tvfilter.Lookup) (s query.Search, words *find.Words, err error) {
	s = query.Search{
		Parent: (*int64)(in.Parent), Published: in.Published, Deleted: in.Deleted, HiddenMenu: in.HideMenu,
	}
	if in.Template != nil {
		s.Templates = []int64{int64(*in.Template)}
	}
	if in.Depth != nil || in.Parent != nil && *in.Parent != 0 {
		depth := query.NewDepth(in.Depth.Or(o.Depth))
		s.Depth = &depth
	}
	if s.Dates, err = in.periodsInput.parse(); err != nil {
		return s, nil, err
	}
	if s.Filters, err = document.ParseEach("tv_filters", in.TVFilters, lookup, tvfilter.ParseFilter); err != nil {
		return s, nil, err
	}
	if s.Order.TVs, err = document.ParseEach("tv_order", in.TVOrder, lookup, tvfilter.ParseOrder); err != nil {
		return s, nil, err
	}
	if in.TagsData != nil {
		tags, err := tvfilter.ParseTags(*in.TagsData)
		if err != nil {
			return s, nil, fault.From(err).At("tags_data")
		}
		s.Tags = &tags
	}
	s.Order.Field, _ = allowlist.ParseOrderField(in.OrderBy) // the schema has checked field and direction
	s.Order.Dir, _ = allowlist.ParseDirection(in.OrderDir)
	if in.ByEdited != "" {
		s.Order.Field = allowlist.EditedOrder
		s.Order.Dir, _ = allowlist.ParseDirection(in.ByEdited)
	}
	if in.OrderByDate != nil {
		direction, _ := allowlist.ParseDirection(*in.OrderByDate)
		s.Order.ByDate = &direction
	}
	words, err = in.words(lookup)
	return s, words, err
}

// words parses the words of the search and the template variables to search; nil if there are no words.
func (in searchInput) words(lookup tvfilter.Lookup) (*find.Words, error) {
	switch {
	case in.Query == nil && in.QueryTVs == nil && in.Match == "":
		return nil, nil
	case in.Query == nil && in.QueryTVs != nil:
		return nil, fault.Invalid("query", "query_tvs needs query: it says in which template variables to look for its words")
	case in.Query == nil:
		return nil, fault.Invalid("query", "match needs query: it says which of its words a document must have")
	}
	words, err := parseWords(*in.Query, in.Match)
	if err != nil {
		return nil, err
	}
	byName := func(name string, lookup tvfilter.Lookup) (int64, error) {
		tv, err := lookup(name)
		return tv.ID, err
	}
	tvs, err := document.ParseEach("query_tvs", in.QueryTVs, lookup, byName)
	if in.QueryTVs != nil && tvs == nil {
		tvs = []int64{} // none is searched
	}
	words.TVs = tvs
	return &words, err
}

// parseWords parses query and match.
func parseWords(query, match string) (find.Words, error) {
	if match == matchPhrase {
		query = `"` + strings.ReplaceAll(query, `"`, " ") + `"`
	}
	words, err := allowlist.ParseWords(query)
	if err == nil && index.ParseQuery(query).Empty() { // punctuation
		err = fault.Invalid("query", "query must contain a word")
	}
	return find.Words{Words: words, Every: match == matchAll}, err
}
