package grants_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/go-sql-driver/mysql"
	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/owner/grants"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/toolset"
	"emcp/toolset/view"
)

// elementAnswers are those of evo.elements.* for every type. A call that fails is the kind of its fault.
func elementAnswers(t *testing.T, db *evodb.DB) []string {
	t.Helper()
	tools := toolset.New(db, toolset.Options{
		Options: view.Options{
			ListLimit: 100, ModelOffset: 5000, ResultTokens: 1 << 20, ResultBytes: 1 << 20,
			CursorKey: []byte("a key of these tests"),
		},
		Elements: true,
	})
	caller := identity.Principal{Subject: "manager", View: identity.Manager}
	var answers []string
	for _, e := range allowlist.Elements() {
		for _, c := range []struct{ tool, arguments string }{
			{"evo.elements.list", `{"type":"` + e.Type + `","search":"e"}`},
			{"evo.elements.get", `{"type":"` + e.Type + `","id":1}`},
		} {
			result, err := tools.Call(t.Context(), caller, c.tool, jsontext.Value(c.arguments))
			answer := string(result.JSON)
			if err != nil {
				answer = string(fault.From(err).Kind)
			}
			answers = append(answers, c.tool+" "+e.Type+" "+answer)
		}
	}
	return answers
}

// TestElementAccount has elements answered through the account that is made for them as through the superuser, with all
// columns that it may read. The account that is made without them gets the fault of each call.
func TestElementAccount(t *testing.T) {
	reads := all
	reads.Elements = true
	for _, generation := range []string{"3.1", "3.5"} {
		t.Run(generation, func(t *testing.T) {
			d := testdb.Open(t)
			site := evosite.Fixture()
			site.Records["site_htmlsnippets"] = []evosite.Record{
				{"id": 1, "name": "header", "description": "Top", "category": 1, "snippet": "code"},
			}
			if err := evosite.Load(t.Context(), d.DB, site,
				evosite.Options{Prefix: "evo_", Generation: generation}); err != nil {
				t.Fatal(err)
			}
			super := open(t, d.DSN)
			connect := func(user string, reads grants.Reads) *evodb.DB {
				account := grants.Account{User: user + d.Name[len(d.Name)-8:], Host: "127.0.0.1"}
				config, err := mysql.ParseDSN(d.DSN)
				if err != nil {
					t.Fatal(err)
				}
				config.User, config.Passwd = account.User, "secret"
				exec(t, d.DB, grants.Create(account, config.Passwd, d.Name, grants.Needed(schemaOf(t, super), reads)))
				t.Cleanup(func() { exec(t, d.DB, "DROP USER "+account.String()) })
				return open(t, config.FormatDSN())
			}
			plain, narrow := connect("p", all), connect("e", reads)

			exec(t, d.DB, "SET GLOBAL log_output = 'TABLE'; TRUNCATE mysql.general_log; SET GLOBAL general_log = 1")
			got := elementAnswers(t, narrow)
			exec(t, d.DB, "SET GLOBAL general_log = 0")
			if diff := cmp.Diff(elementAnswers(t, super), got); diff != "" {
				t.Errorf("other answers (-superuser +account):\n%s", diff)
			}
			if n := len(grants.MissingElements(schemaOf(t, narrow))); n > 0 {
				t.Errorf("columns of %d tables are missing", n)
			}
			statements := recorded(t, d.DB, "e"+d.Name[len(d.Name)-8:])
			for _, table := range grants.MissingElements(schemaOf(t, plain)) {
				for _, column := range table.Columns {
					if !slices.ContainsFunc(statements, func(s string) bool {
						return strings.Contains(s, "`"+table.Name+"`") && strings.Contains(s, "c."+column)
					}) {
						t.Errorf("no statement reads %s.%s", table.Name, column)
					}
				}
			}

			want := make([]string, 0, len(got))
			for _, e := range allowlist.Elements() {
				// all of it can be read for evo.model.*, and what templates print for pages
				if e.Type == "tv" || e.Type == "template" {
					want = append(want, got[len(want)], got[len(want)+1])
					continue
				}
				want = append(want, "evo.elements.list "+e.Type+" internal", "evo.elements.get "+e.Type+" internal")
			}
			if diff := cmp.Diff(want, elementAnswers(t, plain)); diff != "" {
				t.Errorf("answers through an account without elements (-want +got):\n%s", diff)
			}
		})
	}
}
