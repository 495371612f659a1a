package upstream

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp/syntax"
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
	// maxWork bounds a check: the schemas that can apply on one way through the arguments, times the bytes of the arguments. It is some
	// 100 ms.
	maxWork = 20_000_000
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

// compile prepares the check of a schema, and refuses one that would cost too much.
func compile(text jsontext.Value) (*argumentSchema, error) {
	if len(text) > maxSchema {
		return nil, fmt.Errorf("its schema has more than %d bytes", maxSchema)
	}
	document, err := decode(text)
	if err != nil {
		return nil, err
	}
	if object, ok := document.(map[string]any); !ok || object["type"] != "object" {
		return nil, errors.New("its schema does not have the type object")
	}
	if depth(document) > maxSchemaDepth {
		return nil, fmt.Errorf("its schema has more than %d levels", maxSchemaDepth)
	}
	// References are followed here before the compiler follows them.
	if _, err := newWork(document).of(document, maxNesting); err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
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

// decode reads JSON with numbers as float64, because the checker works with exact numbers, whose size an exponent can blow up.
func decode(text jsontext.Value) (value any, err error) {
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, errors.New("it is not valid JSON, or a number in it is too large")
	}
	return value, nil
}

// check returns an InvalidParams fault if the arguments do not fit.
func (s *argumentSchema) check(arguments jsontext.Value) error {
	value, err := decode(arguments)
	if err != nil {
		return fault.Invalid("arguments", "arguments must be JSON, with numbers that fit 64 bits")
	}
	levels := depth(value)
	work, err := newWork(s.document).of(s.document, levels)
	if levels > maxNesting || err != nil || work*float64(len(arguments)) > maxWork {
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

// depth returns how many levels of objects and arrays a value has.
func depth(value any) int {
	deepest := 0
	switch value := value.(type) {
	case map[string]any:
		for _, v := range value {
			deepest = max(deepest, depth(v))
		}
	case []any:
		for _, v := range value {
			deepest = max(deepest, depth(v))
		}
	default:
		return 0
	}
	return 1 + deepest
}

// work computes what a check can cost: how many schemas apply to the values on one way from the arguments down to a value in them.
type work struct {
	root  any
	known map[workKey]float64
	open  map[workKey]bool
}

type workKey struct {
	schema uintptr
	levels int
}

func newWork(root any) *work {
	return &work{root, map[workKey]float64{}, map[workKey]bool{}}
}

// place says to which values the schemas of a keyword apply.
type place uint8

const (
	same   place = iota // to the value itself
	inside              // each to any value in it
	named               // each to another value in it
)

// shape says what a keyword has: one schema, a list of them, or an object of them. A keyword can have one or a list.
type shape uint8

const (
	one shape = iota
	many
)

// keywords are those that have schemas.
var keywords = []struct {
	name  string
	place place
	shape shape
}{
	{"allOf", same, many}, {"anyOf", same, many}, {"oneOf", same, many}, {"not", same, one}, {"if", same, one}, {"then", same, one},
	{"else", same, one}, {"dependentSchemas", same, many}, {"dependencies", same, many},
	{"properties", named, many}, {"prefixItems", named, many},
	{"patternProperties", inside, many}, {"additionalProperties", inside, one}, {"items", inside, one}, {"additionalItems", inside, one},
	{"contains", inside, one}, {"propertyNames", inside, one}, {"unevaluatedItems", inside, one}, {"unevaluatedProperties", inside, one},
}

// elsewhere are keywords that make the target of a reference depend on more than its text.
var elsewhere = []string{"$dynamicRef", "$recursiveRef"}

// of returns the work for a schema and a value of that many levels.
func (w *work) of(schema any, levels int) (float64, error) {
	object, ok := schema.(map[string]any)
	if !ok {
		return 1, nil
	}
	key := workKey{reflect.ValueOf(object).Pointer(), levels}
	if total, ok := w.known[key]; ok {
		return total, nil
	}
	if w.open[key] {
		return 0, errors.New("its schema refers to itself without an end")
	}
	w.open[key] = true
	defer delete(w.open, key)
	for _, keyword := range elsewhere {
		if _, ok := object[keyword]; ok {
			return 0, fmt.Errorf("its schema has %s, which emcp does not follow", keyword)
		}
	}
	if _, ok := object["$id"]; ok && reflect.ValueOf(object).Pointer() != reflect.ValueOf(w.root).Pointer() {
		return 0, errors.New("its schema has $id inside, which emcp does not follow")
	}
	total, err := w.own(object)
	if err != nil {
		return 0, err
	}
	if ref, ok := object["$ref"].(string); ok {
		target, err := w.target(ref)
		if err != nil {
			return 0, err
		}
		cost, err := w.of(target, levels)
		if err != nil {
			return 0, err
		}
		total += cost
	}
	for _, keyword := range keywords {
		below := levels
		if keyword.place != same {
			if below--; below < 0 {
				continue
			}
		}
		sum, most := 0.0, 0.0
		for _, s := range schemasIn(object[keyword.name], keyword.shape) {
			cost, err := w.of(s, below)
			if err != nil {
				return 0, err
			}
			sum, most = sum+cost, math.Max(most, cost)
		}
		if keyword.place == named {
			sum = most
		}
		total += sum
	}
	w.known[key] = total
	return total, nil
}

// own returns the work for the keywords of a schema that have no schemas.
func (*work) own(object map[string]any) (float64, error) {
	total := 1.0
	patterns := []string{}
	if p, ok := object["pattern"].(string); ok {
		patterns = append(patterns, p)
	}
	if named, ok := object["patternProperties"].(map[string]any); ok {
		for p := range named {
			patterns = append(patterns, p)
		}
	}
	for _, p := range patterns {
		parsed, err := syntax.Parse(p, syntax.Perl)
		if err != nil {
			return 0, errors.New("its schema has a pattern that emcp cannot check")
		}
		program, err := syntax.Compile(parsed.Simplify())
		if err != nil {
			return 0, errors.New("its schema has a pattern that emcp cannot check")
		}
		total += float64(len(program.Inst))
	}
	if values, ok := object["enum"].([]any); ok {
		total += float64(len(values))
	}
	if object["uniqueItems"] == true {
		total += 100
	}
	return total, nil
}

// schemasIn returns the schemas in the value of a keyword.
func schemasIn(value any, of shape) []any {
	switch value := value.(type) {
	case []any:
		return value
	case map[string]any:
		if of == many {
			return slices.Collect(maps.Values(value))
		}
		return []any{value}
	}
	return nil
}

// target returns the schema that a reference names. Only those within the document are allowed.
func (w *work) target(ref string) (any, error) {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok || pointer != "" && !strings.HasPrefix(pointer, "/") {
		return nil, errors.New("its schema refers to another document")
	}
	at := w.root
	for _, name := range strings.Split(pointer, "/")[1:] {
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		object, ok := at.(map[string]any)
		if !ok || object[name] == nil {
			return nil, errors.New("its schema refers to a part that it does not have")
		}
		at = object[name]
	}
	return at, nil
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
