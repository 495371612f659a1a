package server_test

import (
	"bytes"
	"net/http"
	"testing"

	. "emcp/internal/test/servertest"
	"emcp/server"
)

// discarded takes an answer as a connection does, and keeps of it only its status.
type discarded struct {
	header http.Header
	status int
}

func (d *discarded) Header() http.Header            { return d.header }
func (d *discarded) WriteHeader(status int)         { d.status = status }
func (d *discarded) Write(text []byte) (int, error) { return len(text), nil }

// BenchmarkPage is a page of 20 documents behind the HTTP server: read from the database, and answered by a kept
// result.
func BenchmarkPage(b *testing.B) {
	d := Fixture(b)
	body := []byte(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.search","arguments":{"limit":20}}}`)
	for name, ttl := range map[string]string{"read": "0s", "kept": "1m"} {
		b.Run(name, func(b *testing.B) {
			s := Start(b, NewConfig(b, d.DSN, "ttl: 0s", "ttl: "+ttl), server.Options{})
			web := s.Handler()
			b.ReportAllocs()
			for b.Loop() {
				r, err := http.NewRequestWithContext(b.Context(), http.MethodPost, "/mcp", bytes.NewReader(body))
				if err != nil {
					b.Fatal(err)
				}
				r.RemoteAddr = "127.0.0.1:1"
				r.Host = "localhost"
				r.Header = http.Header{"Authorization": {"Bearer full"}, "Content-Type": {"application/json"}}
				w := &discarded{header: http.Header{}}
				if web.ServeHTTP(w, r); w.status != http.StatusOK {
					b.Fatal(w.status)
				}
			}
		})
	}
}
