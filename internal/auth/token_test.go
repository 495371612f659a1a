package auth

import (
	"strings"
	"testing"
)

// TestTokenLetters counts the letters of many tokens: each of the 62 comes, none far more often than the others.
func TestTokenLetters(t *testing.T) {
	const tokens = 15500 // 10,000 of each letter on average
	counts := map[rune]int{}
	for range tokens {
		for _, letter := range strings.TrimPrefix(NewToken(), tokenPrefix) {
			counts[letter]++
		}
	}
	for _, letter := range tokenLetters {
		// Ten standard deviations, which chance does not bring. Bytes modulo 62 would give some letters 12,110 times.
		if n := counts[letter]; n < 9000 || n > 11000 {
			t.Errorf("%d times %q, want about 10,000", n, letter)
		}
		delete(counts, letter)
	}
	if len(counts) > 0 {
		t.Errorf("other letters: %v", counts)
	}
}
