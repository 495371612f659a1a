package upstream

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"emcp/internal/fault"
)

// bomb returns members of a schema: a name under $defs whose check takes 2^99 steps, after other definitions.
func bomb(name, others string) string {
	defs := `"$defs":{` + others + `"a0":{"type":"string"}`
	for i := 1; i < 99; i++ {
		defs += fmt.Sprintf(`,"a%d":{"allOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]}`, i, i-1, i-1)
	}
	return defs + fmt.Sprintf(`,%q:{"allOf":[{"$ref":"#/$defs/a98"},{"$ref":"#/$defs/a98"}]}}`, name)
}

// prepared returns the check of a schema of an upstream that has no other.
func prepared(schema string) (*argumentSchema, error) {
	room := mostSchemas
	return compile([]byte(schema), &room)
}

// TestSchemasThatCostTooMuch refuses schemas that would take much time or memory, before they do.
func TestSchemasThatCostTooMuch(t *testing.T) {
	const (
		large   = schemaHasMore + "2000 values and parts of patterns"
		inside  = "its schema has $id inside" + notFollowed
		another = "its schema has $schema inside" + notFollowed
	)
	property := func(text string) string { return `{"type":"object","properties":{"x":` + text + `}}` }
	for name, test := range map[string]struct{ schema, want string }{
		"schemas":   {`{"type":"object","allOf":[` + strings.Repeat(`{},`, 5000) + `{}]}`, large},
		"values":    {property(`{"enum":[` + strings.Repeat(`1,`, 5000) + `1]}`), large},
		"a pattern": {property(`{"pattern":"` + strings.Repeat("x{1000}", 3000) + `"}`), large},
		"a name":    {property(`{"patternProperties":{"` + strings.Repeat("x{1000}", 3000) + `":{}}}`), large},
		"letters":   {property(`{"pattern":"` + strings.Repeat(`\\p{L}`, 900) + `"}`), large},
		"a pattern that ref": {
			`{"type":"object","$ref":"#/other","other":{"pattern":"` + strings.Repeat("x{1000}", 3000) + `"}}`, large,
		},
		"$id in a target": {`{"type":"object","$ref":"#/$defs/b/c","$defs":{"b":{"$id":"http://example.com/",` +
			`"c":{"$ref":"#/d"},"d":{}}},"d":{}}`,
			inside},
		"$schema in a part": {property(`{"$schema":"http://json-schema.org/draft-04/schema#"}`), another},
		"draft-04": {`{"$schema":"http://json-schema.org/draft-04/schema#","type":"object",` +
			`"properties":{"x":{"id":"http://example.com/","allOf":[{"$ref":"#/d"}],"d":{}}},"d":{}}`,
			"its schema is of a version of JSON Schema that emcp does not check"},
		"a reference to the root": {
			`{"type":"object","not":{"$dynamicRef":"#"}}`, "its schema has $dynamicRef" + notFollowed,
		},
	} {
		if _, err := prepared(test.schema); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
	for _, schema := range []string{
		property(`{"enum":["` + strings.Repeat("a", 20_000) + `"]}`),
		property(`{"pattern":"^[a-z]{1,1000}$"}`),
		property(`{"default":{"id":"a"},"examples":[{"id":"b"}]}`),
		`{"$schema":"http://json-schema.org/draft-07/schema#","$id":"http://example.com/own","type":"object"}`,
	} {
		if _, err := prepared(schema); err != nil {
			t.Errorf("%.200s: %v", schema, err)
		}
	}
}

// TestArgumentsThatCostTooMuch refuses arguments whose check would take much time or memory, before it does.
func TestArgumentsThatCostTooMuch(t *testing.T) {
	names := make([]string, 1500)
	for i := range names {
		names[i] = fmt.Sprintf(`"n%d"`, i)
	}
	all := strings.Join(names, ",")
	property := func(text string) string { return `{"type":"object","properties":{"x":` + text + `}}` }
	objects := `{"x":[` + strings.Repeat(`{"a":{}},`, 100_000) + `{}]}`
	itself := property(`{"items":{"$ref":"#/properties/x"},"allOf":[` + strings.Repeat(`{"type":"array"},`, 200) + `{}]}`)
	for name, test := range map[string]struct{ schema, arguments string }{
		"many names":        {property(`{"items":{"required":[` + all + `]}}`), objects},
		"names that depend": {property(`{"items":{"dependentRequired":{"a":[` + all + `]}}}`), objects},
		"names that depend (7)": {
			`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object",` +
				`"properties":{"x":{"items":{"dependencies":{"a":[` + all + `]}}}}}`, objects,
		},
		"many mistakes": {
			property(`{"items":{"allOf":[` + strings.Repeat(`{"type":"string"},`, 10) + `{}]}}`),
			`{"x":[` + strings.Repeat(`1,`, 400_000) + `1]}`,
		},
		"many levels": {itself, `{"x":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`},
		"a reference with %": {
			`{"type":"object","properties":{"x":{"$ref":"#/$defs/b%41"}},` + bomb("bA", `"b%41":{},`) + `}`, `{"x":"a"}`,
		},
		"a pattern as a value": {
			`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"x":{"format":"regex"}}}`,
			`{"x":"` + strings.Repeat("x{1000}", 3000) + `"}`,
		},
		"a reference with %24ref": {
			`{"type":"object","properties":{"x":{"$ref":"#/%24defs/b"}},` + bomb("b", "") + `}`, `{"x":"a"}`,
		},
	} {
		s, err := prepared(test.schema)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err = s.check([]byte(test.arguments))
		runtime.ReadMemStats(&after)
		if fault.From(err).Kind != fault.InvalidParams {
			t.Errorf("%s: %v", name, err)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 100<<20 {
			t.Errorf("%s: %d bytes were allocated", name, got)
		}
	}
}

// TestListsThatCostTooMuch uses the first tools of a list that is too large to be read by an assistant, or to be
// prepared. What is not used is not prepared either.
func TestListsThatCostTooMuch(t *testing.T) {
	wide := `{"type":"object","allOf":[` + strings.Repeat(`{},`, 1900) + `{}]}`
	long := `{"type":"object","properties":{"x":{"default":"` + strings.Repeat("a", 20_000) + `"}}}`
	wrong := `{"type":"object","allOf":[` + strings.Repeat(`{},`, 1900) + `7]}`
	for name, test := range map[string]struct {
		schema, reason string
		used           int
	}{
		"wide":  {wide, takeAllTheRoom, 10},
		"long":  {long, "emcp shows at most 262144 bytes of the tools of an upstream; choose them with allow", 13},
		"wrong": {wrong, takeAllTheRoom, 0},
	} {
		var tools []string
		for i := range 150 {
			tools = append(tools,
				fmt.Sprintf(`{"name":"t%d","inputSchema":%s,"annotations":{"readOnlyHint":true}}`, i, test.schema))
		}
		o := options(serve(t, on("tools/list", func(w http.ResponseWriter, _ *http.Request, a asked) bool {
			return say(w, a.result(`{"tools":[`+strings.Join(tools, ",")+`]}`))
		})))
		o.Timeout = 20 * time.Second
		list, err := Inspect(t.Context(), o)
		if err != nil || len(list.Tools) != test.used || len(list.Refused) != mostRefused ||
			list.Refused[mostRefused-1].Reason != test.reason {
			t.Errorf("%s: %d tools, %d refused, the last because %s: %v", name, len(list.Tools), len(list.Refused),
				list.Refused[len(list.Refused)-1].Reason, err)
		}
	}
}
