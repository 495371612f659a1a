package toolset

import (
	"slices"
	"strings"
	"testing"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/toolset/view"
)

// TestBriefTakesAll compares brief schemas with whole ones. A brief schema must accept every value that the whole one
// accepts. Every argument of a tool must occur in its brief schema, or in the description of an earlier tool, unless it
// has no effect.
func TestBriefTakesAll(t *testing.T) {
	for name, options := range map[string]Options{
		"default": {}, "elements": {Elements: true}, "compact": {Compact: true}, "chatgpt": {ChatGPT: true},
	} {
		options.ListLimit, options.Depth, options.Models = 100, 6, allowlist.Models()
		tools := New(&evodb.DB{}, options).Tools()
		brief := Brief(tools)
		for i, tool := range tools {
			earlier := ""
			for _, b := range brief[:i] {
				earlier += b.Description
			}
			expectBrief(t, name+": "+tool.Name, brief[i].Input, tool.Input, earlier)
			if tool.Output == nil || tool.Title == "" || tool.Input.open {
				t.Errorf("%s: %s itself has been shortened", name, tool.Name)
			}
		}
	}
}

func expectBrief(t *testing.T, path string, brief, whole *Schema, earlier string) {
	t.Helper()
	if len(brief.kinds) == 0 || !slices.Equal(brief.kinds, whole.kinds) {
		t.Errorf("%s: %v, whole %v", path, brief.kinds, whole.kinds)
	}
	if brief.enum != nil && !slices.Equal(brief.enum, whole.enum) || brief.low != nil || brief.high != nil && *brief.high != *whole.high ||
		brief.minChars+brief.maxChars+brief.maxItems > 0 || len(whole.properties) > 0 && !brief.open && brief.properties != nil {
		t.Errorf("%s: %s is stricter than %s", path, brief.JSON(), whole.JSON())
	}
	if (brief.items == nil) != (whole.items == nil) {
		t.Errorf("%s: elements %v, whole %v", path, brief.items, whole.items)
	} else if brief.items != nil {
		expectBrief(t, path+"[]", brief.items, whole.items, earlier)
	}
	if whole.folded && brief.properties == nil {
		return // it takes every object
	}
	for _, p := range whole.properties {
		at := slices.IndexFunc(brief.properties, func(b property) bool { return b.name == p.name })
		switch {
		case at >= 0 && brief.properties[at].required != p.required:
			t.Errorf("%s.%s: required %t", path, p.name, p.required)
		case at >= 0:
			expectBrief(t, path+"."+p.name, brief.properties[at].schema, p.schema, earlier)
		case p.required, !p.idle && !strings.Contains(earlier, p.name):
			t.Errorf("%s has no %s, and no tool before it names it", path, p.name)
		}
	}
	for _, b := range brief.properties {
		if !slices.ContainsFunc(whole.properties, func(p property) bool { return p.name == b.name }) {
			t.Errorf("%s.%s is not in the whole schema", path, b.name)
		}
	}
}

// TestBriefSaysOnce expects no description of an argument twice in a brief list, unless the argument differs.
func TestBriefSaysOnce(t *testing.T) {
	options := Options{Options: view.Options{ListLimit: 100, Depth: 6, Models: allowlist.Models()}}
	said := map[string]string{}
	var look func(tool, path string, s *Schema)
	look = func(tool, path string, s *Schema) {
		for _, p := range s.properties {
			text := string(p.schema.JSON())
			if by := said[p.name+text]; by != "" && (p.schema.description != "" || p.schema.enum != nil) {
				t.Errorf("%s says of %s what %s has said: %s", tool, p.name, by, text)
			}
			said[p.name+text] = tool
			look(tool, path+"."+p.name, p.schema)
		}
		if s.items != nil {
			look(tool, path, s.items)
		}
	}
	for _, tool := range Brief(New(&evodb.DB{}, options).Tools()) {
		look(tool.Name, "", tool.Input)
	}
}
