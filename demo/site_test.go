package main

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"emcp/internal/test/evosite"
)

func TestSiteIsTheSameOnEveryCall(t *testing.T) {
	if !reflect.DeepEqual(Site(), Site()) {
		t.Error("two calls of Site return different sites")
	}
}

// TestReferences follows every reference from one part of the site to another.
func TestReferences(t *testing.T) {
	site := Site()
	documents := map[int64]bool{}
	for _, d := range site.Documents {
		if documents[d.ID] {
			t.Errorf("there are two documents %d", d.ID)
		}
		documents[d.ID] = true
	}
	templates := map[int]bool{0: true} // 0 is no template
	for _, r := range site.Records["site_templates"] {
		templates[r["id"].(int)] = true
	}
	link := regexp.MustCompile(`\[~(\d+)~\]`)
	for _, d := range site.Documents {
		if d.Parent != 0 && !documents[d.Parent] {
			t.Errorf("document %d has parent %d, which does not exist", d.ID, d.Parent)
		}
		if !templates[int(d.Template)] {
			t.Errorf("document %d has template %d, which does not exist", d.ID, d.Template)
		}
		for _, match := range link.FindAllStringSubmatch(d.Content, -1) {
			if id, err := strconv.ParseInt(match[1], 10, 64); err != nil || !documents[id] {
				t.Errorf("document %d links to %s, which does not exist", d.ID, match[0])
			}
		}
	}
	tvs := map[int64]bool{}
	for i, tv := range site.TVs {
		tvs[tv.ID] = true
		if tv.ID != int64(i+1) {
			t.Errorf("%s has id %d, want %d", tv.Name, tv.ID, i+1)
		}
	}
	for _, v := range site.Values {
		if !tvs[v.TV] || !documents[v.Document] {
			t.Errorf("there is a value of template variable %d in document %d", v.TV, v.Document)
		}
	}
	for _, g := range site.DocumentGroups {
		for _, id := range g.Documents {
			if !documents[id] {
				t.Errorf("document %d of group %s does not exist", id, g.Name)
			}
		}
	}
}

// TestTextsAreUsed finds texts that belong to no document.
func TestTextsAreUsed(t *testing.T) {
	documents := map[int64]bool{}
	for _, d := range Site().Documents {
		documents[d.ID] = true
	}
	for _, l := range languages() {
		for id := range l.texts {
			if !documents[id+l.offset] {
				t.Errorf("the %s text of %d belongs to no document", l.code, id)
			}
		}
	}
}

// TestRecordsHaveTheSameColumns checks what the loader requires of records.
func TestRecordsHaveTheSameColumns(t *testing.T) {
	columns := func(r evosite.Record) []string { return slices.Sorted(maps.Keys(r)) }
	for table, rows := range Site().Records {
		for _, row := range rows {
			if !slices.Equal(columns(row), columns(rows[0])) {
				t.Errorf("%s: columns %q and %q", table, columns(row), columns(rows[0]))
			}
		}
	}
}
