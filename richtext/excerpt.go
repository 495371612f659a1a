package richtext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	mark     = "**" // around a word that was searched for
	ellipsis = "…"  // where text is left out, one character
)

// maxExcerpted is how much of a text is looked at for an excerpt, in bytes.
const maxExcerpted = 1 << 20

// Excerpt returns the part of a plain text that shows the most of the words, the first such part, and how many of the
// words the text has, each counted once. A word may be any text; case, width and accents make no difference. The
// excerpt has at most length characters without the marks around the words it shows, and one space for all white space.
// Without any of the words it is the beginning of the text. Only the first MiB of the text is looked at. Time is linear in its
// length, times the number of words.
func Excerpt(text string, words []string, length int) (excerpt string, found int) {
	chars := spacedRunes(text[:min(len(text), maxExcerpted)])
	finders := find(fold(string(chars), len(chars)), words)
	if length < 1 {
		return "", len(finders)
	}
	shown := excerpted(chars, finders, length)
	return render(chars, shown, marks(chars, finders, shown)), len(finders)
}

// spacedRunes returns the characters of a text with one space for all white space between words.
func spacedRunes(text string) []rune {
	chars := make([]rune, 0, utf8.RuneCountInString(text))
	space := false
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = len(chars) > 0
			continue
		}
		if space {
			chars = append(chars, ' ')
		}
		space = false
		chars = append(chars, r)
	}
	return chars
}

// finder finds the places where a word stands in a text, one after the other. A copy of one goes on from the same place.
type finder struct {
	in   folded
	word string // folded, too
	from int    // where the rest of the folded text begins
	end  int    // index in in.ends of the first letter that ends behind from
	// place is where the word stands; done says that it does not stand anywhere behind the last place.
	place span
	done  bool
}

// next finds the next place.
func (f *finder) next() {
	at := strings.Index(f.in.text[f.from:], f.word)
	if f.done = at < 0; f.done {
		return
	}
	at += f.from
	f.from = at + len(f.word)
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

// find returns a finder at the first place of every word that stands in the text.
func find(in folded, words []string) []finder {
	seen := map[string]bool{"": true}
	var found []finder
	for _, word := range words {
		chars := spacedRunes(word)
		word = fold(string(chars), len(chars)).text
		if seen[word] {
			continue
		}
		seen[word] = true
		f := finder{in: in, word: word}
		if f.next(); !f.done {
			found = append(found, f)
		}
	}
	return found
}

// excerpted returns the part of a text that is shown.
func excerpted(chars []rune, finders []finder, length int) span {
	if len(chars) <= length {
		return span{0, len(chars)}
	}
	room := length - 2 // between two ellipses
	core := densest(finders, room)

	// A third of the room that is left goes before the first word, more at the end of the text.
	from := min(core.from-(room-(core.to-core.from))/3, len(chars)-length+1)
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
	if to+1 >= len(chars) { // needs no second ellipsis
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

// trimmed returns a part of a text without the space at its ends.
func trimmed(chars []rune, part span) span {
	if part.from < part.to && chars[part.from] == ' ' {
		part.from++
	}
	if part.from < part.to && chars[part.to-1] == ' ' {
		part.to--
	}
	return part
}

// densest returns the first part of a text, at most room characters long, in which the most words stand, from the
// beginning of the first to the end of the last.
func densest(finders []finder, room int) span {
	var best span
	most := 0
	for rest := slices.Clone(finders); len(rest) > 0; { // those with places from the start of the part on
		start := rest[0].place.from
		for _, f := range rest {
			start = min(start, f.place.from)
		}
		shown, end, fits := 0, start, false
		for _, f := range rest {
			if f.place.to <= start+room {
				shown++
				end = max(end, f.place.to)
				fits = fits || f.place.from == start
			}
		}
		if fits && shown > most {
			best, most = span{start, end}, shown
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

// marks returns for every character of a part whether it is marked: those of the places, and the words that they are part of.
func marks(chars []rune, finders []finder, shown span) []bool {
	around := shown // with the whole of the words at its ends
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

// render writes the part of a text that is shown, with its marks, and where text is left out.
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

// joins says whether a character is part of the same word as the one before it.
func joins(chars []rune, i int) bool {
	return unicode.IsMark(chars[i]) || spelled(chars[i]) && spelled(chars[i-1])
}

// divides says whether a text may be cut before a character.
func divides(chars []rune, i int) bool {
	return chars[i-1] == ' ' || chars[i] == ' ' || unspaced(chars[i-1]) && unspaced(chars[i]) && !unicode.IsMark(chars[i])
}

// spelled says whether a character is one of a word that has spaces around it.
func spelled(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !unspaced(r)
}

// unspaced says whether a character belongs to a script that writes words without spaces between them.
func unspaced(r rune) bool {
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
