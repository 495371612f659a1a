package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"flag"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/owner/check"
	"emcp/internal/owner/grants"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

var update = flag.Bool("update", false, "write what emcp check prints to testdata")

// checkSite is a database with the fixture, and an account of its own in it.
type checkSite struct {
	*testdb.Database
	user, dsn string
}

// newCheckSite makes the site in the tables of Evolution 3.5. The account can do nothing yet.
func newCheckSite(t *testing.T) checkSite { return checkSiteIn(t, testdb.Open(t)) }

func checkSiteIn(t *testing.T, d *testdb.Database) checkSite {
	t.Helper()
	if err := evosite.Load(t.Context(), d.DB, evosite.Fixture(), evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	user, dsn := d.User(t)
	return checkSite{d, user, dsn}
}

func (s checkSite) exec(t *testing.T, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		statement = strings.NewReplacer("DATABASE", s.Name, "USER", s.user+"@'127.0.0.1'").Replace(statement)
		if _, err := s.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%v in %s", err, statement)
		}
	}
}

// narrow gives the account what emcp reads of the site as it is.
func (s checkSite) narrow(t *testing.T) checkSite {
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
	s.exec(t, grants.Grant(account, s.Name, grants.Needed(schema, grants.Reads{Models: allowlist.Models(), Personal: true})))
	return s
}

// config is a configuration of the site, on a port that is free.
func (s checkSite) config(more string) string {
	return "listen: 127.0.0.1:0\nsites: {main: {dsn: \"" + s.dsn + "\"}}\n" + more + "\n"
}

const everybody = "auth: {modes: [none]}"

// expectCheck runs emcp check and compares everything that it prints with the file of that name in testdata/check, where
// there is one for each product. Names that differ from run to run are words there; replace has further ones.
func expectCheck(t *testing.T, name, config string, replace ...string) {
	t.Helper()
	path := config
	if strings.Contains(config, ":") {
		path = configuration(t, config)
	}
	args := []string{"check", "--config", path}
	if strings.HasSuffix(name, "json") {
		args = append(args, "--json")
	}
	got := runHere(t, nil, args...)
	text := fmt.Sprintf("%s---\n%s---\nstatus %d\n", got.Stdout, got.Stderr, got.Status)
	text = strings.NewReplacer(append(replace, path, "PATH")...).Replace(text)
	for pattern, word := range map[string]string{
		`emcp_[a-z0-9]{26}`: "DATABASE", `\bu[a-z0-9]{12}\b`: "USER", `(MariaDB|MySQL) [0-9]+\.[0-9.]+ answers`: "$1 VERSION answers",
	} {
		text = regexp.MustCompile(pattern).ReplaceAllString(text, word)
	}
	product := os.Getenv("EMCP_TEST_SERVER")
	if product == "" {
		product = "mariadb"
	}
	file := filepath.Join("testdata", "check", product, strings.ReplaceAll(name, " ", "-"))
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file) //nolint:gosec // of the tests
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestCheckGood(t *testing.T) {
	s := newCheckSite(t).narrow(t)
	redis := testdb.StartRedis(t)
	keys := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`)
	}))
	defer keys.Close()
	cert, key := certificateFiles(t, time.Now().Add(-time.Hour), time.Date(2049, 1, 31, 0, 0, 0, 0, time.UTC))
	text := s.config("auth:\n  modes: [token, pat, jwt]\n  tokens: [{name: a, sha256: " + strings.Repeat("a", 64) + "}]\n" +
		"  jwt: {algorithms: [EdDSA], jwks_url: \"" + keys.URL + "\", audience: emcp}\n" +
		"redis: {url: \"" + redis.URL + "\"}\nsecurity: {cursor_key: 32 characters that nobody guesses, deny_tools: [evo.model.*, search]}\n" +
		"tls: {cert_file: " + cert + ", key_file: " + key + ", client_ca_file: " + cert + "}")
	expectCheck(t, "good", text, cert, "CERT")
	expectCheck(t, "good.json", text, cert, "CERT")
}

func TestCheckDatabase(t *testing.T) {
	s := newCheckSite(t).narrow(t)
	wrong := s
	wrong.dsn = strings.Replace(s.dsn, "only to read", "wrong", 1)
	expectCheck(t, "wrong password", wrong.config(everybody))
	expectCheck(t, "wrong password.json", wrong.config(everybody))
	wrong.dsn = strings.Replace(s.dsn, "/"+s.Name, "/nothing", 1)
	expectCheck(t, "wrong database", wrong.config(everybody))
	wrong.dsn = "u:p@tcp(127.0.0.1:1)/d"
	expectCheck(t, "nothing listens", wrong.config(everybody))
	wrong.dsn = "wrong"
	expectCheck(t, "wrong dsn", wrong.config(everybody))
	expectCheck(t, "wrong prefix", strings.Replace(s.config(everybody), "}}", ", table_prefix: modx_}}", 1))
	expectCheck(t, "two sites", strings.Replace(s.config(everybody+"\nservers: [{handle: a, site: main}, {handle: b, site: other}]"), "}}", "}, other: {dsn: wrong}}", 1))
	s.dsn = strings.Replace(s.dsn, s.Server.Addr, throughProxy(t, s.Server.Addr, "max_statement_time = 0.200", "max_statement_time = 0.000"), 1)
	expectCheck(t, "no time limit", s.config(everybody))
	s.dsn = strings.Replace(wrongless(s), s.Server.Addr, throughProxy(t, s.Server.Addr, "max_statement_time = 0.200", "max_statement_time = 0.000", "KILL ", "DO   "), 1)
	expectCheck(t, "no time limit and no KILL", s.config(everybody))
}

// wrongless is the DSN of the site's account at the server itself.
func wrongless(s checkSite) string {
	return regexp.MustCompile(`tcp\([^)]*\)`).ReplaceAllString(s.dsn, "tcp("+s.Server.Addr+")")
}

func TestCheckGrants(t *testing.T) {
	s := newCheckSite(t)
	s.exec(t, "GRANT SELECT ON DATABASE.* TO USER")
	expectCheck(t, "sensitive columns", s.config(everybody))

	// What it says to do is done.
	s.followAdvice(t, "sensitive columns")
	expectCheck(t, "sensitive columns revoked", s.config(everybody))

	s.exec(t, "GRANT INSERT, SELECT ON DATABASE.* TO USER", "GRANT FILE, SELECT ON *.* TO USER")
	expectCheck(t, "wide grants", s.config(everybody))
	allowed := strings.Replace(s.config(everybody), "}}", ", allow_wide_grants: true}}", 1)
	expectCheck(t, "wide grants allowed", allowed)

	refusal := regexp.MustCompile("^emcp: sites\\.main: the database account may do more than read: it has (FILE on \\*\\.\\*|INSERT on `emcp_[a-z0-9]+`\\.\\*), " +
		"(FILE on \\*\\.\\*|INSERT on `emcp_[a-z0-9]+`\\.\\*); emcp check prints the statements that make an account for emcp; to serve all the same, " +
		"set sites\\.main\\.allow_wide_grants: true\n$")
	for _, command := range []string{"serve", "stdio"} {
		got := runHere(t, nil, command, "--config", configuration(t, s.config(everybody)))
		if got.Stdout != "" || got.Status != 1 || !refusal.MatchString(got.Stderr) {
			t.Errorf("emcp %s: %+v", command, got)
		}
	}
	if got := runHere(t, nil, "stdio", "--config", configuration(t, allowed)); got.Status != 0 || got.Stderr != "" {
		t.Errorf("emcp stdio with allow_wide_grants: %+v", got)
	}
}

// TestCheckStockPrivileges has a server as MariaDB and MySQL install it, where every account may do everything in databases for
// tests by privileges of the user without a name, of whom SHOW GRANTS says nothing. Since MariaDB 10.11 PUBLIC has them.
func TestCheckStockPrivileges(t *testing.T) {
	s := checkSiteIn(t, testdb.StartServer(t).Open(t)).narrow(t)
	starts := func() {
		t.Helper()
		if got := runHere(t, nil, "stdio", "--config", configuration(t, s.config(everybody))); got.Status != 0 || got.Stderr != "" {
			t.Errorf("emcp stdio: %+v", got)
		}
	}
	s.exec(t, "CREATE SCHEMA test", "CREATE SCHEMA test_shop",
		"REPLACE INTO mysql.db (Host, Db, User, Select_priv, Insert_priv, Create_priv) VALUES ('%', 'test', '', 'Y', 'Y', 'Y'), ('%', 'test\\\\_%', '', 'Y', 'Y', 'Y')",
		"FLUSH PRIVILEGES")
	expectCheck(t, "anonymous privileges", s.config(everybody))
	starts()
	s.followAdvice(t, "grants")
	expectCheck(t, "anonymous privileges revoked", s.config(everybody))
	if os.Getenv("EMCP_TEST_SERVER") == "mysql56" {
		return // it knows no PUBLIC
	}

	const stock = "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, CREATE TEMPORARY TABLES, CREATE ROUTINE, DELETE HISTORY"
	s.exec(t, "GRANT "+stock+" ON test.* TO PUBLIC", "GRANT "+stock+" ON `test\\_%`.* TO PUBLIC")
	expectCheck(t, "privileges of PUBLIC", s.config(everybody))
	starts()
	s.followAdvice(t, "grants")
	expectCheck(t, "anonymous privileges revoked", s.config(everybody))

	s.exec(t, "GRANT INSERT ON DATABASE.* TO PUBLIC", "GRANT INSERT ON shop.* TO USER")
	expectCheck(t, "PUBLIC writes", s.config(everybody))
	expectCheck(t, "PUBLIC writes allowed", strings.Replace(s.config(everybody), "}}", ", allow_wide_grants: true}}", 1))
	if got := runHere(t, nil, "stdio", "--config", configuration(t, s.config(everybody))); got.Status != 1 {
		t.Errorf("emcp stdio: %+v", got)
	}
	s.followAdvice(t, "grants")
	expectCheck(t, "writes elsewhere", s.config(everybody))
	starts()
}

// followAdvice runs the statements that emcp check prints with its findings on a subject.
func (s checkSite) followAdvice(t *testing.T, subject string) {
	t.Helper()
	got := runHere(t, nil, "check", "--json", "--config", configuration(t, s.config(everybody)))
	var report check.Report
	if err := json.Unmarshal([]byte(got.Stdout), &report); err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if _, statements, found := strings.Cut(f.Do, ":\n"); found && f.Subject == subject {
			s.exec(t, statements)
		}
	}
}

func TestCheckTables(t *testing.T) {
	s := newCheckSite(t).narrow(t)
	s.exec(t,
		"DROP TABLE evo_document_groups, evo_tags, evo_emcp_tokens, evo_categories",
		"ALTER TABLE evo_site_content DROP COLUMN menutitle, DROP INDEX content_ft_idx",
		"ALTER TABLE evo_site_templates DROP COLUMN icon",
		"DELETE FROM evo_site_content_closure WHERE descendant = 10",
		"INSERT INTO evo_site_content_closure (ancestor, descendant, depth) VALUES (3, 11, 1)",
		"UPDATE evo_site_tmplvars SET default_text = '@EVAL return 1;' WHERE name = 'price'",
		"UPDATE evo_site_tmplvar_contentvalues SET value = ' @inherit' WHERE tmplvarid = 5 AND contentid = 10",
	)
	expectCheck(t, "tables", s.config("auth: {modes: [pat]}"))
	s.exec(t, "DROP TABLE evo_site_content_closure, evo_site_tmplvar_templates")
	expectCheck(t, "tables without closure", s.config(everybody))
	s.exec(t, "DROP TABLE evo_site_tmplvars")
	expectCheck(t, "no template variables", s.config(everybody))
}

func TestCheckConfiguration(t *testing.T) {
	expectCheck(t, "unreadable", filepath.Join(t.TempDir(), "none"))
	expectCheck(t, "unreadable.json", filepath.Join(t.TempDir(), "none"))
	expectCheck(t, "mistakes", "listn: x\nsites: {main: {dsn: \"\", max_open_conns: 0}}\nauth: {modes: [magic]}\n")
}

// TestCheckSurroundings has no database, so that only what is around it is looked at.
func TestCheckSurroundings(t *testing.T) {
	down := "sites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\n"
	soon := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
	token := func(name, end string) string {
		return "{name: " + name + ", sha256: " + strings.Repeat(name, 64) + ", expires: \"" + end + "\"}"
	}
	expectCheck(t, "tokens", "listen: 127.0.0.1:0\n"+down+"auth:\n  modes: [token, jwt]\n  tokens: ["+
		token("a", "2020-01-31T00:00:00Z")+", "+token("b", soon.Format(time.RFC3339))+", "+token("c", "2099-01-31T00:00:00+01:00")+"]\n"+
		"  jwt: {algorithms: [RS256], jwks_url: \"http://127.0.0.1:1/\"}\nsecurity: {deny_tools: [evo.model.*, evo.modul.*, evo_content_search]}\n",
		soon.Format(time.RFC3339), "SOON")

	cert, key := certificateFiles(t, time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2021, 1, 31, 0, 0, 0, 0, time.UTC))
	expectCheck(t, "TLS expired", "listen: 127.0.0.1:0\n"+down+everybody+"\ntls: {cert_file: "+cert+", key_file: "+key+", client_ca_file: "+key+"}\n", cert, "CERT", key, "KEY")
	cert, key = certificateFiles(t, time.Now().Add(-time.Hour), soon)
	expectCheck(t, "TLS expires", "listen: 127.0.0.1:0\n"+down+everybody+"\ntls: {cert_file: "+cert+", key_file: "+key+"}\n",
		cert, "CERT", soon.Format(time.DateOnly), "SOON")
	expectCheck(t, "no certificate", "listen: 127.0.0.1:0\n"+down+everybody+"\ntls: {cert_file: none, key_file: none, client_ca_file: none}\n")
	expectCheck(t, "exposed", "listen: 0.0.0.0:0\n"+down+"auth: {tokens: ["+token("c", "2099-01-31T00:00:00Z")+"]}\n")

	forgetful, stopped := testdb.StartRedis(t, "--maxmemory-policy", "allkeys-lru"), testdb.StartRedis(t, "--requirepass", "secret")
	expectCheck(t, "Redis that forgets", "listen: 127.0.0.1:0\n"+down+everybody+"\nredis: {url: \""+forgetful.URL+"\"}\n")
	expectCheck(t, "Redis without its password", "listen: 127.0.0.1:0\n"+down+everybody+"\nredis: {url: \""+stopped.URL+"\"}\n")
	stopped.Stop()
	expectCheck(t, "Redis down", "listen: 127.0.0.1:0\n"+down+everybody+"\nredis: {url: \""+stopped.URL+"\"}\n", stopped.Addr, "REDIS")

	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	go http.Serve(taken, http.NotFoundHandler()) //nolint:errcheck,gosec // ends with the test
	expectCheck(t, "port taken", "listen: "+taken.Addr().String()+"\n"+down+everybody+"\n", taken.Addr().String(), "ADDRESS")
	address := strings.TrimPrefix(start(t, down+everybody+"\n").url, "http://")
	expectCheck(t, "port taken by emcp", "listen: "+address+"\n"+down+everybody+"\n", address, "ADDRESS")
}

// certificateFiles writes a certificate with these dates, which has signed itself, and its key.
func certificateFiles(t *testing.T, from, to time.Time) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "emcp"}, NotBefore: from, NotAfter: to}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, block := range map[string]*pem.Block{
		"cert.pem": {Type: "CERTIFICATE", Bytes: signed}, "key.pem": {Type: "PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
}

// throughProxy returns the address of a proxy to a database server that puts texts of the same length into the places of others.
func throughProxy(t *testing.T, server string, change ...string) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer client.Close()
				behind, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", server)
				if err != nil {
					return
				}
				go func() {
					defer behind.Close()
					packet := make([]byte, 1<<16)
					for {
						n, err := client.Read(packet)
						if err != nil {
							return
						}
						sent := packet[:n]
						for i := 0; i < len(change); i += 2 {
							sent = bytes.ReplaceAll(sent, []byte(change[i]), []byte(change[i+1]))
						}
						if _, err := behind.Write(sent); err != nil {
							return
						}
					}
				}()
				_, _ = io.Copy(client, behind)
			}()
		}
	}()
	return listener.Addr().String()
}
