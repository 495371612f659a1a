package find

import (
	"context"

	"emcp/internal/index"
	"emcp/query"
	"emcp/toolset/document"
)

// Searcher finds documents by words for one call.
type Searcher struct {
	*document.Reader
	indexes *Indexes
}

// NewSearcher returns a searcher for the call of a reader.
func NewSearcher(r *document.Reader, indexes *Indexes) *Searcher { return &Searcher{r, indexes} }

// MaxHits is the most documents that a search finds: the best ones.
const MaxHits = 50_000

// Words is what a search looks for in texts.
type Words struct {
	// Words are words and phrases. A phrase has several words, which must stand one after the other.
	Words    []string
	Every    bool    // only documents with all the words are found
	TVs      []int64 // the only template variables that are searched; nil: all
	Language string  // of the documents; empty: any
}

// Find finds the documents with at least one of the words, and all of the phrases.
func (s *Searcher) Find(ctx context.Context, search query.Search, asked Words) (*Hits, error) {
	trash := search.Deleted != nil && *search.Deleted && !s.AsVisitor()
	v, err := s.indexes.of(ctx, s.Reader, trash)
	if err != nil {
		return nil, err
	}
	s.speak(v, index.ParseQuery(asked.text()), &asked)
	h := &Hits{Searcher: s, view: v, search: search, asked: asked, generation: v.current()}
	h.exact = !search.Narrow() && (search.Deleted == nil || *search.Deleted == trash) // visitors have no trash
	h.query = index.ParseQuery(asked.text())
	h.query.Language, h.query.Limit = asked.Language, MaxHits
	if search.Among != nil {
		among := map[int64]bool{}
		for _, id := range search.Among {
			among[id] = true
		}
		h.query.Only = func(id int64) bool { return among[id] }
	}
	if !h.exact {
		if err := h.selectFirst(ctx); err != nil {
			return nil, err
		}
	}
	h.Result = h.lookUp(h.query)
	h.keepEvery()
	if err := h.keepVariables(ctx); err != nil {
		return nil, err
	}
	return h, h.keepPhrases(ctx)
}
