package find

import (
	"context"
	"slices"
	"strings"

	"emcp/internal/index"
	"emcp/internal/itemtype"
	"emcp/toolset/document"
)

// Searcher finds documents by words for one call.
type Searcher struct {
	*document.Reader
	indexes *Indexes
	views   map[bool]*viewIndex // those that the call has used, by whether they are of the trash
}

// NewSearcher returns a searcher for the call of a reader.
func NewSearcher(r *document.Reader, indexes *Indexes) *Searcher {
	return &Searcher{r, indexes, map[bool]*viewIndex{}}
}

// indexOf returns the index of what the caller sees, which stays the same during a call.
func (s *Searcher) indexOf(ctx context.Context, inTrash bool) (v *viewIndex, err error) {
	if v = s.views[inTrash]; v != nil {
		return v, nil
	}
	v, err = s.indexes.of(ctx, s.Reader, inTrash)
	if err == nil {
		s.views[inTrash] = v
	}
	return v, err
}

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

// text returns the words as a query.
func (w Words) text() string { return strings.Join(w.Words, " ") }

// phrases returns the words that are phrases.
func (w Words) phrases() (phrases []string) {
	for _, word := range w.Words {
		if strings.Contains(word, " ") {
			phrases = append(phrases, word)
		}
	}
	return phrases
}

// Types returns those of the types of which the caller sees items.
func (s *Searcher) Types(ctx context.Context, types []itemtype.Type) ([]itemtype.Type, error) {
	if len(types) == 0 {
		return nil, nil
	}
	v, err := s.indexOf(ctx, false)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(types, func(t itemtype.Type) bool { return !v.index.Has(kindOfType(t)) }), nil
}

// Speak decides in which language items of some types, and documents or not, are searched on a translated site: in that
// of the call, otherwise in that of the words, if the caller's answers can say so.
func (s *Searcher) Speak(ctx context.Context, asked *Words, documents bool, types []itemtype.Type) error {
	var kinds []uint8
	if documents {
		kinds = append(kinds, documentKind)
	}
	for _, t := range types {
		kinds = append(kinds, kindOfType(t))
	}
	return s.speak(ctx, asked, false, kinds)
}

// speak is Speak for kinds, in the trash or not.
func (s *Searcher) speak(ctx context.Context, asked *Words, inTrash bool, kinds []uint8) error {
	codes := s.Translated.Codes()
	if len(codes) == 0 || asked.Language != "" || s.Lang == "" {
		return nil
	}
	v, err := s.indexOf(ctx, inTrash)
	if err != nil {
		return err
	}
	asked.Language = codes[0]
	q := index.ParseQuery(asked.text())
	q.Kinds, q.Limit = kinds, 1
	found := v.index.Search(q)
	q.Language = codes[0]
	switch {
	case slices.Contains(codes, found.Language):
		asked.Language = found.Language
	case len(found.Hits) > 0 && slices.Contains(codes, found.Hits[0].Language) && len(v.index.Search(q).Hits) == 0:
		asked.Language = found.Hits[0].Language
	}
	s.Lang = asked.Language
	return nil
}
