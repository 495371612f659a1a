package probe

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas are input schemas with the arguments made from them. "" means that no arguments can be made.
var schemas = map[string]struct{ schema, want string }{
	"nothing required": {`{"type":"object","properties":{"a":{"type":"string"}}}`, `{}`},
	"no properties":    {`{"type":"object"}`, `{}`},
	"true":             {`true`, `{}`},
	"every type": {
		required(
			`{"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"number"},"d":{"type":"boolean"},"e":{"type":"null"},` +
				`"f":{"type":"array"},"g":{"type":"object"}}`), `{"a":"probe","b":1,"c":1,"d":false,"e":null,"f":[],"g":{}}`,
	},
	"no type":            {required(`{"a":{},"b":true}`), `{"a":"probe","b":"probe"}`},
	"without its schema": {`{"type":"object","required":["a"]}`, `{"a":"probe"}`},
	"several types":      {required(`{"a":{"type":["null","integer"]},"b":{"type":["null"]}}`), `{"a":1,"b":null}`},
	"const":              {required(`{"a":{"const":{"b":[1.50]}}}`), `{"a":{"b":[1.50]}}`},
	"enum":               {required(`{"a":{"type":"string","enum":["x","y"]}}`), `{"a":"x"}`},
	"examples": {
		required(`{"a":{"type":"string","examples":["w","x"],"default":"z","enum":["x","z"]}}`), `{"a":"x"}`,
	},
	"default":             {required(`{"a":{"type":"integer","default":20}}`), `{"a":20}`},
	"default that is bad": {required(`{"a":{"type":"integer","default":"twenty"}}`), `{"a":1}`},
	"bounds": {
		required(
			`{"a":{"type":"integer","minimum":5},"b":{"type":"integer","maximum":-5},"c":{"type":"integer",` +
				`"exclusiveMinimum":1},"d":{"type":"integer","exclusiveMaximum":1},"e":{"type":"integer","multipleOf":7}}`),
		`{"a":5,"b":-5,"c":2,"d":0,"e":7}`,
	},
	"bounds of draft 4": {
		`{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","required":["a"],` +
			`"properties":{"a":{"type":"integer","minimum":1,"exclusiveMinimum":true}}}`, `{"a":2}`,
	},
	"fraction":       {required(`{"a":{"type":"number","minimum":0.25,"maximum":0.5}}`), `{"a":0.25}`},
	"no number":      {required(`{"a":{"type":"integer","minimum":2,"maximum":1}}`), ``},
	"large number":   {required(`{"a":{"type":"integer","minimum":9007199254740993}}`), `{"a":9007199254740993}`},
	"endless number": {required(`{"a":{"type":"number","minimum":1e999999999}}`), `{"a":1}`},
	"length": {
		required(
			`{"a":{"type":"string","minLength":8},"b":{"type":"string","maxLength":2},"c":{"type":"string","maxLength":0}}`),
		`{"a":"probeeee","b":"pr","c":""}`,
	},
	"too long": {required(`{"a":{"type":"string","minLength":1000000000000}}`), ``},
	"pattern": {
		required(`{"a":{"type":"string","pattern":"^\\d+$"},"b":{"type":"string","pattern":"^[a-z]{2}$"}}`),
		`{"a":"1","b":"en"}`,
	},
	"pattern of nothing": {required(`{"a":{"type":"string","pattern":"^[A-Z]{3}-\\d{4}$"}}`), ``},
	"pattern, example": {
		required(`{"a":{"type":"string","pattern":"^[A-Z]{3}-\\d{4}$","examples":["ABC-1234"]}}`), `{"a":"ABC-1234"}`,
	},
	"look-ahead":        {required(`{"a":{"type":"string","pattern":"^(?=a)"}}`), ``},
	"explosive pattern": {required(`{"a":{"type":"string","pattern":"^((a{1000}){1000}){1000}$"}}`), ``},
	"formats": {
		required(
			`{"a":{"type":"string","format":"date-time"},"b":{"type":"string","format":"uri"},"c":{"type":"string",` +
				`"format":"made-up"},"d":{"type":"string","format":"uuid"}}`),
		`{"a":"2026-01-01T00:00:00Z","b":"https://example.com/","c":"probe","d":"6f1d0c52-8f0c-4c3e-9d3a-2b7a1c0e5f11"}`,
	},
	"array": {
		required(`{"a":{"type":"array","minItems":2,"items":{"type":"integer"}},"b":{"type":"array","minItems":1}}`),
		`{"a":[1,1],"b":["probe"]}`,
	},
	"array of draft 7": {
		`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["a"],` +
			`"properties":{"a":{"type":"array","minItems":1,"items":{"type":"boolean"}}}}`, `{"a":[false]}`,
	},
	"endless array": {required(`{"a":{"type":"array","minItems":1000000000}}`), ``},
	"reference": {
		`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/x~1y"}},"$defs":{"x/y":{"$ref":"#/$defs/z"},` +
			`"z":{"type":"integer","minimum":3}}}`, `{"a":3}`,
	},
	"reference and more": {
		`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/n","minimum":5}},` +
			`"$defs":{"n":{"type":"integer","minimum":3,"maximum":9}}}`, `{"a":9}`,
	},
	"tree": {
		`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/node"}},"$defs":{"node":{"type":"object",` +
			`"required":["name"],"properties":{"name":{"type":"string"},"children":{"type":"array",` +
			`"items":{"$ref":"#/$defs/node"}}}}}}`, `{"a":{"name":"probe"}}`,
	},
	"endless tree": {`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#"}}}`, ``},
	"circle": {
		`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},` +
			`"b":{"$ref":"#/$defs/a"}}}`, ``,
	},
	"anyOf": {
		required(`{"a":{"anyOf":[{"type":"integer"},{"type":"null"}]},"b":{"oneOf":[{"const":1},{"const":2}]}}`),
		`{"a":1,"b":1}`,
	},
	"second branch": {
		required(`{"a":{"oneOf":[{"type":"string"},{"type":"string","minLength":1},{"type":"integer"}]}}`), `{"a":1}`,
	},
	"allOf":              {required(`{"a":{"allOf":[{"type":"integer","minimum":1},{"minimum":4}]}}`), `{"a":4}`},
	"allOf of a billion": {billion(), ``},
	"not":                {required(`{"a":{"type":"string","not":{"const":"probe"}}}`), `{"a":"1"}`},
	"if": {
		`{"type":"object","required":["a"],"properties":{"a":{"enum":["x","y"]}},"if":{"properties":{"a":{"const":"x"}}},` +
			`"then":{"required":["b"]}}`, ``,
	},
}

// required returns the schema of an object that requires all of the properties.
func required(properties string) string {
	var named map[string]json.RawMessage
	if err := json.Unmarshal([]byte(properties), &named); err != nil {
		panic(err)
	}
	var names []string
	for name := range named {
		names = append(names, `"`+name+`"`)
	}
	return `{"type":"object","properties":` + properties + `,"required":[` + strings.Join(names, ",") + `]}`
}

// billion returns a small schema that becomes enormous when its references are expanded.
func billion() string {
	var b strings.Builder
	b.WriteString(`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/a0"}},"$defs":{`)
	for i := range 40 {
		next := `{"$ref":"#/$defs/a` + strings.Repeat("0", i+2) + `"}`
		b.WriteString(`"a` + strings.Repeat("0", i+1) + `":{"allOf":[` + next + `,` + next + `]},`)
	}
	b.WriteString(`"a` + strings.Repeat("0", 41) + `":{"type":"string"}}}`)
	return b.String()
}

func TestArguments(t *testing.T) {
	for name, test := range schemas {
		t.Run(name, func(t *testing.T) {
			_, compiled, err := parseSchema([]byte(test.schema), forInput)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if made, err := compiled.arguments(); err == nil {
				got = marshal(t, made)
			}
			if got != test.want {
				t.Errorf("%s\n got %s\nwant %s", test.schema, got, test.want)
			}
		})
	}
}

func marshal(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// FuzzArguments makes arguments from any schema. They must be small, and fit after the server has parsed them.
func FuzzArguments(f *testing.F) {
	for _, seed := range schemas {
		f.Add(seed.schema)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, compiled, err := parseSchema([]byte(text), forInput)
		if err != nil {
			return
		}
		made, err := compiled.arguments()
		if err != nil {
			return
		}
		sent := marshal(t, made)
		if len(sent) > 1<<20+len(text)*maxSamples {
			t.Errorf("%d bytes of arguments from %d bytes of schema", len(sent), len(text))
		}
		read, err := jsonschema.UnmarshalJSON(strings.NewReader(sent))
		if err != nil {
			t.Fatalf("%s: %v", sent, err)
		}
		if err := compiled.validate(read); err != nil {
			t.Errorf("%s does not fit: %v", sent, err)
		}
	})
}

// TestSchemasThatCannotBeUsed compares the messages for unusable schemas. None of these schemas may load another
// document.
func TestSchemasThatCannotBeUsed(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object"`: "it is not JSON",
		`{"type":"text"}`: `at '/type': value must be one of 'array', 'boolean', 'integer', ` +
			`'null', 'number', 'object', 'string'`,
		`{"type":"object","properties":[]}`: `at '/properties': got array, want object`,
		`{"$ref":"#/$defs/a"}`:              `json-pointer in "#/$defs/a" not found`,
		`{"$ref":"file:///etc/passwd"}`: `failing loading "file:///etc/passwd": ` + referringMessage +
			` file:///etc/passwd`,
		`{"$ref":"http://127.0.0.1/"}`: `failing loading "http://127.0.0.1/": ` + referringMessage +
			` http://127.0.0.1/`,
		`{"$schema":"https://example.com/my-schema"}`: `failing loading "https://example.com/my-schema": ` +
			referringMessage + ` https://example.com/my-schema`,
	} {
		_, _, err := parseSchema([]byte(schema))
		if err == nil {
			t.Errorf("%s can be used", schema)
		} else if got := reasonOf(err); got != want {
			t.Errorf("%s\n got %s\nwant %s", schema, got, want)
		}
	}
}
