package schema

import (
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// textForm has the keywords pattern and format of a string in the schema of a declared tool.
type textForm struct {
	pattern, format string // as declared; empty: any

	compiled *jsonschema.Schema
}

// formName is the address under which the compiler gets a schema.
const formName = "tool:///form"

// compileForm prepares the check of a pattern, a format, or both. Its errors are for the owner.
func compileForm(pattern, format string) (*textForm, error) {
	document := map[string]any{}
	if pattern != "" {
		document["pattern"] = pattern
	}
	if format != "" {
		document["format"] = format
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(formName, document); err != nil {
		return nil, err
	}
	compiled, err := c.Compile(formName)
	switch {
	case err != nil: // format is any string for the compiler
		return nil, fmt.Errorf("pattern: %q is not a regular expression in the syntax RE2", pattern)
	case format != "" && compiled.Format == nil:
		return nil, fmt.Errorf("format: emcp does not know %q; use one of JSON Schema, such as date, date-time, email, "+
			"uri or uuid", format)
	}
	return &textForm{pattern, format, compiled}, nil
}

// check returns an error if a string does not fit. It continues a sentence about the string.
func (f *textForm) check(text string) error {
	switch {
	case f.compiled.Pattern != nil && !f.compiled.Pattern.MatchString(text):
		return fmt.Errorf("must match the pattern %s", f.pattern)
	case f.compiled.Format != nil && f.compiled.Format.Validate(text) != nil:
		return fmt.Errorf("must have the format %s", f.format)
	}
	return nil
}
