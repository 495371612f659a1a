package index

import (
	"cmp"
	"iter"
	"slices"
	"sync"

	"emcp/internal/index/words"
)

// Options are those of an index.
type Options struct {
	// Synonyms are groups of words with the same meaning, in any language.
	Synonyms [][]string
	// MaxBytes is about how much memory the index may take; 0 is no limit. When half of it is used, less of each text is
	// indexed, and nothing of texts when all of it is. The other fields always are.
	MaxBytes int64
}

// Index is an inverted index of documents. Its methods may be called at the same time.
type Index struct {
	options Options
	writing sync.Mutex   // held by the one that changes the index
	mu      sync.RWMutex // held where what readers see changes

	lexicons  []*lexicon
	documents []indexed // by their numbers, which grow
	numbers   map[int64]uint32
	gone      int
	shortened int
	bytes     int64
	sweep     sweep

	draft   draft // of the writer
	scratch sync.Pool
}

// New returns an index without documents.
func New(options Options) *Index {
	return &Index{options: options, numbers: map[int64]uint32{}}
}

// Build returns an index of documents.
func Build(options Options, documents iter.Seq[Document]) *Index {
	x := New(options)
	for d := range documents {
		x.Put(d)
	}
	return x
}

// Stats describe an index.
type Stats struct {
	Documents int
	Words     int   // forms, with those of documents that were removed lately
	Bytes     int64 // about what the index takes
	Shortened int   // documents of whose text only the beginning is indexed
}

// Stats returns the size of the index.
func (x *Index) Stats() Stats {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := Stats{Documents: len(x.documents) - x.gone, Bytes: x.bytes, Shortened: x.shortened}
	for _, l := range x.lexicons {
		s.Words += len(l.entries)
	}
	return s
}

// documentSize is about what a document takes beside its words: itself and its number.
const documentSize = 56 + 32

// bytes returns about what the document takes beside its words.
func (d *indexed) bytes() int64 { return documentSize + int64(len(d.links)) }

// Language returns the code of a document's language; empty if the index does not have the document.
func (x *Index) Language(id int64) string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	number, ok := x.numbers[id]
	if !ok {
		return ""
	}
	return x.lexicons[x.documents[number].lexicon].language.Code()
}

// Has reports whether there is a document of a kind.
func (x *Index) Has(kind uint8) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return slices.ContainsFunc(x.lexicons, func(l *lexicon) bool { return l.kind == kind && l.live > 0 })
}

// Put adds a document, or replaces the one with its id.
func (x *Index) Put(d Document) {
	x.writing.Lock()
	defer x.writing.Unlock()
	at := x.lexiconOf(words.LanguageOf(d.Language), d.Kind)
	l := x.lexicons[at]
	shortened := x.draft.read(l, d, x.textWords())
	kept := indexed{
		id: d.ID, address: sumOf(d.Address), links: packed(d.Links), length: x.draft.length, title: x.draft.title,
		lexicon: uint8(at), short: shortened,
	}
	if swept := x.add(l, kept); swept {
		x.dropUnused()
	}
}

// add adds the document of the draft, and reports whether a sweep has ended.
func (x *Index) add(l *lexicon, d indexed) (swept bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(d.id)
	number := uint32(len(x.documents))
	x.documents = append(x.documents, d)
	x.numbers[d.id] = number
	x.count(&d, 1)
	x.bytes += d.bytes()
	before := len(l.entries)
	for i := range x.draft.words {
		w := &x.draft.words[i]
		if w.form != "" {
			w.entry = l.form(w.form)
		}
		e := &l.entries[w.entry]
		e.renumber(x.sweep.numbers)
		capacity := cap(e.documents)
		e.documents = appendPosting(e.documents, number-e.last, &w.times)
		x.bytes += int64(cap(e.documents) - capacity)
		e.last = number
		e.count++
	}
	for _, p := range l.texts.places[before:] {
		x.bytes += entrySize + int64(p.size)
	}
	return x.compact()
}

// Remove removes the document with an id, if there is one.
func (x *Index) Remove(id int64) {
	x.writing.Lock()
	defer x.writing.Unlock()
	x.mu.Lock()
	x.remove(id)
	swept := x.compact()
	x.mu.Unlock()
	if swept {
		x.dropUnused()
	}
}

func (x *Index) remove(id int64) {
	number, ok := x.numbers[id]
	if !ok {
		return
	}
	delete(x.numbers, id)
	x.documents[number].gone = true
	x.gone++
	x.count(&x.documents[number], -1)
}

// count adds what a document counts to the totals, or takes it off.
func (x *Index) count(d *indexed, sign int64) {
	l := x.lexicons[d.lexicon]
	for field, n := range d.length {
		l.totals[field] += sign * int64(n)
	}
	l.live += int(sign)
	if d.short {
		x.shortened += int(sign)
	}
}

// lexiconOf returns the place of the lexicon of a language and kind, which it adds if there is none.
func (x *Index) lexiconOf(language *words.Language, kind uint8) int {
	at := slices.IndexFunc(x.lexicons, func(l *lexicon) bool {
		return l.kind == kind && l.language.Code() == language.Code()
	})
	switch {
	case at >= 0:
		return at
	case len(x.lexicons) == maxLexicons:
		return maxLexicons - 1
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	l := newLexicon(language, x.options.Synonyms)
	l.kind = kind
	x.lexicons = append(x.lexicons, l)
	return len(x.lexicons) - 1
}

// maxLexicons is the most languages that are told apart, counted for each kind.
const maxLexicons = 255

// byLanguage returns the lexicons of a language, or all in the order of their languages, of some kinds, or of all.
func (x *Index) byLanguage(code string, kinds []uint8) []*lexicon {
	if code != "" {
		code = words.LanguageOf(code).Code()
	}
	var some []*lexicon
	for _, l := range x.lexicons {
		if (code == "" || l.language.Code() == code) && l.isOf(kinds) {
			some = append(some, l)
		}
	}
	slices.SortFunc(some, func(a, b *lexicon) int {
		return cmp.Or(cmp.Compare(a.language.Code(), b.language.Code()), cmp.Compare(a.kind, b.kind))
	})
	return some
}

// longestText is how many words of a text are indexed when half of the memory is used.
const longestText = 4000

// textWords returns how many words of a text are indexed.
func (x *Index) textWords() int {
	free := x.options.MaxBytes - x.bytes
	switch {
	case x.options.MaxBytes == 0 || free > x.options.MaxBytes/2:
		return maxLength
	case free <= 0:
		return 0
	}
	return int(2 * longestText * free / x.options.MaxBytes)
}
