package sitepage

import (
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
	shortest    = 4        // letters of a word
)

// evolutionTags are tags of Evolution. A page has what they stand for instead.
var evolutionTags = regexp.MustCompile(`(?s)\[\[.*?\]\]|\[!.*?!\]|\[[*+(~^].*?[*+)~^]\]|\{\{.*?\}\}`)

// ownWords are the first words of a document's stored text, with their places in a wordSet.
type ownWords map[string]int

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

// readOwn returns the words of a stored text, which is HTML with tags of Evolution.
func readOwn(stored string) ownWords {
	if len(stored) > maxStored {
		stored = strings.ToValidUTF8(stored[:maxStored], "")
	}
	own := ownWords{}
	tokens := html.NewTokenizer(strings.NewReader(evolutionTags.ReplaceAllString(stored, " ")))
	for hidden := false; ; {
		switch tokens.Next() {
		case html.ErrorToken:
			return own
		case html.StartTagToken, html.EndTagToken:
			name, _ := tokens.TagName()
			a := atom.Lookup(name)
			hidden = (a == atom.Script || a == atom.Style) && !hidden
		case html.TextToken:
			for word := range words(string(tokens.Text())) {
				if _, known := own[word]; !hidden && !known && len(own) < maxOwn {
					own[word] = len(own)
				}
			}
		}
	}
}

// words yields the words of a text that are long enough to tell texts apart.
func words(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if utf8.RuneCountInString(word) >= shortest && !yield(strings.ToLower(word)) {
				return
			}
		}
	}
}

// in returns which own words each element of a page contains.
func (own ownWords) in(doc *html.Node) map[*html.Node]wordSet {
	found := map[*html.Node]wordSet{}
	var visit func(n *html.Node) wordSet
	visit = func(n *html.Node) (set wordSet) { // as deep as parse allows
		switch {
		case n.Type == html.TextNode:
			for word := range words(n.Data) {
				if i, ok := own[word]; ok {
					set[i/64] |= 1 << (i % 64)
				}
			}
			return set
		case rawText[n.DataAtom]:
			return set
		}
		for child := range n.ChildNodes() {
			set.add(visit(child))
		}
		found[n] = set
		return set
	}
	visit(doc)
	return found
}

// choose returns the part of a page that has the document's own text: its main element, if there is one and the text is in it,
// otherwise the innermost element that has the text, with what stands around it up to the frame of the page. It returns nil if
// the page does not have the text. A document with almost no text of its own has nothing to compare; then it is the main
// element, or the page without its frame.
func (own ownWords) choose(doc, main *html.Node) *html.Node {
	body := first(doc, func(n *html.Node) bool { return n.DataAtom == atom.Body })
	if main != nil && inFrame(main) {
		main = nil
	}
	if len(own) < fewestWords {
		if main != nil {
			return main
		}
		removeFrame(body, hasTitle)
		return body
	}
	found := own.in(doc)
	there := found[body].len()
	if there*2 < len(own) {
		return nil
	}
	has := func(n *html.Node) bool { return found[n].len()*10 >= there*9 }
	if main != nil && has(main) {
		return main
	}
	inner := body
	for child := firstThat(inner, has); child != nil; child = firstThat(inner, has) {
		inner = child
	}
	for inner != body && (!containers[inner.DataAtom] || inner.Parent != body && !frameBeside(inner)) {
		inner = inner.Parent
	}
	removeFrame(inner, func(n *html.Node) bool { return found[n].len()*2 > there || hasTitle(n) })
	return inner
}

// containers are elements in which templates put the content of a page.
var containers = setOf(atom.Div, atom.Section, atom.Article, atom.Main, atom.Td, atom.Center, atom.Form)

func firstThat(n *html.Node, is func(*html.Node) bool) *html.Node {
	for child := range n.ChildNodes() {
		if child.Type == html.ElementNode && is(child) {
			return child
		}
	}
	return nil
}

// frameName matches ids, classes and roles of what stands around the content of pages.
var frameName = regexp.MustCompile(`(?i)(^|[\s_-])(footer|header|nav(bar|igation)?|sidebar|breadcrumbs?|banner|contentinfo|copyright)($|[\s_-])`)

// isFrame reports whether an element stands around the content of a page, by its name, id, class or role.
func isFrame(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Header, atom.Footer, atom.Nav, atom.Aside:
		return true
	case atom.Body, atom.Html, atom.Main, atom.Article:
		return false
	}
	return n.Type == html.ElementNode &&
		(frameName.MatchString(attribute(n, "id")) || frameName.MatchString(attribute(n, "class")) || frameName.MatchString(attribute(n, "role")))
}

// inFrame reports whether an element is in the frame of its page.
func inFrame(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if isFrame(n) {
			return true
		}
	}
	return false
}

// hasTitle reports whether the title of a page may be in an element. Names such as page-header and with-sidebar also stand on
// what has the content.
func hasTitle(n *html.Node) bool {
	return first(n, func(n *html.Node) bool { return n.DataAtom == atom.H1 }) != nil
}

// frameBeside reports whether a part of the frame is in the other children of an element's parent.
func frameBeside(n *html.Node) bool {
	for other := range n.Parent.ChildNodes() {
		if other != n && hasFrame(other) {
			return true
		}
	}
	return false
}

// hasFrame reports whether an element is a part of the frame, or has one where removeFrame looks.
func hasFrame(n *html.Node) bool {
	if isFrame(n) || ownsFrame(n) {
		return isFrame(n)
	}
	for child := range n.ChildNodes() {
		if hasFrame(child) {
			return true
		}
	}
	return false
}

// ownsFrame reports whether the header and footer in an element belong to it, and not to the page.
func ownsFrame(n *html.Node) bool {
	return n.DataAtom == atom.Main || n.DataAtom == atom.Article || n.DataAtom == atom.Section
}

// removeFrame removes the parts of the frame in an element, except those that keep says.
func removeFrame(n *html.Node, keep func(*html.Node) bool) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		switch {
		case isFrame(child) && !keep(child):
			n.RemoveChild(child)
		case !ownsFrame(child):
			removeFrame(child, keep)
		}
		child = next
	}
}
