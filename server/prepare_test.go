package server_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/server"
	"emcp/toolset/find"
)

// indexed returns how many documents the metrics say are indexed, by site.
func indexed(t *testing.T, s *server.Server) map[string]string {
	t.Helper()
	counts := map[string]string{}
	for _, found := range regexp.MustCompile(`(?m)^emcp_search_documents{site="(\w+)"} (\d+)$`).FindAllStringSubmatch(
		ReadMetrics(t, s), -1) {
		counts[found[1]] = found[2]
	}
	return counts
}

// lockTexts has every statement wait that reads texts for the index.
func lockTexts(t *testing.T, d *testdb.Database) { d.Lock(t, "evo_site_tmplvar_contentvalues") }

// TestPreparedSearch has the first search find while no text can be read, and the first one after a reload.
func TestPreparedSearch(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN)
	base := Listen(t, s)
	s.PrepareSearches(t.Context())
	before := indexed(t, s)
	lockTexts(t, d)
	first := Post(t, base+"/mcp", searchWords)
	if !strings.Contains(first.Body, `"total":1`) {
		t.Error(first)
	}
	if _, err := s.Reload(NewConfig(t, d.DSN)); err != nil {
		t.Fatal(err)
	}
	Equal(t, first, Post(t, base+"/mcp", searchWords), "after a reload")
	Equal(t, before, indexed(t, s), "after a reload")
}

// TestPreparedStdio has the texts read as the caller over stdio sees them.
func TestPreparedStdio(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN, "rate_limit:", "stdio: {view: manager}\nrate_limit:")
	s.PrepareStdio(t.Context(), "content")
	visitors := NewServer(t, d.DSN)
	visitors.PrepareSearches(t.Context())
	if cmp.Equal(indexed(t, s), indexed(t, visitors)) {
		t.Errorf("visitors have as many documents as managers: %v", indexed(t, s))
	}
}

// TestPreparation shows which sites are prepared.
func TestPreparation(t *testing.T) {
	d := Fixture(t)
	two := WithSite(d.DSN, "- {handle: small,", "- {handle: other, site: other}\n  - {handle: small,")
	others := append(slices.Clone(two), "servers: [small]", "servers: [other]") // visitors of main are gone
	for _, token := range []string{"full", "reader", "caller", "expired"} {
		others = append(others, "name: "+token+",", "name: "+token+", servers: [other],")
	}
	many := slices.Clone(two)
	for n := range 10 {
		many = append(many, "- {handle: other,", fmt.Sprintf("- {handle: small%d, site: main}\n  - {handle: other,", n))
	}
	for name, test := range map[string]struct {
		memory int64
		change []string
		want   []string
	}{
		"all":                {128 << 20, two, []string{"main", "other"}},
		"as many as fit":     {1, two, []string{"main"}},
		"the first of many":  {128 << 20, many, []string{"main"}},
		"those for visitors": {128 << 20, others, []string{"other"}},
	} {
		c := NewConfig(t, d.DSN, test.change...)
		c.SearchMemory = test.memory
		s := Start(t, c, server.Options{})
		s.PrepareSearches(t.Context())
		var prepared []string
		for _, site := range []string{"main", "other"} {
			if indexed(t, s)[site] != "0" {
				prepared = append(prepared, site)
			}
		}
		Equal(t, test.want, prepared, name)
	}
}

// TestPreparationFails has a database that does not answer, and ends with the context.
func TestPreparationFails(t *testing.T) {
	s := NewServer(t, NoDatabase)
	s.PrepareSearches(t.Context())
	Equal(t, map[string]string{"main": "0"}, indexed(t, s))

	d := Fixture(t)
	s = NewServer(t, d.DSN)
	lockTexts(t, d)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	s.PrepareSearches(ctx)
	if ctx.Err() == nil {
		t.Error("it did not wait for the texts")
	}
}

// TestDefaultMemory has the configuration say what find is made for.
func TestDefaultMemory(t *testing.T) {
	if got := NewConfig(t, NoDatabase).SearchMemory; got != find.DefaultMemory {
		t.Errorf("search.max_memory is %d, want %d", got, find.DefaultMemory)
	}
}
