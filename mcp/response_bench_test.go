package mcp

import (
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/mcp/wire"
)

// BenchmarkResponse writes the response to a call, from what a tool has returned to the bytes that are sent.
func BenchmarkResponse(b *testing.B) {
	e := serviceOf(b, nil, io.Discard).endpoints["content"]
	e.ResultBytes = 1 << 20
	structured := []byte(`{"items":[` + strings.Repeat(`{"id":1,"pagetitle":"A title"},`, 600) + `{}]}`)
	for name, m := range map[string]message{
		"handshake": messageOf(wire.CallMethod),
		"stateless": {Message: wire.Message{Method: wire.CallMethod, Stateless: true}},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var r reply
				r.before, r.result = toolResult(structured, OutputBoth)
				r = e.finish(b.Context(), m, r)
				if err := e.checkSize(m, r); err != nil {
					b.Fatal(err)
				}
				r.response(jsontext.Value("1"))
			}
		})
	}
}
