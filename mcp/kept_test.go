package mcp

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
)

// TestKept keeps an error under a key: the answer that is repeated has its status and its code.
func TestKept(t *testing.T) {
	wrong := &fault.Error{Kind: fault.UnknownModel, Own: "NO_MODEL", Field: "model", Suggestions: []string{"SiteTemplate"}}
	kept := parseKept(toKeep(reply{
		err: []byte(`{}`), status: http.StatusNotFound, fault: wrong, upstream: "crm", seen: nothingSeen,
	}))
	got := kept.reply()
	if got.status != http.StatusNotFound || string(got.err) != `{}` || got.result != nil || got.upstream != "crm" {
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff(wrong, got.fault, cmp.AllowUnexported(fault.Error{})); diff != "" {
		t.Error(diff)
	}
}
