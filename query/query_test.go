package query_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/evodb"
	"emcp/internal/evosite"
	"emcp/internal/fault"
	"emcp/internal/testdb"
	"emcp/query"
	"emcp/tvfilter"
)

var update = flag.Bool("update", false, "write the files of testdata anew; then read every change")

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// request is a call of one of the Compiler's methods, and the ids that it finds in evosite.Fixture, in their order.
type request struct {
	name            string
	compile         func(c query.Compiler) (evodb.Statement, error)
	manager, public []int64
	columns         int // of the rows; 0: those of documents
}

// now is the time of the public view. The documents of the fixture that have dates have them far from it.
var now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// page is long enough for all rows of the fixture.
var page = query.NewPage(100, 0)

// test compares the statements of the requests with a file of testdata, then runs them.
func test(t *testing.T, file string, requests []request) {
	t.Run("SQL", func(t *testing.T) { golden(t, file, requests) })
	for _, generation := range []string{"3.1", "3.5"} {
		t.Run("Evolution "+generation, func(t *testing.T) {
			db, schema := load(t, evosite.Fixture(), generation)
			for _, r := range requests {
				for _, recursive := range walks(schema) {
					t.Run(r.name+walkName(recursive), func(t *testing.T) {
						s := *schema
						s.Recursive = recursive
						equalIDs(t, "manager", r.manager, r.run(t, db, query.For(&s, query.Manager())))
						equalIDs(t, "public", r.public, r.run(t, db, query.For(&s, query.Public(now))))
					})
				}
			}
		})
	}
}

// walks returns the ways to walk the tree that the server knows: unrolled, and WITH RECURSIVE.
func walks(schema *evodb.Schema) []bool {
	if schema.Recursive {
		return []bool{false, true}
	}
	return []bool{false}
}

func walkName(recursive bool) string {
	if recursive {
		return ", recursive"
	}
	return ", unrolled"
}

func equalIDs(t *testing.T, view string, want, got []int64) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s view (-want +got):\n%s", view, diff)
	}
}

// load writes a site into a database and reads its schema.
func load(t *testing.T, site *evosite.Site, generation string) (*evodb.DB, *evodb.Schema) {
	t.Helper()
	database := testdb.Open(t)
	if err := evosite.Load(t.Context(), database.DB, site, evosite.Options{Prefix: "evo_", Generation: generation}); err != nil {
		t.Fatal(err)
	}
	db, err := evodb.Open(evodb.Options{DSN: database.DSN, MaxOpenConns: 2, StatementTimeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	schema, err := db.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return db, schema
}

// run returns the first column of what the request finds.
func (r request) run(t *testing.T, db *evodb.DB, c query.Compiler) []int64 {
	t.Helper()
	s, err := r.compile(c)
	if err != nil {
		t.Fatal(err)
	}
	columns := r.columns
	if columns == 0 {
		columns = len(query.ItemColumns)
	}
	var ids []int64
	for _, row := range rows(t, db, s, columns) {
		ids = append(ids, row[0].(int64))
	}
	return ids
}

// rows runs a statement. Texts are strings, numbers int64, as the driver decodes them.
func rows(t *testing.T, db *evodb.DB, s evodb.Statement, columns int) [][]any {
	t.Helper()
	var all [][]any
	err := db.Query(t.Context(), s, func(scan evodb.Scan) error {
		row := make([]any, columns)
		dest := make([]any, columns)
		for i := range row {
			dest[i] = &row[i]
		}
		if err := scan(dest...); err != nil {
			return err
		}
		for i := range row {
			if text, ok := row[i].([]byte); ok {
				row[i] = string(text)
			}
		}
		all = append(all, row)
		return nil
	})
	if err != nil {
		t.Fatalf("%v\nin %s\nwith %v", err, s.SQL, s.Args)
	}
	return all
}

// golden compares the statements of the requests, in both views and with both ways to walk the tree, with a file of
// testdata. Statements that do not differ stand there once.
func golden(t *testing.T, file string, requests []request) {
	t.Helper()
	var text strings.Builder
	for _, r := range requests {
		fmt.Fprintf(&text, "==== %s\n", r.name)
		var known []string
		for _, v := range []struct {
			name string
			view query.View
		}{{"manager", query.Manager()}, {"public", query.Public(now)}} {
			for _, recursive := range []bool{true, false} {
				s, err := r.compile(query.For(&evodb.Schema{Prefix: "evo_", Recursive: recursive}, v.view))
				if err != nil {
					t.Fatalf("%s: %v", r.name, err)
				}
				if statement := readable(t, s); !slices.Contains(known, statement) {
					known = append(known, statement)
					fmt.Fprintf(&text, "-- %s%s\n%s", v.name, walkName(recursive), statement)
				}
			}
		}
		text.WriteString("\n")
	}
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path) //nolint:gosec // a file of testdata
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// clauses puts a statement on several lines: spaces become line breaks and nothing else is changed.
var clauses = strings.NewReplacer(
	" FROM ", "\nFROM ", " WHERE ", "\nWHERE ", " JOIN ", "\nJOIN ", " LEFT JOIN ", "\nLEFT JOIN ", " INNER JOIN ", "\nINNER JOIN ",
	" ORDER BY ", "\nORDER BY ", " UNION ALL ", "\nUNION ALL ", " SELECT c.", "\nSELECT c.", " AND NOT EXISTS ", "\nAND NOT EXISTS ",
)

// readable shows a statement and its arguments with their types.
func readable(t *testing.T, s evodb.Statement) string {
	t.Helper()
	if strings.Contains(s.SQL, "\n") {
		t.Errorf("a line break in %s", s.SQL)
	}
	args := make([]string, len(s.Args))
	for i, arg := range s.Args {
		if text, ok := arg.(string); ok {
			args[i] = fmt.Sprintf("%q", text)
		} else {
			args[i] = fmt.Sprintf("%T(%v)", arg, arg)
		}
	}
	return fmt.Sprintf("%s\n%s\n", clauses.Replace(s.SQL), strings.TrimSpace("-- args: "+strings.Join(args, ", ")))
}

// lookup finds the template variables of the fixture.
func lookup(name string) (tvfilter.TV, error) {
	for _, tv := range evosite.Fixture().TVs {
		if tv.Name == name {
			return tvfilter.TV{ID: tv.ID, Default: tv.Default}, nil
		}
	}
	return tvfilter.TV{}, fault.New(fault.UnknownTV, "there is no %s", name)
}

// must is for requests, which are right.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
