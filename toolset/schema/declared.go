package schema

import (
	"cmp"
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
	Pattern     string         `json:"pattern"`
	Format      string         `json:"format"`
	Minimum     *int64         `json:"minimum"`
	Maximum     *int64         `json:"maximum"`
	MinLength   uint16         `json:"minLength"`
	MaxLength   uint16         `json:"maxLength"`
	Items       jsontext.Value `json:"items"`
	MaxItems    uint16         `json:"maxItems"`
	Properties  jsontext.Value `json:"properties"`
	Required    []string       `json:"required"`
	Closed      *bool          `json:"additionalProperties"`
}

// keyword is a keyword of JSON Schema that owners can use.
type keyword struct {
	name  string
	value string   // what its value must be
	types []string // that it is for; nil: all
}

// smallNumber is the message for an invalid length. No tool takes longer values.
const smallNumber = "must be an integer from 0 to 65535"

// keywords are the keywords that emcp checks.
var keywords = []keyword{
	{"type", "must be string, integer, number, boolean, array or object", nil},
	{"description", "must be a string", nil},
	{"enum", "must be a list of strings", []string{"string"}},
	{"pattern", "must be a string", []string{"string"}},
	{"format", "must be a string", []string{"string"}},
	{"minimum", "must be an integer", []string{"integer", "number"}},
	{"maximum", "must be an integer", []string{"integer", "number"}},
	{"minLength", smallNumber, []string{"string"}},
	{"maxLength", smallNumber, []string{"string"}},
	{"items", "must be a schema", []string{"array"}},
	{"maxItems", smallNumber, []string{"array"}},
	{"properties", "must be an object", []string{"object"}},
	{"required", "must be a list of strings", []string{"object"}},
	{"additionalProperties", "must be false", []string{"object"}},
}

// keywordNames returns the names of the keywords for messages.
func keywordNames() string {
	names := make([]string, len(keywords))
	for i, k := range keywords {
		names[i] = k.name
	}
	return strings.Join(names, ", ")
}

// Limits of arguments whose schema has none.
const (
	usualLength = 200 // for a string, in characters
	usualItems  = 20  // for an array, in elements
	usualDigits = 30  // for a number, in characters
)

// maxObjects is how deep objects can be nested in the arguments of a declared tool, also inside arrays.
const maxObjects = 3

// Read reads the schema of the arguments of a declared tool, and reports what is wrong with it.
func Read(text jsontext.Value, m Mistakes) *Schema {
	if text == nil {
		return Object("")
	}
	w, ok := readWritten(text, m)
	if ok && w.Type != "object" {
		m.Add("type must be object, whose properties are the arguments")
		return nil
	}
	return w.objectSchema(maxObjects, m)
}

// readWritten reads the keywords of a schema. ok is false if one of them is wrong.
func readWritten(text jsontext.Value, m Mistakes) (w writtenSchema, ok bool) {
	if text.Kind() != '{' {
		m.Add("is not a schema; write an object with type and other keywords")
		return w, false
	}
	before := len(*m.found)
	var present []keyword
	_ = bundle.EachMember(text, func(name string, value jsontext.Value) error { // it has been parsed before
		i := slices.IndexFunc(keywords, func(k keyword) bool { return k.name == name })
		if i < 0 {
			m.Add("emcp does not check %q; it knows %s", name, keywordNames())
			return nil
		}
		present = append(present, keywords[i])
		if err := json.Unmarshal(fmt.Appendf(nil, "{%q:%s}", name, value), &w); err != nil {
			m.Add("%s %s", name, keywords[i].value)
		}
		return nil
	})
	for _, k := range present {
		if k.types != nil && w.Type != "" && !slices.Contains(k.types, w.Type) {
			m.Add("%s is for the type %s, not for %s", k.name, strings.Join(k.types, " or "), w.Type)
		}
	}
	return w, len(*m.found) == before
}

// objectSchema returns the schema of an object. depth is how many levels of objects can be inside it.
func (w writtenSchema) objectSchema(depth int, m Mistakes) *Schema {
	if w.Closed != nil && *w.Closed {
		m.Add("additionalProperties cannot be true: only declared arguments have a place")
	}
	s := Object(w.Description)
	if w.Properties.Kind() == '{' {
		_ = bundle.EachMember(w.Properties, func(name string, value jsontext.Value) error { // it has been parsed before
			if err := bundle.CheckName(name); err != nil {
				m.Add("%w", err)
			}
			schema := readProperty(value, depth, m.At(".properties."+name))
			s.properties = append(s.properties, Property{Name: name, schema: schema,
				required: slices.Contains(w.Required, name)})
			return nil
		})
	} else if w.Properties != nil {
		m.Add("properties must be an object")
	}
	for _, name := range w.Required {
		if !s.Has(name) {
			m.Add("required: there is no property %s", name)
		}
	}
	return s
}

// readProperty reads the schema of an argument, or of an element or member of one. depth is how many levels of objects
// it can have.
func readProperty(text jsontext.Value, depth int, m Mistakes) *Schema {
	w, ok := readWritten(text, m)
	if !ok {
		return nil
	}
	s := &Schema{kinds: []string{w.Type}, description: w.Description}
	switch w.Type {
	case "string":
		w.textSchema(s, m)
	case "integer":
		low, high := int64(math.MinInt64), int64(math.MaxInt64)
		s.low, s.high = cmp.Or(w.Minimum, &low), cmp.Or(w.Maximum, &high)
	case "number":
		s.low, s.high, s.maxChars = w.Minimum, w.Maximum, usualDigits
	case "boolean":
	case "array":
		if w.Items == nil {
			m.Add("items is required, the schema of an element")
			return nil
		}
		s.items, s.maxItems = readProperty(w.Items, depth, m.At(".items")), cmp.Or(int(w.MaxItems), usualItems)
	case "object":
		switch {
		case depth == 0:
			m.Add("an object can be inside %d others, not more", maxObjects-1)
		case w.Properties == nil:
			m.Add("properties is required, the members of the object")
		default:
			return w.objectSchema(depth-1, m)
		}
	default:
		m.Add("type must be string, integer, number, boolean, array or object")
	}
	if s.low != nil && s.high != nil && *s.low > *s.high {
		m.Add("minimum must not be above maximum")
	}
	return s
}

// textSchema completes the schema of a string.
func (w writtenSchema) textSchema(s *Schema, m Mistakes) {
	s.enum, s.unknown, s.sameCase = w.Enum, fault.InvalidParams, true
	s.minChars, s.maxChars = int(w.MinLength), int(w.MaxLength)
	if len(w.Enum) == 0 {
		s.maxChars = cmp.Or(s.maxChars, usualLength)
	}
	if w.Enum != nil && len(w.Enum) == 0 {
		m.Add("enum needs a value")
	}
	if s.maxChars > 0 && s.minChars > s.maxChars {
		m.Add("minLength must not be above maxLength, which is %d", s.maxChars)
	}
	if w.Pattern == "" && w.Format == "" {
		return
	}
	var err error
	if s.form, err = compileForm(w.Pattern, w.Format); err != nil {
		m.Add("%w", err)
		return
	}
	for _, value := range w.Enum {
		if err := s.form.check(value); err != nil {
			m.Add("enum: %q %w", value, err)
		}
	}
}

// Takes returns an error if s refuses some value of an argument with the schema a.
func (s *Schema) Takes(a *Schema) error {
	kind := a.kinds[0]
	switch {
	case kind == "integer" && !s.Allows("integer") && s.Allows("number"):
		return nil
	case !s.Allows(kind):
		return fmt.Errorf("must be %s", s.kindNames())
	case kind == "integer" && (*a.low < *s.low || *a.high > *s.high):
		return fmt.Errorf("needs a minimum of at least %d and a maximum of at most %d", *s.low, *s.high)
	case kind == "string":
		return s.takesText(a)
	case kind == "array" && s.maxItems > 0 && a.maxItems > s.maxItems:
		return fmt.Errorf("needs maxItems of at most %d", s.maxItems)
	case kind == "array":
		return s.items.Takes(a.items)
	case kind == "object":
		return s.takesObject(a)
	}
	return nil
}

// takesObject is Takes for an object: s must know all members of a, and a must require all members that s requires.
func (s *Schema) takesObject(a *Schema) error {
	for _, property := range s.properties {
		if _, always, _ := a.Member(property.Name); property.required && !always {
			return fmt.Errorf("needs the required member %s", property.Name)
		}
	}
	for _, member := range a.properties {
		property, _, ok := s.Member(member.Name)
		if !ok && !s.open {
			return fmt.Errorf("has a member %s, which has no place there", member.Name)
		}
		if !ok {
			continue
		}
		if err := property.Takes(member.schema); err != nil {
			return fmt.Errorf("has a member %s that %w", member.Name, err)
		}
	}
	return nil
}

// Member returns the schema of an object's member, and whether the object must have it.
func (s *Schema) Member(name string) (found *Schema, needed, ok bool) {
	i := slices.IndexFunc(s.properties, func(p Property) bool { return p.Name == name })
	if i < 0 {
		return nil, false, false
	}
	return s.properties[i].schema, s.properties[i].required, true
}

// Elements returns the schema of the elements of an array.
func (s *Schema) Elements() *Schema { return s.items }

// Unused returns the arguments, and members of them, that are not in used. path is the path of the object.
func (s *Schema) Unused(path string, used map[string]bool) (names []string) {
	for _, p := range s.properties {
		name := Join(path, p.Name)
		switch {
		case used[name]:
		case len(p.schema.properties) == 0:
			names = append(names, name)
		default:
			names = append(names, p.schema.Unused(name, used)...)
		}
	}
	return names
}

// Lookup returns the schema of an argument, or of a member of one, such as price.most. always says that every call has
// it.
func (s *Schema) Lookup(path string) (found *Schema, always, ok bool) {
	found, always = s, true
	for name := range strings.SplitSeq(path, ".") {
		member, needed, known := found.Member(name)
		if !known {
			return nil, false, false
		}
		found, always = member, always && needed
	}
	return found, always, true
}

// RequiredNames returns the names of the members that an object must have.
func (s *Schema) RequiredNames() (names []string) {
	for _, p := range s.properties {
		if p.required {
			names = append(names, p.Name)
		}
	}
	return names
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
