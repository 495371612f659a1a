package main

import (
	"strings"
	"testing"
)

// TestAuditArguments has wrong arguments. What a report says is tested in internal/owner/review.
func TestAuditArguments(t *testing.T) {
	c := configuration(t, "sites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\nauth: {modes: [none]}\n")
	for want, args := range map[string][]string{
		"--limit: 101 is not between 0 and 100":                    {"--limit", "101"},
		`there is no site "other"; the sites are main`:             {"other"},
		"audit: " + databaseDownMessage + "; emcp check says more": nil,
		`emcp audit: unexpected argument "two"`:                    {"one", "two"},
	} {
		_, stderr, status := emcp(t, "", append([]string{"audit", "--config", c}, args...)...)
		if status == exitOK || !strings.Contains(stderr, want) {
			t.Errorf("%q: %d %s", args, status, stderr)
		}
	}
}
