package check_test

import (
	"bytes"
	"strings"
	"testing"

	"emcp/internal/owner/check"
)

// TestPackagesInReport checks a site with packages, whose tables the account may read, or cannot.
func TestPackagesInReport(t *testing.T) {
	for drop, want := range map[string][]string{
		"": {
			"ok       sites.main sSeo: assistants can read what pages print for search engines",
			"ok       sites.main sSeo: assistants find pages at addresses that redirect to them",
			"ok       sites.main sGallery: assistants can read the galleries of documents",
			"ok       sites.main sCommerce: assistants can read the ways to deliver and to pay",
			"ok       sites.main sMultisite: addresses have the domain of their document",
		},
		"evo_s_multisites DROP COLUMN active": {
			"warning  sites.main sMultisite: ", "evo_s_multisites (active)",
			"all addresses have the main domain",
		},
		"evo_s_gallery_fields DROP COLUMN alt": {
			"warning  sites.main sGallery: ", "evo_s_gallery_fields (alt)",
			"the field media of documents lacks galleries",
		},
	} {
		s := translatedSite(t)
		if drop != "" {
			s.exec(t, "ALTER TABLE "+drop)
		}
		s = s.narrow(t)
		var out bytes.Buffer
		report := check.File(t.Context(), written(t, s.config(everybody)), noEnvironment, check.More{})
		if err := report.Write(&out); err != nil {
			t.Fatal(err)
		}
		for _, line := range want {
			if !strings.Contains(out.String(), line) {
				t.Errorf("%s: no %q in\n%s", drop, line, out.String())
			}
		}
	}
}
