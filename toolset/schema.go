package toolset

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

// Schema describes a JSON value. tools/list shows it (in the subset of JSON Schema 2020-12 that every client
// understands, without references), and arguments are checked against it, so that the two cannot differ.
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
	properties  []property
	open        bool    // an object may have other members
	described   bool    // the description names the values of enum, so brief lists omit the enum
	brief       *string // description in brief lists; nil: description
	folded      bool    // the brief description of an object names its members: brief lists leave them out
}

type property struct {
	name     string
	required bool
	schema   *Schema
	rare     bool // most calls do not need it: brief lists show it once
	idle     bool // assistants do not need it: brief lists omit it
}

func integer(description string, low, high int64) *Schema {
	return &Schema{kinds: []string{"integer"}, description: description, low: &low, high: &high}
}

// lowestWith declares that the lowest value is refused without another argument, so that messages say so.
func (s *Schema) lowestWith(argument string) *Schema {
	s.lowNeeds = argument
	return s
}

func boolean(description string) *Schema {
	return &Schema{kinds: []string{"boolean"}, description: description}
}

func freeText(description string, maxChars int) *Schema {
	return &Schema{kinds: []string{"string"}, description: description, maxChars: maxChars}
}

// nameText is the schema of a name.
func nameText(description string) *Schema {
	return &Schema{kinds: []string{"string"}, description: description, minChars: 1, maxChars: maxName}
}

func choice(description string, names ...string) *Schema {
	return &Schema{kinds: []string{"string"}, description: description, enum: names, unknown: fault.InvalidParams, sameCase: true}
}

// inBrief sets the description in brief lists.
func (s *Schema) inBrief(description string) *Schema {
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

// foldedInto is inBrief for an object whose members are named in its own description, or in that of another argument
// with the same members.
func (s *Schema) foldedInto(description string) *Schema {
	s.folded = true
	return s.inBrief(description)
}

// inDescription declares that the description names the values of the enum, so brief lists omit the enum.
func (s *Schema) inDescription() *Schema {
	s.described = true
	return s
}

// orElse sets what the error for an unknown string says about other ways.
func (s *Schema) orElse(elsewhere string) *Schema {
	s.elsewhere = elsewhere
	return s
}

func array(description string, maxItems int, items *Schema) *Schema {
	return &Schema{kinds: []string{"array"}, description: description, maxItems: maxItems, items: items}
}

func object(description string, properties ...property) *Schema {
	return &Schema{kinds: []string{"object"}, description: description, properties: properties}
}

func required(name string, s *Schema) property {
	return property{name: name, required: true, schema: s}
}
func optional(name string, s *Schema) property { return property{name: name, schema: s} }

// rare is an optional argument that most calls do not need. If several tools have it, brief lists show it once.
func rare(name string, s *Schema) property { return property{name: name, schema: s, rare: true} }

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
		properties = append(properties, jsonout.Member{Name: p.name, Value: p.schema})
		if p.required {
			needed = append(needed, p.name)
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
		{"maxLength", s.maxChars, s.maxChars > 0 && s.allows("string")},
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

// Integer is an exact 64-bit integer. In JSON Schema 20.0 is an integer, too, and some clients write it so. Such a
// number is accepted in the range in which floating point numbers are exact, because the client may have calculated
// with them.
type Integer int64

// maxExact is 2^53: up to there, floating point numbers represent integers exactly.
const maxExact = 1 << 53

// UnmarshalJSONFrom reads a number.
func (n *Integer) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	exact, err := exactInteger(string(value))
	*n = Integer(exact)
	return err
}

// exactInteger parses a JSON number as an Integer.
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
	return slices.ContainsFunc(s.properties, func(p property) bool { return p.name == name })
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
