package toolset

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Sent returns how many bytes an answer takes as a client gets it: once as an object, and once more as a JSON string
// (TOOLSET.md, Answers). What MCP writes around both is not counted.
func Sent(answer []byte) int {
	escaped := bytes.Count(answer, []byte{'"'}) + bytes.Count(answer, []byte{'\\'})
	return 2*len(answer) + escaped + len(`""`)
}

// bytesPerToken is by what the tokens of a result are estimated.
const bytesPerToken = 4

// How much of a result is left for what stands beside its items, in bytes.
const (
	roomForMeta     = 300
	roomForEnvelope = 1500 // meta twice, and what MCP writes around an answer
	roomForCursor   = 700  // that long are most; one of long keys can be ten times as long
)

// itemsBudget is how much the items of a list may have, in bytes.
type itemsBudget struct {
	answer int // as they stand in an answer, which is what an assistant reads
	sent   int // as Sent counts
}

// budget returns what a list aims at.
func (o Options) budget() itemsBudget {
	return itemsBudget{o.ResultTokens*bytesPerToken - roomForMeta, o.ResultBytes - roomForEnvelope}
}

// itemsSize is what items have of a budget.
type itemsSize itemsBudget

func (s *itemsSize) add(item []byte) {
	s.answer += len(item)
	s.sent += Sent(item)
}

func (s *itemsSize) remove(item []byte) {
	s.answer -= len(item)
	s.sent -= Sent(item)
}

// over returns by how many bytes items and a cursor beside them exceed a budget, as they stand in an answer: not more than
// 0 where they fit. A byte that is taken out of an answer is sent twice less.
func (s itemsSize) over(b itemsBudget, cursor int) int {
	return max(s.answer+cursor-b.answer, (s.sent+2*cursor-b.sent+1)/2)
}

// shortest is how long a rich text stays at least when a list is made to fit, in characters.
const shortest = 200

// roomForCut is how many bytes tell that a text of a document was cut.
const roomForCut = 100

// shortened cuts the longest rich texts of documents, which shall lose that many bytes together.
func shortened(items []*documentItem, bytes int) error {
	var texts []*richText
	for _, item := range items {
		texts = append(texts, item.texts...)
		bytes += roomForCut
	}
	length, err := commonLength(texts, bytes)
	if err != nil {
		return err
	}
	for _, t := range texts {
		t.cut(length)
	}
	return nil
}

// commonLength returns the length that texts may have, in characters, so that together they lose the given number of bytes.
func commonLength(texts []*richText, bytes int) (int, error) {
	type measure struct{ characters, bytes int }
	measures, longest := make([]measure, len(texts)), shortest
	for i, t := range texts {
		quoted, err := jsontext.AppendQuote(nil, **t.text)
		if err != nil {
			return 0, err
		}
		measures[i] = measure{utf8.RuneCountInString(**t.text), len(quoted)}
		longest = max(longest, measures[i].characters)
	}
	lost := func(length int) (sum int) {
		for _, m := range measures {
			if m.characters > length {
				sum += m.bytes - m.bytes*length/m.characters
			}
		}
		return sum
	}
	// The less is cut, the longer texts may be: the first cut that is enough is the best.
	cut := sort.Search(longest-shortest, func(cut int) bool { return lost(longest-cut) >= bytes })
	return longest - cut, nil
}
