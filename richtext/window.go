package richtext

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"emcp/richtext/steps"
)

// maxOutput is the greatest length of a converted text, in characters. The rest is left out.
const maxOutput = 16 << 20

// window receives the converted text and keeps only the requested part, so that a long text needs little memory.
// Lengths are in characters.
type window struct {
	steps    *steps.Counter
	from, to int // range that is kept
	written  int
	kept     []byte
}

// newWindow returns a window for length characters from offset on. It keeps one character more, which shows whether a
// word ends there. Length 0 keeps everything. expected is the expected length of the converted text in bytes.
func newWindow(c *steps.Counter, offset, length, expected int) *window {
	if length <= 0 || length > maxOutput {
		length = maxOutput
	}
	return &window{
		steps: c, from: offset, to: min(offset, maxOutput) + length + 1,
		kept: make([]byte, 0, min(length+1, expected)),
	}
}

// full reports whether the limit of the output is reached.
func (w *window) full() bool { return w.written >= maxOutput }

// write adds UTF-8.
func (w *window) write(text []byte) {
	w.steps.Count(len(text))
	first := w.written
	w.written += lengthOf(text)
	if w.written <= w.from || first >= w.to {
		return
	}
	if first < w.from {
		text = text[beginOf(text, w.from-first):]
		first = w.from
	}
	if w.written > w.to {
		text = text[:beginOf(text, w.to-first)]
	}
	w.kept = append(w.kept, text...)
}

// lengthOf returns how many characters UTF-8 has. Letters outside of ASCII are as frequent as
// others, so it does not branch.
func lengthOf(text []byte) int {
	n := len(text)
	for ; len(text) >= 8; text = text[8:] {
		c := binary.LittleEndian.Uint64(text)
		n -= bits.OnesCount64(c >> 7 &^ (c >> 6) & 0x0101010101010101) // as below, for 8 bytes at once
	}
	for _, c := range text {
		n -= int(c >> 7 &^ (c >> 6)) // 1 for a byte that continues a character
	}
	return n
}

// beginOf returns where character number n begins. The text must have one.
func beginOf(text []byte, n int) int {
	for i, c := range text {
		if utf8.RuneStart(c) {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return len(text)
}

// writeString adds UTF-8.
func (w *window) writeString(text string) { w.write([]byte(text)) }

// writeByte adds an ASCII character.
func (w *window) writeByte(c byte) {
	if w.written >= w.from && w.written < w.to {
		w.kept = append(w.kept, c)
	}
	w.written++
	w.steps.Count(1)
}

// part returns at most length characters of what was kept. It ends as Cut does.
func (w *window) part(length int) Part {
	text := string(w.kept)
	if length <= 0 {
		return Part{Text: text, Total: w.written}
	}
	p := Cut(text, 0, length)
	if p.Total = w.written; p.Next > 0 {
		p.Next += w.from
	}
	return p
}

// writeRunes adds a character, and a second one unless it is 0.
func (w *window) writeRunes(first, second rune) {
	if first < utf8.RuneSelf && second == 0 {
		w.writeByte(byte(first))
		return
	}
	text := utf8.AppendRune(make([]byte, 0, 2*utf8.UTFMax), first)
	if second != 0 {
		text = utf8.AppendRune(text, second)
	}
	w.write(text)
}
