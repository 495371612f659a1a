package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"emcp/internal/owner/review"
)

// TestAudit prints the same for people and for programs.
func TestAudit(t *testing.T) {
	c := configuration(t, "sites: {main: {dsn: \""+site(t)+"\"}}\nauth: {modes: [none]}\n")
	text, stderr, status := emcp(t, "", "audit", "main", "--config", c)
	if status != exitOK || stderr != "" {
		t.Fatalf("%d %s", status, stderr)
	}
	printed, stderr, status := emcp(t, "", "audit", "--config", c, "--json")
	if status != exitOK || stderr != "" {
		t.Fatalf("%d %s", status, stderr)
	}
	var report review.Report
	if err := json.Unmarshal([]byte(printed), &report); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text, fmt.Sprintf("Visitors see %d pages of sites.main.\n", report.Documents)) ||
		len(report.Findings) == 0 || report.Documents == 0 {
		t.Errorf("%s\n%s", text, printed)
	}
	for _, f := range report.Findings {
		if !strings.Contains(text, fmt.Sprintf("\n%d %s\n", f.Count, f.What)) {
			t.Errorf("%s is not in\n%s", f.What, text)
		}
	}
}

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
