package toolset

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/bundle"
	"emcp/internal/fault"
)

// writtenSchema is a schema as an owner writes it, with the keywords of JSON Schema that emcp checks. Other keywords
// are refused, because an unchecked keyword would not bound what reaches the tools of the site.
type writtenSchema struct {
	Type        string         `json:"type"`
	Description string         `json:"description"`
	Enum        []string       `json:"enum"`
	Minimum     *int64         `json:"minimum"`
	Maximum     *int64         `json:"maximum"`
	MinLength   int            `json:"minLength"`
	MaxLength   int            `json:"maxLength"`
	Items       *writtenSchema `json:"items"`
	MaxItems    int            `json:"maxItems"`
	Properties  jsontext.Value `json:"properties"`
	Required    []string       `json:"required"`
	Closed      *bool          `json:"additionalProperties"`
}

// keywords are the keywords for an argument. The schema of all arguments also has properties and required.
var keywords = []string{"type", "description", "enum", "minimum", "maximum", "minLength", "maxLength", "items", "maxItems"}

// Limits of arguments whose schema has none.
const (
	usualLength = 200 // for a string, in characters
	usualItems  = 20  // for an array, in elements
	usualDigits = 30  // for a number, in characters
)

// readSchema reads the schema of the arguments of a declared tool.
func readSchema(text jsontext.Value) (*Schema, error) {
	if text == nil {
		return object(""), nil
	}
	written, err := readWritten(text)
	if err != nil {
		return nil, err
	}
	if written.Type != "object" {
		return nil, errors.New("type must be object, whose properties are the arguments")
	}
	return written.objectSchema(maxObjects)
}

// maxObjects is how deep the objects in arguments of a declared tool can be nested.
const maxObjects = 3

// objectSchema returns the schema of an object. depth is how many levels of objects can be inside it.
func (w writtenSchema) objectSchema(depth int) (*Schema, error) {
	if w.Closed != nil && *w.Closed {
		return nil, errors.New("additionalProperties cannot be true: only declared arguments have a place")
	}
	var properties []property
	read := func(name string, value jsontext.Value) error {
		if err := bundle.CheckName(name); err != nil {
			return err
		}
		argument, err := readWritten(value)
		if err != nil {
			return fmt.Errorf("properties.%s: %w", name, err)
		}
		schema, err := argument.schema(depth)
		if err != nil {
			return fmt.Errorf("properties.%s: %w", name, err)
		}
		properties = append(properties, property{name: name, schema: schema, required: slices.Contains(w.Required, name)})
		return nil
	}
	if w.Properties != nil {
		if err := bundle.EachMember(w.Properties, read); err != nil {
			return nil, err
		}
	}
	s := object(w.Description, properties...)
	for _, name := range w.Required {
		if _, known := s.member(name); !known {
			return nil, fmt.Errorf("required: there is no property %s", name)
		}
	}
	return s, nil
}

// readWritten reads a schema. Its error names an unknown keyword.
func readWritten(text jsontext.Value) (w writtenSchema, err error) {
	wrong := fmt.Errorf("is not a schema with the keywords %s", strings.Join(keywords, ", "))
	if text.Kind() != '{' {
		return w, wrong
	}
	err = bundle.EachMember(text, func(name string, _ jsontext.Value) error {
		if !slices.Contains(append(keywords, "properties", "required", "additionalProperties"), name) {
			return fmt.Errorf("emcp does not check %q; it knows %s", name, strings.Join(keywords, ", "))
		}
		return nil
	})
	if err != nil {
		return w, err
	}
	if err := json.Unmarshal(text, &w); err != nil {
		return w, wrong
	}
	return w, nil
}

// schema returns the schema of an argument, or of an element or member of one. depth is how many levels of objects it can have.
func (w writtenSchema) schema(depth int) (*Schema, error) {
	s := &Schema{kinds: []string{w.Type}, description: w.Description}
	switch w.Type {
	case "string":
		s.enum, s.unknown, s.sameCase = w.Enum, fault.InvalidParams, true
		s.minChars, s.maxChars = w.MinLength, w.MaxLength
		if len(w.Enum) == 0 {
			s.maxChars = cmp.Or(w.MaxLength, usualLength)
		}
	case "integer":
		low, high := int64(math.MinInt64), int64(math.MaxInt64)
		s.low, s.high = cmp.Or(w.Minimum, &low), cmp.Or(w.Maximum, &high)
	case "number":
		s.low, s.high, s.maxChars = w.Minimum, w.Maximum, usualDigits
	case "boolean":
	case "array":
		if w.Items == nil {
			return nil, errors.New("items is required, the schema of an element")
		}
		items, err := w.Items.schema(0)
		if err != nil {
			return nil, fmt.Errorf("items: %w", err)
		}
		s.items, s.maxItems = items, cmp.Or(w.MaxItems, usualItems)
	case "object":
		switch {
		case depth == 0:
			return nil, fmt.Errorf("an object can be inside %d others, and not in an array", maxObjects-1)
		case w.Properties == nil:
			return nil, errors.New("properties is required, the members of the object")
		}
		return w.objectSchema(depth - 1)
	default:
		return nil, errors.New("type must be string, integer, number, boolean, array or object")
	}
	return s, nil
}

// takes returns an error if s refuses some value of an argument with the schema a.
func (s *Schema) takes(a *Schema) error {
	kind := a.kinds[0]
	switch {
	case kind == "integer" && !s.allows("integer") && s.allows("number"):
		return nil
	case !s.allows(kind):
		return fmt.Errorf("must be %s", s.kindNames())
	case kind == "integer" && (*a.low < *s.low || *a.high > *s.high):
		return fmt.Errorf("needs a minimum of at least %d and a maximum of at most %d", *s.low, *s.high)
	case kind == "string":
		return s.takesText(a)
	case kind == "array" && s.maxItems > 0 && a.maxItems > s.maxItems:
		return fmt.Errorf("needs maxItems of at most %d", s.maxItems)
	case kind == "array":
		return s.items.takes(a.items)
	case kind == "object":
		return s.takesObject(a)
	}
	return nil
}

// takesObject is takes for an object: s must know all its members, and it must always have those that s requires.
func (s *Schema) takesObject(a *Schema) error {
	for _, own := range s.properties {
		if given, ok := a.member(own.name); own.required && (!ok || !given.required) {
			return fmt.Errorf("needs the required member %s", own.name)
		}
	}
	for _, member := range a.properties {
		own, ok := s.member(member.name)
		if !ok && !s.open {
			return fmt.Errorf("has a member %s, which has no place there", member.name)
		}
		if !ok {
			continue
		}
		if err := own.schema.takes(member.schema); err != nil {
			return fmt.Errorf("has a member %s that %w", member.name, err)
		}
	}
	return nil
}

// member returns the property of an object with that name.
func (s *Schema) member(name string) (property, bool) {
	i := slices.IndexFunc(s.properties, func(p property) bool { return p.name == name })
	if i < 0 {
		return property{}, false
	}
	return s.properties[i], true
}

func (s *Schema) takesText(a *Schema) error {
	switch {
	case len(s.enum) > 0 && len(a.enum) == 0:
		return fmt.Errorf("needs an enum with some of %q", s.enum)
	case len(s.enum) > 0:
		for _, value := range a.enum {
			if !slices.Contains(s.enum, value) {
				return fmt.Errorf("%q in its enum is not one of %q", value, s.enum)
			}
		}
	case len(a.enum) > 0:
	case a.minChars < s.minChars:
		return fmt.Errorf("needs minLength %d", s.minChars)
	case s.maxChars > 0 && a.maxChars > s.maxChars:
		return fmt.Errorf("needs maxLength of at most %d", s.maxChars)
	}
	return nil
}
