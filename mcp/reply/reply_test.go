package reply

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// TestQuotedResults compares the text of results with what jsontext writes.
func TestQuotedResults(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"a":"b\"c\\","слово":"\u2028\n é 😀"}`, "{\n\t\"a\": 1 }", `"` + strings.Repeat(`\"`, 1000) + `"`,
		"[\"\u2028\x7f\"]",
	} {
		want, err := jsontext.AppendQuote([]byte("before "), text)
		if err != nil {
			t.Fatal(err)
		}
		got := appendQuoted([]byte("before "), []byte(text))
		if string(got) != string(want) {
			t.Errorf("%s is quoted as\n%s, want\n%s", text, got, want)
		}
		if n := quotedSize([]byte(text)); !strings.Contains(text, "\n\t") && n != len(want)-len("before ") {
			t.Errorf("%s takes %d bytes, not %d", text, len(want)-len("before "), n)
		}
	}
}

// TestResponsesOfResults has ids that fit into the room before a result, and longer ones.
func TestResponsesOfResults(t *testing.T) {
	for _, output := range []Output{OutputBoth, OutputStructured, OutputText} {
		for _, id := range []jsontext.Value{
			nil, jsontext.Value("1"), jsontext.Value(`"` + strings.Repeat("x", headRoom) + `"`),
		} {
			r := Reply{}.WithTool([]byte(`{"a":"b"}`), output)
			want := string(Reply{Result: slices.Clone(r.Result)}.Response(id))
			got := r.Response(id)
			if string(got) != want || !jsontext.Value(got).IsValid() {
				t.Errorf("%s, id %s: %s, want %s", output, id, got, want)
			}
		}
	}
}
