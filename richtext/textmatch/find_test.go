package textmatch_test

import (
	"testing"

	"emcp/richtext/textmatch"
)

func TestFinder(t *testing.T) {
	for _, c := range []struct {
		text  string
		words []string
		want  uint32
	}{
		{"", []string{"a"}, 0},
		{"one two", []string{"one", "three", "TWO"}, 0b101},
		{"one two", []string{"", " ", "\u0301"}, 0},
		{"Die Rückgabe großer Übergrößen", []string{"ruckgabe", "gross", "ÜBER", "grossen"}, 0b1111},
		{"not\n\u00a0 like", []string{"not like", "not  like", "notlike"}, 0b011},
		{"Ru\u0308ckgabe", []string{"rückgabe"}, 1},
		{"и\u0306, май", []string{"и", "маи", "май"}, 0b100},
		{"Ｔシャツ ﾊﾞｯｸﾞ", []string{"t", "バッグ"}, 0b11},
		{"C++11", []string{"c++", "c--"}, 1},
		{"\xf1ʳ", []string{"r"}, 1},
	} {
		var got uint32
		for i, form := range textmatch.NewFinder(c.words).Find(c.text) {
			if form != textmatch.NoForm {
				got |= 1 << i
			}
		}
		if got != c.want {
			t.Errorf("%q in %q: %b, want %b", c.words, c.text, got, c.want)
		}
	}
}

// FuzzFinder checks that Finder and Excerpt find the same words.
func FuzzFinder(f *testing.F) {
	f.Add("Die Rückgabe großer\nÜbergrößen", "ruckgabe")
	f.Add("и\u0306 ﾊﾞｯｸﾞ ﬁ ꙮ\xff ❤️", "バッ")
	f.Add("a \u0301b", "a b")
	f.Add("\u1100\u1161\u11a8", "\u1161")
	f.Fuzz(func(t *testing.T, text, word string) {
		_, want := textmatch.Excerpt(text, []string{word}, 1)
		if got := textmatch.NewFinder([]string{word}).Find(text); (got[0] != textmatch.NoForm) != (want > 0) {
			t.Errorf("%q in %q: %d, the excerpt has %d", word, text, got, want)
		}
	})
}
