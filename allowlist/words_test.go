package allowlist_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/internal/fault"
)

func TestParseWords(t *testing.T) {
	for text, want := range map[string][]string{
		"return policy":                        {"return", "policy"},
		"  What's the (return) policy?! ":      {"What's", "the", "return", "policy"},
		`"return policy" in "Kyiv" "  a   b "`: {"return policy", "in", "Kyiv", "a b"},
		`an "open quote`:                       {"an", "open quote"},
		"Word word WORD":                       {"Word"},
		"100% C++ #1 foo_bar a.b":              {"100%", "C++", "#1", "foo_bar", "a.b"},
		"„Größe“ «м'ята», 返品ポリシー。":             {"Größe", "м'ята", "返品ポリシー"},
		"50 % off": {"50", "%", "off"},
	} {
		w, err := allowlist.ParseWords(text)
		if diff := cmp.Diff(want, w); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", text, err, diff)
		}
	}
	for text, want := range map[string]string{
		"":     noWordMessage,
		" ?! ": noWordMessage,
		`""`:   noWordMessage,
		"a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6 7": "query must have at most 32 words; keep the " +
			"important ones, or put phrases in double quotes",
	} {
		_, err := allowlist.ParseWords(text)
		if f := fault.From(err); err == nil || f.Kind != fault.InvalidParams || f.Field != "query" || f.Message != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
