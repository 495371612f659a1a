package index

import (
	"bytes"

	"emcp/internal/index/words"
)

// Phrase is words that stand one directly after the other. It may be used by several goroutines at the same time.
type Phrase struct {
	forms [][]byte // folded
	next  []int    // by how many forms match: how many still match when the next form does not
}

// NewPhrase reads a phrase as it was quoted.
func NewPhrase(text string) Phrase {
	var p Phrase
	words.Each(text, func(w words.Word) {
		if !w.Whole {
			p.forms = append(p.forms, words.AppendFold(nil, w.Form))
		}
	})
	p.next = make([]int, len(p.forms)+1)
	for i, matching := 1, 0; i < len(p.forms); i++ {
		matching = p.after(matching, p.forms[i])
		p.next[i+1] = matching
	}
	return p
}

// In reports whether a text has the phrase, whatever stands between its words other than words. Case and accents do not
// matter, but other forms of its words are other words. Every text has a phrase without words. The time is linear in
// the length of the text.
func (p Phrase) In(text string) bool {
	matching := 0
	var folded []byte
	words.Each(text, func(w words.Word) {
		if !w.Whole && matching < len(p.forms) {
			folded = words.AppendFold(folded[:0], w.Form)
			matching = p.after(matching, folded)
		}
	})
	return matching == len(p.forms)
}

// after returns how many forms of the phrase match after another form of a text, if that many matched before.
func (p Phrase) after(matching int, form []byte) int {
	for ; !bytes.Equal(p.forms[matching], form); matching = p.next[matching] {
		if matching == 0 {
			return 0
		}
	}
	return matching + 1
}
