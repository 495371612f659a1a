package find

import (
	"cmp"
	"context"
	"slices"

	"emcp/richtext/excerpt"
	"emcp/toolset/document"
)

// ExcerptLength is the longest excerpt, in characters.
const ExcerptLength = 240

// Excerpts gives each document an excerpt of the text with the most words. If several have as many, it prefers the
// content, then introduction and description, then values. Titles are no excerpts, because they stand beside it: of a
// document that has the words only there, the excerpt is the beginning of its text.
func (h *Hits) Excerpts(ctx context.Context, items []*document.Item) error {
	byID := make(map[int64]*document.Item, len(items))
	ids := make([]int64, len(items))
	for i, item := range items {
		item.Excerpt = new("")
		ids[i], byID[item.ID] = item.ID, item
	}
	finders := h.finders()
	return newTextReader(h.Reader, h.searchedTVs(), excerptRead).each(ctx, ids, func(t *texts) error {
		finder := finders(t.id)
		most := -1
		look := func(text string) {
			if text == "" {
				return
			}
			if shown, found := excerpt.Of(text, finder, ExcerptLength); found > most {
				*byID[t.id].Excerpt, most = shown, found
			}
		}
		for _, text := range slices.Concat([]string{t.content, t.intro, t.description}, t.values) {
			look(text)
		}
		if *byID[t.id].Excerpt == "" { // there is nothing else
			look(cmp.Or(t.long, t.menu))
		}
		return nil
	})
}
