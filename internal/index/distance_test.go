package index

import "testing"

func TestDistance(t *testing.T) {
	for pair, want := range map[[2]string]int{
		{"stove", "stove"}: 0, {"stove", "store"}: 1, {"stove", "stoves"}: 1, {"stove", "sove"}: 1, {"stove", "stvoe"}: 1,
		{"shipping", "shpipign"}: 2, {"намет", "нмает"}: 1, {"", "ab"}: 2, {"ab", ""}: 2,
	} {
		if got := distance([]rune(pair[0]), []rune(pair[1]), 2); got != want {
			t.Errorf("%q are %d edits apart, want %d", pair, got, want)
		}
	}
	if got := distance([]rune("tent"), []rune("pole"), 1); got <= 1 {
		t.Errorf("tent and pole are %d edits apart", got)
	}
}

// TestSignatures bounds the distance of words by their signatures, as near does.
func TestSignatures(t *testing.T) {
	words := []string{"stove", "store", "stoves", "sove", "stvoe", "намет", "нмает", "наметів", "zürich", "zurich", "tent"}
	for _, a := range words {
		for _, b := range words {
			const most = 2
			e := entry{form: true, letters: uint8(len([]rune(a))), signature: signature(a)}
			if distance([]rune(a), []rune(b), most) <= most && !e.near(signature(b), len([]rune(b)), most) {
				t.Errorf("%s and %s are near, but not by their signatures", a, b)
			}
		}
	}
}
