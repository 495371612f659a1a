package document

import (
	"context"
	"slices"

	"emcp/internal/sitepage"
	"emcp/query"
	"emcp/toolset/paging"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// pageTraits are the fields by which the page of a document is recognized.
type pageTraits struct {
	titles []string
	kin    sitepage.Kin
}

// traits returns the traits of documents by id.
func (r *Reader) traits(ctx context.Context, ids []int64, places tree.Places) (map[int64]pageTraits, error) {
	short := r.short("pagetitle", "longtitle", "menutitle", "template")
	statement, err := short.ItemCompiler().Items(ids)
	if err != nil {
		return nil, err
	}
	items, _, err := short.Read(ctx, statement, 0, paging.AnyRows)
	if err != nil {
		return nil, err
	}
	stamp, err := r.DB.Stamp(ctx)
	if err != nil {
		return nil, err
	}
	all := map[int64]pageTraits{}
	for _, item := range items {
		all[item.ID] = pageTraits{
			titles: []string{item.Text("pagetitle"), item.Text("longtitle"), item.Text("menutitle")},
			kin: sitepage.Kin{
				Template: item.Cell("template").Number, Language: view.OrEmpty(places.Of(item.ID).Lang), Site: stamp,
			},
		}
	}
	return all, nil
}

// Limits of looking for pages to compare.
const (
	fewCandidates = 20 // documents that are looked at
	sameTemplate  = 3  // pages of its own template that a page is compared with, before one of another template
)

// relatives returns a function that finds pages to compare a page with: some of the same template, then some of other
// templates, then the rest of the same template in case the site does not serve the first ones.
func (r *Reader) relatives(kin sitepage.Kin) sitepage.Others {
	reader := r.Apart() // the search may go on after the call
	return func(ctx context.Context) ([]string, error) {
		same, err := reader.Candidates(ctx, kin.Language, query.Search{Templates: []int64{kin.Template}})
		if err != nil {
			return nil, err
		}
		others, err := reader.Candidates(ctx, kin.Language, query.Search{})
		if err != nil {
			return nil, err
		}
		others = slices.DeleteFunc(others, func(item *Item) bool { return item.Cell("template").Number == kin.Template })
		first := min(len(same), sameTemplate)
		return reader.AddressesOf(ctx, slices.Concat(same[:first], ByTemplate(others), same[first:]))
	}
}

// ByTemplate returns documents in an order in which each template comes once before any comes twice.
func ByTemplate(items []*Item) []*Item {
	seen := map[int64]bool{}
	var once, again []*Item
	for _, item := range items {
		if template := item.Cell("template").Number; seen[template] {
			again = append(again, item)
		} else {
			seen[template], once = true, append(once, item)
		}
	}
	return append(once, again...)
}

// Candidates returns the first documents of a search that are in a language and have pages. An empty
// language means the whole site.
func (r *Reader) Candidates(ctx context.Context, language string, search query.Search) (items []*Item, err error) {
	if language != "" {
		languages, err := r.Spoken(ctx)
		if err != nil {
			return nil, err
		}
		if search.Sections, err = languages.In(language); err != nil {
			return nil, err
		}
	}
	short := r.short("type", "template")
	statement, err := short.ItemCompiler().Search(search).Page(query.NewPage(fewCandidates, 0))
	if err != nil {
		return nil, err
	}
	items, _, err = short.Read(ctx, statement, 0, paging.AnyRows)
	return slices.DeleteFunc(items, func(item *Item) bool { return item.Text("type") == "reference" }), err
}

// AddressesOf returns the addresses of documents.
func (r *Reader) AddressesOf(ctx context.Context, items []*Item) ([]string, error) {
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.ID
	}
	places, err := tree.PlacesOf(ctx, r.Site, ids)
	addresses := make([]string, len(ids))
	for i, id := range ids {
		addresses[i] = places.URL(id)
	}
	return addresses, err
}
