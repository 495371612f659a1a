package find

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"strconv"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/query"
	"emcp/richtext/textmatch"
	"emcp/toolset/view"
)

// Limits of a search for words.
const (
	// MaxHits is the most documents that a search keeps: the best ones.
	MaxHits = 50_000
	// maxRanked is how many of the best hits are ranked by whether they have whole words. In the other hits, every word
	// counts as a part of a word.
	maxRanked = 200
)

// Words is what a search looks for in texts.
type Words struct {
	Words []string
	Every bool    // only documents with all the words are found
	TVs   []int64 // template variables whose values are searched, too
}

// sought returns what the sources of texts must contain, for each word.
func (w Words) sought() []string {
	sought := make([]string, len(w.Words))
	for i, word := range w.Words {
		sought[i] = textmatch.Sought(word)
	}
	return sought
}

// text returns the search for what sought returns.
func (w Words) text(sought []string) query.Text {
	text := query.Text{Words: make([]query.Word, len(w.Words)), TVs: w.TVs}
	for i, word := range w.Words {
		text.Words[i] = query.Word{Text: sought[i], Whole: textmatch.Exact(textmatch.Folded(word))}
	}
	return text
}

// Hits are the documents that a search for words found. The database only knows that a source has what all forms of
// a word begin with. Whether a reader sees a form of the word, and whether as a whole word, is decided here, as far as
// the answer depends on it. Until then a hit counts as if it had all its words whole, so that hits before it are in the
// right order.
type Hits struct {
	*Searcher
	search query.Search
	asked  Words
	unsure query.Found // places where the source can have a word that the view does not show
	finder textmatch.Finder
	All    []hit // best first
	apart  []hit // those that lack a word, if the search asks for all words
	abroad []hit // best first: those in other languages, if the search asks for one
	left   int   // remaining bytes of maxDecided
	kept   keptTexts
}

// hit is a document with the places where it has the words.
type hit struct {
	id      int64
	section int64 // root of its section, if the search asks for a language
	found   [allowlist.MaxWords]query.Found
	whole   uint16 // words that it has whole, one bit for each
	long    bool
	near    bool // whether it is one of the maxRanked
	open    bool // whether it is undecided which of the words the view shows
	guessed bool // whether it is undecided which of the words it has whole
	rank    int32
}

// Find finds the documents with at least one of the words.
func (s *Searcher) Find(ctx context.Context, search query.Search, asked Words) (*Hits, error) {
	h := &Hits{
		Searcher: s, search: search, asked: asked, unsure: s.Compiler().Unsure(),
		finder: textmatch.NewFinder(asked.Words), left: maxDecided,
	}
	s.Paced = h.unsure != 0
	sought := asked.sought()
	text := asked.text(sought)
	var err error
	if text.Placeholders, err = s.placeholders(ctx, sought); err != nil {
		return nil, err
	}
	statement, err := s.Compiler().Hits(search, text)
	if err != nil {
		return nil, err
	}
	var next hit
	row := []any{&next.id}
	for i := range text.Words {
		row = append(row, (*uint8)(&next.found[i]))
	}
	if row = append(row, &next.long); search.Sections != nil {
		row = append(row, &next.section)
	}
	err = s.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		err := scan(row...)
		h.estimate(&next)
		if search.Sections != nil && !slices.Contains(search.Sections.Among, next.section) {
			if h.abroad = append(h.abroad, next); len(h.abroad) == 2*maxAbroad {
				h.abroad = bestHits(h.abroad, maxAbroad)
			}
		} else if h.All = append(h.All, next); len(h.All) == 2*MaxHits {
			h.All = bestHits(h.All, MaxHits)
		}
		return err
	})
	h.abroad = bestHits(h.abroad, maxAbroad)
	h.All = bestHits(h.All, MaxHits)
	h.drop()
	for i := range h.All {
		if h.All[i].near = i < maxRanked && search.Order.None(); !h.All[i].near {
			h.All[i].guessed, h.All[i].whole = false, 0
			h.All[i].weigh()
		}
	}
	h.search.Sections = nil
	return h, err
}

// IDs returns the ids of all hits, best first.
func (h *Hits) IDs() []int64 {
	ids := make([]int64, len(h.All))
	for i, one := range h.All {
		ids[i] = one.id
	}
	return ids
}

// estimate ranks a hit as if the view showed all its words, and all of them whole.
func (h *Hits) estimate(one *hit) {
	one.open, one.guessed, one.whole = false, true, 0
	for i, found := range one.found[:len(h.asked.Words)] {
		if found == 0 {
			continue
		}
		one.whole |= 1 << i
		one.open = one.open || found&h.unsure != 0 || h.finder.Uncertain(i)
	}
	one.weigh()
}

// weigh sets the rank: the more words the better; then the more of them whole; then the better their places; then short
// texts before long ones.
func (h *hit) weigh() {
	weight := 0
	for _, found := range h.found {
		weight += found.Weight()
	}
	h.rank = int32((h.words()*(allowlist.MaxWords+1)+bits.OnesCount16(h.whole))<<8+weight) << 1 //nolint:gosec // 9 + 8 + 1 bits
	if h.rank > 0 && !h.long {
		h.rank++
	}
}

// bestHits returns at most that many hits, best first.
func bestHits(hits []hit, most int) []hit {
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.id, b.id)) })
	return hits[:min(most, len(hits))]
}

// drop removes the hits that turned out not to be any.
func (h *Hits) drop() {
	h.All = slices.DeleteFunc(h.All, func(one hit) bool {
		misses := h.misses(one)
		if misses && one.rank > 0 {
			h.apart = append(h.apart, one)
		}
		return misses
	})
}

// misses reports whether a hit lacks the words that the search asks for.
func (h *Hits) misses(one hit) bool {
	return one.rank == 0 || h.asked.Every && one.words() < len(h.asked.Words)
}

// words returns how many of the words it has.
func (h *hit) words() (count int) {
	for _, found := range h.found {
		if found != 0 {
			count++
		}
	}
	return count
}

// behind returns how many hits a position in the order of hits has passed, including the hit that it was made of.
func (h *Hits) behind(p query.Position) (int, error) {
	if len(p.Keys) != 1 || p.Keys[0] == nil {
		return 0, view.UnknownCursor()
	}
	rank, err := strconv.ParseInt(*p.Keys[0], 10, 32)
	if err != nil {
		return 0, view.UnknownCursor()
	}
	n, _ := slices.BinarySearchFunc(h.All, p.ID, func(a hit, id int64) int {
		return cmp.Or(cmp.Compare(rank, int64(a.rank)), cmp.Compare(a.id, id+1))
	})
	return n, nil
}

// settle decides the first hits, as far as undecided says. first returns how many; settle calls it again whenever the
// order changes.
func (h *Hits) settle(ctx context.Context, undecided func(hit) bool, first func() (int, error)) error {
	for ahead := 0; ; { // decides twice as many each time, so that the number of rounds stays small
		n, err := first()
		if err != nil {
			return err
		}
		n = min(n, len(h.All))
		if !slices.ContainsFunc(h.All[:n], undecided) {
			return nil
		}
		ahead = max(n, 2*ahead)
		if err := h.decide(ctx, hitsWhere(h.All[:min(ahead, len(h.All))], undecided)); err != nil {
			return err
		}
		h.drop()
		h.All = bestHits(h.All, MaxHits)
	}
}

func (h hit) isOpen() bool    { return h.open }
func (h hit) isGuessed() bool { return h.open || h.guessed }

// SettleAll decides for all hits whether they are any.
func (h *Hits) SettleAll(ctx context.Context) error {
	return h.settle(ctx, hit.isOpen, func() (int, error) { return len(h.All), nil })
}

// hitsWhere returns those of the hits for which a condition holds.
func hitsWhere(hits []hit, condition func(hit) bool) (all []*hit) {
	for i := range hits {
		if condition(hits[i]) {
			all = append(all, &hits[i])
		}
	}
	return all
}
