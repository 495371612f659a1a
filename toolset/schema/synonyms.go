package schema

import (
	"slices"
	"strings"

	"emcp/internal/fault"
)

// synonyms are the names that other tools and query languages use for an argument or an operator. Some of them resemble
// a name that means something else, even the opposite: nin and in, lte and like, gte and to.
var synonyms = func() map[string][]string {
	all := map[string][]string{}
	for known, others := range map[string]string{
		"=": "== === eq equals is", "!=": "<> !== =! ne neq not not_equal", ">": "gt greater after",
		">=": "=> gte ge min between", "<": "lt less before", "<=": "=< lte le max between", "in": "any one_of",
		"not_in": "nin notin none_of", "like": "contains has includes ilike ~", "like-l": "ends_with endswith ends suffix",
		"like-r": "starts_with startswith starts begins_with prefix", "null": "isnull is_null empty is_empty missing",
		"!null": "notnull not_null isnotnull is_not_null exists not_empty",
		"from":  "gt gte ge after since start min begin start_date", "to": "lt lte le before until end max end_date",
		"tv": "name field key tv_name", "field": "name key column tv", "op": "operator comparison condition",
		"query": "q search text keyword keywords words title", "search": "q query text keyword", "content": "body text html",
		"lang": "language locale", "parent": "section root", "tags_data": "tag",
		"tv_filters": "where filter filters conditions tv", "filters": "conditions", "where": "conditions",
		"tv_order": "sort sort_by", "order_by": "sort sort_by",
		"count_by": "group_by groupby facets aggregate", "with_tvs": "tvs tv", "tags": "tag",
		"edited_between": "since modified updated updated_between", "order_by_edited": "newest latest recent",
		"cursor": "page next_page", "limit": "page_size per_page top size", "offset": "skip",
		"fields": "select columns include_content",
		"id":     "doc_id docid document_id page_id parent parent_id",
		"url":    "path uri slug alias", "depth": "levels max_depth", "year": "month week day date",
	} {
		for other := range strings.FieldsSeq(others) {
			all[other] = append(all[other], known)
		}
	}
	for _, names := range all {
		slices.Sort(names)
	}
	return all
}()

// MeantBy returns the known names that an unknown argument or value probably means: those for which other tools and
// query languages use this name, otherwise similar ones.
func MeantBy(name string, known []string) []string {
	var matches []string
	for _, synonym := range synonyms[strings.ToLower(strings.TrimPrefix(name, "$"))] { // MongoDB has $gte
		if slices.Contains(known, synonym) {
			matches = append(matches, synonym)
		}
	}
	if matches != nil {
		return matches
	}
	return fault.Nearest(name, known)
}
