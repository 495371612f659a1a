package sitepage

import (
	"hash/maphash"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// run is the text between two tags of blocks, or an image. Inline tags such as <b> do not end it.
type run struct {
	first, last *html.Node // children of one element; the run is what stands between them
	text        string
	letters     int    // and digits; 0: nothing to read
	hash        uint64 // of the words and their place; equal on pages of a template for the same words in the same place
	plain       uint64 // of the words alone
}

// nodes yields the nodes of a run. The caller can remove them.
func (r run) nodes() iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for n := r.first; ; {
			next := n.NextSibling
			if !yield(n) || n == r.last {
				return
			}
			n = next
		}
	}
}

// around is how many elements around a run belong to its place. More would make a class of a page, such as its alias on
// the outermost element, part of every place.
const around = 4

// runReader finds the runs of a page. It reads every node once.
type runReader struct {
	inBlock map[*html.Node]bool // inline elements with blocks in them, which end runs like blocks
	blocks  int                 // elements that end runs
	buffer  []byte
}

func readRuns(doc *html.Node) *runReader {
	r := &runReader{inBlock: map[*html.Node]bool{}}
	r.mark(doc)
	return r
}

// mark finds the inline elements with blocks in them, and reports whether n ends runs.
func (r *runReader) mark(n *html.Node) bool { // as deep as parse allows
	ends := n.Type != html.TextNode && !inline[n.DataAtom]
	for child := range n.ChildNodes() {
		if r.mark(child) && !ends {
			r.inBlock[n], ends = true, true
		}
	}
	if ends {
		r.blocks++
	}
	return ends
}

func (r *runReader) isBlock(n *html.Node) bool {
	return n.Type != html.TextNode && (!inline[n.DataAtom] || r.inBlock[n])
}

// children yields the children of a block: its runs, and the blocks in it.
func (r *runReader) children(n *html.Node, yield func(run, *html.Node)) {
	for first := n.FirstChild; first != nil; {
		last, next := first, first.NextSibling
		if r.isBlock(first) && first.DataAtom != atom.Img {
			yield(run{}, first)
			first = next
			continue
		}
		for first.DataAtom != atom.Img && next != nil && !r.isBlock(next) {
			last, next = next, next.NextSibling
		}
		yield(r.run(first, last), nil)
		first = next
	}
}

// run reads the run from one node to another.
func (r *runReader) run(first, last *html.Node) run {
	found := run{first: first, last: last}
	if first.DataAtom == atom.Img {
		found.text, found.letters = attribute(first, "src"), 1
		found.plain = maphash.String(seed, found.text)
		found.hash = found.plain ^ place(first)
		return found
	}
	r.buffer = r.buffer[:0]
	for n := range found.nodes() {
		r.append(n)
	}
	found.text = string(r.buffer)
	found.plain, found.letters = hashOf(found.text)
	found.hash = found.plain ^ place(first)
	return found
}

func (r *runReader) append(n *html.Node) {
	if n.Type == html.TextNode {
		r.buffer = append(r.buffer, n.Data...)
	}
	for child := range n.ChildNodes() {
		r.append(child)
	}
}

// each yields all runs in an element.
func (r *runReader) each(n *html.Node, yield func(run)) {
	r.children(n, func(text run, block *html.Node) {
		switch {
		case block == nil:
			yield(text)
		case !rawText[block.DataAtom]:
			r.each(block, yield)
		}
	})
}

// seed makes the hashes of runs, which are compared only within this process.
var seed = maphash.MakeSeed()

// hashOf returns a hash of the words of a text, and how many letters and digits these have.
func hashOf(text string) (hash uint64, letters int) {
	var h maphash.Hash
	h.SetSeed(seed)
	for word := range strings.FieldsFuncSeq(text, IsBetweenWords) {
		letters += utf8.RuneCountInString(word)
		_, _ = h.WriteString(strings.ToLower(word))
		_ = h.WriteByte(' ')
	}
	return h.Sum64(), letters
}

// IsBetweenWords reports whether a character belongs to no word. Texts of pages are compared by their words.
func IsBetweenWords(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

// place returns a hash of the elements around a node. The classes of lists and links do not count, because menus mark
// the current page with them. Nor do digits, such as those of a class post-12.
func place(n *html.Node) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	n = n.Parent
	for left := around; n != nil && n.DataAtom != atom.Body && left > 0; left-- {
		_, _ = h.WriteString(n.Data)
		if n.DataAtom != atom.Li && !inline[n.DataAtom] {
			_, _ = h.WriteString(strings.Map(withoutDigit, attribute(n, "id")))
			_ = h.WriteByte(' ')
			_, _ = h.WriteString(strings.Map(withoutDigit, attribute(n, "class")))
		}
		_ = h.WriteByte('>')
		n = n.Parent
	}
	return h.Sum64()
}

// withoutDigit drops digits, in strings.Map.
func withoutDigit(r rune) rune {
	if '0' <= r && r <= '9' {
		return -1
	}
	return r
}

// Limits of the title of a page.
const (
	maxTitle      = 1024 // bytes
	maxTitleParts = 8
)

// titleParts returns hashes of the title of a page and of its parts: most sites add their own name to the title.
func titleParts(title string) (hashes []uint64) {
	if len(title) > maxTitle {
		return nil
	}
	parts := strings.FieldsFunc(title, func(r rune) bool { return strings.ContainsRune("|–—-:·•»«›‹/>", r) })
	parts = parts[:min(len(parts), maxTitleParts)]
	for from := range parts {
		for to := from + 1; to <= len(parts); to++ {
			if hash, letters := hashOf(strings.Join(parts[from:to], " ")); letters > 0 {
				hashes = append(hashes, hash)
			}
		}
	}
	return hashes
}
