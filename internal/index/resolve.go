package index

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"emcp/internal/index/words"
)

// How says how a word of a query was found.
type How uint8

// The ways, in the order in which they are tried.
const (
	AsWritten How = iota // in any of its forms
	Corrected
	Split     // as two words, which have an entry each in Result.Words
	Beginning // as the beginning of words
	Nowhere
)

// Word is a word of a query.
type Word struct {
	// Text is the word in lower case.
	Text string
	// How the word was found, and with which words instead of it.
	How   How
	Taken []string
	// Documents is how many documents have it.
	Documents int
	// Whole means that the words before are its parts, such as USB and C. It counts beside them.
	Whole bool
	// Stop means that the word is so frequent in a language that it did not count there.
	Stop bool
}

// tells reports whether the stop words of a language do not count beside the word.
func (w *Word) tells(l *words.Language) bool { return !w.Whole && !l.IsStop(w.Text) }

// term is a word of a query with what is looked up for it.
type term struct {
	word    Word
	forms   [][]uint32 // of each lexicon that is searched
	ignored []bool     // where the word does not count, because it is a stop word

	documents []int // how many of each lexicon have the word
}

// resolve returns what is looked up for the words of a query.
func (x *Index) resolve(query Query, lexicons []*lexicon) []term {
	var terms []term
	lacking := 0
	for _, w := range query.words {
		t := term{
			word:  Word{Text: w.form, Whole: w.whole},
			forms: make([][]uint32, len(lexicons)), ignored: make([]bool, len(lexicons)),
		}
		for i, l := range lexicons {
			t.word.Stop = t.word.Stop || l.language.IsStop(w.form)
			t.forms[i] = l.forms(l.meaning(w.form))
		}
		switch {
		case x.anyLive(lexicons, t.forms) || t.word.Stop:
			terms = append(terms, t)
		case w.whole:
		case lacking < maxInstead:
			lacking++
			terms = append(terms, x.instead(t, w, lexicons)...)
		default:
			t.word.How = Nowhere
			terms = append(terms, t)
		}
	}
	x.dropStopWords(terms, lexicons)
	return terms
}

// maxInstead is for how many words of a query something else is looked up, because that reads all words of the index.
const maxInstead = 8

// instead returns what is looked up for a word that the index lacks.
func (x *Index) instead(t term, w queryWord, lexicons []*lexicon) []term {
	if !w.digits {
		if near := x.nearest(w.form, lexicons); len(near) > 0 {
			return []term{x.taken(t, Corrected, lexicons, near[0])}
		}
		if left, right, ok := x.split(w.form, lexicons); ok {
			return []term{x.taken(t, Split, lexicons, left), x.taken(t, Split, lexicons, right)}
		}
	}
	if forms, some := x.beginning(w.form, lexicons); len(some) > 0 {
		t.word.How, t.word.Taken, t.forms = Beginning, some, forms
		return []term{t}
	}
	t.word.How = Nowhere
	return []term{t}
}

// taken returns a term with another word.
func (x *Index) taken(t term, how How, lexicons []*lexicon, form string) term {
	t.word.How, t.word.Taken = how, []string{form}
	t.forms = make([][]uint32, len(lexicons))
	for i, l := range lexicons {
		t.forms[i] = l.forms(l.meaning(form))
	}
	return t
}

// dropStopWords drops them in each language, unless a query has no other words there.
func (x *Index) dropStopWords(terms []term, lexicons []*lexicon) {
	for i, l := range lexicons {
		if !slices.ContainsFunc(terms, func(t term) bool { return t.word.tells(l.language) }) {
			continue
		}
		for n := range terms {
			if l.language.IsStop(terms[n].word.Text) {
				terms[n].forms[i], terms[n].ignored[i] = nil, true
			}
		}
	}
}

// anyLive reports whether a document has one of the forms.
func (x *Index) anyLive(lexicons []*lexicon, forms [][]uint32) bool {
	for i, l := range lexicons {
		for _, form := range forms[i] {
			if x.live(&l.entries[form], 1) > 0 {
				return true
			}
		}
	}
	return false
}

// live counts the documents of a form, up to that many.
func (x *Index) live(e *entry, most int) int {
	if x.gone == 0 && !e.old {
		return min(int(e.count), most)
	}
	n := 0
	var number uint32
	var times frequencies
	for list := e.documents; len(list) > 0 && n < most; {
		var difference uint32
		difference, list = nextPosting(list, &times)
		if number += difference; x.current(e, number) != removed {
			n++
		}
	}
	return n
}

// candidate is a form that may be meant.
type candidate struct {
	text string
	of   *entry
}

// Nearest returns the words of documents of a language, or of all if it is empty, that differ least from a word, the
// most frequent first.
func (x *Index) Nearest(word, language string) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.nearest(strings.ToLower(word), x.byLanguage(language, nil))
}

// nearest returns the forms that are the fewest edits away from a form: one if it has at least 5 letters, two if it has
// at least 8. If some of them begin with the same letter, it returns only these.
func (x *Index) nearest(form string, lexicons []*lexicon) []string {
	folded := words.Fold(form)
	most := 0
	letters := utf8.RuneCountInString(folded)
	switch {
	case letters >= 8:
		most = 2
	case letters >= 5:
		most = 1
	default:
		return nil
	}
	bits, wanted := signature(folded), []rune(folded)
	var found []candidate
	for _, l := range lexicons {
		for i := range l.entries {
			e := &l.entries[i]
			if !e.near(bits, letters, most) {
				continue
			}
			text := l.text(uint32(i))
			if strings.ContainsAny(text, "0123456789") {
				continue
			}
			edits := distance(wanted, []rune(words.Fold(text)), most)
			if edits > most || x.live(e, 1) == 0 {
				continue
			}
			if edits < most {
				most, found = edits, found[:0]
			}
			found = append(found, candidate{text, e})
		}
	}
	// People seldom mistake the first letter.
	first := func(c candidate) bool { return strings.HasPrefix(words.Fold(c.text), string(wanted[:1])) }
	if slices.ContainsFunc(found, first) {
		found = slices.DeleteFunc(found, func(c candidate) bool { return !first(c) })
	}
	return x.mostFrequent(found)
}

// mostFrequent returns the texts of candidates, each once, the most frequent first.
func (x *Index) mostFrequent(found []candidate) []string {
	frequency := map[string]int{}
	for _, c := range found {
		frequency[c.text] += x.live(c.of, len(x.documents))
	}
	texts := make([]string, 0, len(frequency))
	for text := range frequency {
		texts = append(texts, text)
	}
	slices.SortFunc(texts, func(a, b string) int {
		return cmp.Or(cmp.Compare(frequency[b], frequency[a]), cmp.Compare(a, b))
	})
	return texts
}

// nearWords is the length of the fields that are short: their words are taken to stand near each other.
const nearWords = 30

// split returns two words of at least three letters that make up a form, and that the most documents have together in
// short fields, such as tent pegs in a title. In languages that form words of others, fields of any length count.
func (x *Index) split(form string, lexicons []*lexicon) (left, right string, ok bool) {
	const shortest = 3
	best := 0
	letters := []rune(form)
	near := make([]bool, len(x.documents))
	for at := shortest; at <= len(letters)-shortest; at++ {
		a, b := string(letters[:at]), string(letters[at:])
		for _, l := range lexicons {
			if documents := x.together(l, a, b, near); documents > best {
				best, left, right = documents, a, b
			}
		}
	}
	return left, right, best > 0
}

// together counts the documents that have two words near each other. near is false for all before and after.
func (x *Index) together(l *lexicon, a, b string, near []bool) (n int) {
	formsOfA, formsOfB := l.forms(l.language.Keys(a)), l.forms(l.language.Keys(b))
	if len(formsOfB) == 0 {
		return 0
	}
	x.eachNear(l, formsOfA, func(number uint32) { near[number] = true })
	x.eachNear(l, formsOfB, func(number uint32) {
		if near[number] {
			near[number] = false
			n++
		}
	})
	x.eachNear(l, formsOfA, func(number uint32) { near[number] = false })
	return n
}

// eachNear calls do for each document that has forms where other words can be near them.
func (x *Index) eachNear(l *lexicon, forms []uint32, do func(number uint32)) {
	var times frequencies
	for _, form := range forms {
		e, number := &l.entries[form], uint32(0)
		for list := e.documents; len(list) > 0; {
			var difference uint32
			difference, list = nextPosting(list, &times)
			number += difference
			current := x.current(e, number)
			if current == removed {
				continue
			}
			length := &x.documents[current].length
			for field, n := range times {
				if n > 0 && (l.language.Compounds() || length[field] <= nearWords) {
					do(current)
					break
				}
			}
		}
	}
}

// beginning returns the forms that begin with a form, and the most frequent of them as texts.
func (x *Index) beginning(form string, lexicons []*lexicon) (forms [][]uint32, texts []string) {
	const (
		shortest  = 3
		mostForms = 100
		mostTexts = 3
	)
	folded := words.Fold(form)
	if utf8.RuneCountInString(folded) < shortest {
		return nil, nil
	}
	bits := signature(folded)
	var found []candidate
	for _, l := range lexicons {
		for i := range l.entries {
			e := &l.entries[i]
			if !e.form || bits&^e.signature != 0 {
				continue
			}
			text := l.text(uint32(i))
			if strings.HasPrefix(words.Fold(text), folded) && x.live(e, 1) > 0 {
				found = append(found, candidate{text, e})
			}
		}
	}
	texts = x.mostFrequent(found)
	texts = texts[:min(len(texts), mostForms)]
	for _, l := range lexicons {
		var some []uint32
		for _, text := range texts {
			if number, ok := l.find(text); ok && l.entries[number].form {
				some = append(some, number)
			}
		}
		forms = append(forms, l.sorted(some))
	}
	return forms, texts[:min(len(texts), mostTexts)]
}
