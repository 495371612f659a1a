package allowlist_test

import (
	"testing"
	"time"

	"emcp/allowlist"
)

func TestParseTime(t *testing.T) {
	now := time.Date(2026, 3, 31, 13, 14, 15, 16, time.FixedZone("", 2*3600)) // 11:14:15 in UTC
	for text, want := range map[string][2]string{
		"2026-01-31T12:00:00Z":      {"2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"},
		"2026-01-31t12:00:00+02:00": {"2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z"},
		"2026-01-31 12:00":          {"2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"},
		"2026-01-31":                {"2026-01-31T00:00:00Z", "2026-01-31T23:59:59Z"},
		"1767225600":                {"2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"},
		"0":                         {"1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"},
		"now":                       {"2026-03-31T11:14:15Z", "2026-03-31T11:14:15Z"},
		"today":                     {"2026-03-31T00:00:00Z", "2026-03-31T23:59:59Z"},
		"-30d":                      {"2026-03-01T11:14:15Z", "2026-03-01T11:14:15Z"},
		"+2w":                       {"2026-04-14T11:14:15Z", "2026-04-14T11:14:15Z"},
		"-12h":                      {"2026-03-30T23:14:15Z", "2026-03-30T23:14:15Z"},
		"-3m":                       {"2025-12-31T11:14:15Z", "2025-12-31T11:14:15Z"},
		"31.12.2026":                {"2026-12-31T00:00:00Z", "2026-12-31T23:59:59Z"},
		"5.6.2026":                  {"2026-06-05T00:00:00Z", "2026-06-05T23:59:59Z"},
		"31.12.2026 18:30":          {"2026-12-31T18:30:00Z", "2026-12-31T18:30:00Z"},
		"31-12-2026":                {"2026-12-31T00:00:00Z", "2026-12-31T23:59:59Z"},
		"31-12-2026 18:30:15":       {"2026-12-31T18:30:15Z", "2026-12-31T18:30:15Z"},
		"2026/12/31":                {"2026-12-31T00:00:00Z", "2026-12-31T23:59:59Z"},
		"12/31/2026":                {"2026-12-31T00:00:00Z", "2026-12-31T23:59:59Z"},
		"31/12/2026":                {"2026-12-31T00:00:00Z", "2026-12-31T23:59:59Z"},
		"5/5/2026":                  {"2026-05-05T00:00:00Z", "2026-05-05T23:59:59Z"},
		"+1y":                       {"2027-03-31T11:14:15Z", "2027-03-31T11:14:15Z"},
	} {
		at, ok := allowlist.ParseTime(text, now, allowlist.UnknownOrder)
		if got := [2]string{written(at.First()), written(at.Last())}; !ok || got != want {
			t.Errorf("%q: %q, %t, want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "yesterday", "30d", "-30", "- 30d", "-30s", "-1000000d", "-999999y", "+8000y", "2026-02-31", "31-02-2026",
		"2026-1-1", "01/02/2026", "13/13/2026", "31.12.26", "31.12.", "31-12-2026T18:30", "0/1/2026",
		"99999999999999", "-99999999999999", "2026-01-31T25:00:00Z",
	} {
		if at, ok := allowlist.ParseTime(text, now, allowlist.UnknownOrder); ok {
			t.Errorf("%q is %s", text, written(at.First()))
		}
	}
}

// TestDateOrder reads a date that can be two days.
func TestDateOrder(t *testing.T) {
	for order, want := range map[allowlist.DateOrder]string{
		allowlist.DayFirst: "2026-02-01T00:00:00Z", allowlist.MonthFirst: "2026-01-02T00:00:00Z",
	} {
		at, ok := allowlist.ParseTime("01/02/2026", time.Now(), order)
		if got := written(at.First()); !ok || got != want {
			t.Errorf("order %d: %s, %t, want %s", order, got, ok, want)
		}
	}
}

func written(seconds int64) string { return time.Unix(seconds, 0).UTC().Format(time.RFC3339) }
