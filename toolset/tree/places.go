package tree

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"emcp/evodb"
	"emcp/internal/smultisite"
	"emcp/toolset/view"
)

// Place is the place of a document in the tree.
type Place struct {
	URL   string
	Depth int      // 0 for documents at the root of the site
	Path  []string // titles of the documents above that the caller sees, farthest first
	IDs   []int64  // of these
	Lang  *string  // code of the language; nil: not known, or not asked for
}

// Value returns a field that depends on the place, or nil if it is unknown.
func (p *Place) Value(field string) any {
	switch {
	case p == nil:
		return nil
	case field == "url":
		return p.URL
	case field == "depth":
		return p.Depth
	case field == "path_ids":
		return p.IDs
	case field == "lang":
		return p.Lang
	}
	return p.Path
}

// Node is a document in the tree, with the fields that addresses and paths are made of.
type Node struct {
	parent          int64
	Seen            bool // visible to the caller; otherwise only parent and deleted are known
	deleted         bool
	Title, alias    string
	visible, folder bool // visible: its alias is part of the addresses below it
	domain          *domain
}

// domain is a domain of sMultisite, which has the documents below one at the root of the site.
type domain struct {
	base  string // its address, which ends in a slash
	start int64  // the document there; 0: none
}

// newDomain returns a domain by its name in the database, or nil if that is no name.
func newDomain(main, name string, start int64) *domain {
	u, err := url.Parse("https://" + name + "/")
	if err != nil || u.Host != name || name == "" {
		return nil
	}
	if scheme, _, _ := strings.Cut(main, "://"); scheme == "http" {
		u.Scheme = scheme
	}
	return &domain{u.String(), start}
}

// Places knows the places of documents.
type Places struct {
	Nodes     map[int64]Node
	addresses addresses
	Languages *Languages // nil: not asked for
}

// PlacesOf reads the documents and all documents above them. A statement reads several levels, or one on a server
// without WITH RECURSIVE.
func PlacesOf(ctx context.Context, v *view.Site, ids []int64) (Places, error) {
	p := Places{Nodes: map[int64]Node{}, addresses: newAddresses(v.Schema, v.URL(), v.Translated.Prefix(v.Lang))}
	domains := smultisite.Has(v.Schema)
	for level := slices.Compact(slices.Sorted(slices.Values(ids))); len(level) > 0; {
		statement, err := v.Compiler().Places(level)
		if err != nil {
			return p, err
		}
		var above []int64
		err = v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
			var id int64
			var n Node
			var alias *string
			var visible, folder int64 // old sites also have numbers other than 0 and 1
			row := []any{&id, &n.parent, &n.Seen, &n.deleted, &n.Title, &alias, &visible, &folder}
			var host *string
			var start *int64
			if domains {
				row = append(row, &host, &start)
			}
			if err := scan(row...); err != nil {
				return err
			}
			if host != nil && n.parent == 0 {
				n.domain = newDomain(p.addresses.base, *host, *start)
			}
			n.visible, n.folder = visible != 0, folder != 0
			n.Title = v.Untagged(n.Title)
			if alias != nil {
				n.alias = v.Untagged(*alias)
			}
			if !n.Seen {
				n = Node{parent: n.parent, deleted: n.deleted}
			}
			if err := v.PlainTitle(ctx, &n.Title); err != nil {
				return err
			}
			p.Nodes[id] = n
			above = append(above, n.parent)
			return nil
		})
		if err != nil {
			return p, err
		}
		slices.Sort(above)
		level = slices.DeleteFunc(slices.Compact(above),
			func(id int64) bool { _, known := p.Nodes[id]; return known || id == 0 })
	}
	return p, nil
}

// Of returns the place of a document, or nil if the caller may not see the document. Documents above it that the caller
// may not see count as levels, but their titles are missing.
func (p Places) Of(id int64) *Place {
	if !p.Nodes[id].Seen {
		return nil
	}
	above := p.Above(id)
	titles, ids := []string{}, []int64{}
	for _, folder := range above {
		if n := p.Nodes[folder]; n.Seen {
			titles, ids = append(titles, n.Title), append(ids, folder)
		}
	}
	place := &Place{URL: p.URL(id), Depth: len(above), Path: titles, IDs: ids}
	if p.Languages != nil {
		place.Lang = p.Languages.codeOf(id, above)
	}
	return place
}

// Above returns the documents above one, farthest first.
func (p Places) Above(id int64) (chain []int64) {
	for at := p.Nodes[id].parent; ; at = p.Nodes[at].parent {
		if _, ok := p.Nodes[at]; !ok || at == id || slices.Contains(chain, at) {
			slices.Reverse(chain)
			return chain
		}
		chain = append(chain, at)
	}
}
