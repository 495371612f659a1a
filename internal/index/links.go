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

// eachLink yields packed links: an id, or 0 and the checksum of an address.
func eachLink(packed string, yield func(id, address uint64) bool) {
	for rest := []byte(packed); len(rest) > 0; {
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
