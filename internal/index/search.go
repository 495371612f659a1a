package index

import (
	"cmp"
	"slices"
)

// Result is what a search found.
type Result struct {
	// Hits are the best documents, the best first.
	Hits []Hit
	// Total is how many documents have at least one word.
	Total int
	// Words are those of the query that were looked up.
	Words []Word
	// Language is the code of the language that the query is in; empty: not certain.
	Language string
}

// Hit is a document that was found.
type Hit struct {
	ID       int64
	Language string
	Score    float32
	words    uint32
}

// Has reports whether the document has a word, by its place in Result.Words.
func (h Hit) Has(word int) bool { return h.words&(1<<word) != 0 }

// SameWords reports whether both documents have the same words of a query.
func (h Hit) SameWords(other Hit) bool { return h.words == other.words }

// HasWordsOf reports whether the document has all words that the other one has.
func (h Hit) HasWordsOf(other Hit) bool { return other.words&^h.words == 0 }

// Search returns the documents that a query means.
func (x *Index) Search(q Query) Result {
	x.mu.RLock()
	defer x.mu.RUnlock()
	lexicons := x.byLanguage(q.Language, q.Kinds)
	terms := x.resolve(q, lexicons)
	if len(terms) > maxWords {
		terms = terms[:maxWords]
	}
	s := x.borrow(q.Kinds)
	s.withoutValues = q.WithoutValues
	defer x.giveBack(s)

	all := 0
	for _, l := range lexicons {
		all += l.live
	}
	wanted := make([]float32, len(lexicons)) // rarity of all words that count in each language
	r := Result{}
	for i := range terms {
		t := &terms[i]
		s.term(t, lexicons)
		weight := rarity(t.word.Documents, all)
		s.add(uint(i), t.word.Whole, weight)
		for n := range lexicons {
			if !t.ignored[n] && !t.word.Whole {
				wanted[n] += weight
			}
		}
		r.Words = append(r.Words, t.word)
	}
	r.Language = likeliest(terms, lexicons, all)
	s.worth = make([]worth, len(x.lexicons))
	for n, l := range lexicons {
		w := worth{wanted: wanted[n], factor: 1}
		if code := l.language.Code(); r.Language != "" && code != "" && code != r.Language {
			w.factor = foreign
		}
		s.worth[slices.Index(x.lexicons, l)] = w
	}
	s.collect(&r, q)
	return r
}

// scratch is the memory of one search. Its lists have a place for each document, and are zero between searches.
type scratch struct {
	x         *Index
	norms     norms
	frequency []float32 // weighted, of the current word
	title     []uint8   // words of the title that the query has
	inTitle   []uint8   // the same, of the current word
	score     []float32
	matched   []float32 // rarity of the words that the document has
	words     []uint32
	current   []uint32 // documents with the current word
	found     []uint32 // with any word
	ranks     []rank
	spare     []rank // for sorting

	withoutValues bool
	worth         []worth // by the places of the lexicons
}

// worth says what the scores of a lexicon's documents count.
type worth struct {
	wanted float32 // rarity of all words that count in the language
	factor float32 // less than 1 in another language than that of the query
}

func (x *Index) borrow(kinds []uint8) *scratch {
	s, ok := x.scratch.Get().(*scratch)
	if n := len(x.documents); !ok || len(s.score) < n {
		n += n / 8
		s = &scratch{
			frequency: make([]float32, n), title: make([]uint8, n), inTitle: make([]uint8, n), score: make([]float32, n),
			matched: make([]float32, n), words: make([]uint32, n),
		}
	}
	s.x, s.norms = x, x.norms(kinds)
	return s
}

func (x *Index) giveBack(s *scratch) {
	for _, number := range s.found {
		s.title[number], s.score[number], s.matched[number], s.words[number] = 0, 0, 0, 0
	}
	s.found, s.ranks = s.found[:0], s.ranks[:0]
	x.scratch.Put(s)
}

// term looks up a word, and counts the documents that have it.
func (s *scratch) term(t *term, lexicons []*lexicon) {
	t.documents = make([]int, len(lexicons))
	for i, l := range lexicons {
		for _, form := range t.forms[i] {
			s.form(&l.entries[form])
		}
		t.documents[i] = len(s.current) - t.word.Documents
		t.word.Documents = len(s.current)
	}
}

// form adds what the documents of a form count.
func (s *scratch) form(e *entry) {
	var number uint32
	var times frequencies
	for list := e.documents; len(list) > 0; {
		onlyText := false
		if head := list[0]; head < 0x80 && head&3 == onceInText { // most are like that
			number += uint32(head >> 2)
			list, onlyText = list[1:], true
		} else {
			var difference uint32
			difference, list = nextPosting(list, &times)
			number += difference
			if s.withoutValues {
				times[Values] = 0
			}
		}
		current := s.x.current(e, number)
		if current == removed || !onlyText && times == (frequencies{}) {
			continue
		}
		if s.frequency[current] == 0 {
			s.current = append(s.current, current)
		}
		d := &s.x.documents[current]
		if onlyText {
			s.frequency[current] += s.norms.weight(Text, 1, d)
			continue
		}
		s.frequency[current] += s.norms.weigh(&times, d)
		if n := times[Title]; n > 0 {
			s.inTitle[current] += uint8(min(n, 255-uint16(s.inTitle[current])))
		}
	}
}

// current returns the number that a document of an entry has now, or removed.
func (x *Index) current(e *entry, number uint32) uint32 {
	if e.old {
		number = x.sweep.numbers[number]
	}
	if number != removed && x.documents[number].gone {
		return removed
	}
	return number
}

// add adds the current word to the scores of its documents.
func (s *scratch) add(word uint, whole bool, weight float32) {
	for _, number := range s.current {
		if s.words[number] == 0 {
			s.found = append(s.found, number)
		}
		s.score[number] += weight * saturated(s.frequency[number])
		s.words[number] |= 1 << word
		if !whole {
			s.matched[number] += weight
			s.title[number] += min(s.inTitle[number], 255-s.title[number])
		}
		s.frequency[number], s.inTitle[number] = 0, 0
	}
	s.current = s.current[:0]
}

// collect collects the best documents.
func (s *scratch) collect(r *Result, q Query) {
	for _, number := range s.found {
		d := &s.x.documents[number]
		if q.Only == nil || q.Only(d.id) {
			s.ranks = append(s.ranks, rankOf(s.scoreOf(number), number))
		}
	}
	r.Total = len(s.ranks)
	s.sortRanks()
	limit := max(0, min(q.Limit, r.Total))
	end := limit // with those that score like the last hit, of which some come before it
	for limit > 0 && end < r.Total && s.ranks[end].score() == s.ranks[limit-1].score() {
		end++
	}
	r.Hits = make([]Hit, end)
	for i, rank := range s.ranks[:end] {
		d := &s.x.documents[rank.number()]
		r.Hits[i] = Hit{
			ID: d.id, Language: s.x.lexicons[d.lexicon].language.Code(), Score: rank.score(), words: s.words[rank.number()],
		}
	}
	sortTies(r.Hits)
	r.Hits = slices.Clip(r.Hits[:limit])
}

// sortTies sorts hits with the same score by their ids.
func sortTies(hits []Hit) {
	for from, to := 0, 0; from < len(hits); from = to {
		for to = from + 1; to < len(hits) && hits[to].Score == hits[from].Score; {
			to++
		}
		slices.SortFunc(hits[from:to], func(a, b Hit) int { return cmp.Compare(a.ID, b.ID) })
	}
}

// scoreOf returns the score of a document.
func (s *scratch) scoreOf(number uint32) float32 {
	score := s.score[number]
	d := &s.x.documents[number]
	w := s.worth[d.lexicon]
	if w.wanted > 0 {
		score *= s.matched[number] / w.wanted
	}
	if d.title > 0 {
		score *= 1 + titleBonus*float32(min(s.title[number], d.title))/float32(d.title)
	}
	return score * w.factor
}
