package excerpt

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

const (
	mark     = "**"  // before and after a word that was found
	ellipsis = "…"   // one character, where text is left out
	under    = " › " // between a heading and what stands under it
)

// maxRead bounds how much of a text is read for an excerpt, in bytes.
const maxRead = 1 << 20

// Finder finds words in a text.
type Finder interface {
	// Each yields where words stand in a text, in bytes, in the order of the text. Words have numbers from 0 on; those
	// from 63 on count as one.
	Each(text string, found func(word, from, to int))
}

// Of returns the part of a plain text that shows the most of the words that f finds; if several do, it is the first. It
// also returns how many of the words the text has, each counted once.
//
// The excerpt has at most length characters, not counting the marks around the words that it shows, and a single space
// for all white space. Words are marked whole, even if only a part was found. In a text with outline, the excerpt
// begins with the heading above that part, and shows a row of a table from its first cell on. If the text has none of
// the words, the excerpt is its beginning. Only the first MiB of the text is read.
func Of(text string, f Finder, length int) (excerpt string, found int) {
	t := read(text[:min(len(text), maxRead)], f)
	found = bits.OnesCount64(t.words)
	if length < 1 {
		return "", found
	}
	shown := t.excerpted(length)
	heading := t.headingOf(shown, length/maxHeadingPart)
	rest := length - (heading.to - heading.from) - utf8.RuneCountInString(under)
	if heading.from < heading.to && rest >= leastRest {
		if below := t.excerpted(rest); t.headingOf(below, length/maxHeadingPart) == heading {
			var out strings.Builder
			t.mark(&out, heading)
			out.WriteString(under)
			t.render(&out, below)
			return out.String(), found
		}
	}
	var out strings.Builder
	t.render(&out, shown)
	return out.String(), found
}

const (
	// maxHeadingPart is the part of an excerpt that a heading may take, as a divisor. Longer headings are not shown.
	maxHeadingPart = 3
	// leastRest is the least room that a heading leaves for the excerpt below it: one character and two ellipses.
	leastRest = 3
)

// span is a part of a text, in characters.
type span struct{ from, to int }

// excerpted returns which part of the text is shown.
func (t *plainText) excerpted(length int) span {
	if len(t.chars) <= length {
		return span{0, len(t.chars)}
	}
	room := length - 2 // for text between two ellipses
	core := t.densest(room)

	// A third of the remaining room goes before the first word, and more at the end of the text.
	from := min(core.from-(room-(core.to-core.from))/3, len(t.chars)-length+1)
	if l := t.lines[t.lineOf(core.from)]; l.row && core.to-l.from <= room {
		from = l.from
	}
	if from <= 0 {
		from, room = 0, room+1
	}
	for i := from; i > 0 && i <= core.from; i++ {
		if divides(t.chars, i) {
			from = i
			break
		}
	}

	to := from + room
	if to+1 >= len(t.chars) { // the end needs no ellipsis
		to = len(t.chars)
	}
	for i := to; i >= max(core.to, from+room/2, 1) && i < len(t.chars); i-- {
		if divides(t.chars, i) {
			to = i
			break
		}
	}
	return t.trimmed(span{from, to})
}

// trimmed returns a part without the white space at its ends.
func (t *plainText) trimmed(part span) span {
	if part.from < part.to && t.chars[part.from] == ' ' {
		part.from++
	}
	if part.from < part.to && t.chars[part.to-1] == ' ' {
		part.to--
	}
	return part
}

// densest returns the part of the text, at most room characters long, that has the most words, together with the
// heading above it. If several do, it is the first. It begins and ends with a word.
func (t *plainText) densest(room int) span {
	var best span
	var times [maxWords]int // of each word in the part that begins with a place
	var shown uint64
	most, next := 0, 0 // next is the first place behind the part
	for i, p := range t.places {
		for ; next < len(t.places) && int(t.places[next].to) <= int(p.from)+room; next++ {
			times[t.places[next].word]++
			shown |= t.places[next].bit()
		}
		if next <= i { // it is longer than the room
			next = i + 1
			continue
		}
		if n := bits.OnesCount64(shown | t.wordsAbove(int(p.from))); n > most {
			best, most = firstOfEach(t.places[i:next]), n
		}
		if times[p.word]--; times[p.word] == 0 {
			shown &^= p.bit()
		}
	}
	return best
}

// firstOfEach returns the part with the first place of each word.
func firstOfEach(places []place) span {
	part := span{int(places[0].from), int(places[0].to)}
	var seen uint64
	for _, p := range places {
		if p.bit()&^seen != 0 {
			seen |= p.bit()
			part.to = max(part.to, int(p.to))
		}
	}
	return part
}

// headingOf returns the heading above the words that are shown, if it is not shown with them and has at most that many
// characters.
func (t *plainText) headingOf(shown span, most int) span {
	if len(t.places) == 0 || t.headings == nil {
		return span{}
	}
	for i := t.lineOf(t.densest(shown.to - shown.from).from); i >= 0; i-- {
		if !t.lines[i].heading {
			continue
		}
		heading := span{t.lines[i].from, len(t.chars)}
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

// render writes a part of the text, with ellipses where text is left out.
func (t *plainText) render(out *strings.Builder, shown span) {
	if shown.from > 0 {
		out.WriteString(ellipsis)
	}
	t.mark(out, shown)
	if shown.to < len(t.chars) {
		out.WriteString(ellipsis)
	}
}

// mark writes a part of the text with marks around its words.
func (t *plainText) mark(out *strings.Builder, shown span) {
	marked := make([]bool, shown.to-shown.from)
	for _, p := range t.places {
		for i := max(int(p.from), shown.from); i < min(int(p.to), shown.to); i++ {
			marked[i-shown.from] = true
		}
	}
	inside := false
	for i, char := range t.chars[shown.from:shown.to] {
		if marked[i] != inside {
			out.WriteString(mark)
			inside = !inside
		}
		out.WriteRune(char)
	}
	if inside {
		out.WriteString(mark)
	}
}
