package mcp_test

import (
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// TestOutput has servers that send results once instead of twice.
func TestOutput(t *testing.T) {
	base := Serve(t, Fixture(t).DSN, "{handle: content, site: main}", `{handle: content, site: main}
  - {handle: both, site: main, output: both}
  - {handle: structured, site: main, output: structured}
  - {handle: text, site: main, output: text}`)
	message := ToolCall("evo.content.get", `{"id":1,"fields":["pagetitle"]}`)
	const item = `{"item":{"id":1,"pagetitle":"Home"},"meta":{"toolsetVersion":"1.0"}}`
	quoted := `"` + strings.ReplaceAll(item, `"`, `\"`) + `"`
	const begin = `{"jsonrpc":"2.0","id":1,"result":{"content":[`
	whole := begin + `{"type":"text","text":` + quoted + `}],"structuredContent":` + item + `}}`
	for handle, want := range map[string]string{
		"content": whole, "both": whole,
		"structured": begin + `],"structuredContent":` + item + `}}`,
		"text":       begin + `{"type":"text","text":` + quoted + `}]}}`,
	} {
		Equal(t, want, Post(t, base+"/mcp/"+handle, message).Body, handle)
		// Results of a tool with an output schema must have structured content.
		schemas := strings.Contains(Post(t, base+"/mcp/"+handle, listTheTools).Body, `"outputSchema"`)
		if schemas != (handle != "text") {
			t.Errorf("%s: tools/list has output schemas: %t", handle, schemas)
		}
		// Errors are the same in all.
		wrong := Post(t, base+"/mcp/"+handle, ToolCall("evo.content.get", `{"id":"1"}`)).Body
		if !strings.Contains(wrong, `id must be an integer`) {
			t.Errorf("%s: a wrong argument is answered %s", handle, wrong)
		}
	}
}

// TestOutputOfRepeatedCalls changes the output of a server. A repeated key then gets an answer in the new form.
func TestOutputOfRepeatedCalls(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN)
	base := Listen(t, s)
	ask := func() bool {
		got := Post(t, base+"/mcp/content", GetHome, "Idempotency-Key", "k").Body
		return strings.Contains(got, `"structuredContent"`)
	}
	if !ask() {
		t.Error("the first answer has no structured content")
	}
	if _, err := s.Reload(NewConfig(t, d.DSN, "{handle: content, site: main}",
		"{handle: content, site: main, output: text}")); err != nil {
		t.Fatal(err)
	}
	if ask() {
		t.Error("after the change the answer has structured content")
	}
}
