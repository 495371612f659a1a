package allowlist

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
)

// MaxListValues is the most values in an in or not_in list.
const MaxListValues = 100

// Value is the unchecked value of a condition: a string, a number (its digits count as text), or a list of them.
// ParseValues makes typed values of it.
type Value struct {
	list  bool
	texts []string
}

// UnmarshalJSONFrom reads a string, a number or an array of these.
func (v *Value) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	switch d.PeekKind() {
	case '[':
		var list []scalar
		if err := json.UnmarshalDecode(d, &list); err != nil {
			return err
		}
		v.list = true
		for _, s := range list {
			v.texts = append(v.texts, string(s))
		}
		return nil
	default:
		var s scalar
		if err := json.UnmarshalDecode(d, &s); err != nil {
			return err
		}
		v.texts = []string{string(s)}
		return nil
	}
}

// TextValue returns the Value of a text.
func TextValue(s string) *Value { return &Value{texts: []string{s}} }

// ListValue returns the Value of a list of texts.
func ListValue(texts ...string) *Value { return &Value{list: true, texts: texts} }

// scalar is a JSON string or number, kept as text.
type scalar string

func (s *scalar) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	token, err := d.ReadToken()
	if err != nil {
		return err
	}
	switch token.Kind() {
	case '"', '0':
		*s = scalar(token.String())
		return nil
	}
	return fault.Invalid("value", "value must be a string or a number")
}

// ParseValues returns the texts that op compares with: none for null and !null, one to MaxListValues non-empty ones
// for in and not_in (also from one comma-separated text), exactly one for every other operator.
func ParseValues(op Operator, v *Value) ([]string, error) {
	switch {
	case op.TakesNothing():
		return nil, nil
	case v == nil:
		return nil, fault.Invalid("value", "the operator %s needs a value", op)
	case op.TakesList():
		return v.listed()
	case v.list:
		return nil, fault.Invalid("value", "the operator %s takes one value; use in or not_in for a list", op)
	}
	return v.texts, nil
}

func (v *Value) listed() ([]string, error) {
	texts := v.texts
	if !v.list {
		texts = strings.Split(v.texts[0], ",")
		for i := range texts {
			texts[i] = strings.TrimSpace(texts[i])
		}
	}
	if len(texts) == 0 || len(texts) > MaxListValues {
		return nil, fault.Invalid("value", "the list must have between 1 and %d values", MaxListValues)
	}
	for _, text := range texts {
		if text == "" {
			return nil, fault.Invalid("value", "the list must not have an empty value")
		}
	}
	return texts, nil
}
