package sitepage

import (
	"context"
	"math/bits"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of what a page is compared with.
const (
	maxStored   = 64 << 10 // of the stored text, in bytes
	maxOwn      = 256      // words
	fewestWords = 5        // fewer words say too little
	manyWords   = 20       // so many words are hardly in a frame
	shortest    = 4        // letters of a word
	shortRun    = 10       // letters of a text that is hardly on another page
	longRun     = 20       // letters of a text that no menu has
)

// evolutionTags are tags of Evolution. A page has what they stand for instead.
var evolutionTags = regexp.MustCompile(`(?s)\[\[.*?\]\]|\[!.*?!\]|\[[*+(~^].*?[*+)~^]\]|\{\{.*?\}\}`)

// ownText is what a page is compared with: the first words of a document's stored text, with their places in a wordSet,
// and hashes of its runs and of the titles.
type ownText struct {
	words        map[string]int
	runs, titles map[uint64]bool
}

// wordSet is a set of own words.
type wordSet [maxOwn / 64]uint64

func (s *wordSet) add(other wordSet) {
	for i := range s {
		s[i] |= other[i]
	}
}

func (s wordSet) len() int {
	n := 0
	for _, part := range s {
		n += bits.OnesCount64(part)
	}
	return n
}

// readOwn reads a document.
func readOwn(ctx context.Context, d Document) ownText {
	own := ownText{map[string]int{}, map[uint64]bool{}, map[uint64]bool{}}
	for _, title := range d.Titles {
		if hash, letters := hashOf(html.UnescapeString(title)); letters > 0 {
			own.titles[hash] = true
		}
	}
	stored := d.Text
	if len(stored) > maxStored {
		stored = strings.ToValidUTF8(stored[:maxStored], "")
	}
	doc, err := parse(ctx, strings.NewReader("<body>"+evolutionTags.ReplaceAllString(stored, " ")))
	if err != nil { // a text of tags alone
		return own
	}
	readRuns(doc).each(doc, func(r run) {
		if r.first.DataAtom == atom.Img {
			return
		}
		for word := range words(r.text) {
			if _, known := own.words[word]; !known && len(own.words) < maxOwn {
				own.words[word] = len(own.words)
			}
		}
		if r.letters >= shortRun {
			own.runs[r.plain] = true
		}
	})
	return own
}

// words yields the words of a text that are long enough to distinguish texts. In scripts without spaces it yields each
// pair of neighbouring letters.
func words(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for word := range strings.FieldsFuncSeq(text, IsBetweenWords) {
			if strings.IndexFunc(word, isDense) >= 0 {
				if !pairs(word, yield) {
					return
				}
			} else if utf8.RuneCountInString(word) >= shortest && !yield(strings.ToLower(word)) {
				return
			}
		}
	}
}

// dense are the scripts that do not put spaces between words, and Korean, whose words are short.
var dense = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer,
	unicode.Myanmar, unicode.Tibetan,
}

func isDense(r rune) bool { return r >= firstDense && unicode.In(r, dense...) }

// firstDense is the first letter of Thai. The letters before it, which most texts consist of, are quick to decide.
const firstDense = 0x0E01

// pairs yields each two neighbouring letters, and reports whether to go on.
func pairs(word string, yield func(string) bool) bool {
	before, end := -1, 0 // of the letter before
	for at, r := range word {
		if end = at + utf8.RuneLen(r); before >= 0 && !yield(word[before:end]) {
			return false
		}
		before = at
	}
	return true
}
