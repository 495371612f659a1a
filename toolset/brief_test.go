package toolset_test

import (
	"reflect"
	"slices"
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

// briefly are the tools of brief lists, where they are not all.
var briefly = map[string][]string{
	"default": {
		"evo.content.search", "evo.content.get", "evo.content.descendants", "evo.model.list", "evo.model.get",
		"evo.site.describe",
	},
	"elements": {
		"evo.content.search", "evo.content.get", "evo.content.descendants", "evo.model.list", "evo.model.get",
		"evo.site.describe", "evo.elements.list", "evo.elements.get",
	},
}

// withoutEffect are the arguments that brief lists leave out.
var withoutEffect = []string{"depth", "refresh"}

// TestBriefTakesAll compares brief schemas with whole ones. A brief schema must accept every value that the whole one
// accepts. Every argument of a tool must be in its brief schema, unless it has no effect: models send only what is
// declared.
func TestBriefTakesAll(t *testing.T) {
	for name, options := range map[string]toolset.Options{
		"default": {}, "elements": {Elements: true}, "chatgpt": {ChatGPT: true},
		"named": {Only: patterns(t, "evo.*")},
	} {
		options.ListLimit, options.Depth, options.Models = 100, 6, allowlist.Models()
		all := toolset.New(&evodb.DB{}, options)
		tools, brief := all.Tools(), all.Brief(all.Tools())
		if want, ok := briefly[name]; ok {
			tools = slices.DeleteFunc(tools, func(t toolset.Tool) bool { return !slices.Contains(want, t.Name) })
		}
		if len(brief) != len(tools) {
			t.Fatalf("%s: %d tools, want %d", name, len(brief), len(tools))
		}
		for i, tool := range tools {
			if tool.Name != brief[i].Name {
				t.Errorf("%s: %s, want %s", name, brief[i].Name, tool.Name)
			}
			whole := listed(t, tool.Input)
			short := listed(t, brief[i].Input)
			if len(whole.Properties) > 0 && short.Properties == nil {
				t.Errorf("%s: %s has no arguments", name, tool.Name)
			}
			expectBrief(t, name+": "+tool.Name, short, whole)
			if tool.Output == nil || tool.Title == "" || len(whole.Properties) > 0 && whole.Others == nil {
				t.Errorf("%s: %s itself has been shortened", name, tool.Name)
			}
		}
	}
}

func expectBrief(t *testing.T, path string, brief, whole listedSchema) {
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
		expectBrief(t, path+"[]", *brief.Items, *whole.Items)
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
			expectBrief(t, path+"."+name, short, member)
		case needed, !slices.Contains(withoutEffect, name):
			t.Errorf("%s has no %s", path, name)
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
	all := toolset.New(&evodb.DB{}, options)
	for _, tool := range all.Brief(all.Tools()) {
		look(tool.Name, "", listed(t, tool.Input))
	}
}
