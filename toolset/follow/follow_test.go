package follow_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/query"
	"emcp/toolset/follow"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// TestFollower looks at two documents at a time, while these change.
func TestFollower(t *testing.T) {
	page := func(id, parent int64) evosite.Document {
		return evosite.Document{ID: id, Parent: parent, Title: "Page", Published: true, EditedOn: 1000}
	}
	d := testdb.Open(t)
	site := &evosite.Site{Documents: []evosite.Document{page(1, 0), page(2, 1), page(3, 2), page(4, 0), page(5, 5)}}
	if err := evosite.Load(t.Context(), d.DB, site, evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	db, err := evodb.Open(evodb.Options{DSN: d.DSN, MaxOpenConns: 1, StatementTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	schema, err := db.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f := follow.New(false)
	// pass looks at all documents, and returns what has changed and how many looks it took.
	pass := func() (changed, gone []int64, looks int) {
		for {
			looks++
			changes, err := f.Look(t.Context(), db, query.For(schema, query.Public(time.Now())), 2)
			if err != nil {
				t.Fatal(err)
			}
			changed, gone = append(changed, changes.Changed...), append(gone, changes.Gone...)
			if changes.Whole {
				slices.Sort(changed)
				slices.Sort(gone)
				return slices.Compact(changed), gone, looks
			}
		}
	}
	for _, step := range []struct {
		statement     string
		changed, gone []int64
		looks         int
	}{
		{"DO 0", []int64{1, 2, 3, 4, 5}, nil, 3},
		{"DO 0", nil, nil, 3},
		{"UPDATE evo_site_content SET editedon = 2000 WHERE id = 4", []int64{4}, nil, 3},
		{"UPDATE evo_site_content SET pagetitle = 'Other' WHERE id = 1", []int64{1, 2, 3}, nil, 3},
		{"UPDATE evo_site_content SET parent = 4 WHERE id = 2", []int64{2, 3}, nil, 3},
		{"UPDATE evo_site_content SET published = 0 WHERE id = 4", []int64{2, 3}, []int64{4}, 3},
		{"INSERT INTO evo_site_content (id, pagetitle, published) VALUES (9, 'New', 1)", []int64{9}, nil, 3},
		{"DELETE FROM evo_site_content WHERE id IN (1, 9)", nil, []int64{1, 9}, 2},
		{"UPDATE evo_site_content SET published = 1, menutitle = 'Menu' WHERE id = 4", []int64{2, 3, 4}, nil, 3},
	} {
		if _, err := d.DB.ExecContext(t.Context(), step.statement); err != nil {
			t.Fatal(err)
		}
		changed, gone, looks := pass()
		if diff := cmp.Diff([][]int64{step.changed, step.gone}, [][]int64{changed, gone},
			cmpopts.EquateEmpty()); diff != "" || looks != step.looks {
			t.Errorf("%s: %d looks (-want +got):\n%s", step.statement, looks, diff)
		}
	}
	if got := f.Above(3); !cmp.Equal(got, []int64{4, 2}) || len(f.IDs()) != 4 || f.Above(5) != nil {
		t.Errorf("%d above, %d documents", got, len(f.IDs()))
	}
}
