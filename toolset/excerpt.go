package toolset

import (
	"context"

	"emcp/evodb"
	"emcp/query"
	"emcp/richtext"
)

const (
	excerptLength = 240     // of an excerpt, in characters
	excerptRead   = 200_000 // of a text that it is taken from, in characters
)

// hit is a document in which words were looked for, and the best excerpt of its texts so far.
type hit struct {
	item *item
	most int // of the words that a text has; negative where there was no text yet
}

// look takes the excerpt of a text where it has more of the words than the texts before.
func (h *hit) look(text string, words []string) {
	if text == "" {
		return
	}
	if excerpt, found := richtext.Excerpt(text, words, excerptLength); found > h.most {
		h.item.excerpt, h.most = &excerpt, found
	}
}

// fetchExcerpts reads what the search has looked at in documents, and shows for each the text that has most of the words:
// the content, or else what it is introduced, described and called with, or else a value.
func (c *call) fetchExcerpts(ctx context.Context, items []*item, text query.Text) error {
	words := text.Words.List()
	hits := map[int64]*hit{}
	ids := make([]int64, len(items))
	for i, item := range items {
		item.excerpt = new("")
		hits[item.id], ids[i] = &hit{item, -1}, item.id
	}
	statement, err := c.compiler().Texts(ids, excerptRead)
	if err != nil {
		return err
	}
	err = c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var title, long, menu, alias, description, intro, content *string
		var wholeIntro, wholeContent *bool
		if err := scan(&id, &title, &long, &menu, &alias, &description, &intro, &wholeIntro, &content, &wholeContent); err != nil {
			return err
		}
		for _, text := range []string{
			readable(ctx, content, wholeContent), readable(ctx, intro, wholeIntro), value(description), value(long), value(title), value(menu), value(alias),
		} {
			hits[id].look(c.untagged(text), words)
		}
		return ended(ctx)
	})
	if err != nil || len(text.TVs) == 0 {
		return err
	}
	if statement, err = c.compiler().ValueTexts(ids, text.TVs, excerptRead); err != nil {
		return err
	}
	return c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var text *string
		var whole *bool
		if err := scan(&id, &text, &whole); err != nil {
			return err
		}
		hits[id].look(readable(ctx, text, whole), words)
		return ended(ctx)
	})
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// readable returns the plain text of a rich one, of which whole says that it was not cut off. It returns nothing where ctx has
// ended, which the caller reports.
func readable(ctx context.Context, text *string, whole *bool) string {
	if text == nil {
		return ""
	}
	part, err := richtext.Convert(ctx, *text, richtext.Options{Format: richtext.Text, URL: noURL, Cut: whole == nil || !*whole})
	if err != nil {
		return ""
	}
	return part.Text
}

// noURL leaves out the addresses of links.
func noURL(int64) string { return "" }
