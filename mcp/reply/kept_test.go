package reply

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
)

// TestKept keeps an error under a key: the answer that is repeated has its status and its code.
func TestKept(t *testing.T) {
	wrong := &fault.Error{Kind: fault.UnknownModel, Own: "NO_MODEL", Field: "model", Suggestions: []string{"SiteTemplate"}}
	kept := ParseKept(ToKeep(Reply{
		Err: []byte(`{}`), Status: http.StatusNotFound, Fault: wrong, Upstream: "crm", Seen: NothingSeen,
	}))
	got := kept.Reply()
	if got.Status != http.StatusNotFound || string(got.Err) != `{}` || got.Result != nil || got.Upstream != "crm" {
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff(wrong, got.Fault, cmp.AllowUnexported(fault.Error{})); diff != "" {
		t.Error(diff)
	}
}
