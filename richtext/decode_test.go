package richtext

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"emcp/internal/test/seed"
)

// slowRun is what run returns, one character after the other.
func slowRun(d *decoder, text []byte, stops string, words bool) int {
	simple := func(at int) bool { // what may follow a space
		r, size := utf8.DecodeRune(text[at:])
		return 0xC0 <= r && r < 0x300 || 0x400 <= r && r < 0x500 || size == 1 && ' ' < r && r < 0x7F && !strings.ContainsRune(stops, r)
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r == ' ' && words && i > 0 && i+1 < len(text) && simple(i+1), r < utf8.RuneSelf && simple(i):
			d.filter.Plain()
		case r < utf8.RuneSelf, r == utf8.RuneError && size == 1, unicode.IsSpace(r), !d.filter.Shows(r):
			return i
		}
		i += size
	}
	return len(text)
}

// TestRuns compares runs with those of slowRun, in random texts of characters of all kinds, with and without spaces.
func TestRuns(t *testing.T) {
	pieces := []string{
		"a", "b", "1", "-", "*", "&", " ", " ", "\n", "é", "ж", "—", "€", "\u0300", "\u00a0", "\u200b", "\x7f",
		"\xc3", "\xa9", "\xe2\x82", "\xff", "\U0001F3F4", "\U000E0067", "م", "\u200c", "\u200d", // parts of letters, of a flag, and joiners
	}
	random := seed.Rand(t, 2)
	for _, stops := range []string{"&", "&|", "&\\`*_[]<~|!#>-+=:.)"} {
		for _, words := range []bool{true, false} {
			table := newRunTable(stops, words)
			for range 50_000 {
				var text []byte
				for range random.IntN(9) {
					text = append(text, pieces[random.IntN(len(pieces))]...)
				}
				slow := newDecoder()
				if random.IntN(2) == 0 {
					slow.filter.Shows('م')
				}
				fast := slow
				want, got := slowRun(&slow, text, stops, words), fast.run(text, &table)
				if got != want || fast.filter != slow.filter {
					t.Fatalf("%q without %q, with spaces %t: %d %+v, want %d %+v", text, stops, words, got, fast.filter, want, slow.filter)
				}
				if got := lengthOf(text[:want]); got != utf8.RuneCount(text[:want]) {
					t.Fatalf("%q has the length %d", text[:want], got)
				}
			}
		}
	}
}
