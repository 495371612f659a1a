package sitepage

import (
	"context"
	"slices"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of comparing pages.
const (
	frameAge    = 30 * time.Minute
	keptFrames  = 8 << 20 // bytes
	samples     = 4       // pages that are compared, one of which may be the page itself
	fewestOther = 2       // with fewer other pages, nothing is known of a frame
	maxAttempts = 6       // pages that are fetched to get the samples
	maxCompared = 16_384  // runs of a sample that are kept
)

// Kin are the documents whose pages have the same frame: those of a template in a language.
type Kin struct {
	Template int64
	Language string
	Site     uint64 // state of what pages are made of
}

// anyTemplate stands for all templates in a Kin. Their frame is what stands on every page,
// wherever each template has it.
const anyTemplate = -1

// frame is what pages have in common: header, menus and footer, whatever their elements are called.
type frame struct {
	pages    []sample
	notes    string // only of anyTemplate
	complete bool   // whether all pages were fetched that were to be compared
}

// sample is a page that others are compared with.
type sample struct {
	url    string
	runs   []uint64 // hashes in ascending order
	titles []uint64 // of the parts of its title
}

// common is the frame of one page: the runs that all other samples have. nil is an unknown frame.
type common struct{ runs, titles []uint64 }

// has reports whether a run belongs to the frame.
func (c *common) has(hash uint64) bool {
	if c == nil {
		return false
	}
	_, found := slices.BinarySearch(c.runs, hash)
	return found
}

// hasTitle reports whether a part of a title is on all pages.
func (c *common) hasTitle(part uint64) bool {
	if c == nil {
		return false
	}
	_, found := slices.BinarySearch(c.titles, part)
	return found
}

// onOthersThan returns the frame for the page at an address, or nil if there are too few other pages, or if
// they have nothing in common.
func (f *frame) onOthersThan(address string) *common {
	if f == nil {
		return nil
	}
	others := slices.DeleteFunc(slices.Clone(f.pages), func(s sample) bool { return s.url == address })
	if len(others) < fewestOther {
		return nil
	}
	if c := commonOf(others); len(c.runs) > 0 {
		return c
	}
	return nil
}

// commonOf returns what all the pages have. A page that has less than half of what the others share is of another kind,
// such as one without a menu, and does not count.
func commonOf(pages []sample) *common {
	all := shared(pages)
	for len(pages) > fewestOther {
		var others []sample
		best := all
		for i := range pages {
			rest := slices.Delete(slices.Clone(pages), i, i+1)
			if c := shared(rest); len(c.runs) > len(best.runs) {
				best, others = c, rest
			}
		}
		if 2*len(all.runs) >= len(best.runs) {
			break
		}
		all, pages = best, others
	}
	return all
}

// shared returns what all the pages have.
func shared(pages []sample) *common {
	c := &common{pages[0].runs, pages[0].titles}
	for _, next := range pages[1:] {
		c.runs, c.titles = intersection(c.runs, next.runs), intersection(c.titles, next.titles)
	}
	return c
}

func intersection(a, b []uint64) (both []uint64) {
	for _, hash := range a {
		if _, found := slices.BinarySearch(b, hash); found {
			both = append(both, hash)
		}
	}
	return both
}

// weight returns roughly how much memory a frame takes, in bytes.
func (f *frame) weight() uint32 {
	weight := keptExtra + len(f.notes)
	for _, page := range f.pages {
		weight += len(page.url) + 8*(len(page.runs)+len(page.titles))
	}
	return uint32(weight) //nolint:gosec // bounded by the limits above
}

// Others finds addresses of pages to compare, best first.
type Others func(context.Context) ([]string, error)

// add adds a page.
func (f *frame) add(kin Kin, address string, doc *html.Node) {
	next := sample{url: address, titles: titleParts(titleOf(doc))}
	readRuns(doc).each(doc, func(r run) {
		switch {
		case r.letters == 0:
		case kin.Template == anyTemplate:
			next.runs = append(next.runs, r.plain)
		default:
			next.runs = append(next.runs, r.hash)
		}
	})
	for _, hashes := range []*[]uint64{&next.runs, &next.titles} {
		slices.Sort(*hashes)
		*hashes = slices.Compact(*hashes)
	}
	next.runs = slices.Clone(next.runs[:min(len(next.runs), maxCompared)])
	f.pages = append(f.pages, next)
}

// titleOf returns the title of a page.
func titleOf(doc *html.Node) string {
	title := first(doc, func(n *html.Node) bool { return n.DataAtom == atom.Title })
	if title == nil || title.FirstChild == nil {
		return ""
	}
	return title.FirstChild.Data
}
