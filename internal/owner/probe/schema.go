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

// compiledSchema is a JSON Schema of a server, compiled.
type compiledSchema struct{ compiled *jsonschema.Schema }

// schemaTime bounds work with one schema, because references can make small ones endless.
const schemaTime = 2 * time.Second

var errSchemaTime = errors.New("it takes too long to check")

// parseSchema reads a schema, also as JSON. It reads no other documents: a schema that refers to any is refused.
func parseSchema(text []byte) (document any, compiled *compiledSchema, err error) {
	if document, err = jsonschema.UnmarshalJSON(bytes.NewReader(text)); err != nil {
		return nil, nil, errors.New("it is not JSON")
	}
	err = within(schemaTime, func() error {
		compiler := jsonschema.NewCompiler()
		compiler.UseLoader(noLoader{})
		compiler.UseRegexpEngine(lenient)
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

// schemaName is the address of a schema for the compiler, which needs one.
const schemaName = "tool:///schema"

// validate returns where and how the value does not fit.
func (s *compiledSchema) validate(value any) error {
	return within(schemaTime, func() error { return s.compiled.Validate(value) })
}

// noLoader keeps a schema from having files of this computer or pages of its network read.
type noLoader struct{}

// Load refuses.
func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("it refers to another document, %s", url)
}

// within runs work that cannot be cancelled; when its time is up, nobody waits for it any longer.
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

// lenient compiles the patterns of a schema. Those of JavaScript that Go does not have (look-ahead) match everything.
func lenient(pattern string) (jsonschema.Regexp, error) {
	compiled, err := regexp.Compile(pattern)
	if err != nil {
		return regexp.MustCompile(""), nil //nolint:nilerr // the schema is right
	}
	return compiled, nil
}

// reasonOf says in one line why a schema, or a value of it, is refused: the first of the reasons that the library lists, each
// below what follows from it.
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
