package oracle

import (
	"cmp"
	"slices"

	"emcp/internal/test/evosite"
)

// test reports whether a document matches.
type test func(evosite.Document) bool

// visible matches the documents that the view shows.
func (m *Model) visible(view View) test {
	if !view.Visitor {
		permitted := m.permitted(view)
		return func(d evosite.Document) bool { return !d.Deleted && permitted(d) }
	}
	return func(d evosite.Document) bool {
		return d.Published && !d.Deleted && d.DeletedOn == 0 &&
			d.PubDate <= m.now && (d.UnpubDate == 0 || d.UnpubDate > m.now) &&
			!d.PrivateWeb && !d.PrivateManager && !m.restricted(d)
	}
}

// permitted matches the documents that the manager shows to its user, in the trash or not. Visitors have no trash.
func (m *Model) permitted(view View) test {
	return func(d evosite.Document) bool {
		switch {
		case view.Visitor:
			return false
		case view.unlimited(), !view.Member.UseUdperms, !d.PrivateManager:
			return true
		}
		return view.in(m.groupsOf(d))
	}
}

// groupsOf returns the groups of a document.
func (m *Model) groupsOf(d evosite.Document) []int64 {
	var groups []int64
	for _, g := range m.site.DocumentGroups {
		if slices.Contains(g.Documents, d.ID) {
			groups = append(groups, g.ID)
		}
	}
	return groups
}

// restricted reports whether a document is in a group that restricts it.
func (m *Model) restricted(d evosite.Document) bool {
	for _, g := range m.site.DocumentGroups {
		if (g.PrivateWeb || g.PrivateManager || len(g.MemberGroups) > 0) && slices.Contains(g.Documents, d.ID) {
			return true
		}
	}
	return false
}

// find returns the document with an id if the view shows it.
func (m *Model) find(view View, id int64) (evosite.Document, bool) {
	d, ok := m.documents[id]
	return d, ok && m.visible(view)(d)
}

// where returns the visible documents that match.
func (m *Model) where(view View, pass test) []evosite.Document {
	visible := m.visible(view)
	return m.filter(func(d evosite.Document) bool { return visible(d) && pass(d) })
}

func (m *Model) filter(pass test) []evosite.Document {
	var found []evosite.Document
	for _, d := range m.site.Documents {
		if pass(d) {
			found = append(found, d)
		}
	}
	return found
}

// below walks down from a node, through all documents, and returns the matching ones of the levels 1 to depth.
func (m *Model) below(node, depth int64, pass test) []evosite.Document {
	reached := map[int64]bool{node: true} // with circular parents, no document is reached twice
	found := []evosite.Document{}
	level := []int64{node}
	for range depth {
		var next []int64
		for _, d := range m.site.Documents {
			if slices.Contains(level, d.Parent) && !reached[d.ID] {
				reached[d.ID] = true
				next = append(next, d.ID)
				if pass(d) {
					found = append(found, d)
				}
			}
		}
		level = next
	}
	return found
}

// above returns the documents above one, nearest first, visible or not.
func (m *Model) above(id int64) []evosite.Document {
	passed := map[int64]bool{id: true}
	var chain []evosite.Document
	d, ok := m.documents[m.documents[id].Parent]
	for ok && !passed[d.ID] {
		passed[d.ID] = true
		chain = append(chain, d)
		d, ok = m.documents[d.Parent]
	}
	return chain
}

// ancestors returns the documents above one that the view shows, farthest first. depth, if given, is the number of
// levels. Visitors must not learn where a document lies that they do not see. In the manager view the document may be
// in the trash.
func (m *Model) ancestors(view View, id int64, depth *int64) []evosite.Document {
	d, there := m.documents[id]
	if !there || !m.visible(view)(d) && !m.permitted(view)(d) {
		return nil
	}
	chain := m.above(id)
	if depth != nil {
		chain = chain[:min(*depth, int64(len(chain)))]
	}
	chain = keep(chain, m.visible(view))
	slices.Reverse(chain)
	return chain
}

// documentOrder compares two documents, as cmp.Compare does.
type documentOrder func(a, b evosite.Document) int

func byID(a, b evosite.Document) int        { return cmp.Compare(a.ID, b.ID) }
func byParent(a, b evosite.Document) int    { return cmp.Compare(a.Parent, b.Parent) }
func byMenuIndex(a, b evosite.Document) int { return cmp.Compare(a.MenuIndex, b.MenuIndex) }

// directed reverses an order for desc.
func directed[T any](dir string, compare func(a, b T) int) func(a, b T) int {
	if dir == "desc" {
		return func(a, b T) int { return compare(b, a) }
	}
	return compare
}

// sorted sorts by the first order in which two documents differ.
func sorted(documents []evosite.Document, orders ...documentOrder) []evosite.Document {
	slices.SortFunc(documents, func(a, b evosite.Document) int {
		for _, compare := range orders {
			if c := compare(a, b); c != 0 {
				return c
			}
		}
		return 0
	})
	return documents
}

// idsOf is the set of the documents' ids.
func idsOf(documents []evosite.Document) map[int64]bool {
	set := map[int64]bool{}
	for _, d := range documents {
		set[d.ID] = true
	}
	return set
}

func keep(documents []evosite.Document, pass test) []evosite.Document {
	return slices.DeleteFunc(documents, func(d evosite.Document) bool { return !pass(d) })
}
