package bundle_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"emcp/bundle"
)

// values are those of the tests.
var values = bundle.Values{
	Arguments: map[string]jsontext.Value{"words": jsontext.Value(`"a \"b\", {$argument: limit}"`),
		"ids":   jsontext.Value(`[1,2]`),
		"price": jsontext.Value(`{"most":"20","least":{"net":1}}`)},
	Results: map[string]jsontext.Value{
		"hits": jsontext.Value(`{"items":[{"id":7,"title":"A","a/b":1},{"id":8}],"total":2,"none":null}`),
	},
	Last: jsontext.Value(`{"item":{"id":9}}`),
	Now:  time.Date(2026, 2, 28, 23, 50, 0, 999, time.FixedZone("", 3600)),
}

// TestTemplates fills templates as arguments of a call, and as what a tool returns. An empty text is no value.
func TestTemplates(t *testing.T) {
	for _, c := range []struct{ template, filled, shown string }{
		{`{"limit":3,"fields":["id"]}`, `{"limit":3,"fields":["id"]}`, `{"limit":3,"fields":["id"]}`},
		{`{}`, `{}`, `{}`},
		{`[]`, `[]`, `[]`},
		{
			`{"query":{"$argument":"words"}}`, `{"query":"a \"b\", {$argument: limit}"}`,
			`{"query":"a \"b\", {$argument: limit}"}`,
		},
		{`{"ids":{"$argument":"ids"}}`, `{"ids":[1,2]}`, `{"ids":[1,2]}`},
		{`{"limit":{"$argument":"limit"},"offset":0}`, `{"offset":0}`, `{"limit":null,"offset":0}`},
		{`{"limit":{"$argument":"limit","$default":5}}`, `{"limit":5}`, `{"limit":5}`},
		{`{"tv_filters":[{"tv":"a","value":{"$argument":"a"}},{"tv":"b","value":{"$argument":"words"}}]}`,
			`{"tv_filters":[{"tv":"b","value":"a \"b\", {$argument: limit}"}]}`,
			`{"tv_filters":[{"tv":"a","value":null},{"tv":"b","value":"a \"b\", {$argument: limit}"}]}`},
		{
			`{"tv_filters":[{"tv":"a","value":{"$argument":"a"}}],"limit":1}`, `{"limit":1}`,
			`{"tv_filters":[{"tv":"a","value":null}],"limit":1}`,
		},
		{
			`{"value":{"$argument":"price.most"},"low":{"$argument":"price.least.net"}}`, `{"value":"20","low":1}`,
			`{"value":"20","low":1}`,
		},
		{
			`{"value":{"$argument":"price.none"},"low":{"$argument":"price.most.net","$default":2}}`, `{"low":2}`,
			`{"value":null,"low":2}`,
		},
		{
			`{"price":{"$argument":"price"},"none":{"$argument":"none.most"}}`, `{"price":{"most":"20","least":{"net":1}}}`,
			`{"price":{"most":"20","least":{"net":1}},"none":null}`,
		},
		{`{"id":{"$step":"hits","$path":"/items/1/id"}}`, `{"id":8}`, `{"id":8}`},
		{`{"id":{"$path":"/item/id"}}`, `{"id":9}`, `{"id":9}`},
		{`{"id":{"$step":"hits","$path":"/items/0/a~1b"}}`, `{"id":1}`, `{"id":1}`},
		{`{"id":{"$step":"hits","$path":"/items/2/id"}}`, `{}`, `{"id":null}`},
		{`{"id":{"$step":"hits","$path":"/items/-1/id"}}`, `{}`, `{"id":null}`},
		{`{"id":{"$step":"hits","$path":"/items/x"}}`, `{}`, `{"id":null}`},
		{`{"id":{"$step":"hits","$path":"/none"}}`, `{}`, `{"id":null}`},
		{`{"id":{"$step":"hits","$path":"/total/x"}}`, `{}`, `{"id":null}`},
		{`{"all":{"$step":"hits"}}`,
			`{"all":{"items":[{"id":7,"title":"A","a/b":1},{"id":8}],"total":2,"none":null}}`,
			`{"all":{"items":[{"id":7,"title":"A","a/b":1},{"id":8}],"total":2,"none":null}}`},
		{`{"ids":{"$step":"hits","$path":"/items","$each":{"$path":"/id"}}}`, `{"ids":[7,8]}`, `{"ids":[7,8]}`},
		{`{"list":{"$step":"hits","$path":"/items","$each":{"name":{"$path":"/title"},"of":{"$step":"hits",` +
			`"$path":"/total"}}}}`,
			`{"list":[{"name":"A","of":2}]}`, `{"list":[{"name":"A","of":2},{"name":null,"of":2}]}`},
		{
			`{"$text":"{a}: {b}, {a}","a":{"$step":"hits","$path":"/items/0/title"},"b":{"$step":"hits","$path":"/total"}}`,
			`"A: 2, A"`, `"A: 2, A"`,
		},
		{
			`{"$text":"{a}: {b}","a":{"$step":"hits","$path":"/items/0/title"},"b":{"$step":"hits","$path":"/none"}}`, `"A: "`,
			`"A: "`,
		},
		{`{"$text":"{a}\nby {b}\n","a":{"$step":"hits","$path":"/items/0/title"},"b":{"$path":"/none"}}`, `"A"`, `"A"`},
		{`{"t":{"$text":"by {b}","b":{"$path":"/none"}}}`, `{}`, `{"t":null}`},
		{`{"t":{"$text":"{not a place} {} {b}","b":"{b}"}}`, `{"t":"{not a place} {} {b}"}`, `{"t":"{not a place} {} {b}"}`},
		{`{"t":{"$text":"Found:\n{b}","b":{"$step":"hits","$path":"/items","$each":{"$text":"- {t} ` +
			`{i}","t":{"$path":"/title"},"i":{"$path":"/id"}}}}}`,
			`{"t":"Found:\n- A 7\n-  8"}`, `{"t":"Found:\n- A 7\n-  8"}`},
		{`{"t":{"$text":"{b} {c} {d}","b":{"$step":"hits","$path":"/items/1"},"c":true,"d":{"$argument":"words"}}}`,
			`{"t":"{\"id\":8} true a \"b\", {$argument: limit}"}`, `{"t":"{\"id\":8} true a \"b\", {$argument: limit}"}`},
		{`{"a":{"$now":"0s"},"b":{"$now":"1h15m"},"c":{"$now":"-24h"}}`,
			`{"a":"2026-02-28T22:50:00Z","b":"2026-03-01T00:05:00Z","c":"2026-02-27T22:50:00Z"}`,
			`{"a":"2026-02-28T22:50:00Z","b":"2026-03-01T00:05:00Z","c":"2026-02-27T22:50:00Z"}`},
		{`{"list":{"$step":"hits","$path":"/total","$each":1}}`, `{}`, `{"list":null}`},
	} {
		parsed, err := bundle.ParseTemplate(jsontext.Value(c.template))
		if err != nil {
			t.Errorf("%s: %v", c.template, err)
			continue
		}
		filled, _ := parsed.Fill(values)
		if diff := cmp.Diff([]string{c.filled, c.shown}, []string{string(filled), string(parsed.Show(values))}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.template, diff)
		}
	}
}

// TestTemplatesThatAreWrong reports what is wrong with a template.
func TestTemplatesThatAreWrong(t *testing.T) {
	deep := ""
	for range 30 {
		deep += "["
	}
	for text, want := range map[string]string{
		`{"a":{"$argument":1}}`: `a: $argument must be a string`,
		`{"a":{"$argument":"x","b":1}}`: `a: an object with $argument, $step or $path can have no other ` +
			`members than $argument and $default, or $step, $path and $each, or $text, or $now`,
		`{"a":{"$argument":"x","$path":"/a"}}`: `a: $argument can be combined only with $default`,
		`{"a":{"$default":1}}`:                 `a: $default can be combined only with $argument`,
		`{"a":{"$args":"x"}}`: `a: there is no key $args; known here: $argument and $default, or ` +
			`$step, $path and $each, or $text, or $now`,
		`{"a":{"$path":"items"}}`: `a: $path ` + wrongPathMessage,
		`{"a":{"$argument":"x."}}`: `a: "" must begin with a letter and have only letters, digits, _ and ` +
			`-, at most 64 characters`,
		`{"a":{"$argument":"1x"}}`: `a: "1x" must begin with a letter and have only letters, digits, _ ` +
			`and -, at most 64 characters`,
		`{"a":{"$path":"/a","$each":{"$path":"b"}}}`: `a.$each: $path ` + wrongPathMessage,
		`{"a":[1,{"$default":1}],"b":{"c":{"$path":"d"}},"e":{"$args":1}}`: "a[1]: $default can be combined only with " +
			"$argument\nb.c: $path " + wrongPathMessage +
			"\ne: there is no key $args; known here: $argument and $default, or $step, $path and $each, or $text, or $now",
		`{"a":{"$text":1}}`:                `a: $text must be a string, and beside it are only the values that it names`,
		`{"a":{"$text":"a","$path":"/a"}}`: `a: $text must be a string, and beside it are only the values that it names`,
		`{"a":{"$text":"{x} {y}","y":1,"z":1}}`: "a: {x} in $text has no value; add the member x beside it\na: $text does " +
			"not have the value z; write {z} into it",
		`{"a":{"$now":"15"}}`:               `a: $now ` + wrongOffsetMessage,
		`{"a":{"$now":"15m","$path":"/a"}}`: `a: $now ` + wrongOffsetMessage,
		`{"a":{"$now":15}}`:                 `a: $now must be a string`,
		deep + "1" + closing(30):            `is nested more than 20 levels`,
	} {
		_, wrong := bundle.ParseTemplate(jsontext.Value(text))
		if diff := cmp.Diff(want, fmt.Sprint(errors.Join(wrong...))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func closing(n int) (text string) {
	for range n {
		text += "]"
	}
	return text
}

// TestArgumentAt finds the argument that an error of a call is about, also where elements before it were left out.
func TestArgumentAt(t *testing.T) {
	parsed, err := bundle.ParseTemplate(jsontext.Value(
		`{"tv_filters":[{"tv":"a","value":{"$argument":"absent"}},{"tv":"b","value":{"$argument":"words"}}],` +
			`"ids":{"$argument":"ids"},"limit":3,
		"filters":{"$argument":"price.least"},"query":{"$argument":"price.most"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"tv_filters[0].value": "words", "tv_filters[1].value": "", "tv_filters[0].tv": "", "tv_filters[0]": "",
		"tv_filters": "",
		"ids":        "ids", "ids[1]": "ids[1]", "ids[1].x": "ids[1].x", "ids2": "", "limit": "", "": "", "other": "",
		"query": "price.most", "filters": "price.least", "filters.net": "price.least.net", "filters2": "",
	} {
		if got := parsed.ArgumentAt(path, values); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// FuzzTemplate has every template that is read make valid JSON.
func FuzzTemplate(f *testing.F) {
	for _, seed := range []string{
		`{"a":[{"$argument":"words"},1]}`, `{"$step":"hits","$path":"/items/0","$each":[{"$path":"/id"}]}`,
		`[{"$argument":"x","$default":{"$step":"a"}}]`,
		`{"a":{"b":{"c":[null,true,"x"]}}}`, `{"a":{"$argument":"price.least.net"}}`,
		`{"a":{"$step":"hits","$path":"/items","$each":{"x":{"$argument":"ids"}}}}`,
		`{"$text":"{a}: {b}\n{c}","a":{"$path":"/item"},"b":{"$argument":"ids"},"c":null}`, `{"a":{"$now":"15m"}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !jsontext.Value(text).IsValid() {
			return
		}
		parsed, err := bundle.ParseTemplate(jsontext.Value(text))
		if err != nil {
			return
		}
		if filled, ok := parsed.Fill(values); ok && !filled.IsValid() {
			t.Errorf("%s makes %s", text, filled)
		}
		if shown := parsed.Show(values); !shown.IsValid() {
			t.Errorf("%s shows %s", text, shown)
		}
	})
}
