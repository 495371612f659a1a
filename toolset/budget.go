package toolset

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/toolset/view"
)

// Sent returns the size of an answer as sent to the client, in bytes: once as an object, and once more as a JSON string
// (TOOLSET.md, Answers). It does not count what MCP adds.
func Sent(answer []byte) int {
	escaped := bytes.Count(answer, []byte{'"'}) + bytes.Count(answer, []byte{'\\'})
	return 2*len(answer) + escaped + len(`""`)
}

// bytesPerToken estimates the tokens of a result.
const bytesPerToken = 4

// Room in a result for everything but its items, in bytes.
const (
	roomForMeta     = 300
	roomForEnvelope = 1500 // meta twice, and what MCP adds to an answer
	roomForCursor   = 700  // most cursors fit; one with long keys can be ten times as long
)

// itemsBudget is the greatest size of a list's items, in bytes.
type itemsBudget struct {
	answer int // in the answer, as an assistant reads it
	sent   int // as Sent counts it
}

// budget returns the size that lists aim at.
func budgetOf(o view.Options) itemsBudget {
	return itemsBudget{o.ResultTokens*bytesPerToken - roomForMeta, o.ResultBytes - roomForEnvelope}
}

// itemsSize is the size of items, measured like a budget.
type itemsSize itemsBudget

func (s *itemsSize) add(item []byte) {
	s.answer += len(item)
	s.sent += Sent(item)
}

func (s *itemsSize) remove(item []byte) {
	s.answer -= len(item)
	s.sent -= Sent(item)
}

// over returns by how many bytes the items and a cursor exceed a budget, measured in the answer. It is 0 or less if
// they fit. A byte removed from the answer removes at least two sent bytes.
func (s itemsSize) over(b itemsBudget, cursor int) int {
	return max(s.answer+cursor-b.answer, (s.sent+2*cursor-b.sent+1)/2)
}

// shortest is the length to which a rich text may be cut to make a list fit, in characters.
const shortest = 200

// roomForCut is the size of the members that report a cut text, in bytes.
const roomForCut = 100

// shortened cuts the longest rich texts of documents so that they lose that many bytes in total.
func shortened(items []*documentItem, excess int) error {
	var texts []*richText
	for _, item := range items {
		texts = append(texts, item.texts...)
		excess += roomForCut
	}
	length, err := commonLength(texts, excess)
	if err != nil {
		return err
	}
	for _, t := range texts {
		t.cut(length)
	}
	return nil
}

// commonLength returns the length in characters to which texts must be cut so that they lose the given number of bytes
// in total.
func commonLength(texts []*richText, excess int) (int, error) {
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
	// Find the smallest cut that is enough: it leaves the longest texts.
	cut := sort.Search(longest-shortest, func(cut int) bool { return lost(longest-cut) >= excess })
	return longest - cut, nil
}
