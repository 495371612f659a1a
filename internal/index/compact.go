package index

import "math"

// Documents that are gone stay in the lists of words until it pays to write the lists anew. Meanwhile readers skip
// them. Then the documents get new numbers, and each change of the index writes some lists anew, so that readers never
// wait for all. Lists that have not been written yet have the old numbers, and readers look up the new ones.

// removed is the new number of a document that is gone.
const removed = math.MaxUint32

// sweep is how far lists have been written anew.
type sweep struct {
	numbers []uint32 // new numbers of documents by the old ones; nil if there is no sweep
	lexicon int      // the next list is that of this entry
	entry   int
}

// sweptLists is how many lists a change of the index writes.
const sweptLists = 2000

// compact removes a part of what is gone, and reports whether that was the last part. It needs the lock.
func (x *Index) compact() (swept bool) {
	switch {
	case x.sweep.numbers != nil:
		return x.sweepSome()
	case x.gone >= leastGone && x.gone*5 >= len(x.documents):
		x.beginSweep()
	}
	return false
}

// leastGone is how many documents that are gone are ignored.
const leastGone = 64

func (x *Index) beginSweep() {
	numbers := make([]uint32, len(x.documents))
	kept := x.documents[:0]
	for old, d := range x.documents {
		numbers[old] = removed
		if !d.gone {
			numbers[old] = uint32(len(kept))
			x.numbers[d.id] = numbers[old]
			kept = append(kept, d)
		}
	}
	x.documents, x.gone = kept, 0
	for _, l := range x.lexicons {
		for i := range l.entries {
			l.entries[i].old = true
		}
	}
	x.sweep = sweep{numbers: numbers}
}

func (x *Index) sweepSome() (swept bool) {
	for range sweptLists {
		l := x.lexicons[x.sweep.lexicon]
		if x.sweep.entry < len(l.entries) {
			l.entries[x.sweep.entry].renumber(x.sweep.numbers)
			x.sweep.entry++
			continue
		}
		x.sweep.lexicon, x.sweep.entry = x.sweep.lexicon+1, 0
		if x.sweep.lexicon == len(x.lexicons) {
			x.endSweep()
			return true
		}
	}
	return false
}

func (x *Index) endSweep() {
	x.sweep = sweep{}
	x.bytes = 0
	for i := range x.documents {
		x.bytes += x.documents[i].bytes()
	}
	for _, l := range x.lexicons {
		x.bytes += l.bytes()
	}
}

// renumber writes an old list anew, in place: new numbers are smaller, so no list becomes longer.
func (e *entry) renumber(numbers []uint32) {
	if !e.old {
		return
	}
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
	e.documents, e.last, e.old = into, last, false
}

// dropUnused replaces lexicons in which many forms have no document any more. Readers do not wait: it reads the old
// lexicon, which only the writer changes.
func (x *Index) dropUnused() {
	for i, l := range x.lexicons {
		if l.unused()*4 < len(l.entries) {
			continue
		}
		fresh := l.withoutUnused()
		x.mu.Lock()
		x.bytes += fresh.bytes() - l.bytes()
		x.lexicons[i] = fresh
		x.mu.Unlock()
	}
}

// unused counts the forms without documents.
func (l *lexicon) unused() int {
	n := 0
	for i := range l.entries {
		if e := &l.entries[i]; e.form && e.count == 0 {
			n++
		}
	}
	return n
}

func (l *lexicon) withoutUnused() *lexicon {
	fresh := newLexicon(l.language, nil)
	fresh.kind, fresh.synonyms, fresh.live, fresh.totals = l.kind, l.synonyms, l.live, l.totals
	for number, e := range l.entries {
		if e.count > 0 {
			into := &fresh.entries[fresh.form(l.text(uint32(number)))]
			into.documents, into.last, into.count = e.documents, e.last, e.count
		}
	}
	return fresh
}

// bytes returns about how much memory the lexicon takes.
func (l *lexicon) bytes() int64 {
	n := int64(0)
	for i := range l.entries {
		n += entrySize + int64(int(l.texts.places[i].size)+cap(l.entries[i].documents))
	}
	return n
}
