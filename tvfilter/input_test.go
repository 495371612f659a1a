package tvfilter_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/tvfilter"
)

func TestInputsFromJSON(t *testing.T) {
	var in struct {
		Filter tvfilter.FilterInput
		Order  tvfilter.OrderInput
		Tags   tvfilter.TagsInput
	}
	err := json.Unmarshal([]byte(`{
		"Filter": {"tv": "price", "op": ">=", "value": 100, "cast": "SIGNED", "use_default": true},
		"Order": {"tv": "price", "dir": "desc", "cast": "SIGNED", "use_default": true},
		"Tags": {"tv_id": 6, "tags": ["wood"]}
	}`), &in)
	want := in
	want.Filter = tvfilter.FilterInput{
		TV: "price", Op: ">=", Value: allowlist.TextValue("100"), Cast: "SIGNED", UseDefault: true,
	}
	want.Order = tvfilter.OrderInput{TV: "price", Dir: "desc", Cast: "SIGNED", UseDefault: true}
	want.Tags = tvfilter.TagsInput{TV: 6, Tags: []string{"wood"}}
	if diff := cmp.Diff(want, in, cmp.AllowUnexported(allowlist.Value{})); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// A filter that is accepted needs no further check, whatever the text of the call was.
func FuzzParseFilter(f *testing.F) {
	for _, seed := range []string{
		`{"tv": "price", "op": ">=", "value": 100, "cast": "SIGNED", "use_default": true}`,
		`{"tv": "price", "op": "=", "value": "19.99", "cast": "DECIMAL(10,2)"}`,
		`{"tv": "sku", "op": "in", "value": ["a", 1]}`,
		`{"tv": "sku", "op": "not_in", "value": "a, b"}`,
		`{"tv": "sku", "op": "like-l", "value": "50%_|"}`,
		`{"tv": "sku", "op": "!null", "value": null}`,
		`{"tv": "sku", "op": "=", "value": [true]}`,
	} {
		f.Add([]byte(seed))
	}
	number := regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?$`)
	cast := regexp.MustCompile(`^(UNSIGNED|SIGNED|DECIMAL\([0-9]{1,2},[0-9]{1,2}\))$`)
	f.Fuzz(func(t *testing.T, data []byte) {
		var in tvfilter.FilterInput
		if json.Unmarshal(data, &in) != nil {
			return
		}
		filter, err := tvfilter.ParseFilter(in, lookup)
		if err != nil {
			if kind := fault.From(err).Kind; kind != fault.InvalidParams && kind != fault.UnknownTV {
				t.Errorf("%v is no mistake of the caller", err)
			}
			return
		}
		op, values, operand := filter.Op(), filter.Values(), filter.Operand()
		if op.String() != in.Op {
			t.Errorf("the operator is %s", op)
		}
		if operand.TV() != 1 && operand.TV() != 5 {
			t.Errorf("%d is no template variable", operand.TV())
		}
		if operand.Default() != nil && !in.UseDefault {
			t.Error("a default that was not asked for")
		}
		switch {
		case op.TakesNothing():
			if len(values) != 0 {
				t.Errorf("%s has values %q", op, values)
			}
		case op.TakesList():
			if len(values) < 1 || len(values) > allowlist.MaxListValues || slices.Contains(values, "") {
				t.Errorf("%s has values %q", op, values)
			}
		default:
			if len(values) != 1 {
				t.Errorf("%s has values %q", op, values)
			}
		}
		if operand.Cast().None() != (in.Cast == "") {
			t.Errorf("the cast %q became %s", in.Cast, operand.Cast())
		}
		if !operand.Cast().None() &&
			(!op.Compares() || !number.MatchString(values[0]) || !cast.MatchString(operand.Cast().String())) {
			t.Errorf("cast %s with %s %q", operand.Cast(), op, values)
		}
	})
}
