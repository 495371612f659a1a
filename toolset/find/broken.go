package find

import (
	"context"
	"slices"

	"emcp/internal/index"
	"emcp/toolset/document"
	"emcp/toolset/tree"
)

// Linked returns the documents that no other document links to, those that have broken links, or those of which both is
// true, at most MaxHits in the order of their ids, and the links between all documents. It returns nil if neither is
// asked for. A link is broken if the caller sees no document where it leads.
func (s *Searcher) Linked(ctx context.Context, unlinked, broken bool) (ids []int64, graph *index.Graph, err error) {
	if !unlinked && !broken {
		return nil, nil, nil
	}
	v, err := s.indexes.of(ctx, s.Reader, false)
	if err != nil {
		return nil, nil, err
	}
	graph, ids = v.index.Graph(), []int64{}
	switch {
	case !broken:
		ids = append(ids, graph.Unlinked()...)
	case !unlinked:
		ids = append(ids, graph.Broken()...)
	default:
		without := graph.Unlinked()
		for _, id := range graph.Broken() {
			if _, found := slices.BinarySearch(without, id); found {
				ids = append(ids, id)
			}
		}
	}
	ids = slices.DeleteFunc(ids, func(variant int64) bool { return !isDocument(variant) })
	if start := s.Schema.StartPage(); unlinked { // to which the name of every site leads
		ids = slices.DeleteFunc(ids, func(id int64) bool { return id == start })
	}
	return ids[:min(len(ids), MaxHits)], graph, nil
}

// Limits of the broken links of a document in an answer.
const (
	maxBroken     = 20
	longestBroken = 300 // bytes of an address
)

// ShowBroken returns what gives documents the addresses of their broken links.
func (s *Searcher) ShowBroken(graph *index.Graph) func(context.Context, []*document.Item) error {
	return func(ctx context.Context, items []*document.Item) error {
		byID := make(map[int64]*document.Item, len(items))
		ids := make([]int64, len(items))
		for i, item := range items {
			item.Broken = []string{}
			ids[i], byID[item.ID] = item.ID, item
		}
		reader := newTextReader(s.Reader, indexedTVs(s.Reader), textRead)
		reader.links = new(tree.LinksOf(s.Site))
		return reader.each(ctx, ids, func(t *texts) error {
			item := byID[t.id]
			for _, link := range t.links {
				if !graph.Leads(link.Link) && len(item.Broken) < maxBroken && len(link.address) <= longestBroken &&
					!slices.Contains(item.Broken, link.address) {
					item.Broken = append(item.Broken, link.address)
				}
			}
			return nil
		})
	}
}
