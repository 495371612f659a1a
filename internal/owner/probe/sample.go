package probe

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits for a value made from a schema.
const (
	maxSamples      = 10_000 // number of values and parts of patterns
	maxSampleDepth  = 32
	maxSampleText   = 10_000 // length of a string in characters
	maxSampleChoice = 4      // branches of anyOf and oneOf that are tried
)

var errNoSample = errors.New("no arguments can be made from its schema")

// sampleArguments returns the smallest arguments that fit a tool's input schema: the required ones only. document is the
// schema as JSON (numbers as json.Number). checked is the same schema compiled; arguments returns only what it accepts.
func sampleArguments(document any, checked *compiledSchema) (any, error) {
	for choice := range maxSampleChoice {
		for _, hints := range []bool{true, false} {
			s := sampler{root: document, choice: choice, hints: hints}
			value, err := s.value(document, 0, 0)
			if err != nil {
				continue
			}
			if _, ok := value.(map[string]any); ok && checked.validate(value) == nil {
				return value, nil
			}
		}
	}
	return nil, errNoSample
}

// sampler makes one value of a schema. The value is a guess: the sampler ignores keywords that forbid something (not,
// if, dependentRequired), and arguments validates the result.
type sampler struct {
	root   any
	choice int  // index of the branch of anyOf and oneOf to take
	hints  bool // whether to use examples and defaults, although they may not fit
	made   int  // number of values made
}

// value returns a value of the schema. Values with different variants differ, as the elements of an array may have to.
func (s *sampler) value(of any, variant, depth int) (any, error) {
	if s.made++; s.made > maxSamples || depth > maxSampleDepth {
		return nil, errNoSample
	}
	if allowed, ok := of.(bool); ok {
		of = map[string]any{}
		if !allowed {
			return nil, errNoSample
		}
	}
	object, ok := of.(map[string]any)
	if !ok {
		return nil, errNoSample
	}
	object, err := s.flat(object, depth)
	if err != nil {
		return nil, err
	}
	if value, ok := s.given(object, variant); ok {
		return value, nil
	}
	switch valueType(object) {
	case "object":
		return s.object(object, depth)
	case "array":
		return s.array(object, depth)
	case "integer", "number":
		return number(object, variant)
	case "boolean":
		return variant%2 == 1, nil
	case "null":
		return nil, nil
	}
	return s.text(object, variant)
}

// given returns a value that the schema itself contains: const, enum, an example or a default.
func (s *sampler) given(object map[string]any, variant int) (any, bool) {
	if value, ok := object["const"]; ok {
		return value, true
	}
	listed := func(name string) []any { list, _ := object[name].([]any); return list }
	if s.hints {
		for _, list := range [][]any{listed("examples"), optional(object, "example"), optional(object, "default")} {
			if variant < len(list) {
				return list[variant], true
			}
		}
	}
	if list := listed("enum"); variant < len(list) {
		return list[variant], true
	}
	return nil, false
}

// optional returns a list with the member, or an empty list if the member is missing or null.
func optional(object map[string]any, name string) []any {
	if value := object[name]; value != nil {
		return []any{value}
	}
	return nil
}

// flat returns the schema with $ref, allOf, and one branch of anyOf and oneOf merged into it.
func (s *sampler) flat(object map[string]any, depth int) (map[string]any, error) {
	if s.made++; s.made > maxSamples || depth > maxSampleDepth {
		return nil, errNoSample
	}
	flat := maps.Clone(object)
	var parts []any
	if ref, ok := object["$ref"].(string); ok {
		target, err := s.resolve(ref)
		if err != nil {
			return nil, err
		}
		parts = append(parts, target)
	}
	all, _ := object["allOf"].([]any)
	parts = append(parts, all...)
	for _, name := range []string{"anyOf", "oneOf"} {
		if branches, ok := object[name].([]any); ok && len(branches) > 0 {
			parts = append(parts, branches[s.choice%len(branches)])
		}
	}
	for _, name := range []string{"$ref", "allOf", "anyOf", "oneOf"} {
		delete(flat, name)
	}
	for _, part := range parts {
		inner, ok := part.(map[string]any)
		if !ok {
			continue // true or false; false is left to the final validation
		}
		inner, err := s.flat(inner, depth+1)
		if err != nil {
			return nil, err
		}
		join(flat, inner)
	}
	return flat, nil
}

// join merges a schema into another. A value of the result fits both schemas, as far as single keywords can express it.
func join(into, from map[string]any) {
	for name, value := range from {
		here, both := into[name]
		if !both {
			into[name] = value
			continue
		}
		switch name {
		case "properties":
			a, _ := here.(map[string]any)
			b, _ := value.(map[string]any)
			joined := map[string]any{}
			maps.Copy(joined, b)
			for property, schema := range a {
				if other, ok := b[property]; ok {
					schema = map[string]any{"allOf": []any{schema, other}}
				}
				joined[property] = schema
			}
			into[name] = joined
		case "required":
			a, _ := here.([]any)
			b, _ := value.([]any)
			into[name] = slices.Concat(a, b)
		case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
			if rational(value) != nil && (rational(here) == nil || rational(value).Cmp(rational(here)) > 0) {
				into[name] = value
			}
		case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
			if rational(value) != nil && (rational(here) == nil || rational(value).Cmp(rational(here)) < 0) {
				into[name] = value
			}
		}
	}
}

// resolve returns what a reference inside the document points at (RFC 6901).
func (s *sampler) resolve(ref string) (any, error) {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok || pointer != "" && pointer[0] != '/' {
		return nil, errNoSample
	}
	at := s.root
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if pointer == "" {
			break
		}
		part = strings.NewReplacer("~1", "/", "~0", "~", "%25", "%", "%22", `"`, "%20", " ").Replace(part)
		switch inside := at.(type) {
		case map[string]any:
			at, ok = inside[part]
		case []any:
			index, err := strconv.Atoi(part)
			if ok = err == nil && index >= 0 && index < len(inside); ok {
				at = inside[index]
			}
		default:
			ok = false
		}
		if !ok {
			return nil, errNoSample
		}
	}
	return at, nil
}

// valueType returns the JSON type for a value of the schema: the type that it names, or the one that its keywords apply to.
func valueType(object map[string]any) string {
	switch named := object["type"].(type) {
	case string:
		return named
	case []any:
		for _, one := range named {
			if text, ok := one.(string); ok && (text != "null" || len(named) == 1) {
				return text
			}
		}
	}
	for _, of := range []struct{ keyword, kind string }{
		{"properties", "object"}, {"required", "object"}, {"additionalProperties", "object"},
		{"items", "array"}, {"prefixItems", "array"}, {"minItems", "array"},
		{"minimum", "number"}, {"maximum", "number"}, {"exclusiveMinimum", "number"}, {"multipleOf", "number"},
	} {
		if _, ok := object[of.keyword]; ok {
			return of.kind
		}
	}
	return "string"
}

func (s *sampler) object(object map[string]any, depth int) (any, error) {
	properties, _ := object["properties"].(map[string]any)
	required, _ := object["required"].([]any)
	made := map[string]any{}
	for _, name := range required {
		text, ok := name.(string)
		if !ok {
			return nil, errNoSample
		}
		property, known := properties[text]
		if !known {
			property = otherValue(object)
		}
		value, err := s.value(property, 0, depth+1)
		if err != nil {
			return nil, err
		}
		made[text] = value
	}
	// Add further members only if a minimum number is required, beginning with those that the schema names.
	least := count(object, "minProperties")
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if _, ok := made[name]; ok || len(made) >= least {
			continue
		}
		value, err := s.value(properties[name], 0, depth+1)
		if err != nil {
			return nil, err
		}
		made[name] = value
	}
	for i := 0; len(made) < least; i++ {
		value, err := s.value(otherValue(object), 0, depth+1)
		if err != nil {
			return nil, err
		}
		made[fmt.Sprintf("probe%d", i)] = value
	}
	return made, nil
}

// otherValue is the schema for members that properties does not name.
func otherValue(object map[string]any) any {
	if schema, ok := object["additionalProperties"]; ok {
		return schema
	}
	return true
}

func (s *sampler) array(object map[string]any, depth int) (any, error) {
	prefix, _ := object["prefixItems"].([]any)
	items, ok := object["items"]
	if list, tuple := items.([]any); tuple { // drafts before 2020-12
		prefix, items, ok = list, object["additionalItems"], object["additionalItems"] != nil
	}
	if !ok {
		items = true
	}
	least := count(object, "minItems")
	if _, ok := object["contains"]; ok {
		items, least = object["contains"], max(least, 1)
	}
	made := []any{}
	for i := range least {
		element, variant := items, i
		if i < len(prefix) {
			element, variant = prefix[i], 0
		}
		if object["uniqueItems"] != true {
			variant = 0
		}
		value, err := s.value(element, variant, depth+1)
		if err != nil {
			return nil, err
		}
		made = append(made, value)
	}
	return made, nil
}

// count reads a keyword whose value is a count, such as minLength.
func count(object map[string]any, name string) int {
	n := rational(object[name])
	if n == nil || n.Sign() < 0 {
		return 0
	}
	if !n.IsInt() || !n.Num().IsInt64() || n.Num().Int64() > math.MaxInt32 {
		return math.MaxInt32 // above every limit here
	}
	return int(n.Num().Int64())
}

func (s *sampler) text(object map[string]any, variant int) (any, error) {
	least, most := count(object, "minLength"), math.MaxInt32
	if object["maxLength"] != nil {
		most = count(object, "maxLength")
	}
	if least > maxSampleText {
		return nil, errNoSample
	}
	if pattern, ok := object["pattern"].(string); ok {
		return s.matching(pattern, least)
	}
	if format, ok := object["format"].(string); ok && formats[format] != "" && variant == 0 {
		return formats[format], nil
	}
	text := "probe"
	if variant > 0 {
		text = strconv.Itoa(variant) + text
	}
	if missing := least - utf8.RuneCountInString(text); missing > 0 {
		text += strings.Repeat("e", missing)
	}
	return text[:min(len(text), most)], nil
}
