package index

import (
	"math"
	"slices"
)

// rank is a document with its score in the upper half, so that the best document is the smallest rank. Scores are never
// negative, so their bits are in the order of their values.
type rank uint64

func rankOf(score float32, number uint32) rank {
	return rank(^math.Float32bits(score))<<32 | rank(number)
}

func (r rank) score() float32 { return math.Float32frombits(^uint32(r >> 32)) }

func (r rank) number() uint32 { return uint32(r) }

// digit is how many bits of a score sortRanks looks at in one pass.
const digit = 11

// sortRanks sorts the ranks by score, the best first. A frequent word is in most documents of a site, and sorting these
// by digits takes a fifth of what comparing them takes.
func (s *scratch) sortRanks() {
	s.spare = slices.Grow(s.spare[:0], len(s.ranks))[:len(s.ranks)]
	for shift := 32; shift < 64; shift += digit {
		var places [1 << digit]int
		for _, r := range s.ranks {
			places[r>>shift%(1<<digit)]++
		}
		next := 0
		for i, n := range places {
			places[i] = next
			next += n
		}
		for _, r := range s.ranks {
			place := &places[r>>shift%(1<<digit)]
			s.spare[*place] = r
			*place++
		}
		s.ranks, s.spare = s.spare, s.ranks
	}
}
