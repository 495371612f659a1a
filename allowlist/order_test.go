package allowlist_test

import (
	"testing"

	"emcp/allowlist"
)

func TestParseDirection(t *testing.T) {
	for text, want := range map[string]allowlist.Direction{
		"": allowlist.Ascending, "asc": allowlist.Ascending, "desc": allowlist.Descending,
	} {
		if got, ok := allowlist.ParseDirection(text); got != want || !ok {
			t.Errorf("ParseDirection(%q) = %v, %v, want %v, true", text, got, ok, want)
		}
	}
	for _, text := range []string{"ASC", "up", "asc ", "id desc"} {
		if _, ok := allowlist.ParseDirection(text); ok {
			t.Errorf("ParseDirection(%q) is accepted", text)
		}
	}
}

func TestParseOrderField(t *testing.T) {
	for _, name := range append([]string{""}, allowlist.OrderFields...) {
		if _, ok := allowlist.ParseOrderField(name); !ok {
			t.Errorf("ParseOrderField(%q) is refused", name)
		}
	}
	for _, name := range []string{"ID", "content", "id desc", "c.id"} {
		if f, ok := allowlist.ParseOrderField(name); ok || f != (allowlist.OrderField{}) {
			t.Errorf("ParseOrderField(%q) = %v, %v, want none", name, f, ok)
		}
	}
}
