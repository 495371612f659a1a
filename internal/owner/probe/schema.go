package probe

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compiledSchema is a compiled JSON Schema of a server.
type compiledSchema struct{ compiled *jsonschema.Schema }

// schemaTime bounds the time spent on one schema, because a small schema with references can be endless.
const schemaTime = 2 * time.Second

var errSchemaTime = errors.New("it takes too long to check")

// parseSchema reads a schema and returns it as JSON and compiled. It refuses schemas that refer to other documents.
func parseSchema(text []byte, options ...func(*jsonschema.Compiler)) (
	document any, compiled *compiledSchema, err error,
) {
	if document, err = jsonschema.UnmarshalJSON(bytes.NewReader(text)); err != nil {
		return nil, nil, errors.New("it is not JSON")
	}
	err = within(schemaTime, func() error {
		compiler := jsonschema.NewCompiler()
		compiler.UseLoader(noLoader{})
		compiler.UseRegexpEngine(orElse(everything))
		for _, option := range options {
			option(compiler)
		}
		if err := compiler.AddResource(schemaName, document); err != nil {
			return err
		}
		c, err := compiler.Compile(schemaName)
		compiled = &compiledSchema{c}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return document, compiled, nil
}

// schemaName is the address that the compiler requires for a schema.
const schemaName = "tool:///schema"

// validate returns where the value does not fit, and why.
func (s *compiledSchema) validate(value any) error {
	return within(schemaTime, func() error { return s.compiled.Validate(value) })
}

// noLoader prevents a schema from loading files of this computer or pages of its network.
type noLoader struct{}

// Load always fails.
func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("it refers to another document, %s", url)
}

// within runs work that cannot be cancelled. After the limit it returns an error and leaves the work running.
func within(limit time.Duration, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- work() }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return errSchemaTime
	}
}

// forInput makes a compiler strict, for values that the probe sends: they need the formats of the schema, and no value
// matches a pattern that cannot be compiled.
func forInput(compiler *jsonschema.Compiler) {
	compiler.AssertFormat()
	compiler.UseRegexpEngine(orElse(nothing))
}

// Replacements for patterns with JavaScript syntax that Go lacks (look-ahead).
var everything, nothing = regexp.MustCompile(""), regexp.MustCompile(`[^\s\S]`)

// orElse compiles the patterns of a schema. other replaces those that cannot be compiled.
func orElse(other *regexp.Regexp) jsonschema.RegexpEngine {
	return func(pattern string) (jsonschema.Regexp, error) {
		compiled, err := regexp.Compile(pattern)
		if err != nil {
			return other, nil //nolint:nilerr // the schema is right
		}
		return compiled, nil
	}
}

// reasonOf says in one line why a schema, or a value for it, is refused. It takes the first root cause that the library
// lists.
func reasonOf(err error) string {
	var invalid *jsonschema.SchemaValidationError
	if errors.As(err, &invalid) {
		err = invalid.Err
	}
	lines := strings.Split(strings.ReplaceAll(err.Error(), schemaName+"#", "#"), "\n")
	depth := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	at := 0
	for at+1 < len(lines) && (at == 0 || depth(lines[at+1]) > depth(lines[at])) {
		at++
	}
	return strings.TrimLeft(lines[at], "- ")
}
