package toolset_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/toolset"
	"emcp/toolset/view"
)

// listedSchema is a schema as tools/list shows it.
type listedSchema struct {
	Type        any                     `json:"type"`
	Description string                  `json:"description"`
	Enum        []string                `json:"enum"`
	Minimum     *int64                  `json:"minimum"`
	Maximum     *int64                  `json:"maximum"`
	MinLength   int                     `json:"minLength"`
	MaxLength   int                     `json:"maxLength"`
	MaxItems    int                     `json:"maxItems"`
	Items       *listedSchema           `json:"items"`
	Properties  map[string]listedSchema `json:"properties"`
	Required    []string                `json:"required"`
	Others      *bool                   `json:"additionalProperties"`
}

func listed(t *testing.T, s interface{ JSON() []byte }) (l listedSchema) {
	t.Helper()
	if err := json.Unmarshal(s.JSON(), &l); err != nil {
		t.Fatal(err)
	}
	return l
}

// withoutEffect are the arguments that brief lists leave out.
var withoutEffect = []string{"depth", "refresh"}

// TestBriefTakesAll compares brief schemas with whole ones. A brief schema must accept every value that the whole one
// accepts. Every argument of a tool must occur in its brief schema, or in the description of an earlier tool, unless it
// has no effect.
func TestBriefTakesAll(t *testing.T) {
	for name, options := range map[string]toolset.Options{
		"default": {}, "elements": {Elements: true}, "compact": {Compact: true}, "chatgpt": {ChatGPT: true},
	} {
		options.ListLimit, options.Depth, options.Models = 100, 6, allowlist.Models()
		tools := toolset.New(&evodb.DB{}, options).Tools()
		brief := toolset.Brief(tools)
		for i, tool := range tools {
			earlier := ""
			for _, b := range brief[:i] {
				earlier += b.Description
			}
			whole := listed(t, tool.Input)
			short := listed(t, brief[i].Input)
			if len(whole.Properties) > 0 && short.Properties == nil {
				t.Errorf("%s: %s has no arguments", name, tool.Name)
			}
			expectBrief(t, name+": "+tool.Name, short, whole, earlier)
			if tool.Output == nil || tool.Title == "" || len(whole.Properties) > 0 && whole.Others == nil {
				t.Errorf("%s: %s itself has been shortened", name, tool.Name)
			}
		}
	}
}

func expectBrief(t *testing.T, path string, brief, whole listedSchema, earlier string) {
	t.Helper()
	if brief.Type == nil || !reflect.DeepEqual(brief.Type, whole.Type) {
		t.Errorf("%s: %v, whole %v", path, brief.Type, whole.Type)
	}
	if brief.Enum != nil && !slices.Equal(brief.Enum, whole.Enum) || brief.Minimum != nil ||
		brief.Maximum != nil && *brief.Maximum != *whole.Maximum ||
		brief.MinLength+brief.MaxLength+brief.MaxItems > 0 || brief.Others != nil {
		t.Errorf("%s: %+v is stricter than %+v", path, brief, whole)
	}
	if (brief.Items == nil) != (whole.Items == nil) {
		t.Errorf("%s: elements %v, whole %v", path, brief.Items, whole.Items)
	} else if brief.Items != nil {
		expectBrief(t, path+"[]", *brief.Items, *whole.Items, earlier)
	}
	if brief.Properties == nil {
		return // an object whose description names its members takes every object
	}
	for name, member := range whole.Properties {
		short, ok := brief.Properties[name]
		needed := slices.Contains(whole.Required, name)
		switch {
		case ok && slices.Contains(brief.Required, name) != needed:
			t.Errorf("%s.%s: required %t", path, name, needed)
		case ok:
			expectBrief(t, path+"."+name, short, member, earlier)
		case needed, !slices.Contains(withoutEffect, name) && !strings.Contains(earlier, name):
			t.Errorf("%s has no %s, and no tool before it names it", path, name)
		}
	}
	for name := range brief.Properties {
		if _, ok := whole.Properties[name]; !ok {
			t.Errorf("%s.%s is not in the whole schema", path, name)
		}
	}
}

// TestBriefSaysOnce expects no description of an argument twice in a brief list, unless the argument differs.
func TestBriefSaysOnce(t *testing.T) {
	options := toolset.Options{Options: view.Options{ListLimit: 100, Depth: 6, Models: allowlist.Models()}}
	described := map[string]string{}
	var look func(tool, path string, s listedSchema)
	look = func(tool, path string, s listedSchema) {
		for name, member := range s.Properties {
			text, err := json.Marshal(member, json.Deterministic(true))
			if err != nil {
				t.Fatal(err)
			}
			key := name + string(text)
			if by := described[key]; by != "" && (member.Description != "" || member.Enum != nil) {
				t.Errorf("%s says of %s what %s has said: %s", tool, name, by, text)
			}
			described[key] = tool
			look(tool, path+"."+name, member)
		}
		if s.Items != nil {
			look(tool, path, *s.Items)
		}
	}
	for _, tool := range toolset.Brief(toolset.New(&evodb.DB{}, options).Tools()) {
		look(tool.Name, "", listed(t, tool.Input))
	}
}
