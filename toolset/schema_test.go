package toolset_test

import (
	"testing"

	"github.com/go-json-experiment/json"

	"emcp/toolset"
)

// TestInteger has numbers in all notations of JSON.
func TestInteger(t *testing.T) {
	for text, want := range map[string]toolset.Integer{
		"0": 0, "-0": 0, "0.0": 0, "-0.00e5": 0, "0e99999999999999999999": 0,
		"20": 20, "20.0": 20, "2e1": 20, "2.0E+1": 20, "0.2e2": 20, "2000e-2": 20, "-20.0": -20,
		"9007199254740991.0": 1<<53 - 1, "9007199254740993": 1<<53 + 1, "-9223372036854775808": -1 << 63,
	} {
		var got toolset.Integer
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is read as %d, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"0.5", "1e-1", "1e-400", "1.00000000000000000000000001", "25e-1", "9007199254740992.0", "-9007199254740992.0", "1e16",
		"9223372036854775808", "1e19", "1e400", "1e99999999999999999999", "1e-99999999999999999999", `"1"`, "true", "null", "[1]",
	} {
		var got toolset.Integer
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s is read as %d", text, got)
		}
	}
}
