package fault_test

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
)

func TestKinds(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	for kind, class := range fault.Kinds() {
		if !name.MatchString(string(kind)) {
			t.Errorf("%s is no stable code", kind)
		}
		if class.RPC > -32000 || class.RPC < -32768 || http.StatusText(class.HTTP) == "" {
			t.Errorf("%s has the codes %+v", kind, class)
		}
		// Waiting helps against faults of the server, limits and calls that are still running; not against mistakes.
		waits := class.RPC == -32603 || class.HTTP == http.StatusTooManyRequests ||
			class.HTTP == http.StatusServiceUnavailable ||
			kind == fault.IdempotencyInProgress
		if class.Retryable && !waits {
			t.Errorf("%s is retryable, but a mistake of the caller", kind)
		}
		server := class.RPC == -32603 || class.HTTP >= http.StatusInternalServerError
		if want := map[bool]fault.Party{true: fault.Server, false: fault.Caller}[server]; class.Party != want {
			t.Errorf("%s is a fault of the %s, want %s", kind, class.Party, want)
		}
		if alone := kind.OfTransport(); alone && class.HTTP == http.StatusOK || alone != (class.Layer == fault.Transport) {
			t.Errorf("%s is answered by the %s with status %d", kind, class.Layer, class.HTTP)
		}
		for _, codes := range []fault.Codes{class.Codes, class.In2026()} {
			if codes.RPC == 0 || http.StatusText(codes.HTTP) == "" {
				t.Errorf("%s has the codes %+v", kind, codes)
			}
		}
		if kind.Class() != class {
			t.Errorf("%s: Class returns %+v, the table has %+v", kind, kind.Class(), class)
		}
	}
}

func TestFromHidesWhatIsNoFault(t *testing.T) {
	known := fault.Invalid("limit", "limit must be an integer")
	if got := fault.From(fmt.Errorf("in a call: %w", known)); got != known {
		t.Errorf("a wrapped fault becomes %v", got)
	}
	hidden := fault.From(errors.New("dial root:hush@tcp(db)"))
	if hidden.Kind != fault.Internal || strings.Contains(hidden.Message, "hush") {
		t.Errorf("another error becomes %s %q", hidden.Kind, hidden.Message)
	}
	if !strings.Contains(hidden.Error(), "hush") {
		t.Errorf("the log loses the cause: %s", hidden.Error())
	}
}

func TestAtMovesACopy(t *testing.T) {
	inner := fault.Invalid("op", "op is wrong")
	outer := inner.At("tv_filters[1]")
	if outer.Field != "tv_filters[1].op" || inner.Field != "op" || outer.Message != inner.Message {
		t.Errorf("%+v of %+v", outer, inner)
	}
	if f := fault.New(fault.UnknownTV, "there is none").At("with_tvs[0]"); f.Field != "with_tvs[0]" {
		t.Errorf("the field is %q", f.Field)
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		name  string
		known []string
		want  []string
	}{
		{"prise", []string{"price", "Price", "color", "prize"}, []string{"Price", "price", "prize"}},
		{"dns", []string{"dsn", "site"}, []string{"dsn"}},
		{"ab", []string{"id", "op"}, nil},
		{"x", []string{"id"}, nil},
		{"evo.content.serch", []string{"evo.model.list", "evo.content.search"}, []string{"evo.content.search"}},
		{"colour", []string{"handle", "limits", "site"}, nil},
		{"", []string{"a"}, nil},
		{strings.Repeat("x", 101), []string{strings.Repeat("x", 100)}, nil},
		{"title", []string{"id", "pagetitle", "Longtitle", "titled"}, []string{"titled", "Longtitle", "pagetitle"}},
		{"url", []string{"base_url"}, nil},
		{"aaaa", []string{"aaab", "aaac", "aaad", "aaae"}, []string{"aaab", "aaac", "aaad"}},
	} {
		if diff := cmp.Diff(c.want, fault.Nearest(c.name, c.known)); diff != "" {
			t.Errorf("Nearest(%q) (-want +got):\n%s", c.name, diff)
		}
	}
}
