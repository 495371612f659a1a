package server

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDispatchKeys shows which idempotency keys are taken over, and that others are told apart from faults of the server.
func TestDispatchKeys(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	want := refused(http.StatusBadRequest, "bad_request", "Idempotency-Key must have 1 to 255 visible ASCII characters")
	for _, key := range []string{"two words", "gr\xfc\xdfe", "grüße"} {
		if diff := cmp.Diff(want, post(t, base+"/mcp/content/dispatch", ping, "Idempotency-Key", key)); diff != "" {
			t.Errorf("%q: %s", key, diff)
		}
	}
	body := `{"status":"completed","task_id":null,"trace_id":"trace-1","idempotency_key":"key-1","reused":false,"result":` + pong + `}`
	if diff := cmp.Diff(answered(body), post(t, base+"/mcp/content/dispatch", ping, "Idempotency-Key", "key-1")); diff != "" {
		t.Error(diff)
	}
}
