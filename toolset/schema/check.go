package schema

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
)

// Check returns a fault for the first difference between the arguments of a tool and the schema. arguments is JSON with
// unique names and valid UTF-8.
func (s *Schema) Check(arguments jsontext.Value) error { return s.CheckAt(arguments, "") }

// CheckAt is Check for the value at a path, such as filters.where[0].
func (s *Schema) CheckAt(value jsontext.Value, path string) error {
	return s.check(jsontext.NewDecoder(bytes.NewReader(value), jsontext.AllowDuplicateNames(true)), path)
}

// check returns the first difference between the next value of d and the schema. path is the path of the value, "" for
// the arguments as a whole.
func (s *Schema) check(d *jsontext.Decoder, path string) error {
	kind := d.PeekKind()
	switch {
	case kind == '{' && s.Allows("object"):
		return s.checkObject(d, path)
	case kind == '[' && s.Allows("array"):
		return s.checkArray(d, path)
	}
	value, err := d.ReadValue()
	if err != nil {
		return fmt.Errorf("read %s: %w", path, err) // cannot happen: the text has been parsed before
	}
	return s.checkScalar(value, path)
}

// checkScalar is check for values other than objects and arrays, and for those where the schema allows neither.
func (s *Schema) checkScalar(value jsontext.Value, path string) error {
	switch kind := value.Kind(); {
	case kind == '"' && s.Allows("string"):
		return s.checkText(value, path)
	case kind == '0' && s.Allows("integer"):
		return s.checkInteger(value, path)
	case kind == '0' && s.Allows("number"):
		return s.checkNumber(value, path)
	case (kind == 't' || kind == 'f') && s.Allows("boolean"), kind == 'n' && s.Allows("null"):
		return nil
	}
	return s.WrongType(path)
}

// Allows reports whether the value can have a JSON type, such as "object".
func (s *Schema) Allows(kind string) bool { return slices.Contains(s.kinds, kind) }

// WrongType returns the fault for a value of another type than s allows.
func (s *Schema) WrongType(path string) error {
	return fault.Invalid(path, "%s must be %s", pathName(path), s.kindNames())
}

// kindNames returns the accepted types for messages, such as "an integer or null".
func (s *Schema) kindNames() string {
	kinds := make([]string, len(s.kinds))
	for i, kind := range s.kinds {
		kinds[i] = map[string]string{
			"integer": "an integer", "boolean": "true or false", "string": "a string", "number": "a number",
			"array": "an array", "object": "an object", "null": "null",
		}[kind]
	}
	return strings.Join(kinds, " or ")
}

// pathName is the name of the value at path in messages.
func pathName(path string) string {
	if path == "" {
		return "arguments"
	}
	return path
}

func (s *Schema) checkObject(d *jsontext.Decoder, path string) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	seen := make([]bool, len(s.properties))
	for d.PeekKind() != '}' {
		token, err := d.ReadToken()
		if err != nil {
			return err
		}
		key := token.String()
		i := slices.IndexFunc(s.properties, func(p Property) bool { return p.Name == key })
		if i < 0 {
			return s.UnknownProperty(key, path)
		}
		seen[i] = true
		if err := s.properties[i].check(d, Join(path, key)); err != nil {
			return err
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for i, p := range s.properties {
		if p.required && !seen[i] {
			return fault.Invalid(Join(path, p.Name), "%s is required%s", Join(path, p.Name), p.schema.hint())
		}
	}
	return nil
}

// check is that of the schema. Some clients fill in all arguments that a call does not need, with null or an empty
// text. The fault names the first of them, so it says what to do with all.
func (p Property) check(d *jsontext.Decoder, path string) error {
	if kind := d.PeekKind(); p.required || kind != 'n' && kind != '"' {
		return p.schema.check(d, path)
	}
	value, err := d.ReadValue()
	if err != nil {
		return fmt.Errorf("read %s: %w", path, err) // cannot happen: the text has been parsed before
	}
	err = p.schema.checkScalar(value, path)
	var f *fault.Error
	if text := string(value); (text == "null" || text == `""`) && errors.As(err, &f) {
		f.Message += "; leave out what you do not need"
	}
	return err
}

// UnknownProperty returns the fault for a member that the object at path does not have, with the names that are
// probably meant.
func (s *Schema) UnknownProperty(key, path string) error {
	names := make([]string, len(s.properties))
	for i, p := range s.properties {
		names[i] = p.Name
	}
	f := fault.Invalid(Join(path, key), "unknown argument; known here: %s", strings.Join(names, ", "))
	f.Suggestions = MeantBy(key, names)
	return f
}

// hint describes a missing value for messages.
func (s *Schema) hint() string {
	if s.low != nil || s.high != nil {
		return ": " + s.rangeHint()
	}
	return ""
}

func (s *Schema) rangeHint() string {
	kind := "an integer"
	if s.Allows("number") {
		kind = "a number"
	}
	switch {
	case s.high == nil || *s.high == math.MaxInt64:
		return fmt.Sprintf("%s of at least %d", kind, *s.low)
	case s.low == nil:
		return fmt.Sprintf("%s of at most %d", kind, *s.high)
	}
	if s.lowNeeds != "" {
		return fmt.Sprintf("%s between %d and %d, or %d with %s", kind, *s.low+1, *s.high, *s.low, s.lowNeeds)
	}
	return fmt.Sprintf("%s between %d and %d", kind, *s.low, *s.high)
}

// Join returns the path of a member of the value at path.
func Join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// Index returns the path of an element of the array at path.
func Index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

func (s *Schema) checkArray(d *jsontext.Decoder, path string) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for i := 0; d.PeekKind() != ']'; i++ {
		if s.maxItems > 0 && i == s.maxItems {
			return fault.Invalid(path, "%s must have at most %d elements", pathName(path), s.maxItems)
		}
		if err := s.items.check(d, Index(path, i)); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

func (s *Schema) checkText(value jsontext.Value, path string) error {
	unquoted, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return err
	}
	length := utf8.RuneCount(unquoted)
	switch {
	case length < s.minChars:
		return fault.Invalid(path, "%s must not be empty", pathName(path))
	case s.maxChars > 0 && length > s.maxChars:
		return fault.Invalid(path, "%s must have at most %d characters", pathName(path), s.maxChars)
	}
	text := string(unquoted)
	if s.form != nil {
		if err := s.form.check(text); err != nil {
			return fault.Invalid(path, "%s %s", pathName(path), err)
		}
	}
	if len(s.enum) == 0 || slices.ContainsFunc(s.enum, func(known string) bool {
		return known == text || !s.sameCase && strings.EqualFold(known, text)
	}) {
		return nil
	}
	f := fault.New(s.unknown, "%s must be one of %s%s", pathName(path), strings.Join(s.enum, ", "), s.elsewhere)
	f.Field = path
	f.Suggestions = MeantBy(text, s.enum)
	return f
}

func (s *Schema) checkInteger(value jsontext.Value, path string) error {
	n, err := exactInteger(string(value))
	if err != nil || n < *s.low || n > *s.high {
		return fault.Invalid(path, "%s must be %s", pathName(path), s.rangeHint())
	}
	return nil
}

// checkNumber checks a number, which need not be an integer.
func (s *Schema) checkNumber(value jsontext.Value, path string) error {
	if len(value) > s.maxChars {
		return fault.Invalid(path, "%s must have at most %d digits", pathName(path), s.maxChars)
	}
	n, _ := strconv.ParseFloat(string(value), 64) // one that is too large becomes infinite
	if s.low != nil && n < float64(*s.low) || s.high != nil && n > float64(*s.high) {
		return fault.Invalid(path, "%s must be %s", pathName(path), s.rangeHint())
	}
	return nil
}
