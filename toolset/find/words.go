package find

import (
	"context"
	"slices"
	"strings"

	"emcp/internal/index"
	"emcp/toolset/document"
	"emcp/toolset/jsonout"
)

// WordMeta says in meta of a search for words what became of them.
type WordMeta struct {
	// Words has for each word the number of documents that have it, in the language of the search.
	Words jsonout.Object `json:"words,omitzero"`
	// Nearest has for words that no document has what was searched instead.
	Nearest jsonout.Object `json:"nearest,omitzero"`
	// OtherLanguages counts the documents that the search finds in other languages than its own.
	OtherLanguages jsonout.Object `json:"other_languages,omitzero"`
	// EveryPage is an excerpt of what all pages say, if it has the words.
	EveryPage string `json:"on_every_page,omitzero"`
}

// Meta returns what became of the words.
func (h *Hits) Meta() (meta WordMeta) {
	for _, word := range h.Words {
		switch {
		case word.Whole, word.Stop && word.Documents == 0:
			continue
		case word.How == index.AsWritten, word.How == index.Nowhere:
			meta.count(word.Text, word.Documents)
			continue
		}
		h.Uncertain = true // what is searched instead may come from any document
		at := slices.IndexFunc(meta.Nearest, func(m jsonout.Member) bool { return m.Name == word.Text })
		if taken := strings.Join(word.Taken, " "); at < 0 {
			meta.Nearest = append(meta.Nearest, jsonout.Member{Name: word.Text, Value: taken})
		} else {
			meta.Nearest[at].Value = meta.Nearest[at].Value.(string) + " " + taken
		}
		meta.count(word.Taken[0], word.Documents)
	}
	meta.OtherLanguages = h.abroad()
	return meta
}

// count adds how many documents have a word.
func (m *WordMeta) count(word string, documents int) {
	if !slices.ContainsFunc(m.Words, func(known jsonout.Member) bool { return known.Name == word }) {
		m.Words = append(m.Words, jsonout.Member{Name: word, Value: documents})
	}
}

// everywhere returns the hits in all languages.
func (h *Hits) everywhere() index.Result {
	q := h.query
	q.Language = ""
	return h.view.index.Search(q)
}

// abroad counts the documents in other languages.
func (h *Hits) abroad() (counts jsonout.Object) {
	if h.asked.Language == "" || len(h.asked.phrases()) > 0 || h.asked.TVs != nil {
		return nil
	}
	all := *h
	all.Result = h.everywhere()
	all.keepEvery()
	number := map[string]int{}
	for _, hit := range all.Hits {
		if hit.Language != h.asked.Language && hit.Language != "" {
			number[hit.Language]++
		}
	}
	for language, n := range number {
		counts = append(counts, jsonout.Member{Name: language, Value: n})
	}
	slices.SortFunc(counts, func(a, b jsonout.Member) int { return strings.Compare(a.Name, b.Name) })
	return counts
}

// maxOthers is among how many of the best hits in another language one with the same words is looked for.
const maxOthers = 1000

// FindAbroad adds to documents of a search in one language in which other languages documents have the same words.
func (h *Hits) FindAbroad(ctx context.Context, items []*document.Item) error {
	known, err := h.Spoken(ctx)
	if err != nil {
		return err
	}
	own, others := map[int64]index.Hit{}, map[string][]index.Hit{}
	for _, hit := range h.everywhere().Hits {
		if own[hit.ID] = hit; len(others[hit.Language]) < maxOthers {
			others[hit.Language] = append(others[hit.Language], hit)
		}
	}
	for _, item := range items {
		item.AlsoIn = nil
		hit, ok := own[item.ID]
		if !ok {
			continue
		}
		for _, code := range known.Codes() {
			at := slices.IndexFunc(others[code], func(other index.Hit) bool { return other.HasWordsOf(hit) })
			if code != hit.Language && at >= 0 {
				item.AlsoIn = append(item.AlsoIn, code)
				h.Shown = append(h.Shown, others[code][at].ID)
			}
		}
	}
	return nil
}
