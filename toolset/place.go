package toolset

import (
	"context"
	"slices"

	"emcp/evodb"
	"emcp/query"
	"emcp/toolset/view"
)

// treePlace is the place of a document in the tree.
type treePlace struct {
	url   string
	depth int      // 0 for documents at the root of the site
	path  []string // titles of the documents above that the caller sees, farthest first
	ids   []int64  // of these
	lang  *string  // code of the language; nil: not known, or not asked for
}

// value returns a field that depends on the place, or nil if it is unknown.
func (p *treePlace) value(field string) any {
	switch {
	case p == nil:
		return nil
	case field == "url":
		return p.url
	case field == "depth":
		return p.depth
	case field == "path_ids":
		return p.ids
	case field == "lang":
		return p.lang
	}
	return p.path
}

// treeNode is what addresses and paths need of a document.
type treeNode struct {
	parent          int64
	seen            bool // visible to the caller; otherwise only parent and deleted are known
	deleted         bool
	title, alias    string
	visible, folder bool // visible: its alias is part of the addresses below it
}

// treePlaces knows the places of documents.
type treePlaces struct {
	nodes     map[int64]treeNode
	addresses addresses
	languages *languages // nil: not asked for
}

// places reads the documents and all documents above them. A statement reads several levels, or one on a server without WITH RECURSIVE.
func places(ctx context.Context, v *view.Site, ids []int64) (treePlaces, error) {
	p := treePlaces{nodes: map[int64]treeNode{}, addresses: newAddresses(v.Schema, v.URL())}
	for level := slices.Compact(slices.Sorted(slices.Values(ids))); len(level) > 0; {
		statement, err := query.For(v.Schema, v.Rules).Places(level)
		if err != nil {
			return p, err
		}
		var above []int64
		err = v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
			var id int64
			var n treeNode
			var alias *string
			var visible, folder int64 // old sites also have numbers other than 0 and 1
			if err := scan(&id, &n.parent, &n.seen, &n.deleted, &n.title, &alias, &visible, &folder); err != nil {
				return err
			}
			n.visible, n.folder = visible != 0, folder != 0
			n.title = v.Untagged(n.title)
			if alias != nil {
				n.alias = v.Untagged(*alias)
			}
			if !n.seen {
				n = treeNode{parent: n.parent, deleted: n.deleted}
			}
			if err := v.PlainTitle(ctx, &n.title); err != nil {
				return err
			}
			p.nodes[id] = n
			above = append(above, n.parent)
			return nil
		})
		if err != nil {
			return p, err
		}
		slices.Sort(above)
		level = slices.DeleteFunc(slices.Compact(above), func(id int64) bool { _, known := p.nodes[id]; return known || id == 0 })
	}
	return p, nil
}

// of returns the place of a document, or nil if the caller may not see the document. Documents above it that the caller
// may not see count as levels, but their titles are missing.
func (p treePlaces) of(id int64) *treePlace {
	if !p.nodes[id].seen {
		return nil
	}
	above := p.above(id)
	titles, ids := []string{}, []int64{}
	for _, folder := range above {
		if n := p.nodes[folder]; n.seen {
			titles, ids = append(titles, n.title), append(ids, folder)
		}
	}
	place := &treePlace{url: p.url(id), depth: len(above), path: titles, ids: ids}
	if p.languages != nil {
		place.lang = p.languages.of(id, above)
	}
	return place
}

// above returns the documents above one, farthest first.
func (p treePlaces) above(id int64) (chain []int64) {
	for at := p.nodes[id].parent; ; at = p.nodes[at].parent {
		if _, ok := p.nodes[at]; !ok || at == id || slices.Contains(chain, at) {
			slices.Reverse(chain)
			return chain
		}
		chain = append(chain, at)
	}
}
