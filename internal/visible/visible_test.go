package visible_test

import (
	"testing"
	"unicode/utf8"

	"emcp/internal/visible"
)

// cases are texts and what is kept of them.
var cases = map[string]string{
	"":                       "",
	"a b":                    "a b",
	"a\tb\r\nc":              "a\tb\r\nc",
	"a\x00\x1b\x7f\u0085b":   "ab",
	"a\u00adb":               "ab", // soft hyphen
	"a\u034fb":               "ab", // grapheme joiner
	"a\u061cb\u200e\u200f":   "ab", // direction marks
	"a\u202eb\u202c\u2066":   "ab",
	"a\u115f\u1160\u3164b":   "ab", // fillers
	"a\uffa0b":               "ab",
	"a\u17b4\u17b5b":         "ab",
	"a\u180b\u180eb":         "ab",
	"a\u200bb\ufeff":         "ab",
	"a\u2060\u2064\u206fb":   "ab",
	"a\u2800b":               "ab",
	"a\ufe00\ufe0f":          "a",
	"a\ue000\U000F0000b":     "ab", // private use
	"a\U000E0100\U000E01EFb": "ab",
	"a\U000E0001\U000E0061b": "ab",
	"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007Fa": "\U0001F3F4a", // the flag of England
	"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645": "\u0645\u06cc\u200c" +
		"\u062e\u0648\u0627\u0647\u0645",
	"\u0915\u094d\u200d\u0937":             "\u0915\u094d\u200d\u0937",
	"\U0001F469\U0001F3FD\u200d\U0001F4BB": "\U0001F469\U0001F3FD\u200d\U0001F4BB",
	"\U0001F3F3\ufe0f\u200d\U0001F308":     "\U0001F3F3\u200d\U0001F308",
	"a\u200d\u200cb":                       "ab",
	"\u0645\u200c\u200d\u200c\u0645":       "\u0645\u200c\u0645",
	"\u0645 \u200c\u0645":                  "\u0645 \u0645",
	// drawn around a number
	"\u0600\u0661 \u06dd":      "\u0600\u0661 \u06dd",
	"Größe, Київ, 東京, \u00a0€": "Größe, Київ, 東京, \u00a0€",
	"e\u0301":                  "e\u0301",
}

// TestText drops what nobody sees from a text and keeps the rest, and nothing changes the second time.
func TestText(t *testing.T) {
	for text, want := range cases {
		if got := visible.Text(text); got != want {
			t.Errorf("%+q: %+q, want %+q", text, got, want)
		}
	}
}

// TestLine makes one line of any white space and drops bytes that are no text.
func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		" a\u2028b\r\n\u00a0c ": "a b c",
		"a\xffb\ufffdc":         "abc",
		"a \u200b b":            "a b",
		"\u3164":                "",
	} {
		if got := visible.Line(text); got != want {
			t.Errorf("%+q: %+q, want %+q", text, got, want)
		}
	}
}

func FuzzText(f *testing.F) {
	for text := range cases {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := visible.Text(text)
		if again := visible.Text(once); utf8.ValidString(text) && again != once {
			t.Errorf("%+q becomes %+q, then %+q", text, once, again)
		}
		for _, r := range once {
			if visible.Hidden(r) && r != '\n' && r != '\t' && r != '\r' {
				t.Errorf("%+q keeps %U", text, r)
			}
		}
	})
}
