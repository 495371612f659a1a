package check_test

import (
	"cmp"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"emcp/allowlist"
	"emcp/config"
	"emcp/evodb"
	"emcp/internal/owner/check"
	"emcp/internal/owner/grants"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/server"
)

// site is a database with the fixture, and an account of its own in it.
type site struct {
	*testdb.Database
	user, dsn string
}

// newSite makes the site in the tables of Evolution 3.5. The account can do nothing yet.
func newSite(t *testing.T) site { return siteIn(t, testdb.Open(t)) }

func siteIn(t *testing.T, d *testdb.Database) site {
	t.Helper()
	if err := evosite.Load(t.Context(), d.DB, evosite.Fixture(),
		evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	user, dsn := d.User(t)
	return site{d, user, dsn}
}

func (s site) exec(t *testing.T, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		statement = strings.NewReplacer("DATABASE", s.Name, "USER", s.user+"@'127.0.0.1'").Replace(statement)
		if _, err := s.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%v in %s", err, statement)
		}
	}
}

// narrow gives the account what emcp reads of the site as it is.
func (s site) narrow(t *testing.T) site {
	t.Helper()
	db, err := evodb.Open(evodb.Options{DSN: s.DSN, MaxOpenConns: 1, StatementTimeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	schema, err := db.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	account := grants.Account{User: s.user, Host: "127.0.0.1"}
	s.exec(t,
		grants.Grant(account, s.Name, grants.Needed(schema, grants.Reads{Models: allowlist.Models(), Personal: true})))
	return s
}

// config is a configuration of the site, on a port that is free.
func (s site) config(more string) string {
	return "listen: 127.0.0.1:0\nsites: {main: {dsn: \"" + s.dsn + "\", base_url: \"https://www.example.com/\"}}\n" +
		more + "\n"
}

const everybody = "auth: {modes: [none]}"

// product is the name of the database server's product, for which there are files of its own.
func product() string { return cmp.Or(os.Getenv("EMCP_TEST_SERVER"), "mariadb") }

// expect checks the site and compares the whole report with the file of that name for the product.
func (s site) expect(t *testing.T, name, config string, replace ...string) {
	t.Helper()
	expect(t, product()+"/"+name, config, replace...)
}

// starts returns the error with which emcp refuses to start, if it does.
func (s site) starts(t *testing.T, text string) error {
	t.Helper()
	c, err := config.Parse([]byte(text), noEnvironment)
	if err != nil {
		t.Fatal(err)
	}
	instance, err := server.New(c, server.Options{
		Version: "1.2.3", Log: slog.New(slog.DiscardHandler), Requests: io.Discard,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer instance.Close()
	return instance.CheckAccounts(t.Context())
}

func TestGood(t *testing.T) {
	s := newSite(t).narrow(t)
	redis := testdb.StartRedis(t)
	keys := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w,
			`{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`)
	}))
	defer keys.Close()
	cert, key := certificateFiles(t, time.Now().Add(-time.Hour), time.Date(2049, 1, 31, 0, 0, 0, 0, time.UTC))
	text := s.config("auth:\n  modes: [token, pat, jwt]\n  tokens: [{name: a, sha256: " + strings.Repeat("a", 64) +
		"}]\n" +
		"  jwt: {algorithms: [EdDSA], jwks_url: \"" + keys.URL + "\", audience: emcp}\n" +
		"redis: {url: \"" + redis.URL +
		"\"}\nsecurity: {cursor_key: 32 characters that nobody guesses, deny_tools: [evo.model.*, search]}\n" +
		"tls: {cert_file: " + cert + ", key_file: " + key + ", client_ca_file: " + cert + "}")
	s.expect(t, "good", text, cert, "CERT")
}

func TestAddress(t *testing.T) {
	s := newSite(t).narrow(t)
	without := strings.Replace(s.config(everybody), `, base_url: "https://www.example.com/"`, "", 1)
	s.expect(t, "no address", without)
	s.exec(t,
		"INSERT INTO evo_system_settings (setting_name, setting_value) VALUES ('site_url', 'https://shop.example.com/')")
	s.expect(t, "address of the setting", without)
	s.exec(t, "UPDATE evo_system_settings SET setting_value = '[(site_url)]' WHERE setting_name = 'site_url'")
	s.expect(t, "no address", without)
}

func TestDatabase(t *testing.T) {
	s := newSite(t).narrow(t)
	wrong := s
	wrong.dsn = strings.Replace(s.dsn, "only to read", "wrong", 1)
	s.expect(t, "wrong password", wrong.config(everybody))
	wrong.dsn = strings.Replace(s.dsn, "/"+s.Name, "/nothing", 1)
	s.expect(t, "wrong database", wrong.config(everybody))
	wrong.dsn = "u:p@tcp(127.0.0.1:1)/d"
	expect(t, "nothing listens", wrong.config(everybody))
	wrong.dsn = "u:p@tcp(127.0.0.1:1045)/d" // which is no error number
	expect(t, "nothing listens at 1045", wrong.config(everybody))
	wrong.dsn = "wrong"
	expect(t, "wrong dsn", wrong.config(everybody))
	s.expect(t, "wrong prefix", strings.Replace(s.config(everybody), "}}", ", table_prefix: modx_}}", 1))
	s.expect(t, "two sites",
		strings.Replace(s.config(everybody+"\nservers: [{handle: a, site: main}, {handle: b, site: other}]"), "}}",
			"}, other: {dsn: wrong}}", 1))
	s.dsn = strings.Replace(s.dsn, s.Server.Addr,
		throughProxy(t, s.Server.Addr, "max_statement_time = 0.200", "max_statement_time = 0.000", "max_execution_time = 200",
			"max_execution_time = 000"), 1)
	s.expect(t, "no time limit", s.config(everybody))
	s.dsn = strings.Replace(wrongless(s), s.Server.Addr,
		throughProxy(t, s.Server.Addr, "max_statement_time = 0.200", "max_statement_time = 0.000", "max_execution_time = 200",
			"max_execution_time = 000", "KILL ", "DO   "), 1)
	s.expect(t, "no time limit and no KILL", s.config(everybody))
}

// wrongless is the DSN of the site's account at the server itself.
func wrongless(s site) string {
	return regexp.MustCompile(`tcp\([^)]*\)`).ReplaceAllString(s.dsn, "tcp("+s.Server.Addr+")")
}

func TestGrants(t *testing.T) {
	s := newSite(t)
	s.exec(t, "GRANT SELECT ON DATABASE.* TO USER")
	s.expect(t, "sensitive columns", s.config(everybody))

	// What it says to do is done.
	s.followAdvice(t, "sensitive columns")
	s.expect(t, "sensitive columns revoked", s.config(everybody))

	s.exec(t, "GRANT INSERT, SELECT ON DATABASE.* TO USER", "GRANT FILE, SELECT ON *.* TO USER")
	s.expect(t, "wide grants", s.config(everybody))
	allowed := strings.Replace(s.config(everybody), "}}", ", allow_wide_grants: true}}", 1)
	s.expect(t, "wide grants allowed", allowed)

	if err := s.starts(t, s.config(everybody)); !errors.Is(err, grants.ErrWide) {
		t.Errorf("emcp starts: %v", err)
	}
	if err := s.starts(t, allowed); err != nil {
		t.Errorf("with allow_wide_grants: %v", err)
	}
}

// TestStockPrivileges has a server as MariaDB and MySQL install it, where every account may do everything in
// databases for tests by privileges of the user without a name, of whom SHOW GRANTS says nothing. Since
// MariaDB 10.11 PUBLIC has them.
func TestStockPrivileges(t *testing.T) {
	s := siteIn(t, testdb.StartServer(t).Open(t)).narrow(t)
	starts := func() {
		t.Helper()
		if err := s.starts(t, s.config(everybody)); err != nil {
			t.Errorf("emcp does not start: %v", err)
		}
	}
	s.exec(t, "CREATE SCHEMA test", "CREATE SCHEMA test_shop",
		"REPLACE INTO mysql.db (Host, Db, User, Select_priv, Insert_priv, Create_priv) VALUES ('%', 'test', '', 'Y', 'Y', "+
			"'Y'), ('%', 'test\\\\_%', '', 'Y', 'Y', 'Y')",
		"FLUSH PRIVILEGES")
	s.expect(t, "anonymous privileges", s.config(everybody))
	starts()
	s.followAdvice(t, "grants")
	s.expect(t, "anonymous privileges revoked", s.config(everybody))
	if os.Getenv("EMCP_TEST_SERVER") != "" {
		return // MySQL knows no PUBLIC
	}

	const stock = "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, CREATE TEMPORARY TABLES, CREATE ROUTINE, DELETE HISTORY"
	s.exec(t, "GRANT "+stock+" ON test.* TO PUBLIC", "GRANT "+stock+" ON `test\\_%`.* TO PUBLIC")
	s.expect(t, "privileges of PUBLIC", s.config(everybody))
	starts()
	s.followAdvice(t, "grants")
	s.expect(t, "anonymous privileges revoked", s.config(everybody))

	s.exec(t, "GRANT INSERT ON DATABASE.* TO PUBLIC", "GRANT INSERT ON shop.* TO USER")
	s.expect(t, "PUBLIC writes", s.config(everybody))
	s.expect(t, "PUBLIC writes allowed", strings.Replace(s.config(everybody), "}}", ", allow_wide_grants: true}}", 1))
	if err := s.starts(t, s.config(everybody)); !errors.Is(err, grants.ErrWide) {
		t.Errorf("emcp starts: %v", err)
	}
	s.followAdvice(t, "grants")
	s.expect(t, "writes elsewhere", s.config(everybody))
	starts()
}

// followAdvice runs the statements that emcp check prints with its findings on a subject.
func (s site) followAdvice(t *testing.T, subject string) {
	t.Helper()
	for _, f := range check.File(t.Context(), written(t, s.config(everybody)), noEnvironment, check.More{}).Findings {
		if _, statements, found := strings.Cut(f.Do, ":\n"); found && f.Subject == subject {
			s.exec(t, statements)
		}
	}
}

func TestTables(t *testing.T) {
	s := newSite(t).narrow(t)
	s.exec(t,
		"DROP TABLE evo_document_groups, evo_tags, evo_emcp_tokens, evo_categories",
		"ALTER TABLE evo_site_content DROP COLUMN menutitle, DROP INDEX content_ft_idx",
		"ALTER TABLE evo_site_templates DROP COLUMN icon",
		"DELETE FROM evo_site_content_closure WHERE descendant = 10",
		"INSERT INTO evo_site_content_closure (ancestor, descendant, depth) VALUES (3, 11, 1)",
		"UPDATE evo_site_tmplvars SET default_text = '@EVAL return 1;' WHERE name = 'price'",
		"UPDATE evo_site_tmplvar_contentvalues SET value = ' @inherit' WHERE tmplvarid = 5 AND contentid = 10",
	)
	s.expect(t, "tables", s.config("auth: {modes: [pat]}"))
	s.exec(t, "DROP TABLE evo_site_content_closure, evo_site_tmplvar_templates")
	s.expect(t, "tables without closure", s.config(everybody))
	s.exec(t, "DROP TABLE evo_site_tmplvars")
	s.expect(t, "no template variables", s.config(everybody))
}
