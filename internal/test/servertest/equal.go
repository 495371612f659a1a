package servertest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Equal fails the test if got is not want, and reports what it is about and the difference.
func Equal(t testing.TB, want, got any, about ...string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s:\n%s", strings.Join(about, " "), diff)
	}
}
