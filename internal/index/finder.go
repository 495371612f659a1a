package index

import (
	"math/bits"
	"slices"
	"strings"

	"emcp/internal/index/words"
)

// Finder finds where the words of a query stand in texts of one language. Only one goroutine may use it at a time.
type Finder struct {
	language   *words.Language
	keys       map[string]uint32 // a bit for each word that has the key
	beginnings []beginning
	known      map[string]uint32 // what forms were found to be
}

// beginning is a word that is the beginning of others.
type beginning struct {
	folded string
	bit    uint32
}

// Finder returns what finds the words of a result in texts of documents of a language, in the same way as the search
// did: in any form, and what was taken instead of a word. Stop words that did not count are not found.
func (x *Index) Finder(found []Word, language string) *Finder {
	l := x.reading(words.LanguageOf(language))
	f := &Finder{language: l.language, keys: map[string]uint32{}, known: map[string]uint32{}}
	stops := slices.ContainsFunc(found, func(w Word) bool { return w.tells(l.language) })
	for i, w := range found {
		bit := uint32(1) << i
		if stops && l.language.IsStop(w.Text) {
			continue
		}
		texts := []string{w.Text}
		switch w.How {
		case Beginning:
			f.beginnings = append(f.beginnings, beginning{words.Fold(w.Text), bit})
			continue
		case Corrected, Split:
			texts = w.Taken
		}
		for _, text := range texts {
			for _, key := range l.meaning(text) {
				f.keys[key] |= bit
			}
		}
	}
	return f
}

// reading returns a lexicon whose language and synonyms may be read.
func (x *Index) reading(language *words.Language) *lexicon {
	x.mu.RLock()
	defer x.mu.RUnlock()
	at := slices.IndexFunc(x.lexicons, func(l *lexicon) bool { return l.language.Code() == language.Code() })
	if at >= 0 {
		return x.lexicons[at]
	}
	return newLexicon(language, x.options.Synonyms)
}

// Each yields where a text has the words, by their places among the words of the result, in the order of the text. If
// the text has a word whole, such as USB-C, its parts are there where the whole is. The time is linear in the length of
// the text.
func (f *Finder) Each(text string, found func(word, from, to int)) {
	pending := make([]occurrence, 0, 2*maxParts) // that may be parts of what follows
	words.Each(text, func(w words.Word) {
		o := occurrence{f.wordsOf(w.Form), w.From, w.To}
		if o.words == 0 {
			return
		}
		for n := len(pending) - 1; w.Whole && n >= 0 && pending[n].from >= o.from; n-- {
			o.words |= pending[n].words
			pending = pending[:n]
		}
		if len(pending) == cap(pending) {
			yield(pending[:maxParts], found)
			pending = append(pending[:0], pending[maxParts:]...)
		}
		pending = append(pending, o)
	})
	yield(pending, found)
}

// occurrence is where a text has words, a bit for each.
type occurrence struct {
	words    uint32
	from, to int
}

// maxParts is more than a word has parts.
const maxParts = 128

func yield(some []occurrence, found func(word, from, to int)) {
	for _, o := range some {
		for rest := o.words; rest != 0; rest &= rest - 1 {
			found(bits.TrailingZeros32(rest), o.from, o.to)
		}
	}
}

// maxKnown is how many forms a finder remembers, because texts repeat most words and stems take long.
const maxKnown = 10_000

// wordsOf returns the words that a form is a form of.
func (f *Finder) wordsOf(form []byte) uint32 {
	if found, ok := f.known[string(form)]; ok {
		return found
	}
	text := string(form)
	found := f.keys[text]
	for _, key := range f.language.Keys(text) {
		found |= f.keys[key]
	}
	for _, b := range f.beginnings {
		if strings.HasPrefix(words.Fold(text), b.folded) {
			found |= b.bit
		}
	}
	if len(f.known) == maxKnown {
		clear(f.known)
	}
	f.known[text] = found
	return found
}
