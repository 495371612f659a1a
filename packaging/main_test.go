//go:build packaging

// Package packaging_test tests what is released: packages in throwaway systems, images, bundles, and the snippets of
// the web servers in front of a running emcp. make packaging-test prepares what it needs, and runs it as root, because
// only root may mount and change roots.
package packaging_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// Programs that make packaging-test has built.
const (
	binary = "../bin/emcp"
	pack   = "../bin/pack"
)

// token is the token whose hash is in the configuration of the tests.
const (
	token = "secret"
	hash  = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
)

// newSite returns a new database with a site in it, and the DSN of a user who can only read it.
func newSite(t *testing.T) (database *testdb.Database, dsn string) {
	t.Helper()
	database = testdb.Open(t)
	if err := evosite.Load(t.Context(), database.DB, evosite.Fixture(),
		evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	user, dsn := database.User(t)
	if _, err := database.DB.ExecContext(t.Context(),
		"GRANT SELECT ON "+database.Name+".* TO "+user+"@'127.0.0.1'"); err != nil {
		t.Fatal(err)
	}
	return database, dsn
}

// configuration writes emcp.yaml for a new site, and returns its path and the site's database.
func configuration(t *testing.T) (path string, database *testdb.Database) {
	t.Helper()
	database, dsn := newSite(t)
	path = filepath.Join(t.TempDir(), "emcp.yaml")
	text := fmt.Sprintf(`listen: 127.0.0.1:0
sites: {main: {dsn: %q}}
auth: {tokens: [{name: test, sha256: %s}], oauth: {builtin: {public_url: "https://www.example.com", `+
		`registration: true}}}
rate_limit: {enabled: false}
limits: {max_result_tokens: 1000000}
security: {allow_hosts: [127.0.0.1, www.example.com], trusted_proxies: [127.0.0.1]}
`, dsn, hash)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, database
}

// probe runs emcp probe, which must find nothing wrong, and returns its table without what differs in every run.
func probe(t *testing.T, address string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "probe", "http://"+address+"/mcp", "--json", "--repeat", "1")
	cmd.Env = append(os.Environ(), "EMCP_TOKEN="+token)
	output, err := cmd.Output()
	if err != nil {
		t.Errorf("emcp probe: %v\n%s", err, output)
	}
	var report struct {
		Steps []struct {
			Name, Verdict, Note string
			Status              int `json:"http_status"`
		}
	}
	if err := json.Unmarshal(output, &report); err != nil {
		t.Fatalf("%v in %s", err, output)
	}
	var b strings.Builder
	for _, s := range report.Steps {
		fmt.Fprintln(&b, s.Name, s.Status, s.Verdict, s.Note)
	}
	return b.String()
}
