package toolset_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/oracle"
)

// checkWords checks the answer to a search for words against the documents that meet its other conditions.
func (c *comparison) checkWords(t *testing.T, view oracle.View, a oracle.Arguments, text string) {
	t.Helper()
	wrong := func(format string, args ...any) {
		t.Helper()
		t.Errorf("view %s, %s: "+format, append([]any{viewName(view), encoded(t, a)}, args...)...)
		if c.differences++; c.differences == maxDifferences {
			t.Fatal("too many differences")
		}
	}
	if a.Cursor == "" {
		c.read = map[string]bool{}
	}
	all := a
	all.Query, all.Match, all.QueryTVs, all.Cursor, all.Offset, all.Limit = "", "", nil, "", nil, new(int64(1_000_000))
	model, err := c.model.Call(view, "evo.content.search", all)
	if err != nil {
		t.Fatal(err)
	}
	allowed := decoded(t, encoded(t, model)).(map[string]any)["items"].([]any)
	answer := decoded(t, text).(map[string]any)
	meta := answer["meta"].(map[string]any)
	nearest, _ := meta["nearest"].(map[string]any)
	for word, near := range nearest {
		for part := range strings.FieldsSeq(near.(string)) {
			err := c.model.CheckNearest(view, part)
			if err != nil && !strings.ContainsAny(part, "0123456789") { // 1.005 is 1005, too
				wrong("%v for %s", err, word)
			}
		}
	}

	words, together := oracle.QueryWords(a)
	last := -1
	for _, item := range answer["items"].([]any) {
		hit := item.(map[string]any)
		id := idOf(t, hit)
		if key := string(hit["id"].(json.Number)); c.read[key] {
			wrong("%d comes twice", id)
		} else {
			c.read[key] = true
		}
		excerpt, _ := hit["excerpt"].(string)
		if err := c.model.CheckExcerpt(view, a, id, excerpt); err != nil {
			wrong("%v", err)
		}
		c.excerpts++
		delete(hit, "excerpt")
		at := slices.IndexFunc(allowed, func(other any) bool { return idOf(t, other.(map[string]any)) == id })
		if at < 0 {
			wrong("%d does not meet the conditions", id)
			continue
		}
		if diff := cmp.Diff(allowed[at], item); diff != "" {
			wrong("-model +ours:\n%s", diff)
		}
		if ordered := a.OrderBy != "" || a.OrderByDate != "" || len(a.TVOrder) > 0; ordered && at < last {
			wrong("%d stands too late", id)
		}
		last = at
		may := func(word string) bool { return c.model.May(view, a, id, word) }
		switch {
		case len(nearest) > 0: // other words were searched
		case (a.Match == "all" || a.Match == "phrase") &&
			slices.ContainsFunc(words, func(word string) bool { return !may(word) }),
			!slices.ContainsFunc(words, may):
			wrong("%d has none of the words, or not all: %q", id, excerpt)
		}
	}
	total, counted := meta["total"].(json.Number)
	if a.Match == "all" || together || !counted {
		return
	}
	least := 0
	for _, item := range allowed {
		id := idOf(t, item.(map[string]any))
		if slices.ContainsFunc(words, func(word string) bool {
			return !strings.ContainsAny(word, "0123456789") && c.model.Must(view, a, id, word)
		}) {
			least++
		}
	}
	if n, err := total.Int64(); err != nil || int(n) < least || int(n) > len(allowed) {
		wrong("a total of %s, although %d documents have a word and %d meet the other conditions", total, least, len(allowed))
	}
}

func idOf(t *testing.T, item map[string]any) int64 {
	t.Helper()
	id, err := item["id"].(json.Number).Int64()
	if err != nil {
		t.Fatal(err)
	}
	return id
}
