package toolset

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/internal/itemtype"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/find"
	"emcp/toolset/items"
)

// documentType is the type of documents in the argument types.
const documentType = "document"

// searchedTypes are the values of types.
func searchedTypes() []string { return append([]string{documentType}, itemtype.Names()...) }

// withItems are the arguments of evo.content.search that items meet, too. The others are about documents only.
var withItems = []string{
	"query", "match", "lang", "types", "fields", "format", "max_chars", "dates", "tv_format", "omit_empty", "limit",
	"offset", "cursor", "include_total",
}

// checkTypes refuses to search items with arguments that items do not know, and notes whether a call has any.
func (in *searchInput) checkTypes(arguments jsontext.Value) error {
	var all map[string]jsontext.Value
	if err := json.Unmarshal(arguments, &all); err != nil {
		return err
	}
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(name string) bool {
		return slices.Contains(withItems, name)
	})
	in.documentsOnly = len(others) > 0 || in.Query == nil
	ofItems := slices.ContainsFunc(in.Types, func(name string) bool { return name != documentType })
	switch {
	case !ofItems:
		return nil
	case in.Query == nil:
		return fault.Invalid("types", "only query finds products and articles here; evo.items.list lists them")
	case len(others) > 0:
		return fault.Invalid("types", "only documents have %s; use evo.items.list with query for products and articles",
			strings.Join(others, ", "))
	}
	return nil
}

// types returns what a search looks through: the types of items, and whether it looks through documents. Callers who
// name no revision of MCP get items only if they ask for them.
func (in searchInput) types(ctx context.Context, c *call) (documents bool, types []itemtype.Type, err error) {
	types = itemtype.Of(c.Schema)
	switch {
	case len(in.Types) == 0 && (in.documentsOnly || !c.Caller.Revised):
		return true, nil, nil
	case len(in.Types) == 0:
		types, err = c.words.Types(ctx, types)
		return true, types, err
	}
	known := append([]string{documentType}, itemtype.NamesOf(types)...)
	for _, name := range in.Types {
		if !slices.Contains(known, name) {
			return false, nil, fault.Invalid("types", "this site has no items of the type %s; its types: %s", name,
				strings.Join(known, ", "))
		}
	}
	types = slices.DeleteFunc(types, func(t itemtype.Type) bool { return !slices.Contains(in.Types, t.Name) })
	return slices.Contains(in.Types, documentType), types, nil
}

// sources returns what a search looks through. Items have the members that lists have.
func (c *call) sources(s query.Search, in searchInput) (sources []find.Source, err error) {
	if in.documents {
		sources = append(sources, c.words.Documents(s))
	}
	for _, t := range in.items {
		site := *c.Site // texts of documents may be in no language
		r, err := items.NewReader(&site, t.Name, "")
		if err != nil {
			return nil, err
		}
		r.Length, r.OmitEmpty = document.ListLength, in.OmitEmpty
		if err := r.Choose(nil, true); err != nil {
			return nil, err
		}
		l := r.List()
		l.Ranked = true
		sources = append(sources, find.Items(r, l))
	}
	return sources, nil
}
