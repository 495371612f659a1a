package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/toolset/jsonout"
)

// Schema describes a JSON value.
type Schema struct {
	kinds       []string // accepted JSON types
	description string
	enum        []string
	unknown     fault.Kind // kind of the fault for a string that is not in enum
	sameCase    bool       // whether enum is case-sensitive
	elsewhere   string     // what the error for a string that is not in enum says about other ways; empty: nothing
	low, high   *int64     // range of an integer; of a number, either can be nil: any
	lowNeeds    string     // the argument without which low is refused; empty: none
	minChars    int        // of a string, in characters (code points, as JSON Schema counts)
	maxChars    int        // likewise, and digits of a number; 0: any
	form        *textForm  // pattern and format of a string; nil: any
	maxItems    int        // elements of an array; 0: any
	items       *Schema
	properties  []Property
	open        bool    // an object may have other members
	described   bool    // the description names the values of enum, so brief lists omit the enum
	brief       *string // description in brief lists; nil: description
	folded      bool    // the brief description of an object names its members: brief lists leave them out
}

// Property is a member of an object.
type Property struct {
	Name     string
	required bool
	schema   *Schema
	idle     bool // assistants do not need it: brief lists omit it
}

// Integer describes an integer from low to high.
func Integer(description string, low, high int64) *Schema {
	return &Schema{kinds: []string{"integer"}, description: description, low: &low, high: &high}
}

// LowestWith declares that the lowest value is refused without another argument, so that messages say so.
func (s *Schema) LowestWith(argument string) *Schema {
	s.lowNeeds = argument
	return s
}

// Boolean describes true or false.
func Boolean(description string) *Schema {
	return &Schema{kinds: []string{"boolean"}, description: description}
}

// Text describes a string of at most maxChars characters.
func Text(description string, maxChars int) *Schema {
	return &Schema{kinds: []string{"string"}, description: description, maxChars: maxChars}
}

// ScalarOrList describes a string, a number, null, or a list of at most maxItems strings and numbers, each of at most
// maxChars characters.
func ScalarOrList(description string, maxChars, maxItems int) *Schema {
	return &Schema{
		kinds: []string{"string", "number", "array", "null"}, description: description, maxChars: maxChars,
		items: &Schema{kinds: []string{"string", "number"}, maxChars: maxChars}, maxItems: maxItems,
	}
}

// OrBoolean adds true and false to what s describes, and returns s.
func (s *Schema) OrBoolean() *Schema {
	s.kinds = append(s.kinds, "boolean")
	return s
}

// MaxName is the longest name of a template variable, field or cast, in characters. The longest in the database is
// site_tmplvars.name with 50.
const MaxName = 256

// Name describes a name: a string that is not empty, of at most MaxName characters.
func Name(description string) *Schema {
	return &Schema{kinds: []string{"string"}, description: description, minChars: 1, maxChars: MaxName}
}

// Choice describes a string that is one of names.
func Choice(description string, names ...string) *Schema {
	return &Schema{kinds: []string{"string"}, description: description, enum: names, unknown: fault.InvalidParams,
		sameCase: true}
}

// OrFault sets the kind of the fault for a string that is not one of the choices, which can then be written in any
// case.
func (s *Schema) OrFault(kind fault.Kind) *Schema {
	s.unknown, s.sameCase = kind, false
	return s
}

// InBrief sets the description in brief lists.
func (s *Schema) InBrief(description string) *Schema {
	s.brief = &description
	return s
}

// briefly returns the description in brief lists.
func (s *Schema) briefly() string {
	if s.brief != nil {
		return *s.brief
	}
	return s.description
}

// FoldedInto is InBrief for an object whose description, or that of another argument with the same
// members, names its members.
func (s *Schema) FoldedInto(description string) *Schema {
	s.folded = true
	return s.InBrief(description)
}

// InDescription declares that the description names the values of the enum, so brief lists omit the enum.
func (s *Schema) InDescription() *Schema {
	s.described = true
	return s
}

// OrElse sets what the error for an unknown string says about other ways.
func (s *Schema) OrElse(elsewhere string) *Schema {
	s.elsewhere = elsewhere
	return s
}

// Array describes an array of at most maxItems elements.
func Array(description string, maxItems int, items *Schema) *Schema {
	return &Schema{kinds: []string{"array"}, description: description, maxItems: maxItems, items: items}
}

// Object describes an object that has these members and no others.
func Object(description string, properties ...Property) *Schema {
	return &Schema{kinds: []string{"object"}, description: description, properties: properties}
}

// OneOf describes a value of one of these JSON types, such as "integer" and "null".
func OneOf(kinds ...string) *Schema { return &Schema{kinds: kinds} }

// OpenObject describes an object that can have more members than these.
func OpenObject(properties ...Property) *Schema {
	s := Object("", properties...)
	s.open = true
	return s
}

// Nullable adds null to the types of s, and returns s.
func Nullable(s *Schema) *Schema {
	if !s.Allows("null") {
		s.kinds = append(s.kinds, "null")
	}
	return s
}

// ArrayOf describes an array without a bound, as answers have.
func ArrayOf(item *Schema) *Schema { return &Schema{kinds: []string{"array"}, items: item} }

// Required is a member that an object must have.
func Required(name string, s *Schema) Property {
	return Property{Name: name, required: true, schema: s}
}

// Optional is a member that an object can have.
func Optional(name string, s *Schema) Property { return Property{Name: name, schema: s} }

// Idle is an optional argument that assistants do not need. Brief lists omit it.
func Idle(name string, s *Schema) Property { return Property{Name: name, schema: s, idle: true} }

// MarshalJSONTo writes the schema as JSON Schema, properties in the order of their declaration.
func (s *Schema) MarshalJSONTo(e *jsontext.Encoder) error {
	type member struct {
		name  string
		value any
		show  bool
	}
	var kind any = s.kinds
	if len(s.kinds) == 1 {
		kind = s.kinds[0]
	}
	form := cmp.Or(s.form, &textForm{})
	var needed []string
	properties := jsonout.Object{}
	for _, p := range s.properties {
		properties = append(properties, jsonout.Member{Name: p.Name, Value: p.schema})
		if p.required {
			needed = append(needed, p.Name)
		}
	}
	closed := len(s.properties) > 0 && !s.open
	isObject := slices.Contains(s.kinds, "object")
	var list jsonout.Object
	for _, m := range []member{
		{"type", kind, true},
		{"description", s.description, s.description != ""},
		{"enum", s.enum, len(s.enum) > 0},
		{"minimum", s.low, s.low != nil},
		{"maximum", s.high, s.high != nil},
		{"minLength", s.minChars, s.minChars > 0},
		{"maxLength", s.maxChars, s.maxChars > 0 && s.Allows("string")},
		{"pattern", form.pattern, form.pattern != ""},
		{"format", form.format, form.format != ""},
		{"items", s.items, s.items != nil},
		{"maxItems", s.maxItems, s.maxItems > 0},
		{"properties", properties, isObject && len(properties) > 0},
		{"required", needed, len(needed) > 0},
		{"additionalProperties", false, closed},
	} {
		if m.show {
			list = append(list, jsonout.Member{Name: m.name, Value: m.value})
		}
	}
	return json.MarshalEncode(e, list)
}

// Int64 is an exact 64-bit integer. In JSON Schema 20.0 is an integer, too, and some clients write it so. Such a
// number is accepted in the range in which floating point numbers are exact, because the client may have calculated
// with them.
type Int64 int64

// Or returns the value of an optional argument, or its default.
func (n *Int64) Or(absent int64) int64 {
	if n == nil {
		return absent
	}
	return int64(*n)
}

// maxExact is 2^53: up to there, floating point numbers represent integers exactly.
const maxExact = 1 << 53

// UnmarshalJSONFrom reads a number.
func (n *Int64) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	exact, err := exactInteger(string(value))
	*n = Int64(exact)
	return err
}

// exactInteger parses a JSON number as an Int64.
func exactInteger(number string) (int64, error) {
	if exact, err := strconv.ParseInt(number, 10, 64); err == nil {
		return exact, nil
	}
	exact, err := strconv.ParseInt(withoutFraction(number), 10, 64)
	if err != nil || exact <= -maxExact || exact >= maxExact {
		return 0, fmt.Errorf("%s is no 64-bit integer", number)
	}
	return exact, nil
}

// withoutFraction removes fraction and exponent from a JSON number that is a 64-bit integer. It works digit by digit:
// in floating point, a number with a tiny fraction would seem to be an integer.
func withoutFraction(number string) string {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	if strings.Trim(digits, "-0") == "" {
		return "0"
	}
	shift, err := strconv.Atoi(cmp.Or(exponent, "0"))
	if err != nil {
		return number
	}
	for shift -= len(fraction); shift < 0 && strings.HasSuffix(digits, "0"); shift++ {
		digits = digits[:len(digits)-1]
	}
	if shift < 0 || shift > len("9223372036854775807") {
		return number
	}
	return digits + strings.Repeat("0", shift)
}

// Has reports whether an object has a property of that name.
func (s *Schema) Has(name string) bool {
	return slices.ContainsFunc(s.properties, func(p Property) bool { return p.Name == name })
}

// Open returns the schema of the same object that may have other members.
func (s *Schema) Open() *Schema {
	open := *s
	open.open = true
	return &open
}

// JSON returns the schema as JSON Schema.
func (s *Schema) JSON() []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // cannot fail: the schema has only strings, numbers and lists
	}
	return text
}
