package fault_test

import (
	"strings"
	"testing"

	"emcp/internal/fault"
)

// TestTold has the field and the suggestions in the message, each once.
func TestTold(t *testing.T) {
	for _, test := range []struct {
		field, message string
		suggestions    []string
		want           string
	}{
		{"", "no", nil, "no"},
		{"id", "id must be an integer", nil, "id must be an integer"},
		{"id", "the identity is wrong", nil, "id: the identity is wrong"},
		{"tv_filters[0].tv", "there is none", []string{"price"}, "tv_filters[0].tv: there is none; did you mean price?"},
		{"", "there is none", []string{"a", "b"}, "there is none; did you mean a or b?"},
		{"", "there is none", []string{"a", "b", "c"}, "there is none; did you mean a, b or c?"},
		{strings.Repeat("x", 101), "unknown", nil, "unknown"},
	} {
		f := fault.Invalid(test.field, "%s", test.message)
		f.Suggestions = test.suggestions
		if got := f.Told(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
