package allowlist_test

import (
	"errors"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/internal/fault"
)

// A value is a text, a number that counts as its digits, or a list of these.
func TestValueFromJSON(t *testing.T) {
	for text, want := range map[string]*allowlist.Value{
		`{"value": "a"}`:                    allowlist.TextValue("a"),
		`{"value": ""}`:                     allowlist.TextValue(""),
		`{"value": "\u00fc \" 🌍"}`:          allowlist.TextValue("ü \" 🌍"),
		`{"value": 100}`:                    allowlist.TextValue("100"),
		`{"value": -19.90}`:                 allowlist.TextValue("-19.90"),
		`{"value": 18446744073709551617}`:   allowlist.TextValue("18446744073709551617"),
		`{"value": 1e3}`:                    allowlist.TextValue("1e3"),
		`{"value": ["a", 1, "b,c", "", 2]}`: allowlist.ListValue("a", "1", "b,c", "", "2"),
		`{"value": []}`:                     allowlist.ListValue(),
		`{"value": null}`:                   nil,
		`{}`:                                nil,
	} {
		var in allowlist.ConditionInput
		if err := json.Unmarshal([]byte(text), &in); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, in.Value, cmp.AllowUnexported(allowlist.Value{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestNoValueFromJSON(t *testing.T) {
	for _, text := range []string{
		`{"value": true}`, `{"value": {"a": 1}}`, `{"value": [true]}`, `{"value": [null]}`, `{"value": [["a"]]}`,
		`{"value": [{}]}`,
	} {
		var in allowlist.ConditionInput
		err := json.Unmarshal([]byte(text), &in)
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.InvalidParams || f.Field != "value" ||
			f.Message != "value must be a string or a number" {
			t.Errorf("%s: %v, want the fault of a wrong value", text, err)
		}
	}
}

func TestEveryOperatorHasItsValues(t *testing.T) {
	for _, name := range allowlist.OperatorNames() {
		op, _ := allowlist.ParseOperator(name)
		want := []string{"a,b"}
		switch {
		case op.TakesNothing():
			want = nil
		case op.TakesList():
			want = []string{"a", "b"}
		}
		got, err := allowlist.ParseValues(op, allowlist.TextValue("a,b"))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}
