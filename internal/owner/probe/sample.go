package probe

import (
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Limits for a value made from a schema.
const (
	maxSamples     = 1000 // values that are tried
	maxSampleDepth = 32
	maxSampleItems = 100  // elements of an array
	maxSampleText  = 1000 // length of a string in characters
)

var errNoSample = errors.New("no arguments can be made from its schema")

// arguments returns the smallest arguments that fit the input schema of a tool: the required ones only.
func (s *compiledSchema) arguments() (map[string]any, error) {
	var made map[string]any
	err := within(schemaTime, func() error {
		for _, value := range (&sampler{}).candidates(s.compiled, 0) {
			if object, ok := value.(map[string]any); ok && s.compiled.Validate(value) == nil {
				made = object
				return nil
			}
		}
		return errNoSample
	})
	if err != nil {
		return nil, errNoSample
	}
	return made, nil
}

// sampler tries values for schemas. made counts them, because a small schema with references can ask for billions.
type sampler struct{ made int }

// value returns the first candidate that the schema accepts. It checks none if there are too many: that could be
// endless.
func (s *sampler) value(of *jsonschema.Schema, depth int) (any, bool) {
	for _, value := range s.candidates(of, depth) {
		if s.made <= maxSamples && of.Validate(value) == nil {
			return value, true
		}
	}
	return nil, false
}

// candidates returns values that the schema may accept: first its own examples and defaults, then the smallest of each
// type. Keywords without a rule here, such as pattern and not, only decide whether a value is accepted.
func (s *sampler) candidates(of *jsonschema.Schema, depth int) (values []any) {
	if s.made++; s.made > maxSamples || depth > maxSampleDepth {
		return nil
	}
	if of.Const != nil {
		values = append(values, *of.Const)
	}
	values = append(values, of.Examples...)
	if of.Default != nil {
		values = append(values, *of.Default)
	}
	if of.Enum != nil {
		values = append(values, of.Enum.Values...)
	}
	for _, part := range slices.Concat([]*jsonschema.Schema{of.Ref}, of.AllOf, of.AnyOf, of.OneOf) {
		if part != nil {
			values = append(values, s.candidates(part, depth+1)...)
		}
	}
	values = append(values, texts(of)...)
	values = append(values, numbers(of)...)
	values = append(values, false, true)
	if list, ok := s.array(of, depth); ok {
		values = append(values, list)
	}
	if object, ok := s.object(of, depth); ok {
		values = append(values, object)
	}
	return append(values, nil)
}

func texts(of *jsonschema.Schema) []any {
	text := "probe"
	if of.MinLength != nil {
		text += strings.Repeat("e", max(0, min(*of.MinLength, maxSampleText)-len(text)))
	}
	if of.MaxLength != nil {
		text = text[:min(len(text), *of.MaxLength)]
	}
	return []any{
		text, "1", "en", "2026-01-01", "00:00:00Z", "2026-01-01T00:00:00Z", "P1D", "probe@example.com",
		"https://example.com/", "192.0.2.1", "2001:db8::1", "6f1d0c52-8f0c-4c3e-9d3a-2b7a1c0e5f11", "/probe", "0",
	}
}

func numbers(of *jsonschema.Schema) []any {
	one := big.NewRat(1, 1)
	values := []any{json.Number("1"), json.Number("2")}
	for _, bound := range []*big.Rat{of.Minimum, of.ExclusiveMinimum, of.Maximum, of.ExclusiveMaximum, of.MultipleOf} {
		if bound == nil || bound.Num().BitLen() > 64 || bound.Denom().BitLen() > 64 {
			continue
		}
		for _, n := range []*big.Rat{bound, new(big.Rat).Add(bound, one), new(big.Rat).Sub(bound, one)} {
			digits, _ := n.FloatPrec()
			values = append(values, json.Number(n.FloatString(digits)))
		}
	}
	return values
}

func (s *sampler) array(of *jsonschema.Schema, depth int) (list []any, ok bool) {
	list = []any{}
	if of.MinItems == nil {
		return list, true
	}
	items := of.Items2020
	if items == nil {
		items, _ = of.Items.(*jsonschema.Schema) // drafts before 2020-12
	}
	for range *of.MinItems {
		value, ok := any("probe"), len(list) < maxSampleItems
		if items != nil && ok {
			value, ok = s.value(items, depth+1)
		}
		if !ok {
			return nil, false
		}
		list = append(list, value)
	}
	return list, true
}

func (s *sampler) object(of *jsonschema.Schema, depth int) (object map[string]any, ok bool) {
	object = map[string]any{}
	for _, name := range of.Required {
		object[name] = "probe"
		if property := of.Properties[name]; property != nil {
			if object[name], ok = s.value(property, depth+1); !ok {
				return nil, false
			}
		}
	}
	return object, true
}
