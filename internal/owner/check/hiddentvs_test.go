package check_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/owner/check"
)

// TestHiddenTVs hides two template variables, and names one that does not exist.
func TestHiddenTVs(t *testing.T) {
	s := newSite(t).narrow(t)
	config := strings.Replace(s.config(everybody), "}}", ", hidden_tvs: [PRICE, col*, purchase_pric]}}", 1)
	var got []check.Finding
	for _, f := range check.File(t.Context(), written(t, config), noEnvironment, check.More{}).Findings {
		if f.Subject == "hidden variables" {
			got = append(got, f)
		}
	}
	want := []check.Finding{
		{
			Site: "main", Subject: "hidden variables", Level: check.OK,
			What: "visitors' assistants do not see the template variables color, price",
		},
		{
			Site: "main", Subject: "hidden variables", Level: check.Warning,
			What: "no template variable matches these patterns of sites.main.hidden_tvs: purchase_pric",
			Why:  "a misspelled pattern hides nothing, and visitors' assistants see the variable that was meant",
			Do:   "correct the pattern, or remove it; evo.site.describe lists the variables that assistants see",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
