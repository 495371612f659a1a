package index

import "slices"

// Graph is the links between the documents of an index at one time.
type Graph struct {
	nodes     []node
	ids       map[uint64]bool
	addresses map[uint64]bool
}

type node struct {
	id, address uint64
	links       string // packed
}

// Graph returns the links between the documents.
func (x *Index) Graph() *Graph {
	g := &Graph{ids: map[uint64]bool{}, addresses: map[uint64]bool{}}
	x.mu.RLock()
	for i := range x.documents {
		if d := &x.documents[i]; !d.gone {
			g.nodes = append(g.nodes, node{uint64(d.id), d.address, d.links})
		}
	}
	x.mu.RUnlock()
	for _, n := range g.nodes {
		g.ids[n.id] = true
		if n.address != 0 {
			g.addresses[n.address] = true
		}
	}
	return g
}

// Leads reports whether a link leads to a document of the index.
func (g *Graph) Leads(l Link) bool {
	if l.ID > 0 {
		return g.ids[uint64(l.ID)]
	}
	return g.addresses[sumOf(l.Address)]
}

// Broken returns the documents with a link that leads nowhere, in the order of their ids.
func (g *Graph) Broken() (ids []int64) {
	for _, n := range g.nodes {
		eachLink(n.links, func(id, address uint64) bool {
			if id > 0 && g.ids[id] || id == 0 && g.addresses[address] {
				return true
			}
			ids = append(ids, int64(n.id))
			return false
		})
	}
	slices.Sort(ids)
	return ids
}

// Unlinked returns the documents to which no other document has a link, in the order of their ids.
func (g *Graph) Unlinked() (ids []int64) {
	linked, addressed := map[uint64]bool{}, map[uint64]bool{}
	for _, n := range g.nodes {
		eachLink(n.links, func(id, address uint64) bool {
			if id > 0 && id != n.id {
				linked[id] = true
			} else if id == 0 && address != n.address {
				addressed[address] = true
			}
			return true
		})
	}
	for _, n := range g.nodes {
		if !linked[n.id] && !addressed[n.address] {
			ids = append(ids, int64(n.id))
		}
	}
	slices.Sort(ids)
	return ids
}
