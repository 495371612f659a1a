package query_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/test/evosite"
	"emcp/internal/test/snapshot"
	"emcp/internal/test/testdb"
	"emcp/query"
	"emcp/tvfilter"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// request is a call of one of the Compiler's methods, with the ids that it must find in evosite.Fixture, in order.
type request struct {
	name            string
	list            func(c query.Compiler) query.Listing            // of a listing
	page            query.Page                                      // of the listing; zero: the first page
	compile         func(c query.Compiler) (evodb.Statement, error) // of anything else
	manager, public []int64
	columns         int // in each row; 0: as for documents
}

// now is the time of the public view. All dates of the fixture's documents are far from it.
var now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// page is large enough for all rows of the fixture.
var page = query.NewPage(100, 0)

// test compares the statements of the requests with a file in testdata, then runs them.
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
						for _, v := range []struct {
							named
							want []int64
						}{{named{"manager", query.Manager()}, r.manager}, {named{"public", query.Public(now)}, r.public}} {
							r.finds(t, v.name, v.want, db, query.For(&s, v.view))
						}
					})
				}
			}
		})
	}
}

// walks returns the ways to walk the tree that can be tried on the server: unrolled, WITH RECURSIVE, or both. MySQL
// from 8 does not read the patterns of statements for earlier servers.
func walks(schema *evodb.Schema) []bool {
	switch {
	case !schema.Recursive:
		return []bool{false}
	case os.Getenv("EMCP_TEST_SERVER") == "mysql":
		return []bool{true}
	}
	return []bool{false, true}
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
	_, db, schema := loadDatabase(t, site, generation)
	return db, schema
}

// loadDatabase is load for tests that change the database.
func loadDatabase(t *testing.T, site *evosite.Site, generation string) (*testdb.Database, *evodb.DB, *evodb.Schema) {
	t.Helper()
	database := testdb.Open(t)
	if err := evosite.Load(t.Context(), database.DB, site,
		evosite.Options{Prefix: "evo_", Generation: generation}); err != nil {
		t.Fatal(err)
	}
	db := open(t, database)
	schema, err := db.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return database, db, schema
}

// finds checks that the request finds these ids in one page, page by page from position to position, and counted.
func (r request) finds(t *testing.T, view string, want []int64, db *evodb.DB, c query.Compiler) {
	t.Helper()
	equalIDs(t, view, want, r.run(t, db, c))
	if r.list != nil && r.page == (query.Page{}) {
		equalIDs(t, view+" by positions", want, r.walk(t, db, c, false))
		equalIDs(t, view+" by positions, ahead", want, r.walk(t, db, c, true))
		equalIDs(t, view+" counted", []int64{int64(len(want))}, counted(t, db, r.list(c)))
	}
	if r.list != nil {
		r.findsAhead(t, view, want, db, c)
	}
}

// findsAhead checks that Ahead finds these ids. All documents of the fixture are among the next ones. In a list with
// keys, Ahead must find at least the first of them.
func (r request) findsAhead(t *testing.T, view string, want []int64, db *evodb.DB, c query.Compiler) {
	t.Helper()
	s, ok := r.ahead(t, c)
	if !ok {
		return
	}
	var ids []int64
	for _, row := range readRows(t, db, s, contractColumns+r.list(c).Keys()) {
		ids = append(ids, row[0].(int64))
	}
	if r.list(c).Keys() > 0 {
		want = want[:min(len(want), len(ids))]
	}
	equalIDs(t, view+" ahead", want, ids)
}

// open opens a database as emcp does.
func open(t *testing.T, database *testdb.Database) *evodb.DB {
	t.Helper()
	db, err := evodb.Open(evodb.Options{DSN: database.DSN, MaxOpenConns: 2, StatementTimeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// run returns the first column of the result.
func (r request) run(t *testing.T, db *evodb.DB, c query.Compiler) []int64 {
	t.Helper()
	s, columns := r.compiled(t, c)
	var ids []int64
	for _, row := range readRows(t, db, s, columns) {
		ids = append(ids, row[0].(int64))
	}
	return ids
}

// compiled returns the statement of the request and the number of columns in its rows.
func (r request) compiled(t *testing.T, c query.Compiler) (evodb.Statement, int) {
	t.Helper()
	columns := r.columns
	if columns == 0 {
		columns = contractColumns
	}
	compile := r.compile
	if r.list != nil {
		compile = func(c query.Compiler) (evodb.Statement, error) {
			p := r.page
			if p == (query.Page{}) {
				p = page
			}
			return r.list(c).Page(p)
		}
		columns += r.list(c).Keys()
	}
	s, err := compile(c)
	if err != nil {
		t.Fatalf("%s: %v", r.name, err)
	}
	return s, columns
}

// walk returns the same as run, read in pages of two rows from position to position. With ahead, it uses Ahead where
// that finds enough rows for a page.
func (r request) walk(t *testing.T, db *evodb.DB, c query.Compiler, ahead bool) []int64 {
	t.Helper()
	const limit = 2
	var ids []int64
	for r.page = query.NewPage(limit, 0); ; {
		s, columns := r.compiled(t, c)
		var read [][]any
		if near, ok := r.ahead(t, c); ok && ahead {
			read = readRows(t, db, near, columns)
		}
		if len(read) < limit {
			read = readRows(t, db, s, columns)
		}
		for _, row := range read {
			ids = append(ids, row[0].(int64))
		}
		if len(read) < limit {
			return ids
		}
		last := read[len(read)-1]
		p := query.Position{ID: last[0].(int64)}
		for _, value := range last[columns-r.list(c).Keys():] {
			var key *string
			if value != nil {
				key = new(fmt.Sprint(value))
			}
			p.Keys = append(p.Keys, key)
		}
		r.page = query.PageAfter(limit, p)
	}
}

func counted(t *testing.T, db *evodb.DB, l query.Listing) []int64 {
	t.Helper()
	s, err := l.Count()
	if err != nil {
		t.Fatal(err)
	}
	return []int64{readRows(t, db, s, 1)[0][0].(int64)}
}

// readRows runs a statement. Texts are strings and numbers are int64, as the driver decodes them.
func readRows(t *testing.T, db *evodb.DB, s evodb.Statement, columns int) [][]any {
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
		all = append(all, row)
		return nil
	})
	if err != nil {
		t.Fatalf("%v\nin %s\nwith %v", err, s.SQL, s.Args)
	}
	return all
}

// named is a view with its name in testdata.
type named struct {
	name string
	view query.View
}

// golden compares the statements of the requests, for a manager and a visitor, with a file in testdata.
func golden(t *testing.T, file string, requests []request) {
	t.Helper()
	views := []named{{"manager", query.Manager()}, {"public", query.Public(now)}}
	goldenOf(t, file, &evodb.Schema{Prefix: "evo_"}, views, requests)
}

// goldenOf compares the statements of the requests, in all views and with both ways to walk the tree, with a file in
// testdata. A statement that already occurs in the file is not repeated; the file names the request that has it.
func goldenOf(t *testing.T, file string, schema *evodb.Schema, views []named, requests []request) {
	t.Helper()
	var text strings.Builder
	places := map[string]string{} // where a statement first occurs, by SQL
	for _, r := range requests {
		fmt.Fprintf(&text, "==== %s\n", r.name)
		for _, v := range views {
			recursive, unrolled := r.statement(t, schema, v.view, true), r.statement(t, schema, v.view, false)
			if readable(recursive.SQL) == readable(unrolled.SQL) && readableArgs(recursive.Args) == readableArgs(unrolled.Args) {
				writeStatement(&text, places, r.name, v.name, recursive)
			} else {
				writeStatement(&text, places, r.name, v.name+walkName(true), recursive)
				writeStatement(&text, places, r.name, v.name+walkName(false), unrolled)
			}
			if s, ok := r.ahead(t, query.For(schema, v.view)); ok {
				writeStatement(&text, places, r.name, v.name+", ahead", s)
			}
		}
		text.WriteString("\n")
	}
	snapshot.Expect(t, file, text.String())
}

func (r request) statement(t *testing.T, schema *evodb.Schema, view query.View, recursive bool) evodb.Statement {
	t.Helper()
	known := *schema
	known.Recursive = recursive
	s, _ := r.compiled(t, query.For(&known, view))
	if strings.ContainsAny(s.SQL, "\n{}") {
		t.Errorf("%s: line breaks and braces are this test's own: %s", r.name, s.SQL)
	}
	return s
}

// ahead returns the statement of Ahead, if the request has one.
func (r request) ahead(t *testing.T, c query.Compiler) (evodb.Statement, bool) {
	t.Helper()
	if r.list == nil {
		return evodb.Statement{}, false
	}
	p := r.page
	if p == (query.Page{}) {
		p = page
	}
	s, ok, err := r.list(c).Ahead(p)
	if err != nil {
		t.Fatalf("%s: %v", r.name, err)
	}
	return s, ok
}

func writeStatement(text *strings.Builder, places map[string]string, request, version string, s evodb.Statement) {
	fmt.Fprintf(text, "-- %s: %s\n", version, readableArgs(s.Args))
	sql := readable(s.SQL)
	if place, known := places[sql]; known {
		fmt.Fprintf(text, "-- the statement of %q\n", place)
		return
	}
	places[sql] = request + ", " + version
	text.WriteString(sql + "\n")
}

// itemColumns is {items} in testdata.
const itemColumns = "c.id, c.parent, c.pagetitle, c.longtitle, c.description, c.alias, c.published, c.deleted, " +
	"c.hidemenu, c.menuindex, c.template, c.createdon, c.editedon, c.pub_date, c.unpub_date, c.isfolder, c.type"

// publicDocument is {public x} in testdata, with x for c: the condition for documents that a visitor may see.
const publicDocument = "(c.deleted = 0 AND c.deletedon = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr " +
	"= 0 AND c.pub_date + 0 <= ? AND IF(c.unpub_date = 0, TRUE, c.unpub_date > ?)" +
	" AND NOT EXISTS (SELECT 1 FROM `evo_document_groups` AS dg" +
	" LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group" +
	" LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group" +
	" WHERE dg.document = c.id AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)))"

// publicDocumentEach is {public each x}: the same condition, checked document by document.
var publicDocumentEach = strings.NewReplacer("NOT EXISTS (SELECT", "(SELECT", "IS NOT NULL)))",
	"IS NOT NULL) LIMIT 1) IS NULL)").Replace(publicDocument)

// publicDocumentAll is {public all x}: the same condition for statements that look at all documents.
var publicDocumentAll = strings.NewReplacer(
	"NOT EXISTS (SELECT", "(NOT EXISTS (SELECT 1 FROM `evo_document_groups` AS dg"+
		" LEFT JOIN `evo_documentgroup_names` AS dn ON dn.id = dg.document_group"+
		" LEFT JOIN `evo_membergroup_access` AS ma ON ma.documentgroup = dg.document_group"+
		" JOIN `evo_site_content` AS u ON u.id = dg.document WHERE u.privateweb = 0 AND u.privatemgr = 0"+
		" AND (dn.private_memgroup = 1 OR dn.private_webgroup = 1 OR ma.id IS NOT NULL)) OR NOT EXISTS (SELECT",
	"IS NOT NULL)))", "IS NOT NULL))))").Replace(publicDocument)

// noBinding is the condition, after a column, that the column holds no @-binding. It is the only literal in the SQL of
// this package.
const noBinding = " NOT REGEXP '^[ [:cntrl:]]*@(" +
	"[Ee][Vv][Aa][Ll]|[Pp][Hh][Pp]|[Ss][Ee][Ll][Ee][Cc][Tt]|[Ff][Ii][Ll][Ee]|[Cc][Hh][Uu][Nn][Kk]|" +
	"[Dd][Oo][Cc][Uu][Mm][Ee][Nn][Tt]|[Rr][Ee][Ss][Oo][Uu][Rr][Cc][Ee]|[Dd][Ii][Rr][Ee][Cc][Tt][Oo][Rr][Yy]|" +
	"[Ii][Nn][Hh][Ee][Rr][Ii][Tt]|[Nn][Oo][Nn][Ee])'"

// noTag is the condition that a column holds no tag.
const noTag = " NOT REGEXP ?"

// withoutNUL stands between the column and the condition for servers that end a text at a NUL.
const withoutNUL = ", CHAR(0 USING ascii), ' ')"

// hidings are the expressions for what visitors get of the column x, by their name in testdata: {stored x} is what they
// read of a template variable's text, {value x} what they compare with it, and {plain x} what they compare with any
// other text. {x is plain} is the condition alone.
var hidings = func() map[string]*regexp.Regexp {
	column := `(?:REPLACE\()?([^ ,()]+)(?:` + regexp.QuoteMeta(withoutNUL) + `)?`
	hiding := func(conditions ...string) *regexp.Regexp {
		for i, c := range conditions {
			conditions[i] = column + regexp.QuoteMeta(c)
			if c == noBinding {
				conditions[i] = `\(ASCII\(([^ ,()]+)\) NOT BETWEEN 0 AND 32 AND ASCII\(([^ ,()]+)\) NOT IN \(64, 127\) OR ` +
					conditions[i] + `\)`
			}
		}
		return regexp.MustCompile(`IF\(` + strings.Join(conditions, " AND ") + `, ([^ ,()]+), NULL\)`)
	}
	return map[string]*regexp.Regexp{
		"stored": hiding(noBinding), "value": hiding(noBinding, noTag), "plain": hiding(noTag),
	}
}()

// tagTexts are the patterns for a text with tags, for MySQL before 8 and for other servers. Arguments show them as TAG.
var tagTexts = []string{
	`\[[[!*(+^]|\{\{|\[~([^1-9]|[1-9][0-9]*([^0-9~]|~[^]])|[1-9][0-9]{18})`,
	`\[[\[!*(+^]|\{\{|\[~([^1-9]|[1-9][0-9]*([^0-9~]|~[^\]])|[1-9][0-9]{18})`,
}

var isPlain = regexp.MustCompile(`(?:REPLACE\()?([^ ,(]+)(?:` + regexp.QuoteMeta(withoutNUL) + `)?` +
	regexp.QuoteMeta(noTag))

// readable replaces frequent parts of a statement by their names, and breaks it into lines.
func readable(sql string) string {
	sql = strings.ReplaceAll(sql, itemColumns, "{items}")
	for name, hiding := range hidings {
		sql = hiding.ReplaceAllStringFunc(sql, func(text string) string {
			columns := slices.Compact(hiding.FindStringSubmatch(text)[1:])
			if len(columns) > 1 {
				return text // unknown SQL stays visible in the golden file
			}
			return "{" + name + " " + columns[0] + "}"
		})
	}
	sql = isPlain.ReplaceAllString(sql, "{$1 is plain}")
	for _, alias := range []string{
		"c", "d", "n", "s", "s1", "s2", "s3", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8",
	} {
		of := func(condition string) string {
			return regexp.MustCompile(`\bc\.`).ReplaceAllString(condition, alias+".")
		}
		sql = strings.ReplaceAll(sql, of(publicDocument), "{public "+alias+"}")
		sql = strings.ReplaceAll(sql, of(publicDocumentEach), "{public each "+alias+"}")
		sql = strings.ReplaceAll(sql, of(publicDocumentAll), "{public all "+alias+"}")
	}
	return clauses.Replace(sql)
}

var clauses = strings.NewReplacer(
	" FROM ", "\nFROM ", " WHERE ", "\nWHERE ", " JOIN ", "\nJOIN ", " LEFT JOIN ", "\nLEFT JOIN ",
	" INNER JOIN ", "\nINNER JOIN ", " ORDER BY ", "\nORDER BY ", " UNION ALL ", "\nUNION ALL ",
)

// readableArgs writes arguments, with their type unless they are strings or int64.
func readableArgs(args []any) string {
	texts := make([]string, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			texts[i] = fmt.Sprintf("%q", arg)
			if slices.Contains(tagTexts, arg) {
				texts[i] = "TAG"
			}
		case int64:
			texts[i] = strconv.FormatInt(arg, 10)
			if arg == now.Unix() {
				texts[i] = "now"
			}
		default:
			texts[i] = fmt.Sprintf("%T(%v)", arg, arg)
		}
	}
	return "[" + strings.Join(texts, ", ") + "]"
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

// must is for requests that are known to be valid.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
