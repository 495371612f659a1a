package index

import "math"

// k1 is the parameter of BM25 for how fast more occurrences of a word count less.
const k1 = 1.2

// titleBonus is how much the score of a document grows whose title consists of words of the query.
const titleBonus = 0.5

// rarity is the weight of a word that some of all documents have, the inverse document frequency of BM25.
func rarity(documents, all int) float32 {
	return float32(math.Log(1 + (float64(all-documents)+0.5)/(float64(documents)+0.5)))
}

// norms are the parts of BM25F that are the same for all words and documents.
type norms struct{ base, slope [Fields]float32 }

// norms returns those of the documents of some kinds, in all languages.
func (x *Index) norms(kinds []uint8) norms {
	var n norms
	var totals [Fields]int64
	documents := 0
	for _, l := range x.lexicons {
		if !l.isOf(kinds) {
			continue
		}
		documents += l.live
		for field, total := range l.totals {
			totals[field] += total
		}
	}
	for field := range Fields {
		average := float32(totals[field]) / float32(documents)
		n.base[field] = 1 - lengths[field]
		if average > 0 {
			n.slope[field] = lengths[field] / average
		}
	}
	return n
}

// weigh returns the frequency of a form in a document, weighted by field and length.
func (n *norms) weigh(times *frequencies, d *indexed) float32 {
	var sum float32
	for field, t := range times {
		if t > 0 {
			sum += n.weight(Field(field), t, d)
		}
	}
	return sum
}

// weight returns the frequency of a form in one field, weighted in the same way.
func (n *norms) weight(field Field, times uint16, d *indexed) float32 {
	return weights[field] * float32(times) / (n.base[field] + n.slope[field]*float32(d.length[field]))
}

// saturated is what the weighted frequency of a word counts.
func saturated(frequency float32) float32 { return frequency * (k1 + 1) / (frequency + k1) }
