package index

import "math"

// Parameters of how the language of a query is recognized, and of what follows from it.
const (
	// certain is how much likelier than any other a language must be.
	certain = 10
	// stopShare is the share of the documents of a language in which one of its stop words is assumed to be.
	stopShare = 0.5
	// foreign is what the score of a document in another language counts.
	foreign = 0.75
)

// likeliest returns the lexicon of the language that a query is in, or nil if that is not certain. It compares how many
// documents of each language have the words (naive Bayes), so it needs no more than the index knows anyway, and also
// works for two words without any stop word. Words that the index lacks say nothing, because they are corrected to
// words of any language.
func likeliest(terms []term, lexicons []*lexicon, documents int) (best *lexicon) {
	first, second := math.Inf(-1), math.Inf(-1)
	for i, l := range lexicons {
		if l.live == 0 || l.language.Code() == "" {
			continue
		}
		likelihood := math.Log(float64(l.live))
		for n := range terms {
			if t := &terms[n]; t.word.How == AsWritten && !t.word.Whole {
				likelihood += math.Log(t.share(i, l, documents))
			}
		}
		if likelihood > first {
			best, first, second = l, likelihood, first
		} else {
			second = max(second, likelihood)
		}
	}
	if first-second < math.Log(certain) {
		return nil
	}
	return best
}

// share returns about which share of the documents of a language has the word. It is never 0: one more document counts
// that is like the whole site.
func (t *term) share(at int, l *lexicon, documents int) float64 {
	if l.language.IsStop(t.word.Text) {
		return stopShare
	}
	usual := (float64(t.word.Documents) + 0.5) / float64(documents+1)
	return (float64(t.documents[at]) + usual) / float64(l.live+1)
}
