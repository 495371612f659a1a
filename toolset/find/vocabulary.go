package find

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"github.com/maypok86/otter/v2"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/richtext/textmatch"
	"emcp/toolset/view"
)

// Limits of a vocabulary.
const (
	vocabularyDocuments = 3000     // documents that are read
	vocabularyText      = 2000     // characters of a rich text
	maxVocabulary       = 20_000   // words
	maxVocabularies     = 16 << 20 // bytes of all that are kept
	longestKnown        = 40       // longest word, in characters
)

// vocabulary has words of the documents that a caller sees, each with the number of documents that have it. It is
// immutable.
type vocabulary struct {
	words map[string]knownWord // by the folded word
	size  int                  // of the words in bytes
}

// knownWord is a word as a document writes it.
type knownWord struct {
	text      string
	documents int
}

// Vocabularies are those of the last minute.
type Vocabularies = otter.Cache[view.Audience, *vocabulary]

// NewVocabularies returns an empty cache for the words of all sites.
func NewVocabularies() *Vocabularies {
	return otter.Must(&otter.Options[view.Audience, *vocabulary]{
		MaximumWeight: maxVocabularies,
		Weigher: func(of view.Audience, v *vocabulary) uint32 {
			const each = 80                                           // of an entry of the map
			return uint32(len(of.Sight) + v.size + each*len(v.words)) //nolint:gosec // some MB
		},
		ExpiryCalculator: otter.ExpiryCreating[view.Audience, *vocabulary](view.KeptAge),
	})
}

// vocabulary returns the words of the documents that the caller sees, which are read once a minute, and only if a
// search has a word that no document has.
func (s *Searcher) vocabulary(ctx context.Context) (*vocabulary, error) {
	return view.Known(ctx, s.Site, s.vocabularies, s.readVocabulary)
}

func (s *Searcher) readVocabulary(ctx context.Context) (*vocabulary, error) {
	statement, err := s.Compiler().Vocabulary(vocabularyDocuments, vocabularyText)
	if err != nil {
		return nil, err
	}
	v := &vocabulary{words: map[string]knownWord{}}
	err = s.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var title, long, menu, description *string
		var intro, content view.Beginning
		if err := scan(&title, &long, &menu, &description, &intro.Text, &intro.Whole, &content.Text,
			&content.Whole); err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, text := range []*string{title, long, menu, description} {
			v.add(s.Untagged(view.OrEmpty(text)), seen)
		}
		v.add(s.Untagged(s.Readable(ctx, intro)), seen)
		v.add(s.Untagged(s.Readable(ctx, content)), seen)
		return view.Ended(ctx)
	})
	return v, err
}

// add adds the words of a text of a document of which some words are seen.
func (v *vocabulary) add(text string, seen map[string]bool) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) &&
			!strings.ContainsRune(allowlist.Apostrophes, r)
	}) {
		if word = strings.Trim(word, allowlist.Apostrophes); len(word) > utf8.UTFMax*longestKnown {
			continue
		}
		folded := textmatch.Folded(word)
		if n := utf8.RuneCountInString(folded); n < 3 || n > longestKnown || seen[folded] || !hasNearest(word) {
			continue
		}
		seen[folded] = true
		known, ok := v.words[folded]
		if !ok {
			if len(v.words) == maxVocabulary {
				continue
			}
			known.text = strings.Clone(word)
			v.size += len(word) + len(folded)
			folded = strings.Clone(folded)
		}
		known.documents++
		v.words[folded] = known
	}
}

// nearest returns the word that differs least from a word that no document has: in one character, or in two if it has
// at least eight, but not in the first. If several do, it is the one that most documents have. It returns "" if there
// is none.
func (v *vocabulary) nearest(word string) string {
	word = textmatch.Folded(word)
	letters := utf8.RuneCountInString(word)
	if letters < 5 || letters > longestKnown {
		return ""
	}
	most := 1
	if letters >= 8 {
		most = 2
	}
	first, _ := utf8.DecodeRuneInString(word)
	type candidate struct {
		folded   string
		distance int
	}
	var near []candidate
	for folded := range v.words {
		other, _ := utf8.DecodeRuneInString(folded)
		if n := utf8.RuneCountInString(folded); other != first || n < letters-most || n > letters+most {
			continue
		}
		if distance := levenshtein.ComputeDistance(word, folded); distance <= most {
			near = append(near, candidate{folded, distance})
		}
	}
	if len(near) == 0 {
		return ""
	}
	best := slices.MinFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance),
			cmp.Compare(v.words[b.folded].documents, v.words[a.folded].documents), cmp.Compare(a.folded, b.folded))
	})
	return v.words[best.folded].text
}
