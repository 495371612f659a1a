package check_test

import (
	"strings"
	"testing"

	"emcp/internal/owner/check"
)

// TestElements switches elements on for an account that may not read them, and does what emcp check says.
func TestElements(t *testing.T) {
	s := newSite(t).narrow(t)
	config := s.config(everybody +
		"\nservers: [{handle: content, site: main}, {handle: code, site: main, elements: true}]")
	s.expect(t, "elements not readable", config)
	for _, f := range check.File(t.Context(), written(t, config), noEnvironment, check.More{}).Findings {
		if _, statements, found := strings.Cut(f.Do, ":\n"); found && f.Subject == "elements" {
			s.exec(t, statements)
		}
	}
	s.expect(t, "elements", config)
}
