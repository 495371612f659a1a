package index

import (
	"bytes"
	"math/bits"
	"slices"
	"unicode/utf8"

	"emcp/internal/index/words"
)

// lexicon has the words of the documents of one language and kind.
type lexicon struct {
	language *words.Language
	kind     uint8
	texts    texts               // forms and keys
	entries  []entry             // of the texts, by their numbers
	second   map[uint32][]uint32 // by the number of a key: forms of which it is the second key
	synonyms map[string][]string // by a key: keys of words with the same meaning
	live     int                 // documents
	totals   [Fields]int64       // their lengths
}

// entry is a form, a key of forms, or both.
type entry struct {
	documents []byte // of a form
	last      uint32 // number of the last document
	count     uint32 // of documents, with those that are gone
	signature uint32 // has a bit for each letter
	first     uint32 // of a key: a form that has it, plus 1
	next      uint32 // of a form: another one with the same key, plus 1
	letters   uint8
	form      bool
	old       bool // its documents have the numbers from before a sweep
}

// entrySize is about what an entry takes with the place of its text, but without its text and its documents.
const entrySize = 56 + 8 + 6

func newLexicon(language *words.Language, synonyms [][]string) *lexicon {
	l := &lexicon{language: language, texts: newTexts(), second: map[uint32][]uint32{}, synonyms: map[string][]string{}}
	for _, group := range synonyms {
		var keys []string
		for _, word := range group {
			words.Each(word, func(w words.Word) { keys = append(keys, language.Keys(string(w.Form))...) })
		}
		for _, key := range keys {
			l.synonyms[key] = append(l.synonyms[key], keys...)
		}
	}
	return l
}

// isOf reports whether the lexicon is of one of the kinds; nil: of any.
func (l *lexicon) isOf(kinds []uint8) bool { return kinds == nil || slices.Contains(kinds, l.kind) }

// text returns the text of an entry.
func (l *lexicon) text(number uint32) string { return string(l.texts.at(number)) }

// find returns the number of an entry.
func (l *lexicon) find(text string) (uint32, bool) { return l.texts.find([]byte(text)) }

// entry returns the number of the entry of a text, which it adds if there is none.
func (l *lexicon) entry(text string) uint32 {
	if number, ok := l.find(text); ok {
		return number
	}
	l.entries = append(l.entries, entry{})
	return l.texts.add([]byte(text))
}

// form returns the number of a form, which it adds if there is none.
func (l *lexicon) form(text string) uint32 {
	number := l.entry(text)
	if l.entries[number].form {
		return number
	}
	folded := words.Fold(text)
	form := &l.entries[number]
	form.form, form.signature = true, signature(folded)
	form.letters = uint8(min(utf8.RuneCountInString(folded), 255))
	for i, key := range l.language.Keys(text) {
		of := l.entry(key)
		switch {
		case of == number: // which every search for a key looks at
		case i == 0:
			l.entries[number].next, l.entries[of].first = l.entries[of].first, number+1
		default:
			l.second[of] = append(l.second[of], number)
		}
	}
	return number
}

// forms returns the forms that have one of the keys, in the order of their texts.
func (l *lexicon) forms(keys []string) []uint32 {
	var found []uint32
	for _, key := range keys {
		number, ok := l.find(key)
		if !ok {
			continue
		}
		if l.entries[number].form {
			found = append(found, number)
		}
		for next := l.entries[number].first; next != 0; next = l.entries[next-1].next {
			found = append(found, next-1)
		}
		found = append(found, l.second[number]...)
	}
	return l.sorted(found)
}

// sorted orders forms by their texts, so that nothing depends on the order in which documents came.
func (l *lexicon) sorted(forms []uint32) []uint32 {
	slices.SortFunc(forms, func(a, b uint32) int { return bytes.Compare(l.texts.at(a), l.texts.at(b)) })
	return slices.Compact(forms)
}

// meaning returns the keys of a word and of its synonyms.
func (l *lexicon) meaning(form string) []string {
	keys := l.language.Keys(form)
	for _, key := range keys {
		keys = append(keys, l.synonyms[key]...)
	}
	return keys
}

// signature has a bit for each letter of a text; different letters can have the same.
func signature(text string) uint32 {
	var s uint32
	for _, r := range text {
		s |= 1 << (uint32(r) % 32)
	}
	return s
}

// near reports whether a form may be that many edits away. Each edit changes at most two bits of a signature.
func (e *entry) near(signature uint32, letters, edits int) bool {
	difference := int(e.letters) - letters
	return e.form && -edits <= difference && difference <= edits && bits.OnesCount32(e.signature^signature) <= 2*edits
}
