package grants_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/go-sql-driver/mysql"
	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/auth"
	"emcp/internal/auth/personal"
	"emcp/internal/identity"
	"emcp/internal/itemtype"
	"emcp/internal/owner/grants"
	"emcp/internal/sgallery"
	"emcp/internal/slang"
	"emcp/internal/smultisite"
	"emcp/internal/sseo"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/toolset"
	"emcp/toolset/view"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

func open(t *testing.T, dsn string) *evodb.DB {
	t.Helper()
	db, err := evodb.Open(evodb.Options{DSN: dsn, MaxOpenConns: 2, StatementTimeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func schemaOf(t *testing.T, db *evodb.DB) *evodb.Schema {
	t.Helper()
	schema, err := db.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// all is what emcp can be made to read.
var all = grants.Reads{Models: allowlist.Models(), Personal: true}

// ada's personal token; she is an editor in the document group 1.
var ada = "emcp_" + strings.Repeat("a", 40)

// siteOfAda is the fixture with what the owner of a personal token needs, a restricted template variable and a binding.
func siteOfAda() *evosite.Site {
	s := evosite.Fixture()
	s.Records["emcp_tokens"] = []evosite.Record{{
		"user_id": 3, "name": "x", "token_prefix": "emcp_aaa", "token_hash": auth.HashToken(ada).String(), "scopes": `["*"]`,
	}}
	s.Records["user_attributes"] = append(s.Records["user_attributes"],
		evosite.Record{
			"id": 3, "internalKey": 3, "fullname": "Ada", "role": 2, "email": "", "phone": "", "mobilephone": "", "blocked": 0,
			"sessionid": "",
		})
	s.Records["member_groups"] = []evosite.Record{{"user_group": 1, "member": 3}}
	s.Records["system_settings"] = append(s.Records["system_settings"],
		evosite.Record{"setting_name": "use_udperms", "setting_value": "1"})
	for i := range s.Documents { // texts that name a chunk and a template variable
		s.Documents[i].Content += "{{hours}} [*price*]"
	}
	s.Records["site_tmplvar_access"] = []evosite.Record{{"id": 1, "tmplvarid": 4, "documentgroup": 2}}
	return s
}

// calls use everything that emcp reads of documents.
var calls = []struct{ tool, arguments string }{
	{"evo.content.search", `{"limit":50,"parent":2,"with_tvs":["price","color:d"],"fields":["*"]}`},
	{"evo.content.search", `{"limit":50,"query":"chair welcome","query_tvs":["color"]}`},
	{
		"evo.content.search",
		`{"limit":5,"tv_filters":[{"tv":"price","op":">","value":"1","cast":"UNSIGNED"}],"tv_order":[{"tv":"color"}]}`,
	},
	{
		"evo.content.search",
		`{"limit":5,"tags_data":{"tv_id":6,"tags":["wood"]},"order_by_date":"desc","include_total":true}`,
	},
	{"evo.content.get", `{"id":22}`}, {"evo.content.root_tree", `{"limit":50}`},
	{"evo.content.descendants", `{"id":2,"limit":50}`},
	{"evo.content.ancestors", `{"id":25,"limit":50}`}, {"evo.content.children", `{"id":2,"limit":50}`},
	{"evo.content.siblings", `{"id":10,"limit":50}`},
	{"evo.content.neighbors", `{"id":11,"limit":50}`}, {"evo.content.prev_siblings", `{"id":11,"limit":50}`},
	{"evo.content.next_siblings", `{"id":11,"limit":50}`}, {"evo.content.children_range", `{"id":2,"from":0,"limit":50}`},
	{"evo.content.siblings_range", `{"id":10,"from":0,"limit":50}`}, {"evo.site.describe", `{}`},
	{"evo.site.describe", `{"tv":"price"}`},
}

// answers are those of all calls over a database, for three callers.
func answers(t *testing.T, db *evodb.DB) []string {
	t.Helper()
	tools := toolset.New(db, toolset.Options{Options: view.Options{
		ListLimit: 100, ContentOffset: 5000, ModelOffset: 5000, Depth: 6, TVFilters: 10, TVOrder: 5, WithTVs: 20,
		ResultTokens: 1 << 20, ResultBytes: 1 << 20,
		CursorKey: []byte("a key of these tests"), Models: all.Models,
	}})
	tokens := personal.New("main", db, auth.PersonalOptions{Permission: "emcp", Zone: time.UTC})
	owner, err := tokens.Authenticate(t.Context(), ada, "content")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, caller := range []identity.Principal{
		{Subject: "visitor", View: identity.Public}, {Subject: "manager", View: identity.Manager}, owner,
	} {
		probes := slices.Clone(calls)
		for i, c := range probes {
			probes[i].arguments = strings.ReplaceAll(c.arguments, `"*"`,
				`"id","content","introtext","url","path","template_name","children_count","link_attributes","publishedon",`+
					`"searchable","menutitle"`)
		}
		for _, m := range tools.ModelsFor(caller) {
			probes = append(probes, struct{ tool, arguments string }{"evo.model.list", `{"limit":50,"model":"` + m + `"}`})
		}
		for _, c := range probes {
			result, err := tools.Call(t.Context(), caller, c.tool, jsontext.Value(c.arguments))
			if err != nil {
				t.Errorf("%s %s: %v", c.tool, c.arguments, err)
			}
			got = append(got, c.tool+" "+c.arguments+" "+string(result.JSON))
		}
		document, err := tools.Document(t.Context(), caller, 10)
		if err != nil {
			t.Error(err)
		}
		roots, err := tools.Roots(t.Context(), caller, "")
		if err != nil {
			t.Error(err)
		}
		state, children, err := tools.State(t.Context(), caller, 10)
		if err != nil {
			t.Error(err)
		}
		text, err := json.Marshal([]any{document, roots, state, children})
		if err != nil {
			t.Error(err)
		}
		got = append(got, string(text))
	}
	return got
}

// recorded returns the statements that the server has run for a user since its log was switched on.
func recorded(t *testing.T, db *sql.DB, user string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(),
		"SELECT argument FROM mysql.general_log WHERE command_type = 'Query' AND user_host LIKE ?", user+"%")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var statements []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		statements = append(statements, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return statements
}

// exec runs statements, which the superuser's handle takes several at once.
func exec(t *testing.T, db *sql.DB, statements string) {
	t.Helper()
	if _, err := db.ExecContext(context.WithoutCancel(t.Context()), statements); err != nil {
		t.Fatalf("%v in %s", err, statements)
	}
}

// TestAccount makes the account that Create describes. All calls have the same answers through it as through the
// superuser's, and name every column that it may read; it can read nothing else, and do nothing else.
func TestAccount(t *testing.T) {
	for _, generation := range []string{"3.1", "3.5"} {
		t.Run(generation, func(t *testing.T) {
			d := testdb.Open(t)
			if err := evosite.Load(t.Context(), d.DB, siteOfAda(),
				evosite.Options{Prefix: "evo_", Generation: generation}); err != nil {
				t.Fatal(err)
			}
			super := open(t, d.DSN)
			needed := grants.Needed(schemaOf(t, super), all)
			account := grants.Account{User: "o'b" + d.Name[len(d.Name)-8:], Host: "127.0.0.1"}
			config, err := mysql.ParseDSN(d.DSN)
			if err != nil {
				t.Fatal(err)
			}
			config.User, config.Passwd = account.User, `it's "a\ secret`
			exec(t, d.DB, grants.Create(account, config.Passwd, d.Name, needed))
			t.Cleanup(func() { exec(t, d.DB, "DROP USER "+account.String()) })
			exec(t, d.DB, "SET GLOBAL log_output = 'TABLE'; TRUNCATE mysql.general_log; SET GLOBAL general_log = 1")
			narrow := open(t, config.FormatDSN())
			if diff := cmp.Diff(needed, grants.Needed(schemaOf(t, narrow), all)); diff != "" {
				t.Errorf("the account sees other columns (-superuser +account):\n%s", diff)
			}

			got := answers(t, narrow)
			exec(t, d.DB, "SET GLOBAL general_log = 0")
			if diff := cmp.Diff(answers(t, super), got); diff != "" {
				t.Errorf("other answers (-superuser +account):\n%s", diff)
			}
			statements := recorded(t, d.DB, account.User)
			for _, table := range needed {
				for _, column := range table.Columns {
					if table.Name == "evo_site_content_closure" { // which emcp check reads
						continue
					}
					named := func(statement string) bool {
						return strings.Contains(statement, "`"+table.Name+"`") && strings.Contains(statement, column)
					}
					if !slices.ContainsFunc(statements, named) {
						t.Errorf("no statement reads %s.%s", table.Name, column)
					}
				}
			}
			expectOnly(t, narrow, d.Name, needed)
		})
	}
}

// expectOnly compares SHOW GRANTS of an account with what the account should be able to read.
func expectOnly(t *testing.T, narrow *evodb.DB, database string, needed []grants.Table) {
	t.Helper()
	var lines []string
	err := narrow.Query(t.Context(), evodb.Statement{SQL: "SHOW GRANTS"}, func(scan evodb.Scan) error {
		var line string
		err := scan(&line)
		lines = append(lines, line)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	granted, err := grants.Parse(lines)
	if err != nil {
		t.Fatal(err)
	}
	if wider, elsewhere := granted.Wider(database), granted.Elsewhere(database); !wider.Empty() || !elsewhere.Empty() {
		t.Errorf("it may also %q and %q", wider.Texts(), elsewhere.Texts())
	}
	for _, table := range needed {
		for _, column := range append(table.Columns, "password", "cachepwd", "sessionid", "snippet", "plugincode", "name2") {
			if want := slices.Contains(table.Columns, column); granted.Reads(database, table.Name, column) != want {
				t.Errorf("reads %s.%s: %t", table.Name, column, !want)
			}
		}
	}
	for _, statement := range []string{
		"SELECT password FROM evo_users", "SELECT sessionid FROM evo_user_attributes", "SELECT * FROM evo_users",
		"SELECT snippet FROM evo_site_snippets",
		"SELECT 1 FROM evo_membergroup_names", "SELECT user FROM mysql.user",
	} {
		if err := narrow.Query(t.Context(), evodb.Statement{SQL: statement},
			func(evodb.Scan) error { return nil }); err == nil {
			t.Errorf("%s is allowed", statement)
		}
	}
}

func TestMissing(t *testing.T) {
	d := testdb.Open(t)
	if err := evosite.Load(t.Context(), d.DB, evosite.Fixture(),
		evosite.Options{Prefix: "evo_", Generation: "3.1"}); err != nil {
		t.Fatal(err)
	}
	exec(t, d.DB,
		"ALTER TABLE evo_site_content DROP COLUMN alias_visible; DROP TABLE evo_document_groups; DROP TABLE evo_tags; "+
			"ALTER TABLE evo_site_templates DROP COLUMN icon")
	needed, others := grants.Missing(schemaOf(t, open(t, d.DSN)), all)
	want := [][]grants.Table{
		{
			{Name: "evo_site_content", Columns: []string{"alias_visible"}},
			{Name: "evo_document_groups", Columns: []string{"document_group", "document"}},
		},
		{
			{Name: "evo_membergroup_access", Columns: []string{"context"}},
			{Name: "evo_site_templates", Columns: []string{"icon"}}, {Name: "evo_tags", Columns: []string{"id", "name"}},
			{Name: "evo_" + slang.Contents, Columns: slang.Columns[slang.Contents]},
			{Name: "evo_" + slang.Values, Columns: slang.Columns[slang.Values]},
			{Name: "evo_" + sseo.Meta, Columns: append([]string{sseo.DomainKey}, sseo.Columns[sseo.Meta]...)},
			{Name: "evo_" + sseo.Redirects, Columns: sseo.Columns[sseo.Redirects]},
			{Name: "evo_" + sgallery.Files, Columns: append(sgallery.Owners, sgallery.Columns[sgallery.Files]...)},
			{Name: "evo_" + sgallery.Texts, Columns: sgallery.Columns[sgallery.Texts]},
			{Name: "evo_" + smultisite.Table, Columns: smultisite.Columns},
			{Name: "evo_s_delivery_methods", Columns: itemtype.DeliveryMethods.Columns},
			{Name: "evo_s_payment_methods", Columns: itemtype.PaymentMethods.Columns},
		},
	}
	if diff := cmp.Diff(want, [][]grants.Table{needed, others}); diff != "" {
		t.Error(diff)
	}
}

func TestParseAccount(t *testing.T) {
	for text, want := range map[string]string{
		"emcp@127.0.0.1": "'emcp'@'127.0.0.1'", "a@b@%": "'a@b'@'%'", "root": "'root'@'%'",
		`o'b\@localhost`: `'o''b\\'@'localhost'`,
	} {
		if got := grants.ParseAccount(text).String(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
