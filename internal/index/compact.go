package index

import "math"

// Documents that are gone stay in the lists of words until it pays to write the lists anew. Meanwhile readers skip them.

// removed is the new number of a document that is gone.
const removed = math.MaxUint32

// compact removes what is gone when that is a fifth of all documents. Readers wait for it: some 0.4 s for 100,000
// documents.
func (x *Index) compact() {
	const few = 64
	if x.gone < few || x.gone*5 < len(x.documents) {
		return
	}
	numbers := make([]uint32, len(x.documents)) // the new ones
	kept := x.documents[:0]
	for old, d := range x.documents {
		numbers[old] = removed
		if !d.gone {
			numbers[old] = uint32(len(kept)) //nolint:gosec // documents of a site
			x.numbers[d.id] = numbers[old]
			kept = append(kept, d)
		}
	}
	x.documents, x.gone = kept, 0
	x.bytes = int64(len(kept)) * documentSize
	for i, l := range x.lexicons {
		x.lexicons[i] = l.compacted(numbers)
		x.bytes += x.lexicons[i].bytes()
	}
}

// compacted returns the lexicon with the new numbers of documents. If many forms have no document any more, it is a new
// lexicon without them.
func (l *lexicon) compacted(numbers []uint32) *lexicon {
	unused := 0
	for i := range l.entries {
		e := &l.entries[i]
		if e.renumber(numbers); e.count == 0 {
			unused++
		}
	}
	if unused*4 < len(l.entries) {
		return l
	}
	fresh := newLexicon(l.language, nil)
	fresh.synonyms, fresh.live = l.synonyms, l.live
	for number, e := range l.entries {
		if e.count > 0 {
			into := &fresh.entries[fresh.form(l.text(uint32(number)))] //nolint:gosec // words of a site
			into.documents, into.last, into.count = e.documents, e.last, e.count
		}
	}
	return fresh
}

// renumber writes the documents of a form anew, in place: new numbers are smaller, so no list becomes longer.
func (e *entry) renumber(numbers []uint32) {
	list, into := e.documents, e.documents[:0]
	var number, last uint32
	var times frequencies
	e.count = 0
	for len(list) > 0 {
		var difference uint32
		difference, list = nextPosting(list, &times)
		number += difference
		if fresh := numbers[number]; fresh != removed {
			into = appendPosting(into, fresh-last, &times)
			last = fresh
			e.count++
		}
	}
	e.documents, e.last = into, last
}

// bytes returns about how much memory the lexicon takes.
func (l *lexicon) bytes() int64 {
	n := int64(0)
	for i := range l.entries {
		n += entrySize + int64(int(l.texts.places[i].size)+cap(l.entries[i].documents))
	}
	return n
}
