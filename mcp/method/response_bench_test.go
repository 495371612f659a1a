package method

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/mcp/reply"
	"emcp/mcp/wire"
)

// BenchmarkResponse writes the response to a call, from what a tool has returned to the bytes that are sent.
func BenchmarkResponse(b *testing.B) {
	e := endpointOf(b)
	e.ResultBytes = 1 << 20
	structured := []byte(`{"items":[` + strings.Repeat(`{"id":1,"pagetitle":"A title"},`, 600) + `{}]}`)
	for name, m := range map[string]Message{
		"handshake": MessageOf(wire.CallMethod),
		"stateless": {Message: wire.Message{Method: wire.CallMethod, Stateless: true}},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := reply.Reply{}.WithTool(structured, reply.OutputBoth)
				r = e.Finish(b.Context(), m, r)
				if err := e.checkSize(m, r); err != nil {
					b.Fatal(err)
				}
				r.Response(jsontext.Value("1"))
			}
		})
	}
}
