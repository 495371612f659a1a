package find

import (
	"context"
	"html"
	"slices"

	"emcp/allowlist"
	"emcp/internal/index"
	"emcp/richtext"
	"emcp/toolset/document"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// link is a link in a text that leads to a place within the site.
type link struct {
	index.Link

	address string // absolute
}

// linksIn returns the links of a document.
func (r textReader) linksIn(ctx context.Context, t *row) (links []link, err error) {
	if r.links == nil {
		return nil, nil
	}
	texts := append([]view.Beginning{t.intro}, t.rich...)
	switch t.kind {
	case allowlist.HTMLContent:
		texts = append(texts, t.content)
	case allowlist.WeblinkTarget:
		if target := t.content.Text; target != nil {
			document.TagTarget(&target)
			texts = append(texts, view.Beginning{Text: new(`<a href="` + html.EscapeString(*target) + `">`), Whole: new(true)})
		}
	}
	for _, text := range texts {
		err := richtext.Links(ctx, view.OrEmpty(text.Text), richtext.Options{
			URL: r.links.URL, Base: r.links.Base(), AtSyntax: r.AtSyntax(), Cut: text.Whole == nil || !*text.Whole,
		}, func(address string) {
			if id, path, inside := r.links.Target(address); inside {
				links = append(links, link{index.Link{ID: id, Address: path}, address})
			}
		})
		if err != nil {
			return nil, view.Ended(ctx)
		}
	}
	return links, nil
}

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
	ids = slices.DeleteFunc(ids, isTranslation)
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
