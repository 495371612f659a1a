package toolset

import (
	"context"
	"slices"

	"emcp/internal/sitepage"
	"emcp/query"
	"emcp/toolset/paging"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// pageTraits is what the page of a document is recognized by.
type pageTraits struct {
	titles []string
	kin    sitepage.Kin
}

// traits returns the traits of documents by id.
func (c *call) traits(ctx context.Context, ids []int64, places tree.Places) (map[int64]pageTraits, error) {
	short := c.short("pagetitle", "longtitle", "menutitle", "template")
	statement, err := short.itemCompiler().Items(ids)
	if err != nil {
		return nil, err
	}
	items, _, err := short.read(ctx, statement, 0, paging.AnyRows)
	if err != nil {
		return nil, err
	}
	stamp, err := c.DB.Stamp(ctx)
	if err != nil {
		return nil, err
	}
	all := map[int64]pageTraits{}
	for _, item := range items {
		all[item.id] = pageTraits{
			titles: []string{item.text("pagetitle"), item.text("longtitle"), item.text("menutitle")},
			kin: sitepage.Kin{
				Template: item.cell("template").number, Language: view.OrEmpty(places.Of(item.id).Lang), Site: stamp,
			},
		}
	}
	return all, nil
}

// short returns a call that reads these fields.
func (c *call) short(fields ...string) *call {
	short := *c
	short.shape, short.valued = listInput{Fields: fields}.shape(listLength, c.Options), nil
	return &short
}

// Limits of looking for pages to compare.
const (
	fewCandidates = 20 // documents that are looked at
	sameTemplate  = 3  // pages of its own template that a page is compared with, before one of another template
)

// relatives returns how to find the pages that a page is compared with: some of its template, then those of others, and the
// rest of its template, in case that the site does not serve the first ones.
func (c *call) relatives(kin sitepage.Kin) sitepage.Others {
	alone := c.apart() // the search may go on after the call
	return func(ctx context.Context) ([]string, error) {
		same, err := alone.candidates(ctx, kin.Language, query.Search{Templates: []int64{kin.Template}})
		if err != nil {
			return nil, err
		}
		others, err := alone.candidates(ctx, kin.Language, query.Search{})
		if err != nil {
			return nil, err
		}
		others = slices.DeleteFunc(others, func(item *documentItem) bool { return item.cell("template").number == kin.Template })
		first := min(len(same), sameTemplate)
		return alone.addressesOf(ctx, slices.Concat(same[:first], mixed(others), same[first:]))
	}
}

// mixed returns documents in an order in which each template comes once before any comes twice.
func mixed(items []*documentItem) []*documentItem {
	seen := map[int64]bool{}
	var once, again []*documentItem
	for _, item := range items {
		if template := item.cell("template").number; seen[template] {
			again = append(again, item)
		} else {
			seen[template], once = true, append(once, item)
		}
	}
	return append(once, again...)
}

// candidates returns the first documents of a search in a language that have pages. An empty language is the whole site.
func (c *call) candidates(ctx context.Context, language string, search query.Search) (items []*documentItem, err error) {
	if language != "" {
		if search.Sections, err = c.inLanguage(ctx, language); err != nil {
			return nil, err
		}
	}
	short := c.short("type", "template")
	statement, err := short.itemCompiler().Search(search).Page(query.NewPage(fewCandidates, 0))
	if err != nil {
		return nil, err
	}
	items, _, err = short.read(ctx, statement, 0, paging.AnyRows)
	return slices.DeleteFunc(items, func(item *documentItem) bool { return item.text("type") == "reference" }), err
}

// addressesOf returns the addresses of documents.
func (c *call) addressesOf(ctx context.Context, items []*documentItem) ([]string, error) {
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.id
	}
	places, err := tree.PlacesOf(ctx, c.Site, ids)
	addresses := make([]string, len(ids))
	for i, id := range ids {
		addresses[i] = places.URL(id)
	}
	return addresses, err
}
