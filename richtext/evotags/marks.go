package evotags

import "strings"

// Mark takes the place of what only the site can know, such as the output of a snippet. With a label it says what stood
// there: [… form].
const Mark = "[…]"

// unknown takes the place of Mark until the text is complete. It is a character that no text of a site contains. Its
// label may follow, between two more of these.
const (
	unknown  = "\uFDD0"
	labelled = "\uFDD1"
	endLabel = "\uFDD2"
)

// withMarks replaces every unknown value by its mark in text, and by nothing in tags and comments of HTML.
func withMarks(text string) (marked string, dynamic bool) {
	next := strings.Index(text, unknown)
	if next < 0 {
		return text, false
	}
	var out strings.Builder
	out.Grow(len(text) + len(text)/8)
	inTag, inComment := false, false
	for next >= 0 {
		i := strings.IndexByte(text[:next], '<')
		if inTag || inComment {
			i = strings.IndexAny(text[:next], "<>")
		}
		if i < 0 {
			out.WriteString(text[:next])
			var mark string
			mark, text = nextMark(text[next+len(unknown):])
			next = strings.Index(text, unknown)
			if inTag || inComment {
				continue
			}
			dynamic = true
			if !strings.HasSuffix(out.String()[max(0, out.Len()-len(mark)):], mark) { // a single one for several calls in a row
				out.WriteString(mark)
			}
			continue
		}
		out.WriteString(text[:i])
		text, next = text[i:], next-i
		switch {
		case text[0] == '>':
			inTag = false
			inComment = inComment && !strings.HasSuffix(out.String()[max(0, out.Len()-2):], "--")
		case strings.HasPrefix(text, "<!--"):
			inComment = true
		case len(text) > 1 && (isLetter(text[1]) || text[1] == '/'):
			inTag = true
		}
		out.WriteByte(text[0])
		text, next = text[1:], next-1
	}
	out.WriteString(text)
	return out.String(), dynamic
}

// nextMark returns the mark for the unknown value before a text, and the text without its label.
func nextMark(text string) (mark, rest string) {
	if label, ok := strings.CutPrefix(text, labelled); ok {
		if label, rest, ok = strings.Cut(label, endLabel); ok {
			return "[… " + label + "]", rest
		}
	}
	return Mark, text
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
