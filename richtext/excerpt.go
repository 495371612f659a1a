package richtext

import (
	"slices"
	"strings"
	"unicode"
)

const (
	mark     = "**" // around a word that was searched for
	ellipsis = "…"  // where text is left out, one character
)

// Excerpt returns the part of a plain text that shows the most of the words, the first such part, and how many of the
// words the whole text has, each counted once. A word may be any text; case, width and accents make no difference. The
// excerpt has at most length characters without the marks around the words it shows, and one space for all white space.
// Without any of the words it is the beginning of the text.
func Excerpt(text string, words []string, length int) (excerpt string, found int) {
	text = oneSpaced(text)
	chars := []rune(text)
	places := find(string(chars), words)
	if length < 1 {
		return "", len(places)
	}
	return render(chars, marks(chars, places), window(chars, places, length)), len(places)
}

// oneSpaced returns the text with one space for all white space between words.
func oneSpaced(text string) string {
	return strings.Join(strings.Fields(text), " ")
}

// find returns where the words stand, in the order of the text, for every word that does.
func find(text string, words []string) [][]span {
	folded, origin := fold(text)
	seen := map[string]bool{"": true}
	var found [][]span
	for _, word := range words {
		word, _ = fold(oneSpaced(word))
		if seen[word] {
			continue
		}
		seen[word] = true
		var places []span
		for end := 0; ; {
			at := strings.Index(folded[end:], word)
			if at < 0 {
				break
			}
			at += end
			end = at + len(word)
			places = append(places, span{origin[at].from, origin[end-1].to})
		}
		if places != nil {
			found = append(found, places)
		}
	}
	return found
}

// window returns the part of a text that is shown.
func window(chars []rune, places [][]span, length int) span {
	if len(chars) <= length {
		return span{0, len(chars)}
	}
	room := length - 2 // between two ellipses
	core := densest(places, room)

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
func densest(places [][]span, room int) span {
	var starts []int
	for _, word := range places {
		for _, place := range word {
			if place.to-place.from <= room {
				starts = append(starts, place.from)
			}
		}
	}
	slices.Sort(starts)

	var best span
	most := 0
	rest := slices.Clone(places) // those from the start on
	for _, start := range slices.Compact(starts) {
		shown, end := 0, start
		for i := range rest {
			for len(rest[i]) > 0 && rest[i][0].from < start {
				rest[i] = rest[i][1:]
			}
			if len(rest[i]) > 0 && rest[i][0].to <= start+room {
				shown++
				end = max(end, rest[i][0].to)
			}
		}
		if shown > most {
			best, most = span{start, end}, shown
		}
	}
	return best
}

// marks returns for every character whether it is marked: those of the places, and the words that they are part of.
func marks(chars []rune, places [][]span) []bool {
	marked := make([]bool, len(chars))
	for _, word := range places {
		for _, place := range word {
			for i := place.from; i < place.to; i++ {
				marked[i] = true
			}
		}
	}
	for i := 1; i < len(chars); i++ {
		marked[i] = marked[i] || marked[i-1] && joins(chars, i)
	}
	for i := len(chars) - 1; i > 0; i-- {
		marked[i-1] = marked[i-1] || marked[i] && joins(chars, i)
	}
	return marked
}

// render writes the part of a text that is shown, with its marks, and where text is left out.
func render(chars []rune, marked []bool, shown span) string {
	var out strings.Builder
	if shown.from > 0 {
		out.WriteString(ellipsis)
	}
	inside := false
	for i := shown.from; i < shown.to; i++ {
		if marked[i] != inside {
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
