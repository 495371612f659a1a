package index

import (
	"math"

	"emcp/internal/index/words"
)

// Parameters of how the language of a query is recognized, and of what follows from it.
const (
	// certain is how much likelier than any other a language must be.
	certain = 10
	// stopShare is the share of the documents of a language in which one of its stop words is assumed to be.
	stopShare = 0.5
	// foreign is what the score of a document in another language counts.
	foreign = 0.75
)

// likeliest returns the code of the language that a query is in, or "" if that is not certain. It compares how many
// documents of each language have the words (naive Bayes), so it needs no more than the index knows anyway, and also
// works for two words without any stop word. Words that the index lacks say nothing, because they are corrected to
// words of any language. The lexicons are in the order of their languages.
func likeliest(terms []term, lexicons []*lexicon, documents int) (best string) {
	first, second := math.Inf(-1), math.Inf(-1)
	for from, to := 0, 0; from < len(lexicons); from = to {
		language, live := lexicons[from].language, 0
		for to = from; to < len(lexicons) && lexicons[to].language.Code() == language.Code(); to++ {
			live += lexicons[to].live
		}
		if live == 0 || language.Code() == "" {
			continue
		}
		likelihood := math.Log(float64(live))
		for n := range terms {
			if t := &terms[n]; t.word.How == AsWritten && !t.word.Whole {
				likelihood += math.Log(t.share(from, to, language, live, documents))
			}
		}
		if likelihood > first {
			best, first, second = language.Code(), likelihood, first
		} else {
			second = max(second, likelihood)
		}
	}
	if first-second < math.Log(certain) {
		return ""
	}
	return best
}

// share returns about which share of the documents of a language, which has the lexicons from one place to another, has
// the word. It is never 0: one more document counts that is like the whole site.
func (t *term) share(from, to int, language *words.Language, live, documents int) float64 {
	if language.IsStop(t.word.Text) {
		return stopShare
	}
	have := 0
	for _, n := range t.documents[from:to] {
		have += n
	}
	usual := (float64(t.word.Documents) + 0.5) / float64(documents+1)
	return (float64(have) + usual) / float64(live+1)
}
