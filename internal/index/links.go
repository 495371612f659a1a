package index

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"slices"
)

// Link is where a link of a document leads: to a document, or to an address.
type Link struct {
	ID      int64  // of the document; 0: Address says it
	Address string // as Document.Address
}

// maxLinks is the most memory that the links of a document take, in bytes: 20,000 documents.
const maxLinks = 64 << 10

// byAddress stands before the checksum of an address in packed links, where others have the id of a document.
const byAddress = 0

// packed returns links as the index keeps them, each once. On most sites an id takes up to three bytes, and an address
// takes nine.
func packed(links []Link) string {
	ids, addresses := make([]uint64, 0, len(links)), []uint64(nil)
	for _, link := range links {
		if link.ID > 0 {
			ids = append(ids, uint64(link.ID))
		} else {
			addresses = append(addresses, sumOf(link.Address))
		}
	}
	var kept []byte
	add := func(sums []uint64, write func(kept []byte, sum uint64) []byte) {
		slices.Sort(sums)
		for _, sum := range slices.Compact(sums) {
			if len(kept) < maxLinks {
				kept = write(kept, sum)
			}
		}
	}
	add(ids, binary.AppendUvarint)
	add(addresses, func(kept []byte, sum uint64) []byte {
		return binary.BigEndian.AppendUint64(append(kept, byAddress), sum)
	})
	return string(kept)
}

// sumOf returns a checksum of an address, or 0 for none.
func sumOf(address string) uint64 {
	if address == "" {
		return 0
	}
	h := fnv.New64a()
	_, _ = io.WriteString(h, address)
	return h.Sum64()
}

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
		n.each(func(id, address uint64) bool {
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
		n.each(func(id, address uint64) bool {
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

// each yields the links: an id, or 0 and the checksum of an address.
func (n node) each(yield func(id, address uint64) bool) {
	for rest := []byte(n.links); len(rest) > 0; {
		id, size := binary.Uvarint(rest)
		rest = rest[size:]
		address := uint64(0)
		if id == byAddress {
			address, rest = binary.BigEndian.Uint64(rest), rest[8:]
		}
		if !yield(id, address) {
			return
		}
	}
}
