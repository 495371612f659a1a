package sitepage

import (
	"regexp"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// measure counts what a part of a page consists of: letters that belong to the frame, all other letters, and own words
// of the document among the latter.
type measure struct {
	frame, rest int32
	own         wordSet
	title       bool // whether it has a heading that may be the title
}

func (m *measure) add(other measure) {
	m.frame += other.frame
	m.rest += other.rest
	m.own.add(other.own)
	m.title = m.title || other.title
}

// cutter finds the part of a page that belongs to its document, and removes the rest.
type cutter struct {
	*runReader

	own      ownText
	frame    *common // nil: not known
	blocks   map[*html.Node]measure
	there    int  // own words on the page outside its frame
	titled   bool // whether a heading is the title of the document
	repeated bool // whether a run is one of the stored text
}

// measureBlock measures a block and all blocks in it.
func (c *cutter) measureBlock(n *html.Node) (m measure) {
	c.children(n, func(r run, block *html.Node) {
		switch {
		case block == nil:
			m.add(c.measureRun(r))
		case !rawText[block.DataAtom]:
			m.add(c.measureBlock(block))
		}
	})
	c.blocks[n] = m
	return m
}

func (c *cutter) measureRun(r run) (m measure) {
	if c.isFrame(r) {
		m.frame = int32(r.letters) //nolint:gosec // a page has less than 1 MiB
		return m
	}
	m.rest = int32(r.letters) //nolint:gosec // likewise
	if r.first.DataAtom == atom.Img {
		return m
	}
	for word := range words(r.text) {
		if i, ok := c.own.words[word]; ok {
			m.own[i/64] |= 1 << (i % 64)
		}
	}
	c.repeated = c.repeated || c.own.runs[r.plain]
	titled := c.isHeading(r.first.Parent) && c.own.titles[r.plain]
	c.titled = c.titled || titled
	m.title = titled || r.first.Parent.DataAtom == atom.H1
	return m
}

// isFrame reports whether a run belongs to the frame. A long text that is also in the document belongs to the document.
func (c *cutter) isFrame(r run) bool {
	return c.frame.has(r.hash) && (r.letters < longRun || !c.own.runs[r.plain])
}

// isHeading reports whether an element may have the title of a page. Without a known frame, only h1 may: h2 and h3 in
// footers can be titles of other pages.
func (c *cutter) isHeading(n *html.Node) bool {
	return n.DataAtom == atom.H1 || c.frame != nil && (n.DataAtom == atom.H2 || n.DataAtom == atom.H3)
}

// main returns the part of a page that belongs to its document, or nil if the page may be another one.
func (c *cutter) main(doc *html.Node) *html.Node {
	body := first(doc, func(n *html.Node) bool { return n.DataAtom == atom.Body })
	all := c.measureBlock(body)
	c.there = all.own.len()
	if !c.isOfDocument(doc) {
		return nil
	}
	part := onlyMain(doc)
	if part == nil || inFrame(part) || c.blocks[part].rest == 0 || c.hasWords() && !c.hasMostWords(part, all) {
		part = body
	}
	c.strip(part, c.blocks[part], true)
	return part
}

// hasWords reports whether the stored text has enough words to compare.
func (c *cutter) hasWords() bool { return len(c.own.words) >= fewestWords }

// isOfDocument reports whether a page belongs to the document: it has half of the document's words, or, if these are
// few, a text or the title of it. An unknown frame can have many words.
func (c *cutter) isOfDocument(doc *html.Node) bool {
	own := len(c.own.words)
	switch {
	case c.hasWords() && c.there*2 < own:
		return false
	case c.hasWords() && c.frame != nil, own >= manyWords, c.titled, c.repeated:
		return true
	}
	return slices.ContainsFunc(titleParts(titleOf(doc)), func(part uint64) bool {
		return c.own.titles[part] && !c.frame.hasTitle(part)
	})
}

// hasMostWords reports whether a block has nearly all own words of the page, or, if the document has too few, most of
// what is not in the frame.
func (c *cutter) hasMostWords(n *html.Node, all measure) bool {
	m := c.blocks[n]
	if c.hasWords() {
		return m.own.len()*10 >= c.there*9
	}
	return m.rest*2 >= all.rest
}

// strip removes the frame from a block. named says whether names such as header stand for the frame of the page.
func (c *cutter) strip(n *html.Node, all measure, named bool) {
	c.children(n, func(r run, block *html.Node) {
		switch {
		case block == nil && c.isFrame(r):
			for inside := range r.nodes() {
				n.RemoveChild(inside)
			}
		case block == nil:
		case c.isSurrounding(block, named):
			n.RemoveChild(block)
		case c.frame == nil, c.blocks[block].title, c.hasMostWords(block, all), c.mostlyFrame(block):
			c.strip(block, all, named && !ownsFrame(block))
		default: // a text of the document, such as a table whose first column all pages have
			c.stripBreadcrumbs(block)
		}
	})
}

// stripBreadcrumbs removes the path to the page from a block.
func (c *cutter) stripBreadcrumbs(n *html.Node) {
	c.children(n, func(_ run, block *html.Node) {
		switch {
		case block == nil:
		case isBreadcrumb(block) && !c.isOwn(block):
			n.RemoveChild(block)
		default:
			c.stripBreadcrumbs(block)
		}
	})
}

// isOwn reports whether a block has the title or most of the words of the document.
func (c *cutter) isOwn(n *html.Node) bool {
	m := c.blocks[n]
	return m.title || c.there > 0 && m.own.len()*2 > c.there
}

// isSurrounding reports whether all of a block belongs to the frame. Names such as page-header and with-sidebar also
// stand on what has the title or the content.
func (c *cutter) isSurrounding(n *html.Node, named bool) bool {
	m := c.blocks[n]
	switch {
	case m.frame > 0 && m.rest == 0:
		return true
	case c.isOwn(n):
		return false
	case !named || !isFrame(n):
		return isBreadcrumb(n) // which also stands in the main part
	}
	return c.frame == nil || c.mostlyFrame(n) || isNavigation(n)
}

func (c *cutter) mostlyFrame(n *html.Node) bool { return c.blocks[n].frame > c.blocks[n].rest }

// frameName matches ids, classes and roles of what stands around the content of pages.
var frameName = regexp.MustCompile(
	`(?i)(^|[\s_-])(footer|header|nav(bar|igation)?|sidebar|breadcrumbs?|banner|contentinfo|copyright)($|[\s_-])`)

// isFrame reports whether an element stands around the content of a page, by its name, id, class or role.
func isFrame(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Header, atom.Footer, atom.Nav, atom.Aside:
		return true
	case atom.Body, atom.Html, atom.Main, atom.Article:
		return false
	}
	return n.Type == html.ElementNode &&
		(frameName.MatchString(attribute(n, "id")) || frameName.MatchString(attribute(n, "class")) ||
			frameName.MatchString(attribute(n, "role")))
}

// isNavigation reports whether an element is a menu or a path, which differ from page to page.
func isNavigation(n *html.Node) bool {
	return n.DataAtom == atom.Nav || attribute(n, "role") == "navigation" ||
		navigationName.MatchString(attribute(n, "id")) || navigationName.MatchString(attribute(n, "class"))
}

// isBreadcrumb reports whether an element is the path to a page.
func isBreadcrumb(n *html.Node) bool {
	return breadcrumbName.MatchString(attribute(n, "id")) || breadcrumbName.MatchString(attribute(n, "class"))
}

var breadcrumbName = regexp.MustCompile(`(?i)(^|[\s_-])breadcrumbs?($|[\s_-])`)

var navigationName = regexp.MustCompile(`(?i)(^|[\s_-])(nav(bar|igation)?|breadcrumbs?)($|[\s_-])`)

// inFrame reports whether an element is in the frame of its page.
func inFrame(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if isFrame(n) {
			return true
		}
	}
	return false
}

// ownsFrame reports whether the header and footer in an element belong to it, and not to the page.
func ownsFrame(n *html.Node) bool {
	return n.DataAtom == atom.Main || n.DataAtom == atom.Article || n.DataAtom == atom.Section
}
