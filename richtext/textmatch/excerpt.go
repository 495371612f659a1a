package textmatch

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	mark     = "**"  // before and after a word that was searched for
	ellipsis = "…"   // one character, where text is left out
	under    = " › " // between a heading and what stands under it
)

// HeadingMark begins the line of a heading in a text with outline. It is white space to everything that finds words.
const HeadingMark = '\f'

// maxExcerpted bounds how much of a text is searched for an excerpt, in bytes.
const maxExcerpted = 1 << 20

// Excerpt returns the part of a plain text that shows the most of the words; if several do, it is the first. It also
// returns how many of the words the text contains, each counted once. A word may be any text. Case, width and accents
// do not matter. If the text has a word or one of its forms whole, places with a part of it do not count.
//
// The excerpt has at most length characters, not counting the marks around the words that it shows, and a single space
// for all white space. In a text with outline, it begins with the heading above that part, and shows a row of a table
// from its first cell on. If the text contains none of the words, the excerpt is its beginning. Only the first MiB of
// the text is searched. The time is linear in the length of the text times the number of words.
func Excerpt(text string, words []string, length int) (excerpt string, found int) {
	chars, lines := readLines(text[:min(len(text), maxExcerpted)])
	finders := find(fold(string(chars), len(chars)), words)
	if length < 1 {
		return "", len(finders)
	}
	t := textOutline{lines, headingWords(lines, finders)}
	shown := t.excerpted(chars, finders, length)
	heading := t.headingOf(len(chars), finders, shown, length/maxHeadingPart)
	if heading.from < heading.to {
		rest := length - (heading.to - heading.from) - utf8.RuneCountInString(under)
		shown = t.excerpted(chars, finders, rest)
		if t.headingOf(len(chars), finders, shown, length/maxHeadingPart) == heading {
			top := render(chars[heading.from:heading.to], span{0, heading.to - heading.from}, marks(chars, finders, heading))
			return top + under + render(chars, shown, marks(chars, finders, shown)), len(finders)
		}
	}
	return render(chars, shown, marks(chars, finders, shown)), len(finders)
}

// maxHeadingPart is the part of an excerpt that a heading may take, as a divisor. Longer headings are not shown.
const maxHeadingPart = 3

// line is a line of a plain text.
type line struct {
	from         int  // its first character
	heading, row bool // row: of a table
}

func (l line) isHeading() bool { return l.heading }

// readLines returns the characters of a text with a single space for all white space between words, and its lines.
func readLines(text string) (chars []rune, lines []line) {
	chars = make([]rune, 0, utf8.RuneCountInString(text))
	lines = []line{{}}
	space, ends, heading, cell := false, false, false, false
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = len(chars) > 0
			ends, heading, cell = ends || r == '\n', heading || r == HeadingMark, cell || r == '\t'
			continue
		}
		if space {
			chars = append(chars, ' ')
		}
		last := &lines[len(lines)-1]
		switch {
		case len(chars) == 0:
			last.heading = heading
		case ends:
			lines = append(lines, line{from: len(chars), heading: heading})
		case cell:
			last.row = true
		}
		space, ends, heading, cell = false, false, false, false
		chars = append(chars, r)
	}
	return chars, lines
}

// textOutline is how a text is divided.
type textOutline struct {
	lines    []line
	headings []uint64 // what headingWords returns
}

// lineOf returns the index of the line with a character.
func (t textOutline) lineOf(at int) int {
	n, found := slices.BinarySearchFunc(t.lines, at, func(l line, at int) int { return l.from - at })
	if found {
		return n
	}
	return n - 1
}

// headingOf returns the heading above the words that are shown, if it is not shown with them and has at
// most that many characters.
func (t textOutline) headingOf(end int, finders []finder, shown span, most int) span {
	if len(finders) == 0 || t.headings == nil {
		return span{}
	}
	for i := t.lineOf(t.densest(finders, shown.to-shown.from).from); i >= 0; i-- {
		if !t.lines[i].heading {
			continue
		}
		heading := span{t.lines[i].from, end}
		if i+1 < len(t.lines) {
			heading.to = t.lines[i+1].from - 1
		}
		if heading.from >= shown.from || heading.to-heading.from > most {
			return span{}
		}
		return heading
	}
	return span{}
}

// finder finds the occurrences of a word in a text one after the other. A copy continues from the same place.
type finder struct {
	in    folded
	form  formFinder // of the word, folded like the text
	bit   uint64     // that stands for the word; words beyond the 63rd share one
	least Form       // worse forms do not count
	from  int        // start of the unread part of the folded text
	end   int        // index in in.ends of the first letter that ends after from
	// place is the current occurrence of the word. done says that there is none left.
	place span
	done  bool
}

// next moves to the next occurrence.
func (f *finder) next() {
	for {
		at := strings.Index(f.in.text[f.from:], f.form.stem)
		if f.done = at < 0; f.done {
			return
		}
		at += f.from
		f.from = at + len(f.form.stem)
		if f.form.at(f.in.text, at) >= f.least {
			f.moveTo(at)
			return
		}
	}
}

// moveTo makes the occurrence that begins there the current one.
func (f *finder) moveTo(at int) {
	for int(f.in.ends[f.end].folded) <= at {
		f.end++
	}
	f.place.from = 0
	if f.end > 0 {
		f.place.from = int(f.in.ends[f.end-1].text)
	}
	for int(f.in.ends[f.end].folded) < f.from {
		f.end++
	}
	f.place.to = int(f.in.ends[f.end].text)
}

// find returns a finder for every word in the text, at its first occurrence.
func find(in folded, words []string) []finder {
	seen := map[string]bool{"": true}
	var found []finder
	for _, word := range words {
		chars, _ := readLines(word)
		word = fold(string(chars), len(chars)).text
		if seen[word] {
			continue
		}
		seen[word] = true
		f := finder{in: in, form: newFormFinder(word), bit: 1 << min(len(found), 63)}
		if f.least = f.form.find(in.text); f.least != NoForm {
			f.next()
			found = append(found, f)
		}
	}
	return found
}

// excerpted returns which part of a text is shown.
func (t textOutline) excerpted(chars []rune, finders []finder, length int) span {
	if len(chars) <= length {
		return span{0, len(chars)}
	}
	room := length - 2 // for text between two ellipses
	core := t.densest(finders, room)

	// A third of the remaining room goes before the first word, and more at the end of the text.
	from := min(core.from-(room-(core.to-core.from))/3, len(chars)-length+1)
	if l := t.lines[t.lineOf(core.from)]; l.row && core.to-l.from <= room {
		from = l.from
	}
	if from <= 0 {
		from, room = 0, room+1
	}
	for i := from; i > 0 && i <= core.from; i++ {
		if divides(chars, i) {
			from = i
			break
		}
	}

	to := from + room
	if to+1 >= len(chars) { // the end needs no ellipsis
		to = len(chars)
	}
	for i := to; i >= max(core.to, from+room/2, 1) && i < len(chars); i-- {
		if divides(chars, i) {
			to = i
			break
		}
	}
	return trimmed(chars, span{from, to})
}

// trimmed returns a part without the white space at its ends.
func trimmed(chars []rune, part span) span {
	if part.from < part.to && chars[part.from] == ' ' {
		part.from++
	}
	if part.from < part.to && chars[part.to-1] == ' ' {
		part.to--
	}
	return part
}

// densest returns the part of a text, at most room characters long, that contains the most words, together with the
// heading above it. If several do, it is the first. It begins and ends with a word.
func (t textOutline) densest(finders []finder, room int) span {
	var best span
	most := 0
	for rest := slices.Clone(finders); len(rest) > 0; { // words that still occur at or after the start of the part
		start := rest[0].place.from
		for _, f := range rest {
			start = min(start, f.place.from)
		}
		shown, end, fits := uint64(0), start, false
		for _, f := range rest {
			if f.place.to <= start+room {
				shown |= f.bit
				end = max(end, f.place.to)
				fits = fits || f.place.from == start
			}
		}
		if t.headings != nil {
			shown |= t.headings[t.lineOf(start)]
		}
		if n := bits.OnesCount64(shown); fits && n > most {
			best, most = span{start, end}, n
		}
		for i := range rest {
			if rest[i].place.from == start {
				rest[i].next()
			}
		}
		rest = slices.DeleteFunc(rest, func(f finder) bool { return f.done })
	}
	return best
}

// headingWords returns for every line the words in the heading above it, or in the line if it is one; nil if
// the text has no headings.
func headingWords(lines []line, finders []finder) []uint64 {
	if !slices.ContainsFunc(lines, line.isHeading) {
		return nil
	}
	words := make([]uint64, len(lines))
	for _, f := range finders {
		for n := 0; !f.done; f.next() {
			for n+1 < len(lines) && lines[n+1].from <= f.place.from {
				n++
			}
			if lines[n].heading {
				words[n] |= f.bit
			}
		}
	}
	for n := 1; n < len(lines); n++ {
		if !lines[n].heading {
			words[n] = words[n-1]
		}
	}
	return words
}

// marks returns for every character of a part whether it is marked. Whole words are marked, even if only a part of the
// word was found.
func marks(chars []rune, finders []finder, shown span) []bool {
	around := shown // extended to whole words at its ends
	for around.from > 0 && around.from < len(chars) && joins(chars, around.from) {
		around.from--
	}
	for around.to > 0 && around.to < len(chars) && joins(chars, around.to) {
		around.to++
	}
	marked := make([]bool, around.to-around.from)
	for _, f := range finders {
		for ; !f.done && f.place.from < around.to; f.next() {
			for i := max(f.place.from, around.from); i < min(f.place.to, around.to); i++ {
				marked[i-around.from] = true
			}
		}
	}
	for i := 1; i < len(marked); i++ {
		marked[i] = marked[i] || marked[i-1] && joins(chars, around.from+i)
	}
	for i := len(marked) - 1; i > 0; i-- {
		marked[i-1] = marked[i-1] || marked[i] && joins(chars, around.from+i)
	}
	return marked[shown.from-around.from : shown.to-around.from]
}

// render writes the shown part of a text with marks, and with ellipses where text is left out.
func render(chars []rune, shown span, marked []bool) string {
	var out strings.Builder
	if shown.from > 0 {
		out.WriteString(ellipsis)
	}
	inside := false
	for i := shown.from; i < shown.to; i++ {
		if marked[i-shown.from] != inside {
			out.WriteString(mark)
			inside = !inside
		}
		out.WriteRune(chars[i])
	}
	if inside {
		out.WriteString(mark)
	}
	if shown.to < len(chars) {
		out.WriteString(ellipsis)
	}
	return out.String()
}

// joins reports whether a character belongs to the same word as the one before it.
func joins(chars []rune, i int) bool {
	return unicode.IsMark(chars[i]) || spelled(chars[i]) && spelled(chars[i-1])
}

// divides reports whether a text may be cut before a character.
func divides(chars []rune, i int) bool {
	return chars[i-1] == ' ' || chars[i] == ' ' || unspaced(chars[i-1]) && unspaced(chars[i]) && !unicode.IsMark(chars[i])
}

// spelled reports whether a character belongs to a word that is separated by spaces.
func spelled(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !unspaced(r)
}

// unspaced reports whether a character belongs to a script that does not separate words by spaces.
func unspaced(r rune) bool {
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar)
}
