package evodb

import (
	"testing"
	"time"
)

func TestVersions(t *testing.T) {
	for _, c := range []struct {
		text      string
		want      serverVersion
		recursive bool
		json      bool
		limit     string
	}{
		{"10.11.6-MariaDB-0+deb12u1", serverVersion{true, 10, 11, 6}, true, true, "SET SESSION max_statement_time = 1.500"},
		{"5.5.5-10.4.1-MariaDB", serverVersion{true, 10, 4, 1}, true, true, "SET SESSION max_statement_time = 1.500"},
		{"10.2.2-MariaDB", serverVersion{true, 10, 2, 2}, true, false, "SET SESSION max_statement_time = 1.500"},
		{"10.2.1-MariaDB", serverVersion{true, 10, 2, 1}, false, false, "SET SESSION max_statement_time = 1.500"},
		{"11.4.2-MariaDB-log", serverVersion{true, 11, 4, 2}, true, true, "SET SESSION max_statement_time = 1.500"},
		{"8.0.36", serverVersion{false, 8, 0, 36}, true, true, "SET SESSION max_execution_time = 1500"},
		{"8.4.0-commercial", serverVersion{false, 8, 4, 0}, true, true, "SET SESSION max_execution_time = 1500"},
		{"5.7.8-rc", serverVersion{false, 5, 7, 8}, false, true, "SET SESSION max_execution_time = 1500"},
		{"5.7.7", serverVersion{false, 5, 7, 7}, false, false, ""},
		{"5.6.24", serverVersion{false, 5, 6, 24}, false, false, ""},
	} {
		got, err := parseVersion(c.text)
		if err != nil || got != c.want || got.recursive() != c.recursive || got.json() != c.json {
			t.Errorf("parseVersion(%q) = %+v, recursive %t, json %t, %v", c.text, got, got.recursive(), got.json(), err)
		}
		if limit, err := limitStatement(c.text, 1500*time.Millisecond); limit != c.limit || err != nil {
			t.Errorf("limitStatement(%q) = %q, %v, want %q", c.text, limit, err, c.limit)
		}
	}
	for _, text := range []string{"", "MariaDB", "8", "eight.0.1"} {
		if got, err := parseVersion(text); err == nil {
			t.Errorf("parseVersion(%q) = %+v, want an error", text, got)
		}
	}
}

func TestProducts(t *testing.T) {
	for version, want := range map[string]string{
		"10.11.6-MariaDB-0+deb12u1": "MariaDB 10.11.6", "5.5.5-10.4.1-MariaDB": "MariaDB 10.4.1", "8.0.36": "MySQL 8.0.36",
		"5.6.51-log": "MySQL 5.6.51",
	} {
		if got := Product(version); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}
