package check_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"emcp/config"
	"emcp/internal/owner/check"
)

// TestSearch has the memory be enough for the texts of a site, and too little. A weblink has no text.
func TestSearch(t *testing.T) {
	s := newSite(t).narrow(t)
	s.exec(t, "UPDATE evo_site_content SET content = REPEAT('lorem ipsum ', 2000)")
	found := func(memory int64) string {
		c, err := config.Parse([]byte(s.config(everybody)), noEnvironment)
		if err != nil {
			t.Fatal(err)
		}
		c.SearchMemory = memory
		for _, f := range check.Run(t.Context(), c, check.More{}).Findings {
			if f.Subject == "search" {
				return regexp.MustCompile(`[0-9]+ words, [0-9.]+ MiB of memory`).ReplaceAllString(
					strings.TrimSuffix(fmt.Sprint(f.Level, ": ", f.What, " | ", f.Why, " | ", f.Do), " |  | "), "FIGURES")
			}
		}
		return ""
	}
	const seen = "16 documents that visitors see, FIGURES"
	for memory, want := range map[int64]string{
		128 << 20: "ok: " + seen,
		1 << 10: "warning: " + seen +
			"; of 15 only the beginning | searches do not find words at the end of long texts | raise search.max_memory",
	} {
		if got := found(memory); got != want {
			t.Errorf("%d bytes: %s, want %s", memory, got, want)
		}
	}
}
