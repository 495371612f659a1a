package find

import (
	"cmp"
	"context"

	"emcp/evodb"
	"emcp/richtext/evotags"
	"emcp/richtext/textmatch"
	"emcp/toolset/document"
	"emcp/toolset/page"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

const (
	// ExcerptLength is the longest excerpt, in characters.
	ExcerptLength = 240
	excerptRead   = 200_000 // how much of a text is read for it, in characters
)

// excerpting is a document of a search with the best excerpt found so far.
type excerpting struct {
	item *document.Item
	most int // most words that a text had so far; negative before the first text
}

// look takes its excerpt from a text if the text has more of the words than all texts before.
func (h *excerpting) look(text string, words []string) {
	if text == "" {
		return
	}
	if excerpt, found := textmatch.Excerpt(text, words, ExcerptLength); found > h.most {
		h.item.Excerpt, h.most = &excerpt, found
	}
}

// excerpts are the documents of a page of hits, by id.
type excerpts struct {
	*Searcher
	hits map[int64]*excerpting
}

// Excerpts gives each document an excerpt of the text with the most words. If several have as many, it prefers the
// content, then introduction and description, then values. Titles are no excerpts, because they stand beside it: of a
// document that has the words only there, the excerpt is the beginning of its text.
func (h *Hits) Excerpts(ctx context.Context, items []*document.Item) error {
	e := excerpts{h.Searcher, map[int64]*excerpting{}}
	var unread []int64
	ids := make([]int64, len(items))
	for i, item := range items {
		item.Excerpt = new("")
		e.hits[item.ID], ids[i] = &excerpting{item, -1}, item.ID
		if texts, ok := h.kept.of(item.ID); ok {
			e.look(item.ID, texts, h.asked.Words)
		} else {
			unread = append(unread, item.ID)
		}
	}
	if err := e.readTexts(ctx, unread, h.asked.Words); err != nil {
		return err
	}
	if err := view.Ended(ctx); err != nil || len(h.asked.TVs) == 0 {
		return err
	}
	statement, err := h.Compiler().ValueTexts(ids, h.asked.TVs, excerptRead)
	if err != nil {
		return err
	}
	return h.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var value view.Beginning
		if err := scan(&id, &value.Text, &value.Whole); err != nil {
			return err
		}
		e.hits[id].look(e.Readable(ctx, value), h.asked.Words)
		return view.Ended(ctx)
	})
}

// look looks into the texts of a document.
func (e excerpts) look(id int64, t *readTexts, words []string) {
	for _, text := range []string{e.WithoutTags(t.content), e.WithoutTags(t.intro),
		e.Untagged(t.description)} { // an outline has invisible marks
		e.hits[id].look(text, words)
	}
	if *e.hits[id].item.Excerpt == "" { // there is nothing else
		e.hits[id].look(e.Untagged(cmp.Or(t.long, t.menu)), words)
	}
}

// readTexts reads the texts of documents and looks into them.
func (e excerpts) readTexts(ctx context.Context, ids []int64, words []string) error {
	if len(ids) == 0 {
		return nil
	}
	statement, err := e.Compiler().Texts(ids, excerptRead)
	if err != nil {
		return err
	}
	look := func(t *documentTexts) {
		e.look(t.id, &readTexts{
			content: e.Readable(ctx, t.content), intro: e.Readable(ctx, t.intro), description: view.OrEmpty(t.description),
			long: view.OrEmpty(t.long), menu: view.OrEmpty(t.menu),
		}, words)
	}
	var waiting []*documentTexts // texts with placeholders, which are resolved after the statement
	room := paging.MaxRead
	err = e.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		t := &documentTexts{}
		if err := t.scan(scan); err != nil {
			return err
		}
		if size := t.intro.Size() + t.content.Size(); e.AsVisitor() && t.hasPlaceholders() && size <= room {
			room -= size
			waiting = append(waiting, t)
			return nil
		}
		look(t)
		return view.Ended(ctx)
	})
	if err != nil {
		return err
	}
	if err := e.resolveTexts(ctx, waiting); err != nil {
		return err
	}
	for _, t := range waiting {
		look(t)
	}
	return nil
}

// documentTexts are the searched texts of a document, as Compiler.Texts returns them.
type documentTexts struct {
	id                                    int64
	title, long, menu, alias, description *string
	intro, content                        view.Beginning
}

func (t *documentTexts) scan(scan evodb.Scan) error {
	return scan(&t.id, &t.title, &t.long, &t.menu, &t.alias, &t.description,
		&t.intro.Text, &t.intro.Whole, &t.content.Text, &t.content.Whole)
}

// hasPlaceholders reports whether the rich texts have placeholders.
func (t *documentTexts) hasPlaceholders() bool {
	return evotags.HasPlaceholders(view.OrEmpty(t.intro.Text)) || evotags.HasPlaceholders(view.OrEmpty(t.content.Text))
}

// resolveTexts resolves the placeholders in the rich texts of documents.
func (s *Searcher) resolveTexts(ctx context.Context, all []*documentTexts) error {
	var texts []*page.Text
	for _, t := range all {
		texts = append(texts, &page.Text{Document: t.id, Text: &t.content.Text},
			&page.Text{Document: t.id, Text: &t.intro.Text})
	}
	return s.Resolve(ctx, texts)
}
