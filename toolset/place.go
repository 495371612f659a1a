package toolset

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"emcp/evodb"
	"emcp/query"
)

// place is where a document stands in the tree.
type place struct {
	url   string
	depth int      // 0 is a document at the root of the site
	path  []string // titles of the documents above that the caller sees, the farthest first
}

// value returns a field that is made of the place; nil is one that is not known.
func (p *place) value(field string) any {
	switch {
	case p == nil:
		return nil
	case field == "url":
		return p.url
	case field == "depth":
		return p.depth
	}
	return p.path
}

// node is a document as far as addresses and paths need it.
type node struct {
	parent          int64
	seen            bool // by the caller; of others only the parent is known
	title, alias    string
	visible, folder bool // visible: whether its alias stands in the addresses of those below
}

// places knows where documents stand.
type places struct {
	nodes  map[int64]node
	schema *evodb.Schema
	base   string
}

// siteURL returns what stands before the addresses of documents; it ends in a slash.
func (c *call) siteURL() string {
	return strings.TrimSuffix(cmp.Or(c.options.BaseURL, c.schema.Setting("site_url")), "/") + "/"
}

// places reads the documents and all above them, a level a statement.
func (c *call) places(ctx context.Context, ids []int64) (places, error) {
	p := places{map[int64]node{}, c.schema, c.siteURL()}
	for level := slices.Compact(slices.Sorted(slices.Values(ids))); len(level) > 0; {
		statement, err := query.For(c.schema, c.view).Places(level)
		if err != nil {
			return p, err
		}
		var above []int64
		err = c.db.Query(ctx, statement, func(scan evodb.Scan) error {
			var id int64
			var n node
			var alias *string
			var visible, folder int64 // old sites have other numbers than 1
			if err := scan(&id, &n.parent, &n.seen, &n.title, &alias, &visible, &folder); err != nil {
				return err
			}
			n.visible, n.folder = visible != 0, folder != 0
			n.title = c.untagged(n.title)
			if alias != nil {
				n.alias = c.untagged(*alias)
			}
			if !n.seen {
				n = node{parent: n.parent}
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

// of returns the place of a document, or nothing where the caller may not see it. Documents above that the caller may not see
// count, and have no title.
func (p places) of(id int64) *place {
	if !p.nodes[id].seen {
		return nil
	}
	above, _ := p.above(id)
	titles := []string{}
	for _, folder := range above {
		if n := p.nodes[folder]; n.seen {
			titles = append(titles, n.title)
		}
	}
	return &place{p.url(id), len(above), titles}
}

// above returns the documents above one, the farthest first, and whether the caller may see all of them up to the root of the site.
func (p places) above(id int64) (chain []int64, seen bool) {
	seen = true
	for at := p.nodes[id].parent; ; at = p.nodes[at].parent {
		if _, ok := p.nodes[at]; !ok || at == id || slices.Contains(chain, at) {
			slices.Reverse(chain)
			return chain, seen && at == 0
		}
		seen = seen && p.nodes[at].seen
		chain = append(chain, at)
	}
}

// url returns the address of a document as the site makes it, or nothing where the caller may not see the document. One
// below an invisible document has the address that works whatever is above.
func (p places) url(id int64) string {
	n := p.nodes[id]
	switch {
	case !n.seen:
		return ""
	case p.schema.Setting("site_start") == strconv.FormatInt(id, 10):
		return p.base
	}
	above, seen := p.above(id)
	if p.schema.Setting("friendly_urls") != "1" || !seen {
		return p.base + "index.php?id=" + strconv.FormatInt(id, 10)
	}
	var path strings.Builder
	path.WriteString(p.base)
	if p.schema.Setting("use_alias_path") == "1" {
		for _, folder := range above {
			if p.nodes[folder].visible {
				path.WriteString(p.name(folder) + "/")
			}
		}
	}
	suffix := p.schema.Setting("friendly_url_suffix")
	if n.folder && p.schema.Setting("make_folders") == "1" {
		suffix = "/"
	}
	return path.String() + p.schema.Setting("friendly_url_prefix") + p.name(id) + suffix
}

// name returns by what a document is called in addresses.
func (p places) name(id int64) string {
	if alias := p.nodes[id].alias; alias != "" && p.schema.Setting("friendly_alias_urls") != "0" {
		return alias
	}
	return strconv.FormatInt(id, 10)
}
