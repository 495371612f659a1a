package describe

import (
	"cmp"
	"context"
	"slices"

	"emcp/evodb"
	"emcp/toolset/document"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// section is a visible document at the root of the site, or one with visible documents below it.
type section struct {
	ID     int64  `json:"id"`
	Parent int64  `json:"parent"` // the nearest visible document above; 0: none
	Title  string `json:"pagetitle"`
	URL    string `json:"url"`
	Below  *int64 `json:"documents_below,omitzero"` // how many visible documents; nil: not counted
	level  int64  // visible documents above it
}

// sections are some sections of a site, as a tree in menu order.
type sections struct {
	Sections []section `json:"sections"`
	Cut      bool      `json:"truncated,omitzero"`
	Total    int       `json:"total_sections,omitzero"` // if there are more; 0: not known
}

// outlinedSite is the answer of evo.site.describe with the sections only.
type outlinedSite struct {
	Site facts `json:"site"`
	sections
	Meta any `json:"meta"`
}

// Limits of sections.
const (
	maxSections   = 200
	maxTree       = 200_000 // largest site whose tree is read, in documents
	maxTreeCount  = 20_000  // likewise for instructions, for which clients do not wait long
	maxTreeLevels = 100
)

// outlined describes the site by its sections.
func (d Describer) outlined(ctx context.Context) (o outlinedSite, err error) {
	site, languages, err := d.counted(ctx)
	if err != nil {
		return o, err
	}
	if o.Site = site; d.Translated == nil {
		o.Site.Sections = languages.Sections()
	}
	o.sections, err = d.sections(ctx, maxTreeLevels, maxTree, "url")
	return o, err
}

// sections returns the sections of the site with fewer than so many documents above them, with these fields. Of too
// many, it returns those nearest to the root, and of the last level the largest. Of a site with more documents than
// largest, it returns only documents at the root.
func (d Describer) sections(ctx context.Context, levels, largest int64, fields ...string) (sections, error) {
	d.Shape = document.ShapeInput{Fields: append(fields, "pagetitle", "menuindex")}.Shape(document.ListLength, d.Options)
	all, err := d.allSections(ctx, largest)
	if err != nil {
		return sections{}, err
	}
	if all == nil {
		items, more, err := d.ReadPage(ctx, d.ItemCompiler().Children(0), paging.Page{Limit: maxSections})
		if err != nil {
			return sections{}, err
		}
		if err := d.Complete(ctx, items, nil); err != nil {
			return sections{}, err
		}
		fitting := items[:fit(items, d.Options)]
		return sections{Sections: asTree(fitting, nil), Cut: more || len(fitting) < len(items)}, nil
	}
	near := slices.DeleteFunc(slices.Clone(all), func(s section) bool { return s.level >= levels })
	slices.SortFunc(near, func(a, b section) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(*b.Below, *a.Below), cmp.Compare(a.ID, b.ID))
	})
	total := len(near)
	near = near[:min(total, maxSections)]
	ids := make([]int64, len(near))
	for i, s := range near {
		ids[i] = s.ID
	}
	items, _, err := d.ByID(ctx, ids, nil, paging.AnyRows)
	if err != nil {
		return sections{}, err
	}
	fitting := items[:fit(items, d.Options)]
	found := sections{Sections: asTree(fitting, near)}
	if len(near) < total || len(fitting) < len(items) {
		found.Cut, found.Total = true, total
	}
	return found, nil
}

// fit returns how many of the documents fit into an answer as sections.
func fit(items []*document.Item, o view.Options) int {
	const size = 100 // of a section without texts
	room := min(o.ResultTokens*paging.BytesPerToken, o.ResultBytes/3)
	for i, item := range items {
		room -= size + len(item.Text("pagetitle"))
		if item.Place != nil {
			room -= len(item.Place.URL)
		}
		if room < 0 {
			return i
		}
	}
	return len(items)
}

// asTree returns the documents as sections, in menu order, each before those below it.
func asTree(items []*document.Item, known []section) []section {
	inMenu := slices.SortedStableFunc(slices.Values(items), func(a, b *document.Item) int {
		return cmp.Or(cmp.Compare(a.Cell("menuindex").Number, b.Cell("menuindex").Number), cmp.Compare(a.ID, b.ID))
	})
	below := map[int64][]section{}
	for _, item := range inMenu {
		s := section{ID: item.ID}
		if at := slices.IndexFunc(known, func(k section) bool { return k.ID == item.ID }); at >= 0 {
			s = known[at]
		}
		s.Title = item.Text("pagetitle")
		if item.Place != nil {
			s.URL = item.Place.URL
		}
		below[s.Parent] = append(below[s.Parent], s)
	}
	tree := make([]section, 0, len(items))
	var add func(parent int64)
	add = func(parent int64) {
		for _, s := range below[parent] {
			tree = append(tree, s)
			add(s.ID)
		}
	}
	add(0)
	return tree
}

// node is a document in the tree.
type node struct {
	parent int64
	seen   bool // visible to the caller
}

// allSections returns all sections of the site in no order, or nil if it has more documents than largest.
func (d Describer) allSections(ctx context.Context, largest int64) ([]section, error) {
	if d.Schema.Documents > largest {
		return nil, nil
	}
	statement, err := d.Compiler().Parents(uint64(largest) + 1)
	if err != nil {
		return nil, err
	}
	nodes := map[int64]node{}
	err = d.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var n node
		err := scan(&id, &n.parent, &n.seen)
		nodes[id] = n
		return err
	})
	if err != nil || int64(len(nodes)) > largest {
		return nil, err
	}
	return sectionsOf(nodes), nil
}

// sectionsOf returns the sections of a tree. Documents in a circle of parents are in none.
func sectionsOf(nodes map[int64]node) []section {
	below, known := map[int64]int64{}, make([]section, 0, len(nodes))
	var seen []int64 // visible documents above one, the nearest first
	for id, n := range nodes {
		if !n.seen {
			continue
		}
		seen = seen[:0]
		at := n.parent
		for steps := 0; at != 0 && steps < maxTreeLevels; steps++ {
			if nodes[at].seen {
				seen = append(seen, at)
			}
			at = nodes[at].parent
		}
		if at != 0 {
			continue
		}
		s := section{ID: id, level: int64(len(seen))}
		if len(seen) > 0 {
			s.Parent = seen[0]
		}
		known = append(known, s)
		for _, folder := range seen {
			below[folder]++
		}
	}
	all := []section{}
	for _, s := range known {
		if n := below[s.ID]; n > 0 || nodes[s.ID].parent == 0 {
			s.Below = &n
			all = append(all, s)
		}
	}
	return all
}
