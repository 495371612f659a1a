package textmatch

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Form is how a text has a word.
type Form uint8

// The forms, the best last.
const (
	NoForm    Form = iota
	PartForm       // as a part of a word
	WholeForm      // as a word, or as another form of it
)

// alphabet is how words of an alphabet are inflected.
type alphabet struct {
	endings  []string // folded, the longest first
	shortest int      // letters that a stem has at least
}

// Endings of nouns and adjectives: in German and English, and in Ukrainian and Russian.
var (
	latin = alphabet{[]string{"ern", "em", "en", "er", "es", "e", "n", "s"}, 4}

	cyrillic = alphabet{[]string{
		"ями", "ами", "ого", "его", "ому", "ему", "ыми", "ими", "ові", "еві", "ах", "ях", "ам", "ям", "ом", "ем", "єм", "ою",
		"ею", "єю", "ів", "їв",
		"ов", "ев", "ий", "ій", "ый", "ой", "их", "ых", "им", "ым", "ая", "яя", "ое", "ее", "ые", "ие", "ую", "юю", "ія",
		"ия", "ію", "ию", "ії", "ии",
		"а", "я", "о", "е", "є", "у", "ю", "и", "і", "ї", "ы", "й", "ь",
	}, 3}
)

func alphabetOf(word string) *alphabet {
	if first, _ := utf8.DecodeRuneInString(word); unicode.Is(unicode.Cyrillic, first) {
		return &cyrillic
	}
	return &latin
}

// stem returns the beginning that the forms of a folded word have in common, which is the word itself if it has no
// ending. The rule is simple on purpose: it finds too few forms rather than the forms of other words.
func (a *alphabet) stem(word string) string {
	for _, ending := range a.endings {
		stem, ok := strings.CutSuffix(word, ending)
		letters := utf8.RuneCountInString(stem)
		switch {
		case !ok, ending == "n", ending == "s" && strings.HasSuffix(stem, "s"): // Lampen has en; glass has no ending
		case letters >= a.shortest, ending == "s" && letters == a.shortest-1:
			return stem
		}
	}
	return word
}

// Exact reports whether a word is found only as a whole word: it has one or two characters of a script with spaces, or
// no letters. Otherwise 30 would be found in 300.
func Exact(word string) bool {
	return !strings.ContainsFunc(word, unspaced) &&
		(utf8.RuneCountInString(word) <= 2 || !strings.ContainsFunc(word, unicode.IsLetter))
}

// Sought returns the beginning of a word that a source must have, so that a text may have a form of the word.
func Sought(word string) string {
	f := newFormFinder(flat(word))
	ending := f.word[len(f.stem):]
	end := len(word) - len(ending)
	if 0 < end && end < len(word) && utf8.RuneStart(word[end]) && strings.ToLower(word[end:]) == ending {
		return word[:end]
	}
	return word
}

// formFinder finds the forms of a word in folded texts.
type formFinder struct {
	word, stem string
	exact      bool
	endings    []string // that may follow the stem
}

func newFormFinder(word string) formFinder {
	f := formFinder{word: word, stem: word, exact: Exact(word)}
	if !f.exact && !strings.ContainsFunc(word,
		func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' || unspaced(r) }) {
		a := alphabetOf(word)
		f.stem, f.endings = a.stem(word), a.endings
	}
	return f
}

// uncertain reports whether a text with the stem may lack all forms of the word.
func (f formFinder) uncertain() bool { return f.exact || f.stem != f.word }

// find returns the best form in a text. Time is linear in the length of the text.
func (f formFinder) find(text string) Form {
	best := NoForm
	for from := 0; f.stem != ""; {
		at := strings.Index(text[from:], f.stem)
		if at < 0 {
			break
		}
		at += from
		if best = max(best, f.at(text, at)); best == WholeForm {
			break
		}
		from = at + len(f.stem)
	}
	return best
}

// maxEnding is how many bytes are read behind a stem: more than any ending has, so that what is longer is no ending.
const maxEnding = 16

// at returns the form in which a text has the word where its stem stands.
func (f formFinder) at(text string, at int) Form {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	first, _ := utf8.DecodeRuneInString(f.stem)
	begins := at == 0 || !spelled(before) || !spelled(first)
	rest := text[at+len(f.stem):]
	ending := rest
	if last, _ := utf8.DecodeLastRuneInString(f.stem); !spelled(last) {
		ending = ""
	} else if end := strings.IndexFunc(rest[:min(len(rest), maxEnding)],
		func(r rune) bool { return !spelled(r) }); end >= 0 {
		ending = rest[:end]
	}
	own := f.word[len(f.stem):]
	further, isWord := strings.CutPrefix(ending, own) // Häuser is Haus with an ending, though Haus may be hau with an s
	switch {
	case begins && (ending == "" || ending == own || slices.Contains(f.endings, ending) ||
		isWord && slices.Contains(f.endings, further)):
		return WholeForm
	case f.exact:
		return NoForm
	case begins, strings.HasPrefix(rest, own):
		return PartForm
	}
	return NoForm
}
