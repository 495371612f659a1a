package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"emcp/toolset/document"
)

// TestFields asks for every optional field, of one document and of two. The engine must understand every statement that
// emcp sends for them.
func TestFields(t *testing.T) {
	url, token := startGateway(t)
	for _, field := range document.RequestedNames() {
		for _, which := range []string{`"id":2`, `"ids":[2,385]`} {
			got := callTool(t, url, token, "evo.content.get",
				json.RawMessage(fmt.Sprintf(`{%s,"fields":["id",%q]}`, which, field)))
			if !strings.Contains(got, fmt.Sprintf(`"%s":`, field)) {
				t.Errorf("%s, %s: %s", which, field, got)
			}
		}
	}
	const want = `"children":[{"id":3,"pagetitle":"Tents and tarps"},`
	if got := callTool(t, url, token, "evo.content.get",
		json.RawMessage(`{"id":2,"fields":["children"]}`)); !strings.Contains(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}
