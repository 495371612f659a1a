package audit

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
)

// TestLine writes a record with all members, and texts of a client that would end a string or a line.
func TestLine(t *testing.T) {
	hostile := "a\"b\\c\n\x00\x7f\u2028</script>"
	r := &Record{
		Outcome: Outcome{
			Method: "tools/call", Tool: hostile, Upstream: "shop", Group: "team", Steps: 2, Tokens: 1200,
			Used: []string{hostile, "b"}, RequestID: "\xff" + strings.Repeat("é", maxNote), Status: 200, Code: CodeOK,
			Rows: 20, Replayed: true, ClientRequestID: "r\xff1",
		},
		Server: "content", Subject: "token:ada", View: "public", Bytes: 1 << 40,
		Client: "192.0.2.1", Certificate: "CN=\"ada\"", started: time.Now().Add(-30 * time.Minute),
	}
	text := r.line(t.Context(), 7)
	if n := bytes.IndexByte(text, '\n'); n != len(text)-1 {
		t.Errorf("a line feed at %d of %q", n, text)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	at, err := time.Parse(time.RFC3339Nano, got["timestamp"].(string))
	if since := time.Since(at); err != nil || since < 0 || since > time.Minute {
		t.Errorf("%v, %s", err, got["timestamp"])
	}
	if took := got["duration_ms"].(float64); took < 1_800_000 || took > 1_860_000 {
		t.Errorf("%f ms", took)
	}
	delete(got, "timestamp")
	delete(got, "duration_ms")
	want := map[string]any{
		"msg": "audit", "trace_id": "", "request_id": strings.Repeat("é", maxNote/2-1) + "...", "server_handle": "content",
		"method": "tools/call", "tool": hostile,
		"status": 200.0, "code": "ok", "subject": "token:ada", "view": "public", "rows": 20.0, "bytes": float64(1 << 40),
		"replayed": true,
		"client":   "192.0.2.1", "upstream": "shop", "group": "team", "steps": 2.0, "tokens": 1200.0,
		"used":              []any{hostile, "b"},
		"client_request_id": "r\ufffd1", "certificate": "CN=\"ada\"", "suppressed": 7.0,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !bytes.Contains(text, []byte(`,"duration_ms":18`)) { // no exponent
		t.Errorf("%s", text)
	}
	if bytes.ContainsAny(text, "\u2028\u2029") {
		t.Errorf("programs can read %q as several lines", text)
	}
	idle := (&Record{Outcome: Outcome{Tokens: 10}}).line(t.Context(), 0)
	if !bytes.Contains(idle, []byte(`,"steps":0,"tokens":10,"used":[]}`)) { // a task without tools
		t.Errorf("%s", idle)
	}
}
