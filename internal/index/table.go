package index

import "hash/maphash"

// texts are texts with numbers, from 0 on. Most of the memory of a lexicon is here and in its entries, so a text takes
// its bytes, its place, and two places in a table of hashes.
type texts struct {
	blocks [][]byte
	places []place
	table  []uint32 // numbers plus 1, by hash
	seed   maphash.Seed
}

// place is where a text is: its block, its beginning and its length.
type place struct {
	block uint32
	from  uint16
	size  uint8
}

// Sizes of blocks in bytes. No word is longer than the smallest.
const (
	smallestBlock = 1 << 10
	blockSize     = 1 << 16
)

func newTexts() texts { return texts{seed: maphash.MakeSeed(), table: make([]uint32, 64)} }

// at returns the text with a number.
func (t *texts) at(number uint32) []byte {
	p := t.places[number]
	return t.blocks[p.block][p.from:][:p.size]
}

// find returns the number of a text.
func (t *texts) find(text []byte) (number uint32, ok bool) {
	found := t.table[t.slot(text)]
	return found - 1, found != 0
}

// slot returns the place of a text in the table: its own, or the free one for it.
func (t *texts) slot(text []byte) uint64 {
	mask := uint64(len(t.table) - 1)
	for at := maphash.Bytes(t.seed, text) & mask; ; at = (at + 1) & mask {
		if n := t.table[at]; n == 0 || string(t.at(n-1)) == string(text) {
			return at
		}
	}
}

// add adds a text that is not there.
func (t *texts) add(text []byte) uint32 {
	if len(t.places)*4 >= len(t.table)*3 {
		t.table = make([]uint32, 2*len(t.table))
		for number := range t.places {
			t.table[t.slot(t.at(uint32(number)))] = uint32(number) + 1
		}
	}
	last := len(t.blocks) - 1
	if last < 0 || len(t.blocks[last])+len(text) > cap(t.blocks[last]) {
		last++
		t.blocks = append(t.blocks, make([]byte, 0, min(blockSize, smallestBlock<<min(last, 16))))
	}
	slot, from := t.slot(text), len(t.blocks[last])
	t.blocks[last] = append(t.blocks[last], text...)
	t.places = append(t.places, place{uint32(last), uint16(from), uint8(len(text))})
	t.table[slot] = uint32(len(t.places))
	return uint32(len(t.places)) - 1
}
