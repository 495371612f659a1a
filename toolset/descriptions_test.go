package toolset

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/toolset/view"
)

// clock is a clock that the test sets.
type clock struct{ nanoseconds atomic.Int64 }

func (c *clock) NowNano() int64                      { return c.nanoseconds.Load() }
func (c *clock) Tick(time.Duration) <-chan time.Time { return nil }
func (c *clock) pass(d time.Duration)                { c.nanoseconds.Add(int64(d)) }

// described is a toolset over the fixture whose descriptions age by a clock of the test.
type described struct {
	*Toolset
	site  *testdb.Database
	clock *clock
}

func newDescribed(t *testing.T) described {
	t.Helper()
	site := testdb.Open(t)
	if err := evosite.Load(t.Context(), site.DB, evosite.Fixture(),
		evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	db, err := evodb.Open(evodb.Options{DSN: site.DSN, MaxOpenConns: 4, StatementTimeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c := &clock{}
	tools := New(db, Options{
		Options: view.Options{ListLimit: 100, Depth: 6, ResultBytes: 1 << 20, Models: allowlist.Models()},
		Shared:  newShared(c),
	})
	return described{tools, site, c}
}

// write changes the site without the toolset's knowledge.
func (d described) write(t *testing.T, statement string) {
	t.Helper()
	if _, err := d.site.DB.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// expect calls evo.site.describe and expects the answer to contain want.
func (d described) expect(t *testing.T, who identity.Principal, arguments, want string) {
	t.Helper()
	got, err := d.Call(t.Context(), who, "evo.site.describe", jsontext.Value(arguments))
	if err != nil {
		t.Errorf("%s: %v", arguments, err)
	} else if !strings.Contains(string(got.JSON), want) {
		t.Errorf("%s: %s is not in %s", arguments, want, got.JSON)
	}
}

func TestDescriptionsAreKeptForAMinute(t *testing.T) {
	d := newDescribed(t)
	public := identity.Principal{Subject: "a", View: identity.Public}
	another := identity.Principal{Subject: "b", View: identity.Public}
	member := func(groups ...int64) identity.Principal {
		return identity.Principal{
			View: identity.Manager, Member: &identity.Member{Role: 2, Groups: groups, RestrictedDocuments: true},
		}
	}
	const before, after = `"documents":16}`, `"documents":15}`
	d.expect(t, public, `{}`, before)
	d.expect(t, member(2), `{}`, `"documents":24}`)
	d.write(t, "UPDATE evo_site_content SET deleted = 1 WHERE id = 1")
	d.clock.pass(time.Minute - time.Nanosecond)
	d.expect(t, public, `{}`, before)
	d.expect(t, public, `{"detail":"summary"}`, before)
	d.expect(t, another, ` { } `, before)
	d.expect(t, member(2), `{}`, `"documents":24}`)

	// Callers who see another site, or ask for something else, get their own answers.
	d.expect(t, public, `{"detail":"full"}`, after)
	d.expect(t, public, `{"template":1}`, after)
	d.expect(t, public, `{"template":2}`, `"name":"Product"`)
	d.expect(t, public, `{"template":2,"tv":"price"}`, `"tvs":[{"id":1,"name":"price"`)
	d.expect(t, public, `{"template":2,"tv":"color"}`, `"tvs":[{"id":2,"name":"color"`)
	d.expect(t, member(), `{}`, `"documents":22}`)
	d.expect(t, member(2, 3), `{}`, `"documents":23}`)

	d.clock.pass(time.Nanosecond)
	d.expect(t, public, `{}`, after)
	d.expect(t, member(2), `{}`, `"documents":23}`)
}

func TestErrorsAreNotKept(t *testing.T) {
	d := newDescribed(t)
	public := identity.Principal{View: identity.Public}
	if _, err := d.Call(t.Context(), public, "evo.site.describe", jsontext.Value(`{"template":9}`)); err == nil {
		t.Error("there is no template 9, but it is described")
	}
	d.write(t, "INSERT INTO evo_site_templates (id, templatename) VALUES (9, 'Late')")
	d.expect(t, public, `{"template":9}`, `"name":"Late"`)

	d.write(t, "RENAME TABLE evo_site_templates TO gone")
	if _, err := d.Call(t.Context(), public, "evo.site.describe", nil); err == nil {
		t.Error("there are no templates, but they are described")
	}
	d.write(t, "RENAME TABLE gone TO evo_site_templates")
	d.expect(t, public, `{}`, `"name":"Late"`)
}

// A reading that several callers wait for continues when the first of them leaves.
func TestReadingOutlivesItsCaller(t *testing.T) {
	d := newDescribed(t)
	public := identity.Principal{View: identity.Public}
	d.expect(t, public, `{"template":1}`, `"name":"Page"`) // reads the schema before the lock

	unlock := d.site.Lock(t, "evo_site_templates")
	first, leave := context.WithCancel(t.Context())
	defer leave()
	var group sync.WaitGroup
	group.Go(func() { _, _ = d.Call(first, public, "evo.site.describe", nil) })
	for waiting := 0; waiting == 0; {
		if err := d.site.DB.QueryRowContext(t.Context(),
			"SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE 'SELECT t.id, "+
				"t.templatename%' AND state LIKE 'Waiting%'",
		).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	group.Go(func() { d.expect(t, public, `{}`, `"documents":16}`) })
	leave()
	unlock()
	group.Wait()
	d.write(t, "UPDATE evo_site_content SET deleted = 1 WHERE id = 1")
	d.expect(t, public, `{}`, `"documents":16}`) // read for the caller who left
}
