package toolset

import (
	"context"
	"slices"

	"emcp/internal/sitepage"
	"emcp/query"
)

// pageTraits is what the page of a document is recognized by.
type pageTraits struct {
	titles []string
	kin    sitepage.Kin
}

// traits returns the traits of documents by id.
func (c *call) traits(ctx context.Context, ids []int64, places treePlaces) (map[int64]pageTraits, error) {
	short := c.short("pagetitle", "longtitle", "menutitle", "template")
	statement, err := short.compiler().Items(ids)
	if err != nil {
		return nil, err
	}
	items, _, err := short.read(ctx, statement, 0, anyRows)
	if err != nil {
		return nil, err
	}
	stamp, err := c.db.Stamp(ctx)
	if err != nil {
		return nil, err
	}
	all := map[int64]pageTraits{}
	for _, item := range items {
		all[item.id] = pageTraits{
			titles: []string{item.text("pagetitle"), item.text("longtitle"), item.text("menutitle")},
			kin: sitepage.Kin{
				Template: item.cell("template").number, Language: orEmpty(places.of(item.id).lang), Site: stamp,
			},
		}
	}
	return all, nil
}

// short returns a call that reads these fields.
func (c *call) short(fields ...string) *call {
	short := *c
	short.shape, short.valued = listInput{Fields: fields}.shape(listLength, c.options), nil
	return &short
}

// fewCandidates is how many documents are looked at for pages to compare.
const fewCandidates = 20

// relatives returns addresses of pages to compare: first those of the template, then those of other templates, each of which
// comes once before any comes twice. The caller sees all of them.
func (c *call) relatives(ctx context.Context, kin sitepage.Kin) ([]string, error) {
	var search query.Search
	if kin.Language != "" {
		var err error
		if search.Sections, err = c.inLanguage(ctx, kin.Language); err != nil {
			return nil, err
		}
	}
	others, err := c.candidates(ctx, search)
	if err != nil {
		return nil, err
	}
	var same []*documentItem
	if kin.Template != sitepage.AnyTemplate {
		search.Templates = []int64{kin.Template}
		if same, err = c.candidates(ctx, search); err != nil {
			return nil, err
		}
	}
	same = same[:min(len(same), sameTemplate)]
	seen := map[int64]bool{kin.Template: true}
	var repeated []*documentItem
	others = slices.DeleteFunc(others, func(item *documentItem) bool {
		template := item.cell("template").number
		again := seen[template]
		if again && template != kin.Template {
			repeated = append(repeated, item)
		}
		seen[template] = true
		return again
	})
	var ids []int64
	for _, item := range slices.Concat(same, others, repeated) {
		ids = append(ids, item.id)
	}
	places, err := c.places(ctx, ids)
	if err != nil {
		return nil, err
	}
	addresses := make([]string, len(ids))
	for i, id := range ids {
		addresses[i] = places.url(id)
	}
	return addresses, nil
}

// sameTemplate is how many pages of its own template a page is compared with, before one of another template.
const sameTemplate = 3

// candidates returns the first documents of a search that have pages.
func (c *call) candidates(ctx context.Context, search query.Search) ([]*documentItem, error) {
	short := c.short("type", "template")
	statement, err := short.compiler().Search(search).Page(query.NewPage(fewCandidates, 0))
	if err != nil {
		return nil, err
	}
	items, _, err := short.read(ctx, statement, 0, anyRows)
	return slices.DeleteFunc(items, func(item *documentItem) bool { return item.text("type") == "reference" }), err
}
