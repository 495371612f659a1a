package find

import (
	"cmp"
	"context"
	"slices"

	"emcp/richtext/excerpt"
)

// ExcerptLength is the longest excerpt, in characters.
const ExcerptLength = 240

// Excerpts gives each row an excerpt of the text with the most words. If several have as many, it prefers the
// content, then introduction and description, then values. Titles are no excerpts, because they stand beside it: of a
// document that has the words only there, the excerpt is the beginning of its text.
func (h *Hits) Excerpts(ctx context.Context, rows []Row) error {
	excerpts := make(map[int64]string, len(rows))
	numbers := make([]int64, len(rows))
	for i, row := range rows {
		numbers[i] = row.number()
	}
	finders := h.finders()
	err := h.texts(ctx, numbers, excerptRead, func(t *texts) error {
		finder := finders(t.id)
		best, most := "", -1
		look := func(text string) {
			if text == "" {
				return
			}
			if shown, found := excerpt.Of(text, finder, ExcerptLength); found > most {
				best, most = shown, found
			}
		}
		for _, text := range slices.Concat([]string{t.content, t.intro, t.description}, t.values) {
			look(text)
		}
		if best == "" { // there is nothing else
			look(cmp.Or(t.long, t.menu))
		}
		excerpts[t.id] = best
		return nil
	})
	for i, row := range rows {
		row.setExcerpt(excerpts[numbers[i]])
	}
	return err
}
