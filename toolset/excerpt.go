package toolset

import (
	"context"

	"emcp/evodb"
	"emcp/query"
	"emcp/richtext"
)

const (
	excerptLength = 240     // longest excerpt, in characters
	excerptRead   = 200_000 // how much of a text is read for it, in characters
)

// excerpting is a document of a search with the best excerpt found so far.
type excerpting struct {
	item *documentItem
	most int // most words that a text had so far; negative before the first text
}

// look takes its excerpt from a text if the text has more of the words than all texts before.
func (h *excerpting) look(text string, words []string) {
	if text == "" {
		return
	}
	if excerpt, found := richtext.Excerpt(text, words, excerptLength); found > h.most {
		h.item.excerpt, h.most = &excerpt, found
	}
}

// fetchExcerpts reads the searched texts of documents, and gives each document an excerpt of the text with the most
// words. If several have as many, it prefers the content, then introduction, description and titles, then values.
func (c *call) fetchExcerpts(ctx context.Context, items []*documentItem, text query.Text) error {
	words := text.Words.List()
	hits := map[int64]*excerpting{}
	ids := make([]int64, len(items))
	for i, item := range items {
		item.excerpt = new("")
		hits[item.id], ids[i] = &excerpting{item, -1}, item.id
	}
	statement, err := c.compiler().Texts(ids, excerptRead)
	if err != nil {
		return err
	}
	look := func(t *documentTexts) {
		for _, text := range []string{
			t.content.readable(ctx), t.intro.readable(ctx), orEmpty(t.description), orEmpty(t.long), orEmpty(t.title), orEmpty(t.menu), orEmpty(t.alias),
		} {
			hits[t.id].look(c.untagged(text), words)
		}
	}
	var waiting []*documentTexts // texts with placeholders, which are resolved after the statement
	room := maxRead
	err = c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		t := &documentTexts{}
		if err := t.scan(scan); err != nil {
			return err
		}
		if size := t.intro.size() + t.content.size(); c.resolves() && t.hasPlaceholders() && size <= room {
			room -= size
			waiting = append(waiting, t)
			return nil
		}
		look(t)
		return ended(ctx)
	})
	if err != nil {
		return err
	}
	if err := c.resolveTexts(ctx, waiting); err != nil {
		return err
	}
	for _, t := range waiting {
		look(t)
	}
	if err := ended(ctx); err != nil || len(text.TVs) == 0 {
		return err
	}
	if statement, err = c.compiler().ValueTexts(ids, text.TVs, excerptRead); err != nil {
		return err
	}
	return c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var value beginning
		if err := scan(&id, &value.text, &value.whole); err != nil {
			return err
		}
		hits[id].look(value.readable(ctx), words)
		return ended(ctx)
	})
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// documentTexts are the searched texts of a document, as Compiler.Texts returns them.
type documentTexts struct {
	id                                    int64
	title, long, menu, alias, description *string
	intro, content                        beginning
}

func (t *documentTexts) scan(scan evodb.Scan) error {
	return scan(&t.id, &t.title, &t.long, &t.menu, &t.alias, &t.description,
		&t.intro.text, &t.intro.whole, &t.content.text, &t.content.whole)
}

// hasPlaceholders reports whether the rich texts have placeholders.
func (t *documentTexts) hasPlaceholders() bool {
	return richtext.HasPlaceholders(orEmpty(t.intro.text)) || richtext.HasPlaceholders(orEmpty(t.content.text))
}

// resolveTexts resolves the placeholders in the rich texts of documents.
func (c *call) resolveTexts(ctx context.Context, all []*documentTexts) error {
	var texts []*pageText
	for _, t := range all {
		texts = append(texts, &pageText{document: t.id, text: &t.content.text}, &pageText{document: t.id, text: &t.intro.text})
	}
	return c.resolve(ctx, texts)
}

// beginning is the beginning of a rich text; a nil text is NULL.
type beginning struct {
	text  *string
	whole *bool // whether it is the whole text
}

// readable returns the plain text. It returns "" if ctx has ended, which the caller reports.
func (b beginning) readable(ctx context.Context) string {
	if b.text == nil {
		return ""
	}
	part, err := richtext.Convert(ctx, *b.text, richtext.Options{Format: richtext.Text, URL: noURL, Cut: b.whole == nil || !*b.whole})
	if err != nil {
		return ""
	}
	return part.Text
}

// size returns the length of the source in bytes.
func (b beginning) size() int { return len(orEmpty(b.text)) }

// noURL drops the addresses of links.
func noURL(int64) string { return "" }
