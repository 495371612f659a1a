package servertest

import (
	"context"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"emcp/server"
)

// measured are the values in the text of the metrics that differ from run to run: the times.
var measured = regexp.MustCompile(`(?m)^(emcp_\w*_seconds` +
	`(?:_bucket\{.*,le="[0-9.]+"|_sum\{.*|_total\{.*|\{site=.*)\}) .*$`)

// ReadMetrics returns what Prometheus reads, without the metrics of Go and of the process; times are masked.
func ReadMetrics(t *testing.T, s *server.Server) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() { _ = s.ServeMetrics(ctx, listener) }()
	var kept strings.Builder
	for line := range strings.Lines(Send(t, http.MethodGet, "http://"+listener.Addr().String()+"/metrics", "").Body) {
		if strings.HasPrefix(strings.TrimPrefix(strings.TrimPrefix(line, "# HELP "), "# TYPE "), "emcp_") {
			kept.WriteString(line)
		}
	}
	text := regexp.MustCompile(`go_version="[^"]*"`).ReplaceAllString(kept.String(), `go_version="GO"`)
	return measured.ReplaceAllString(text, "$1 TIME")
}
