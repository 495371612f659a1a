package evotags

import (
	"bytes"
	"context"
	"math"
	"regexp"
	"strings"

	"emcp/richtext/steps"
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

// begun and ended are the kinds of tags by the character behind their first [ or before their last ].
var (
	begun = [256]tagKind{
		'~': documentLink, '[': snippet, '!': uncachedSnippet, '*': variable, '(': setting, '+': placeholder, '^': timing,
	}
	ended = [256]tagKind{
		'~': documentLink, ']': snippet, '!': uncachedSnippet, '*': variable, ')': setting, '+': placeholder, '^': timing,
	}
)

// opened returns the kind of tag that begins with two characters.
func opened(first, second byte) tagKind {
	switch {
	case first == '[':
		return begun[second]
	case first == '{' && second == '{':
		return chunkCall
	}
	return noTag
}

// closedKind returns the kind of tag that ends with two characters.
func closedKind(first, second byte) tagKind {
	switch {
	case second == ']':
		return ended[first]
	case first == '}' && second == '}':
		return chunkCall
	}
	return noTag
}

// isBracket are the characters with which a tag begins or ends.
var isBracket = [256]bool{
	'[': true, '{': true, '~': true, ']': true, '!': true, '}': true, '*': true, ')': true, '+': true, '^': true,
}

// maxOpen is how many tags may be open at the same time. A text is treated as cut off at this point.
const maxOpen = 1 << 15

// tags reads Evolution's tags in a text, in one pass. Brackets without a counterpart are text.
type tags struct {
	text   string
	at     int
	open   [tagKinds][]tag // of each kind, outermost first
	opened int             // number of tags in open
	mixed  bool            // whether brackets of cached and uncached snippets close each other
	alone  bool            // whether [[ opens nothing, because no snippet is left
	full   bool            // whether reading stopped at maxOpen

	square, curly int // where the next [ and { are, if not before at
}

// tag is a tag whose end has not been read, or several of one kind that begin in the same place.
type tag struct {
	kind  tagKind
	count int32 // small, because there can be many of tag
	mark  int   // where it begins in the text; a caller may store something else here
}

// turns say when the site replaces the tags of a kind: first template variables, then the chunks that it knows and
// snippets, and all other tags at the end.
var turns = [tagKinds]int{
	variable: 1, chunkCall: 2, snippet: 2, uncachedSnippet: 2, documentLink: lastTurn, setting: lastTurn,
	placeholder: lastTurn, timing: lastTurn,
}

const lastTurn = 3

// tagEvent is a part of a text.
type tagEvent struct {
	from, to int  // position of the part
	opens    bool // whether the part begins tag, now the last of its kind in open
	closes   bool // whether the part ends tag
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
		if kind := t.kind(closedKind(first, second)); kind != noTag && len(t.open[kind]) > 0 && !t.escaped(kind, from) {
			t.at = to
			return tagEvent{from: from, to: to, closes: true, tag: t.pop(kind)}, true
		}
		if kind := t.kind(opened(first, second)); kind != noTag {
			if t.full = t.opened == maxOpen; t.full {
				return tagEvent{}, false
			}
			t.at = to
			begun := tag{kind: kind, count: 1, mark: from}
			t.open[kind] = append(t.open[kind], begun)
			t.opened++
			return tagEvent{from: from, to: to, opens: true, tag: begun}, true
		}
	}
	t.at = t.plainEnd(from+1, min(from+steps.Chunk, len(t.text)))
	return tagEvent{from: from, to: t.at}, true
}

// kind returns the kind of tag that brackets of a kind stand for.
func (t *tags) kind(kind tagKind) tagKind {
	switch {
	case t.alone && (kind == snippet || kind == uncachedSnippet):
		return noTag
	case t.mixed && kind == uncachedSnippet:
		return snippet
	}
	return kind
}

// escaped reports whether the brackets at a place do not end a chunk, because a semicolon precedes them, as in CSS.
func (t *tags) escaped(kind tagKind, at int) bool { return kind == chunkCall && t.text[at-1] == ';' }

// plainEnd returns where the plain text ends that goes at least up to from and at most up to limit. While no tag is
// open, only the first brackets of a tag end it, which are found many bytes at a time.
func (t *tags) plainEnd(from, limit int) int {
	if t.opened > 0 {
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

// pop closes the innermost tag of a kind. Of the tags without an end in it, those that the site replaces at the
// same time or before stay open, and now begin where it begins: the site may take what follows for a part of
// them. The others are text.
func (t *tags) pop(kind tagKind) tag {
	closed := t.remove(kind)
	for other, open := range t.open {
		inside := int32(0)
		for n := len(open); n > 0 && open[n-1].mark > closed.mark; n-- {
			inside += open[n-1].count
			open = open[:n-1]
		}
		if inside == 0 {
			continue
		}
		if turn := turns[other]; turn < lastTurn && turn <= turns[kind] {
			open = append(open, tag{kind: tagKind(other), count: inside, mark: closed.mark}) //nolint:gosec // one of tagKinds
		} else {
			t.opened -= int(inside)
		}
		t.open[other] = open
	}
	return closed
}

// remove removes the innermost open tag of a kind.
func (t *tags) remove(kind tagKind) tag {
	t.opened--
	open := t.open[kind]
	last := &open[len(open)-1]
	if last.count--; last.count == 0 {
		t.open[kind] = open[:len(open)-1]
	}
	return *last
}

// moved stores a place for the tag that was opened last.
func (t *tags) moved(opened tag, mark int) {
	open := t.open[opened.kind]
	open[len(open)-1].mark = mark
}

// outermost returns the least mark of the open tags, or otherwise if no tag is open.
func (t *tags) outermost(otherwise int) int {
	for _, open := range t.open {
		if len(open) > 0 {
			otherwise = min(otherwise, open[0].mark)
		}
	}
	return otherwise
}

// Replaced is a text after its tags were replaced.
type Replaced struct {
	Text     []byte
	Certain  int  // length of Text up to the first bracket that could still be closed
	Complete bool // no limit was reached
}

// maxGrowth returns how long a text of n bytes may become when its tags are replaced.
func maxGrowth(n int) int { return min(4*n+4*steps.Chunk, steps.MaxInput) }

// maxPasses is how often the tags of a text are replaced, because a tag may be left by the tags in it.
const maxPasses = 10

// Replace replaces every complete tag by what by returns for it, unless by keeps the tag. link is the document that the
// tag links to, and 0 for every other tag. The result may be four times as long as the text, and no longer than
// steps.MaxInput. It stops when c does.
func Replace(c *steps.Counter, text string, by func(link int64) (text string, keep bool)) Replaced {
	return replaceTags(c, text, maxGrowth(len(text)), by)
}

// replaceTags is like Replace, with a limit of the result in bytes.
//
// The site first looks for [[a]] alone. If its page has an [! anywhere, it then takes each [! for [[, and each !] for
// ]]. What is in another field of the page is not known here, so every [[ and [! that is left ends at a ]] or !].
func replaceTags(c *steps.Counter, text string, limit int, by func(link int64) (text string, keep bool)) Replaced {
	r := replaceOnce(c, tags{text: text}, limit, by)
	for range maxPasses {
		if !r.Complete || !leavesSnippet(r.Text) {
			break
		}
		before := len(r.Text)
		certain := r.Certain
		r = replaceOnce(c, tags{text: string(r.Text), mixed: true}, limit, by)
		r.Certain = min(r.Certain, certain)
		if len(r.Text) == before {
			break
		}
	}
	if r.Complete && alone.Match(r.Text) {
		certain := r.Certain
		r = replaceOnce(c, tags{text: string(r.Text), alone: true}, limit, by)
		r.Certain = min(r.Certain, certain)
	}
	return r
}

// alone matches brackets that open a snippet, which may have no end, or another tag that
// begins with the second of them.
var alone = regexp.MustCompile(`\[\[[*(+~^]`)

// leavesSnippet reports whether a text may have a snippet.
func leavesSnippet(text []byte) bool {
	begin := bytes.Index(text, []byte("[["))
	if uncached := bytes.Index(text, []byte("[!")); begin < 0 || uncached >= 0 && uncached < begin {
		begin = uncached
	}
	return begin >= 0 && (bytes.Contains(text[begin:], []byte("]]")) || bytes.Contains(text[begin:], []byte("!]")))
}

// replaceOnce replaces the tags in the text once, and not those in what replaces them.
func replaceOnce(c *steps.Counter, t tags, limit int, by func(link int64) (text string, keep bool)) Replaced {
	text := t.text
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
		if !ok || !c.Count(e.to-e.from) {
			break
		}
		switch {
		case e.opens:
			t.moved(e.tag, len(out))
			fits = add(text[e.from:e.to])
		case e.closes:
			link := int64(0)
			if e.tag.kind == documentLink {
				link = document(out[min(e.tag.mark+2, len(out)):])
			}
			s, keep := by(link)
			if keep {
				s = text[e.from:e.to]
			} else {
				out = out[:e.tag.mark]
			}
			fits = c.Count(len(s)) && add(s)
		default:
			fits = add(text[e.from:e.to])
		}
	}
	return Replaced{out, t.outermost(len(out)), fits && !t.full}
}

// References returns the ids of the documents that a text links to by tags: each once, in the order of the text, and at
// most that many.
func References(ctx context.Context, text string, most int) ([]int64, error) {
	var ids []int64
	seen := map[int64]bool{}
	c := steps.New(ctx)
	t := tags{text: text[:min(len(text), steps.MaxInput)]}
	for e, ok := t.next(); ok && len(ids) < most && c.Count(e.to-e.from); e, ok = t.next() {
		if !e.closes || e.tag.kind != documentLink {
			continue
		}
		if id := document([]byte(text[e.tag.mark+2 : min(e.from, e.tag.mark+2+maxReference+1)])); id > 0 && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids, c.Err()
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

// Strip returns a text that is not rich as a visitor may read it: without what the site executes, otherwise
// unchanged. Links to documents ([~12~]) stay, because they execute nothing. A text with too many open tags ends before
// the first of them.
func Strip(text string) string {
	if !hasTags(text) && !strings.Contains(text, "[[") {
		return text
	}
	r := replaceTags(steps.New(context.Background()), text, len(text),
		func(link int64) (string, bool) { return "", link > 0 })
	if !r.Complete {
		return string(r.Text[:r.Certain])
	}
	return string(r.Text)
}

// hasTags reports whether a text may contain a complete tag.
func hasTags(text string) bool {
	if strings.IndexByte(text, '[') < 0 && strings.IndexByte(text, '{') < 0 { // most texts
		return false
	}
	for t := (tags{text: text, mixed: true}); ; {
		if e, ok := t.next(); !ok {
			return t.full
		} else if e.closes {
			return true
		}
	}
}
