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

// hit are the texts of a document in which words were looked for, in the order in which an excerpt is taken from them.
type hit struct {
	item  *item
	texts []string
}

// fetchExcerpts reads what the search has looked at in documents, and shows for each the text that has most of the words.
func (c *call) fetchExcerpts(ctx context.Context, items []*item, text query.Text) error {
	hits := map[int64]*hit{}
	ids := make([]int64, len(items))
	for i, item := range items {
		hits[item.id], ids[i] = &hit{item: item}, item.id
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
		h := hits[id]
		h.add(readable(content, wholeContent), readable(intro, wholeIntro), value(description), value(long), value(title), value(menu), value(alias))
		return ended(ctx)
	})
	if err != nil {
		return err
	}
	if len(text.TVs) > 0 {
		if err := c.addValues(ctx, hits, ids, text.TVs); err != nil {
			return err
		}
	}
	for _, h := range hits {
		h.item.excerpt = new(h.excerpt(text.Words.List()))
	}
	return nil
}

// addValues adds the stored values of template variables.
func (c *call) addValues(ctx context.Context, hits map[int64]*hit, ids, tvs []int64) error {
	statement, err := c.compiler().Values(ids, tvs)
	if err != nil {
		return err
	}
	return c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var document, tv int64
		var text *string
		if err := scan(&document, &tv, &text); err != nil {
			return err
		}
		hits[document].add(readable(text, new(true)))
		return nil
	})
}

func (h *hit) add(texts ...string) { h.texts = append(h.texts, texts...) }

// excerpt returns the excerpt of the first text that has as many of the words as any, else of the first that is not empty.
func (h *hit) excerpt(words []string) string {
	best, most := "", -1
	for _, text := range h.texts {
		if text == "" {
			continue
		}
		if excerpt, found := richtext.Excerpt(text, words, excerptLength); found > most {
			best, most = excerpt, found
		}
	}
	return best
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// readable returns the plain text of a rich one, of which whole says that it was not cut off.
func readable(text *string, whole *bool) string {
	if text == nil {
		return ""
	}
	return richtext.Convert(*text, richtext.Options{Format: richtext.Text, URL: noURL, Cut: whole == nil || !*whole})
}

// noURL leaves out the addresses of links.
func noURL(int64) string { return "" }
