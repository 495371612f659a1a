package paging

import (
	"bytes"

	"emcp/toolset/view"
)

// Sent returns the size of an answer as sent to the client, in bytes: once as an object, and once more as a JSON string
// (TOOLSET.md, Answers). It does not count what MCP adds.
func Sent(answer []byte) int {
	escaped := bytes.Count(answer, []byte{'"'}) + bytes.Count(answer, []byte{'\\'})
	return 2*len(answer) + escaped + len(`""`)
}

// BytesPerToken estimates the tokens of a result.
const BytesPerToken = 4

// Room in a result for everything but its items, in bytes.
const (
	RoomForMeta     = 300
	roomForEnvelope = 1500 // meta twice, and what MCP adds to an answer
	roomForCursor   = 700  // most cursors fit; one with long keys can be ten times as long
)

// budget bounds the size of a list's items, in bytes.
type budget struct {
	answer int // in the answer, as an assistant reads it
	sent   int // as Sent counts it
}

// budgetOf returns the size that lists aim at.
func budgetOf(o view.Options) budget {
	return budget{o.ResultTokens*BytesPerToken - RoomForMeta, o.ResultBytes - roomForEnvelope}
}

// itemsSize measures items as a budget does.
type itemsSize budget

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
func (s itemsSize) over(b budget, cursor int) int {
	return max(s.answer+cursor-b.answer, (s.sent+2*cursor-b.sent+1)/2)
}
