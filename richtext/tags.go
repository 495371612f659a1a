package richtext

import (
	"bytes"
	"context"
	"math"
	"strings"
)

// tagKind is a kind of Evolution's tags. The site executes what stands between their brackets.
type tagKind uint8

// Kinds of tags.
const (
	noTag tagKind = iota
	documentLink
	snippet
	uncachedSnippet
	chunkCall
	variable // a template variable, or a field of the document
	setting
	placeholder
	timing
	tagKinds
)

// opened returns the kind of tag that begins with two characters.
func opened(first, second byte) tagKind {
	switch {
	case first == '{' && second == '{':
		return chunkCall
	case first != '[':
		return noTag
	}
	switch second {
	case '~':
		return documentLink
	case '[':
		return snippet
	case '!':
		return uncachedSnippet
	case '*':
		return variable
	case '(':
		return setting
	case '+':
		return placeholder
	case '^':
		return timing
	}
	return noTag
}

// closedKind returns the kind of tag that ends with two characters.
func closedKind(first, second byte) tagKind {
	switch {
	case first == '}' && second == '}':
		return chunkCall
	case second != ']':
		return noTag
	}
	switch first {
	case '~':
		return documentLink
	case ']':
		return snippet
	case '!':
		return uncachedSnippet
	case '*':
		return variable
	case ')':
		return setting
	case '+':
		return placeholder
	case '^':
		return timing
	}
	return noTag
}

// isBracket are the characters with which a tag begins or ends.
var isBracket = byteTable("[{~]!}*)+^")

// byteTable returns a set of ASCII characters.
func byteTable(characters string) (t [256]bool) {
	for i := range len(characters) {
		t[characters[i]] = true
	}
	return t
}

// maxOpen is how many tags may be open at the same time. A text is treated as cut off at this point.
const maxOpen = 1 << 15

// tags reads Evolution's tags in a text, in one pass. Brackets without a counterpart are text.
type tags struct {
	text    string
	at      int
	open    []tag         // outermost first
	waiting [tagKinds]int // number of open tags of each kind
	full    bool          // whether reading stopped at maxOpen

	square, curly int // where the next [ and { are, if not before at
}

// tag is a tag whose end has not been read.
type tag struct {
	kind tagKind
	mark int // where it begins in the text; a caller may store something else here
}

// tagEvent is a part of a text.
type tagEvent struct {
	from, to int  // position of the part
	opens    bool // whether the part begins a tag, now the last of open
	closes   bool // whether the part ends tag; tag and the tags without an end in it are no longer open
	tag      tag
}

// next returns the next part of the text: plain text, or the brackets at one end of a tag.
func (t *tags) next() (e tagEvent, ok bool) {
	from := t.at
	if from >= len(t.text) || t.full {
		return tagEvent{}, false
	}
	if to := min(from+2, len(t.text)); to == from+2 {
		first, second := t.text[from], t.text[from+1]
		if kind := closedKind(first, second); kind != noTag && t.waiting[kind] > 0 {
			t.at = to
			return tagEvent{from: from, to: to, closes: true, tag: t.pop(kind)}, true
		}
		if kind := opened(first, second); kind != noTag {
			if t.full = len(t.open) == maxOpen; t.full {
				return tagEvent{}, false
			}
			t.at = to
			t.open = append(t.open, tag{kind: kind, mark: from})
			t.waiting[kind]++
			return tagEvent{from: from, to: to, opens: true}, true
		}
	}
	t.at = t.plainEnd(from+1, min(from+chunk, len(t.text)))
	return tagEvent{from: from, to: t.at}, true
}

// plainEnd returns where the plain text ends that goes at least up to from and at most up to limit. While no tag is open, only the
// first brackets of a tag end it, which are found many bytes at a time.
func (t *tags) plainEnd(from, limit int) int {
	if len(t.open) > 0 {
		for from < limit && !isBracket[t.text[from]] {
			from++
		}
		return from
	}
	if t.square < from {
		t.square = nextByte(t.text, '[', from)
	}
	if t.curly < from {
		t.curly = nextByte(t.text, '{', from)
	}
	return min(t.square, t.curly, limit)
}

// nextByte returns where a byte is at or after from, or the end of the text if it is not there.
func nextByte(text string, b byte, from int) int {
	if i := strings.IndexByte(text[from:], b); i >= 0 {
		return from + i
	}
	return len(text)
}

// pop closes the innermost tag of a kind, and the tags opened inside of it.
func (t *tags) pop(kind tagKind) tag {
	for {
		last := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.waiting[last.kind]--
		if last.kind == kind {
			return last
		}
	}
}

// replacement is a text after its tags were replaced.
type replacement struct {
	text []byte
	// certain is the length of text up to the first bracket that could still be closed.
	certain int
	// complete says that no limit was reached.
	complete bool
}

// maxGrowth returns how long a text of n bytes may become when its tags are replaced.
func maxGrowth(n int) int { return min(4*n+4*chunk, maxInput) }

// replaceTags replaces every complete tag by what replace returns for it, unless replace keeps the tag. The result has
// at most limit bytes. inside is the content of the tag, in which tags have already been replaced; it is valid only
// until replace returns.
func replaceTags(w *work, text string, limit int, replace func(kind tagKind, inside []byte) (text string, keep bool)) replacement {
	t := tags{text: text}
	size := len(text)
	if strings.Contains(text, "[~") { // whose addresses are longer than the ids in the text
		size = min(limit, size+size/4)
	}
	out := make([]byte, 0, size)
	add := func(s string) bool {
		if len(out)+len(s) > limit {
			return false
		}
		if len(out)+len(s) > cap(out) {
			out = append(make([]byte, 0, min(limit, 2*(len(out)+len(s)))), out...)
		}
		out = append(out, s...)
		return true
	}
	fits := true
	for fits {
		e, ok := t.next()
		if !ok || !w.step(e.to-e.from) {
			break
		}
		switch {
		case e.opens:
			t.open[len(t.open)-1].mark = len(out)
			fits = add(text[e.from:e.to])
		case e.closes:
			s, keep := replace(e.tag.kind, out[e.tag.mark+2:])
			if keep {
				s = text[e.from:e.to]
			} else {
				out = out[:e.tag.mark]
			}
			fits = w.step(len(s)) && add(s)
		default:
			fits = add(text[e.from:e.to])
		}
	}
	r := replacement{out, len(out), fits && !t.full}
	if len(t.open) > 0 {
		r.certain = t.open[0].mark
	}
	return r
}

// References returns the ids of the documents that a text links to by tags: each once, in the order of the text, and at
// most that many.
func References(ctx context.Context, text string, most int) ([]int64, error) {
	var ids []int64
	seen := map[int64]bool{}
	w := work{ctx: ctx}
	t := tags{text: text[:min(len(text), maxInput)]}
	for e, ok := t.next(); ok && len(ids) < most && w.step(e.to-e.from); e, ok = t.next() {
		if !e.closes || e.tag.kind != documentLink {
			continue
		}
		if id := document([]byte(text[e.tag.mark+2 : min(e.from, e.tag.mark+2+maxReference+1)])); id > 0 && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids, w.err
}

// maxReference is the longest content of a link to a document, in bytes with white space.
const maxReference = 32

// Document returns the document id that a text consists of, or 0 if it is not an id.
func Document(text string) int64 { return document([]byte(text)) }

// document returns the document id in a link tag, or 0 if there is none.
func document(inside []byte) (id int64) {
	if len(inside) > maxReference {
		return 0
	}
	for _, c := range bytes.TrimSpace(inside) {
		if c < '0' || c > '9' || id > (math.MaxInt64-9)/10 {
			return 0
		}
		id = 10*id + int64(c-'0')
	}
	return id
}

// WithoutTags returns a text that is not rich as a visitor may read it: without what the site executes, otherwise
// unchanged. Links to documents ([~12~]) stay, because they execute nothing. A text with too many open tags ends before
// the first of them.
func WithoutTags(text string) string {
	if !hasTags(text) {
		return text
	}
	w := work{ctx: context.Background()}
	r := replaceTags(&w, text, len(text), func(kind tagKind, inside []byte) (string, bool) {
		return "", kind == documentLink && document(inside) > 0
	})
	if !r.complete {
		return string(r.text[:r.certain])
	}
	return string(r.text)
}

// hasTags reports whether a text may contain a complete tag.
func hasTags(text string) bool {
	if strings.IndexByte(text, '[') < 0 && strings.IndexByte(text, '{') < 0 { // most texts
		return false
	}
	for t := (tags{text: text}); ; {
		if e, ok := t.next(); !ok {
			return t.full
		} else if e.closes {
			return true
		}
	}
}
