package excerpt

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"emcp/internal/index/words"
)

// HeadingMark begins the line of a heading in a text with outline. It is white space to everything that finds words.
const HeadingMark = '\f'

// plainText is a text with the words that were found.
type plainText struct {
	chars  []rune // with a single space for all white space between words
	lines  []line
	places []place
	words  uint64 // that it has
	// headings has for each line the words in the heading above it, or in the line if it is one; nil without headings.
	headings []uint64
}

// line is a line of a text.
type line struct {
	from         int  // its first character
	heading, row bool // row: of a table
}

// place is where a word stands, in characters: the whole word, even if a part of it was found. Because a text may have
// many, it is small.
type place struct {
	from, to int32
	word     uint8
}

// maxPlaces is how many places are looked at.
const maxPlaces = 1 << 16

// longestWord is how far the ends of a word are searched for on each side of a part that was found, in characters.
// Without this bound, the time for long runs of letters would not be linear.
const longestWord = 100

// maxWords is how many different words are distinguished.
const maxWords = 64

func (p place) bit() uint64 { return 1 << p.word }

func read(text string, f Finder) *plainText {
	t := &plainText{}
	starts := t.readLines(text)
	f.Each(text, func(word, from, to int) { t.add(min(word, maxWords-1), charAt(starts, from), charAt(starts, to)) })
	t.readHeadings()
	return t
}

// readLines reads characters and lines, and returns where each character begins, in bytes.
func (t *plainText) readLines(text string) (starts []int32) {
	n := utf8.RuneCountInString(text)
	t.chars, starts = make([]rune, 0, n), make([]int32, 0, n)
	t.lines = make([]line, 1, 1+strings.Count(text, "\n"))
	space := -1 // where white space begins
	ends, heading, cell := false, false, false
	for at, r := range text {
		if unicode.IsSpace(r) {
			if space < 0 {
				space = at
			}
			ends, heading, cell = ends || r == '\n', heading || r == HeadingMark, cell || r == '\t'
			continue
		}
		if space >= 0 && len(t.chars) > 0 {
			t.chars, starts = append(t.chars, ' '), append(starts, int32(space))
		}
		last := &t.lines[len(t.lines)-1]
		switch {
		case len(t.chars) == 0:
			last.heading = heading
		case ends:
			t.lines = append(t.lines, line{from: len(t.chars), heading: heading})
		case cell:
			last.row = true
		}
		space, ends, heading, cell = -1, false, false, false
		t.chars, starts = append(t.chars, r), append(starts, int32(at))
	}
	return starts
}

// charAt returns the index of the first character that begins at byte at or later.
func charAt(starts []int32, at int) int {
	n, _ := slices.BinarySearchFunc(starts, at, func(start int32, at int) int { return int(start) - at })
	return n
}

// add adds the place of a word.
func (t *plainText) add(word, from, to int) {
	if from >= to {
		return
	}
	for n := 0; n < longestWord && from > 0 && joins(t.chars, from); n++ {
		from--
	}
	for n := 0; n < longestWord && to < len(t.chars) && joins(t.chars, to); n++ {
		to++
	}
	p := place{int32(from), int32(to), uint8(word)}
	t.words |= p.bit()
	if len(t.places) < maxPlaces {
		t.places = append(t.places, p)
	}
}

// readHeadings finds out the words of headings.
func (t *plainText) readHeadings() {
	if !slices.ContainsFunc(t.lines, func(l line) bool { return l.heading }) {
		return
	}
	t.headings = make([]uint64, len(t.lines))
	for _, p := range t.places {
		if n := t.lineOf(int(p.from)); t.lines[n].heading {
			t.headings[n] |= p.bit()
		}
	}
	for n := 1; n < len(t.lines); n++ {
		if !t.lines[n].heading {
			t.headings[n] = t.headings[n-1]
		}
	}
}

// wordsAbove returns the words in the heading above a character.
func (t *plainText) wordsAbove(at int) uint64 {
	if t.headings == nil {
		return 0
	}
	return t.headings[t.lineOf(at)]
}

// lineOf returns the index of the line with a character.
func (t *plainText) lineOf(at int) int {
	n, found := slices.BinarySearchFunc(t.lines, at, func(l line, at int) int { return l.from - at })
	if found {
		return n
	}
	return n - 1
}

// joins reports whether a character belongs to the same word as the one before it.
func joins(chars []rune, i int) bool {
	return unicode.IsMark(chars[i]) || spelled(chars[i]) && spelled(chars[i-1])
}

// divides reports whether a text may be cut before a character.
func divides(chars []rune, i int) bool {
	return chars[i-1] == ' ' || chars[i] == ' ' ||
		words.Unspaced(chars[i-1]) && words.Unspaced(chars[i]) && !unicode.IsMark(chars[i])
}

// spelled reports whether a character belongs to a word that is separated by spaces.
func spelled(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !words.Unspaced(r)
}
