package upstream

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"emcp/internal/fault"
)

// Bounds of the schema of a tool, and of checking arguments against it.
const (
	maxSchema      = 32 << 10 // bytes
	maxSchemaDepth = 32
	maxSchemaSize  = 2000 // as survey counts it; it is some 50 ms and 2 MiB
	// maxWork bounds the time of a check: the schemas that can apply on one way through the arguments, times the bytes of
	// the arguments. It is some 100 ms.
	maxWork = 20_000_000
	// maxMistakes bounds the memory of a check, which keeps all mistakes: the same schemas, times the values in the
	// arguments. It is some 60 MiB.
	maxMistakes = 200_000
	// maxNesting is how deep arguments can be nested.
	maxNesting = 32
	// maxHint bounds a description in a schema, in characters.
	maxHint = 500
)

// argumentSchema checks the arguments of a tool.
type argumentSchema struct {
	compiled *jsonschema.Schema
	document any
}

// schemaName is the address that the compiler needs for a schema.
const schemaName = "tool:///schema"

// noLoader keeps a schema from loading files and pages.
type noLoader struct{}

func (noLoader) Load(string) (any, error) {
	return nil, errors.New("it refers to another document")
}

// compile prepares a schema for checking arguments, and refuses one that would cost too much. It takes the
// size of the schema from room.
func compile(text jsontext.Value, room *int) (*argumentSchema, error) {
	if len(text) > maxSchema {
		return nil, fmt.Errorf("its schema has more than %d bytes", maxSchema)
	}
	document, err := decode(text)
	if err != nil {
		return nil, err
	}
	object, ok := document.(map[string]any)
	if !ok || object["type"] != "object" {
		return nil, errors.New("its schema does not have the type object")
	}
	size, err := survey(object, nesting(text))
	if err != nil {
		return nil, err
	}
	if *room < size {
		return nil, errors.New("the schemas of the tools before it take all the room; choose tools with allow")
	}
	*room -= size
	// References are followed here before the compiler follows them.
	if _, err := newWork(document).of(document, maxNesting); err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.UseRegexpEngine(compilePattern)
	if err := c.AddResource(schemaName, document); err != nil {
		return nil, err
	}
	compiled, err := c.Compile(schemaName)
	if errors.As(err, new(*jsonschema.SchemaValidationError)) {
		return nil, errors.New("its schema is not valid JSON Schema")
	}
	if err != nil {
		return nil, err
	}
	return &argumentSchema{compiled, document}, nil
}

// decode reads JSON with numbers as float64. The checker would otherwise use exact numbers, which a
// large exponent makes huge.
func decode(text jsontext.Value) (value any, err error) {
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, errors.New("it is not valid JSON, or a number in it is too large")
	}
	return value, nil
}

// check returns an InvalidParams fault if the arguments do not match the schema.
func (s *argumentSchema) check(arguments jsontext.Value) error {
	value, err := decode(arguments)
	if err != nil {
		return fault.Invalid("arguments", "arguments must be JSON, with numbers that fit 64 bits")
	}
	if !s.affordable(arguments, value) {
		return fault.Invalid("arguments", "the arguments are too large or too deeply nested to check; send less")
	}
	err = s.compiled.Validate(value)
	var wrong *jsonschema.ValidationError
	if !errors.As(err, &wrong) {
		return err
	}
	for len(wrong.Causes) > 0 {
		wrong = wrong.Causes[0]
	}
	text := wrong.Error() // lines, of which the last says at which place what is wrong
	_, what, _ := strings.Cut(text[strings.LastIndexByte(text, '\n')+1:], ": ")
	if what == "" {
		what = "does not fit the schema of the tool"
	}
	return fault.Invalid(cleanLine(strings.Join(wrong.InstanceLocation, "."), 100), "%s", cleanLine(what, maxError))
}

// affordable reports whether the check of arguments stays within its bounds.
func (s *argumentSchema) affordable(arguments jsontext.Value, value any) bool {
	levels := nesting(arguments)
	if levels > maxNesting { // first, because computing the work takes time for each level
		return false
	}
	each, err := newWork(s.document).of(s.document, levels)
	return err == nil && each*float64(len(arguments)) <= maxWork && each*float64(count(value)) <= maxMistakes
}

// texts are the keywords whose values people and models read.
var texts = []string{"description", "title", "$comment"}

// cleanSchema returns a schema in which what people and models read is clean and short. The rest stays, in its order.
func cleanSchema(text jsontext.Value) (jsontext.Value, error) {
	in := jsontext.NewDecoder(bytes.NewReader(text))
	var out bytes.Buffer
	encoder := jsontext.NewEncoder(&out, jsontext.Multiline(false))
	for {
		token, err := in.ReadToken()
		if err != nil {
			return bytes.TrimSpace(out.Bytes()), nil //nolint:nilerr // the end; compile has read the text before
		}
		kind, length := in.StackIndex(in.StackDepth())
		if kind == '{' && length%2 == 0 && token.Kind() == '"' && slices.Contains(texts, lastName(in)) {
			token = jsontext.String(clean(token.String(), maxHint))
		}
		if err := encoder.WriteToken(token); err != nil {
			return nil, err
		}
	}
}

// lastName returns the name of the member that was read last.
func lastName(in *jsontext.Decoder) string {
	pointer := string(in.StackPointer())
	return pointer[strings.LastIndexByte(pointer, '/')+1:]
}
