package toolset

import (
	"context"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/toolset/find"
	"emcp/toolset/paging"
	"emcp/toolset/schema"
	"emcp/toolset/tree"
	"emcp/tvfilter"
)

// tvPrefix precedes the name of a template variable in count_by.
const tvPrefix = "tv:"

// groupings are the values of count_by other than template variables.
var groupings = map[string]query.Grouping{
	"template": query.GroupByTemplate, "parent": query.GroupByParent, "year": query.GroupByYear,
}

// counts reports whether a search only counts documents.
func (in searchInput) counts() bool { return in.CountBy != "" || in.Limit == 0 }

// checkCount refuses a search with limit 0 that counts nothing, and a search that counts and also asks for pages.
func (in searchInput) checkCount() error {
	if !in.counts() {
		return nil
	}
	if err := checkCounting(in.CountBy, in.Input); err != nil {
		return err
	}
	_, err := in.grouping(anyTV)
	return err
}

// checkCounting refuses a call that only counts: with limit 0 and nothing to count, and one that also asks for pages.
func checkCounting(by string, in paging.Input) error {
	switch {
	case by == "" && !in.IncludeTotal:
		return fault.Invalid("limit", "limit must be at least 1; 0 goes with include_total")
	case by != "" && in.Limit == 0:
		return fault.Invalid("limit", "limit must be at least 1 with count_by: it is the number of groups")
	case in.Cursor != "":
		return fault.Invalid("cursor", "a call that only counts has one page; leave out cursor")
	case in.Offset > 0:
		return fault.Invalid("offset", "a call that only counts has one page; leave out offset")
	}
	return nil
}

// grouping parses count_by. A template variable is written as in with_tvs, with :d for its default.
func (in searchInput) grouping(lookup tvfilter.Lookup) (query.Grouping, error) {
	if in.CountBy == "" {
		return query.Grouping{}, nil
	}
	if grouping, ok := groupings[in.CountBy]; ok {
		return grouping, nil
	}
	name, ok := strings.CutPrefix(in.CountBy, tvPrefix)
	if !ok {
		f := fault.Invalid("count_by",
			"count_by must be template, parent, year, or tv: with the name of a template variable, such as tv:price, or "+
				"tv:price:d to count its default")
		f.Suggestions = schema.MeantBy(in.CountBy, []string{"template", "parent", "year"})
		if len(f.Suggestions) == 0 { // probably the name of a template variable
			f.Suggestions = []string{tvPrefix + in.CountBy}
		}
		return query.Grouping{}, f
	}
	tv, err := tvfilter.ParseSelection(name, lookup)
	if err != nil {
		return query.Grouping{}, fault.From(err).At("count_by")
	}
	return query.GroupByTV(tv.Operand()), nil
}

// documentGroup is a value that documents share, and their number.
type documentGroup struct {
	Value jsontext.Value `json:"value"` // id, year or stored text; null: none
	Label *string        `json:"label,omitzero"`
	Count int64          `json:"count"`
}

// countAnswer is the answer of a search that counts.
type countAnswer struct {
	Items  []jsontext.Value `json:"items"` // always empty
	Groups []documentGroup  `json:"groups,omitzero"`
	Meta   listMeta         `json:"meta"`
}

func (a countAnswer) rows() int { return len(a.Groups) }

func (a countAnswer) json() ([]byte, error) {
	return json.Marshal(a, jsontext.AllowInvalidUTF8(true))
}

// countHits counts the documents that a search finds.
func (c *call) countHits(
	ctx context.Context, s query.Search, words *find.Words, g query.Grouping, in searchInput,
) (toolAnswer, error) {
	answer := countAnswer{Items: []jsontext.Value{}, Meta: listMeta{
		Limit: int64(in.Limit), Total: new(int64(0)), ToolsetVersion: Version, Server: c.Options.Server,
	}}
	c.Uncertain = true
	if g != (query.Grouping{}) {
		answer.Groups = []documentGroup{}
	}
	if words != nil {
		hits, err := c.find(ctx, s, *words, in)
		if err != nil {
			return nil, err
		}
		answer.Meta.WordMeta = hits.Meta()
		if len(in.items) > 0 { // there are no groups
			answer.Meta.Total, err = hits.Count(ctx, paging.Page{Total: true})
			answer.Meta.HasMore = err == nil && *answer.Meta.Total > 0
			return answer, err
		}
		if s.Among = hits.IDs(); len(s.Among) == 0 {
			return answer, nil
		}
	}
	list := c.Compiler().Search(s)
	total, err := paging.Page{Total: true}.Count(ctx, c.DB, list)
	if err != nil {
		return nil, err
	}
	answer.Meta.Total = total
	if g == (query.Grouping{}) {
		answer.Meta.HasMore = *total > 0
		return answer, nil
	}
	if answer.Groups, err = c.groups(ctx, list, g, int64(in.Limit)+1); err != nil {
		return nil, err
	}
	if int64(len(answer.Groups)) > answer.Meta.Limit {
		answer.Groups, answer.Meta.HasMore = answer.Groups[:answer.Meta.Limit], true
	}
	return answer, c.label(ctx, g, in.CountBy, answer.Groups)
}

// groups reads the largest groups of documents in a list.
func (c *call) groups(ctx context.Context, list query.Listing, g query.Grouping, most int64) ([]documentGroup, error) {
	statement, err := c.Compiler().Groups(list, g, most)
	if err != nil {
		return nil, err
	}
	groups := []documentGroup{}
	return groups, c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var common *string
		var next documentGroup
		if err := scan(&common, &next.Count); err != nil {
			return err
		}
		switch {
		case common == nil:
			next.Value = jsontext.Value("null")
		case g.OfTexts():
			c.Untag(&common)
			next.Value, err = json.Marshal(common, jsontext.AllowInvalidUTF8(true))
		default:
			next.Value = jsontext.Value(*common)
		}
		groups = append(groups, next)
		return err
	})
}

// label adds the titles of documents, the names of templates and the captions of options to groups, as far as the
// caller may see them. by is count_by.
func (c *call) label(ctx context.Context, g query.Grouping, by string, groups []documentGroup) error {
	names, err := c.names(ctx, g, by, groups)
	for i := range groups {
		if name, ok := names[string(groups[i].Value)]; ok {
			groups[i].Label = &name
		}
	}
	return err
}

func (c *call) names(
	ctx context.Context, g query.Grouping, by string, groups []documentGroup,
) (map[string]string, error) {
	names := map[string]string{}
	switch {
	case g == query.GroupByTemplate && c.Options.Allows("SiteTemplate", "templatename"):
		statement, err := c.Compiler().Templates()
		if err != nil {
			return nil, err
		}
		return names, c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
			var id int64
			var name string
			err := scan(&id, &name)
			names[strconv.FormatInt(id, 10)] = c.Untagged(name)
			return err
		})
	case g.OfTexts():
		tv, _ := c.TV(tvfilter.SelectedName(strings.TrimPrefix(by, tvPrefix)))
		for _, option := range c.OptionsOf(tv) {
			value, err := json.Marshal(option.Value, jsontext.AllowInvalidUTF8(true))
			if err != nil {
				return nil, err
			}
			if option.Label != option.Value {
				names[string(value)] = option.Label
			}
		}
		return names, nil
	case g == query.GroupByParent:
		var ids []int64
		for _, group := range groups {
			id, err := strconv.ParseInt(string(group.Value), 10, 64)
			if err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
		places, err := tree.PlacesOf(ctx, c.Site, ids)
		for id, node := range places.Nodes {
			if node.Seen {
				names[strconv.FormatInt(id, 10)] = node.Title
			}
		}
		return names, err
	}
	return nil, nil
}
