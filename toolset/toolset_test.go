package toolset_test

import (
	"context"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/toolset"
	"emcp/toolset/view"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

var (
	public  = identity.Principal{Subject: "visitor", View: identity.Public}
	manager = identity.Principal{Subject: "editor", View: identity.Manager}
)

// bounds are the default limits of the configuration.
func bounds() toolset.Options {
	return toolset.Options{Options: view.Options{
		ListLimit: 100, ContentOffset: 5000, ModelOffset: 5000, Depth: 6, ResultTokens: 20_000, ResultBytes: 1 << 20,
		CursorKey: []byte("a key of these tests"),
		TVFilters: 10, TVOrder: 5, WithTVs: 20,
		Models: allowlist.Models(),
	}}
}

// standard are the options for a site of today.
var standard = evosite.Options{Prefix: "evo_", Generation: "3.5"}

// open returns the toolset over a site in a database of its own.
func open(t *testing.T, site *evosite.Site, o evosite.Options) *toolset.Toolset {
	t.Helper()
	tools, _ := openDatabase(t, site, o)
	return tools
}

// openDatabase is open for tests that change the database behind the toolset's back.
func openDatabase(t *testing.T, site *evosite.Site, o evosite.Options) (*toolset.Toolset, *testdb.Database) {
	t.Helper()
	d := testdb.Open(t)
	if err := evosite.Load(t.Context(), d.DB, site, o); err != nil {
		t.Fatal(err)
	}
	return over(t, d.DSN), d
}

// onEveryGeneration runs a test on a site in the tables of each release of Evolution.
func onEveryGeneration(t *testing.T, site *evosite.Site, test func(t *testing.T, tools *toolset.Toolset)) {
	t.Helper()
	for _, generation := range []string{"3.1", "3.5"} {
		t.Run("Evolution "+generation, func(t *testing.T) {
			test(t, open(t, site, evosite.Options{Prefix: "evo_", Generation: generation}))
		})
	}
}

// over returns the toolset over the site that a DSN names.
func over(t *testing.T, dsn string) *toolset.Toolset {
	t.Helper()
	return toolset.New(database(t, dsn), bounds())
}

func database(t testing.TB, dsn string) *evodb.DB {
	t.Helper()
	return databaseOver(t, dsn, 2)
}

// databaseOver is database with so many connections. What a call costs shows in one.
func databaseOver(t testing.TB, dsn string, connections int) *evodb.DB {
	t.Helper()
	db, err := evodb.Open(evodb.Options{DSN: dsn, MaxOpenConns: connections, StatementTimeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// nextCursor matches the cursor in the answer of a list.
var nextCursor = regexp.MustCompile(`,"next_cursor":"([\w-]+)"`)

// callTool calls a tool and returns its answer as text.
func callTool(t *testing.T, tools *toolset.Toolset, who identity.Principal, tool, arguments string) string {
	t.Helper()
	answer, err := tools.Call(context.Background(), who, tool, jsontext.Value(arguments))
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	expectSchema(t, tools, tool, arguments, string(answer.JSON))
	return string(answer.JSON)
}

// outputSchemas are the compiled output schemas that tests have needed, by their text.
var outputSchemas sync.Map

// expectSchema compares an answer with the output schema of its tool.
func expectSchema(t *testing.T, tools *toolset.Toolset, name, arguments, answer string) {
	t.Helper()
	i := slices.IndexFunc(tools.Tools(), func(tool toolset.Tool) bool { return tool.Name == tools.Canonical(name) })
	if i < 0 || tools.Tools()[i].Output == nil {
		return
	}
	expectValue(t, name+" "+arguments, tools.Tools()[i].Output.JSON(), decoded(t, answer))
	documents, ok := decoded(t, answer).(map[string]any)["items"]
	if ok && strings.HasPrefix(tools.Tools()[i].Name, "evo.content.") {
		expectValue(t, "items of "+name+" "+arguments, toolset.DocumentsOutput(), documents)
	}
}

// expectValue checks a value of an answer against a schema.
func expectValue(t *testing.T, about string, text []byte, value any) {
	t.Helper()
	schema, ok := outputSchemas.Load(string(text))
	if !ok {
		schema, _ = outputSchemas.LoadOrStore(string(text), compiled(t, text))
	}
	if err := schema.(*jsonschema.Schema).Validate(value); err != nil {
		t.Errorf("%s: the answer is not as the tool's output schema says: %v\n%.500s", about, err, value)
	}
}

// refuse calls a tool and returns the fault. It fails if there is none.
func refuse(t *testing.T, tools *toolset.Toolset, who identity.Principal, tool, arguments string) *fault.Error {
	t.Helper()
	answer, err := tools.Call(context.Background(), who, tool, jsontext.Value(arguments))
	if err == nil {
		t.Fatalf("%s %s: answered %s, want a fault", tool, arguments, answer.JSON)
	}
	var f *fault.Error
	if !errors.As(err, &f) {
		t.Fatalf("%s %s: %v is no fault", tool, arguments, err)
	}
	return f
}
