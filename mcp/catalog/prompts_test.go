package catalog

import (
	"slices"
	"testing"

	"emcp/evodb"
	"emcp/toolset"
)

// TestPromptsNameTools that exist.
func TestPromptsNameTools(t *testing.T) {
	tools := toolset.New(&evodb.DB{}, toolset.Options{}).Tools()
	for _, p := range prompts {
		for _, named := range namedTool.FindAllStringSubmatch(p.text, -1) {
			if !slices.ContainsFunc(tools, func(tool toolset.Tool) bool { return tool.Name == named[1] }) {
				t.Errorf("%s names %s", p.Name, named[1])
			}
		}
		for _, named := range optionalTool.FindAllStringSubmatch(p.text, -1) {
			if !slices.Contains(toolset.Names(), named[1]) {
				t.Errorf("%s names %s", p.Name, named[1])
			}
		}
	}
}
