package find

import (
	"context"
	"maps"
	"slices"
	"strings"

	"emcp/internal/index"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/jsonout"
)

// WordMeta says in meta of a search for words what became of them.
type WordMeta struct {
	// Lang is the language of the documents, if the site is translated.
	Lang string `json:"lang,omitzero"`
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
	if h.Translated != nil {
		meta.Lang = h.asked.Language
	}
	return meta
}

// count adds how many documents have a word.
func (m *WordMeta) count(word string, documents int) {
	if !slices.ContainsFunc(m.Words, func(known jsonout.Member) bool { return known.Name == word }) {
		m.Words = append(m.Words, jsonout.Member{Name: word, Value: documents})
	}
}

// everywhere returns the hits in all languages. Callers must not change them.
func (h *Hits) everywhere() index.Result {
	if h.inAll == nil {
		q := h.query
		q.Language = ""
		h.inAll = new(h.lookUp(q))
	}
	return *h.inAll
}

// abroad counts the documents in other languages.
func (h *Hits) abroad() (counts jsonout.Object) {
	if h.asked.Language == "" || len(h.asked.phrases()) > 0 || h.asked.TVs != nil {
		return nil
	}
	all := h.everywhere()
	number := map[string]int{}
	for _, hit := range all.Hits {
		if hit.Language != h.asked.Language && hit.Language != "" && (!h.asked.Every || hasEvery(all.Words, hit.Has)) {
			number[hit.Language]++
		}
	}
	for _, language := range slices.Sorted(maps.Keys(number)) {
		counts = append(counts, jsonout.Member{Name: language, Value: number[language]})
	}
	return counts
}

const (
	// maxOthers is among how many of the best hits in another language one with the same words is looked for.
	maxOthers = 1000
	// maxAlsoIn is the most documents in other languages that a hit has.
	maxAlsoIn = 3
)

// FindAbroad adds to documents of a search in one language the best document in each other language that has the same
// words. Each is added once, to the first document that has it.
func (h *Hits) FindAbroad(ctx context.Context, search query.Search, items []*document.Item) error {
	known, err := h.Spoken(ctx)
	if err != nil {
		return err
	}
	own := make(map[int64]*index.Hit, len(items))
	for _, item := range items {
		own[item.ID] = nil
	}
	others := map[string][]index.Hit{}
	for _, hit := range h.everywhere().Hits {
		if _, ok := own[hit.ID]; ok {
			own[hit.ID] = &hit
		} else if isDocument(hit.ID) && hit.Language != h.asked.Language && len(others[hit.Language]) < maxOthers {
			others[hit.Language] = append(others[hit.Language], hit)
		}
	}
	added := map[int64]bool{}
	for _, item := range items {
		hit, found := own[item.ID], 0
		for _, code := range known.Codes() {
			at := slices.IndexFunc(others[code], func(other index.Hit) bool { return hit != nil && other.HasWordsOf(*hit) })
			if at < 0 || found == maxAlsoIn {
				continue
			}
			found++
			if id := others[code][at].ID; !added[id] {
				added[id] = true
				item.AlsoIn = append(item.AlsoIn, document.Counterpart{Lang: code, ID: id})
			}
		}
	}
	return h.TitleCounterparts(ctx, search, items)
}
