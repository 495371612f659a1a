package jsonout

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/test/seed"
)

// TestStringsAsJSON compares strings in answers with those of jsontext: each byte alone, and random texts of bytes and
// letters of all kinds.
func TestStringsAsJSON(t *testing.T) {
	texts := []string{"", "price", "Зимові чоботи"}
	for b := range 256 {
		texts = append(texts, string([]byte{byte(b)}), "a"+string([]byte{byte(b)})+"b")
	}
	pieces := []string{
		"a", "word", " ", `"`, `\`, "/", "<", "&", "\n", "\x00", "\x1f", "\x7f", "é", "ж", "€", "\u2028", "\ufffd", "🌍",
		"\xc3", "\xa9", "\xe2\x82", "\xed\xa0\x80", "\xff", // parts of letters, and half a surrogate pair
	}
	random := seed.Rand(t, 2)
	for range 50_000 {
		text := ""
		for range random.IntN(6) {
			text += pieces[random.IntN(len(pieces))]
		}
		texts = append(texts, text)
	}
	for _, text := range texts {
		want, _ := jsontext.AppendQuote([]byte("before"), text)
		if got := AppendString([]byte("before"), text); string(got) != string(want) {
			t.Fatalf("%q is %q, want %q", text, got, want)
		}
	}
}
