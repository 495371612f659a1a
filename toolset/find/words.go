package find

import (
	"context"
	"slices"
	"strings"

	"emcp/richtext/textmatch"
	"emcp/toolset/document"
	"emcp/toolset/jsonout"
)

// MaxWordCount is up to which number the documents with a word are counted, unless a call asks for the total. Most of
// them have to be read for that.
const MaxWordCount = 20

// WordMeta says in meta of a search for words how many documents have each word.
type WordMeta struct {
	// Words has for each word the number of documents that the search finds by it; maxWordCount without a total: or more.
	Words jsonout.Object `json:"words,omitzero"`
	// Nearest has for words that no document has the nearest word of the site, if there is one.
	Nearest jsonout.Object `json:"nearest,omitzero"`
	// EveryPage is an excerpt of what all pages say, if it has the words.
	EveryPage string `json:"on_every_page,omitzero"`
}

// Meta counts the documents with each word, up to that many.
func (h *Hits) Meta(ctx context.Context, most int) (WordMeta, error) {
	var meta WordMeta
	for i, word := range h.asked.Words {
		count, err := h.countWord(ctx, i, most)
		if err != nil {
			return WordMeta{}, err
		}
		meta.Words = append(meta.Words, jsonout.Member{Name: word, Value: count})
		if count > 0 || !hasNearest(word) {
			continue
		}
		known, err := h.vocabulary(ctx)
		if err != nil {
			return WordMeta{}, err
		}
		if nearest := known.nearest(word); nearest != "" {
			meta.Nearest = append(meta.Nearest, jsonout.Member{Name: word, Value: nearest})
			h.Uncertain = true // it may come from any document
		}
	}
	return meta, nil
}

// hasNearest reports whether a nearest word is looked for: it is one word, and not found as a whole word only.
func hasNearest(word string) bool {
	return !strings.Contains(word, " ") && !textmatch.Exact(textmatch.Folded(word))
}

// countWord counts the hits with word number i, up to that many.
func (h *Hits) countWord(ctx context.Context, i, most int) (int, error) {
	for ahead := 1; ; ahead *= 2 { // decides twice as many each time, so that the number of rounds stays small
		count := 0
		var open []*hit
		for _, hits := range [][]hit{h.All, h.apart} {
			for n := range hits {
				switch one := &hits[n]; {
				case one.found[i] == 0:
				case one.open:
					open = append(open, one)
				default:
					count++
				}
			}
		}
		if count >= most || len(open) == 0 {
			return min(count, most), nil
		}
		if err := h.decide(ctx, open[:min(len(open), max(most-count, ahead))]); err != nil {
			return 0, err
		}
	}
}

// maxAbroad is how many hits in other languages a search keeps, and decidedAbroad how many of them it decides about for
// each language.
const (
	maxAbroad     = 1000
	decidedAbroad = 10
)

// FindAbroad adds to documents of a search in one language in which other languages documents have the same words.
func (h *Hits) FindAbroad(ctx context.Context, items []*document.Item) error {
	known, err := h.Spoken(ctx)
	if err != nil {
		return err
	}
	sections := known.Sections()
	own := map[int64]*hit{}
	for i := range h.All {
		own[h.All[i].id] = &h.All[i]
	}
	for round := range 2 {
		var open []*hit
		for _, item := range items {
			item.AlsoIn = nil
			one := own[item.ID]
			if one == nil {
				continue
			}
			for _, section := range sections {
				has, undecided := h.alike(one, section.Roots)
				if has != nil {
					item.AlsoIn = append(item.AlsoIn, section.Code)
					h.Shown = append(h.Shown, has.id)
				}
				if has == nil && round == 0 {
					open = append(open, undecided...)
				}
			}
		}
		if round > 0 || len(open) == 0 {
			break
		}
		slices.SortFunc(open, func(a, b *hit) int { return int(a.id - b.id) })
		if err := h.decide(ctx, slices.Compact(open)); err != nil {
			return err
		}
	}
	return nil
}

// alike returns a hit in sections that has the words of another one; if there is none so far, the first hits that may
// have them.
func (h *Hits) alike(one *hit, sections []int64) (has *hit, undecided []*hit) {
	for i := range h.abroad {
		other := &h.abroad[i]
		if !slices.Contains(sections, other.section) || !other.hasWordsOf(one) {
			continue
		}
		if !other.open {
			return other, nil
		}
		if len(undecided) < decidedAbroad {
			undecided = append(undecided, other)
		}
	}
	return nil, undecided
}

func (h *hit) hasWordsOf(other *hit) bool {
	for i, found := range other.found {
		if found != 0 && h.found[i] == 0 {
			return false
		}
	}
	return true
}
