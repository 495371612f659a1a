package toolset

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/query"
	"emcp/richtext"
)

// Limits of a search for words.
const (
	// maxHits is the most documents that a search keeps: the best ones.
	maxHits = 50_000
	// maxDecided bounds how much text is read to decide what the view shows, in bytes.
	maxDecided = 8 << 20
	// longestDecided bounds how much of one text is read for that, in characters.
	longestDecided = 1_000_000
	// decidedAtOnce is the most documents that a statement reads for that.
	decidedAtOnce = 1000
)

// hitList are the documents that a search for words found. If the view does not show the whole source of a text, the
// database only knows that the source has a word. Whether a reader sees the word is decided here, as far as the answer
// depends on it. Until then a hit counts as if it had all its words, so that hits before it are in the right order.
type hitList struct {
	*call
	search query.Search
	text   query.Text
	unsure query.Found
	finder richtext.Finder
	all    []hit // best first
	left   int   // remaining bytes of maxDecided
}

// hit is a document with the places where it has the words.
type hit struct {
	id    int64
	found [allowlist.MaxWords]query.Found
	rank  int32
	open  bool // whether it is still undecided which of the words the view shows
}

// findHits finds the documents with at least one of the words.
func (c *call) findHits(ctx context.Context, s query.Search, text query.Text) (*hitList, error) {
	h := &hitList{
		call: c, search: s, text: text, unsure: c.compiler().Unsure(),
		finder: richtext.NewFinder(text.Words.List()), left: maxDecided,
	}
	var err error
	if text.Placeholders, err = c.placeholders(ctx, text.Words.List()); err != nil {
		return nil, err
	}
	statement, err := c.compiler().Hits(s, text)
	if err != nil {
		return nil, err
	}
	var next hit
	row := []any{&next.id}
	for i := range text.Words.List() {
		row = append(row, &next.found[i])
	}
	err = c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		err := scan(row...)
		next.estimate(h.unsure)
		if h.all = append(h.all, next); len(h.all) == 2*maxHits {
			h.sort()
		}
		return err
	})
	h.sort()
	return h, err
}

// ids returns the ids of all hits, best first.
func (h *hitList) ids() []int64 {
	ids := make([]int64, len(h.all))
	for i, one := range h.all {
		ids[i] = one.id
	}
	return ids
}

// estimate ranks a hit as if the view showed all its words.
func (h *hit) estimate(unsure query.Found) {
	h.rank, h.open = 0, false
	for _, f := range h.found {
		h.rank += int32(f.Rank()) //nolint:gosec // some thousands
		h.open = h.open || f&unsure != 0
	}
}

// sort puts the best hits first, and drops those beyond maxHits.
func (h *hitList) sort() {
	slices.SortFunc(h.all, func(a, b hit) int { return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.id, b.id)) })
	h.all = h.all[:min(maxHits, len(h.all))]
}

// behind returns how many hits a position in the order of hits has passed, including the hit that it was made of.
func (h *hitList) behind(p query.Position) (int, error) {
	if len(p.Keys) != 1 || p.Keys[0] == nil {
		return 0, unknownCursor()
	}
	rank, err := strconv.ParseInt(*p.Keys[0], 10, 32)
	if err != nil {
		return 0, unknownCursor()
	}
	n, _ := slices.BinarySearchFunc(h.all, p.ID, func(a hit, id int64) int {
		return cmp.Or(cmp.Compare(rank, int64(a.rank)), cmp.Compare(a.id, id+1))
	})
	return n, nil
}

// settle decides the first hits. first returns how many; settle calls it again whenever some of them are dropped.
func (h *hitList) settle(ctx context.Context, first func() (int, error)) error {
	for ahead := 0; ; { // decides twice as many each time, so that the number of rounds stays small
		n, err := first()
		if err != nil {
			return err
		}
		n = min(n, len(h.all))
		if !slices.ContainsFunc(h.all[:n], hit.isOpen) {
			return nil
		}
		ahead = max(n, 2*ahead)
		if err := h.decide(ctx, openOf(h.all[:min(ahead, len(h.all))])); err != nil {
			return err
		}
		h.all = slices.DeleteFunc(h.all, hit.isGone)
		h.sort()
	}
}

func (h hit) isOpen() bool { return h.open }
func (h hit) isGone() bool { return h.rank == 0 }

// settleAll decides all hits.
func (h *hitList) settleAll(ctx context.Context) error {
	return h.settle(ctx, func() (int, error) { return len(h.all), nil })
}

func openOf(some []hit) (open []*hit) {
	for i := range some {
		if some[i].open {
			open = append(open, &some[i])
		}
	}
	return open
}

// decide reads the texts of hits and removes words that the view does not show. If the texts exceed the limits, words
// in the unread rest count as not shown.
func (h *hitList) decide(ctx context.Context, open []*hit) error {
	for some := range slices.Chunk(open, decidedAtOnce) {
		if h.left <= 0 {
			break
		}
		if err := h.decideSome(ctx, some); err != nil && !errors.Is(err, errFull) {
			return err
		}
	}
	for _, one := range open {
		if one.open {
			one.show(h.unsure, 0, 0)
		}
	}
	return nil
}

// decideSome decides hits until the limit is reached; the error is then errFull.
func (h *hitList) decideSome(ctx context.Context, some []*hit) error {
	ids, byID := make([]int64, len(some)), make(map[int64]*hit, len(some))
	for i, one := range some {
		ids[i], byID[one.id] = one.id, one
	}
	statement, err := h.compiler().Texts(ids, longestDecided)
	if err != nil {
		return err
	}
	var decisions []*decision
	var waiting []*pageText // texts that are resolved after the statement
	err = h.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var t documentTexts
		if err := t.scan(scan); err != nil {
			return err
		}
		if h.left -= t.intro.size() + t.content.size(); h.left < 0 {
			return errFull
		}
		d := &decision{one: byID[t.id]}
		decisions = append(decisions, d)
		for _, place := range []struct {
			in    query.Found
			text  beginning
			found *uint32
		}{{query.InIntrotext, t.intro, &d.inIntro}, {query.InContent, t.content, &d.inContent}} {
			switch {
			case !d.one.in(place.in):
			case place.text.text != nil && richtext.HasPlaceholders(*place.text.text):
				waiting = append(waiting, h.waiting(ctx, t.id, place.text, place.found))
			default:
				*place.found = h.finder.Find(place.text.readable(ctx))
			}
		}
		return ended(ctx)
	})
	if resolveErr := h.resolve(ctx, waiting); resolveErr != nil {
		return resolveErr
	}
	for _, d := range decisions {
		d.one.show(h.unsure, d.inIntro, d.inContent)
	}
	return err
}

// decision is the result for one hit: the words found in its introtext and in its content.
type decision struct {
	one                *hit
	inIntro, inContent uint32
}

// in reports whether a word may occur in a place.
func (h *hit) in(place query.Found) bool {
	return slices.ContainsFunc(h.found[:], func(f query.Found) bool { return f&place != 0 })
}

// waiting returns a text that is searched for words after its placeholders are resolved. The text is dropped
// afterwards, so that only one is in memory.
func (h *hitList) waiting(ctx context.Context, document int64, text beginning, found *uint32) *pageText {
	return &pageText{document: document, text: &text.text, done: func() {
		*found = h.finder.Find(text.readable(ctx))
		text.text = nil
	}}
}

// show decides a hit. inIntro and inContent have a bit for each word that the view shows in the introtext and the
// content.
func (h *hit) show(unsure query.Found, inIntro, inContent uint32) {
	for i := range h.found {
		shown := ^unsure
		if inIntro&(1<<i) != 0 {
			shown |= query.InIntrotext
		}
		if inContent&(1<<i) != 0 {
			shown |= query.InContent
		}
		h.found[i] &= shown
	}
	h.estimate(0)
}
