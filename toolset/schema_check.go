package toolset

import (
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

// check returns the first difference between the next value of d and the schema. path is the path of the value, "" for
// the arguments as a whole.
func (s *Schema) check(d *jsontext.Decoder, path string) error {
	kind := d.PeekKind()
	switch {
	case kind == '{' && s.allows("object"):
		return s.checkObject(d, path)
	case kind == '[' && s.allows("array"):
		return s.checkArray(d, path)
	}
	value, err := d.ReadValue()
	if err != nil {
		return fmt.Errorf("read %s: %w", path, err) // cannot happen: the text has been parsed before
	}
	return s.checkScalar(value, path)
}

// checkScalar is check for a value that is no object and no array, or of which the schema allows none.
func (s *Schema) checkScalar(value jsontext.Value, path string) error {
	switch kind := value.Kind(); {
	case kind == '"' && s.allows("string"):
		return s.checkText(value, path)
	case kind == '0' && s.allows("integer"):
		return s.checkInteger(value, path)
	case kind == '0' && s.allows("number"):
		return s.checkNumber(value, path)
	case (kind == 't' || kind == 'f') && s.allows("boolean"), kind == 'n' && s.allows("null"):
		return nil
	}
	return s.wrongType(path)
}

func (s *Schema) allows(kind string) bool { return slices.Contains(s.kinds, kind) }

func (s *Schema) wrongType(path string) error {
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
		i := slices.IndexFunc(s.properties, func(p property) bool { return p.name == key })
		if i < 0 {
			return s.unknownProperty(key, path)
		}
		seen[i] = true
		if err := s.properties[i].check(d, join(path, key)); err != nil {
			return err
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for i, p := range s.properties {
		if p.required && !seen[i] {
			return fault.Invalid(join(path, p.name), "%s is required%s", join(path, p.name), p.schema.hint())
		}
	}
	return nil
}

// check is that of the schema. Some clients fill in all arguments that a call does not need, with null or an empty text. The fault names
// the first of them, so it says what to do with all.
func (p property) check(d *jsontext.Decoder, path string) error {
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

func (s *Schema) unknownProperty(key, path string) error {
	names := make([]string, len(s.properties))
	for i, p := range s.properties {
		names[i] = p.name
	}
	f := fault.Invalid(join(path, key), "unknown argument; known here: %s", strings.Join(names, ", "))
	f.Suggestions = meantBy(key, names)
	return f
}

// hint says what a missing value should be.
func (s *Schema) hint() string {
	if s.low != nil || s.high != nil {
		return ": " + s.rangeHint()
	}
	return ""
}

func (s *Schema) rangeHint() string {
	kind := "an integer"
	if s.allows("number") {
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

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (s *Schema) checkArray(d *jsontext.Decoder, path string) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for i := 0; d.PeekKind() != ']'; i++ {
		if s.maxItems > 0 && i == s.maxItems {
			return fault.Invalid(path, "%s must have at most %d elements", pathName(path), s.maxItems)
		}
		if err := s.items.check(d, path+"["+strconv.Itoa(i)+"]"); err != nil {
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
	f.Suggestions = meantBy(text, s.enum)
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
