//go:build packaging

// Package packaging_test tries what is packaged: the Debian package in a throwaway system, and the snippets of the web
// servers in front of a running emcp. make packaging-test prepares what it needs, and runs it as root, who alone may mount
// and change roots.
package packaging_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// Programs that make packaging-test has built.
const (
	binary = "../bin/emcp"
	mcpb   = "../bin/mcpb"
)

// token is the one that the configuration of the tests knows, by its hash.
const (
	token = "secret"
	hash  = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
)

// newSite returns a new database with a site in it, and the DSN of a user who can only read it.
func newSite(t *testing.T) (database *testdb.Database, dsn string) {
	t.Helper()
	database = testdb.Open(t)
	if err := evosite.Load(t.Context(), database.DB, evosite.Fixture(), evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	user, dsn := database.User(t)
	if _, err := database.DB.ExecContext(t.Context(), "GRANT SELECT ON "+database.Name+".* TO "+user+"@'127.0.0.1'"); err != nil {
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
auth: {tokens: [{name: test, sha256: %s}]}
rate_limit: {enabled: false}
limits: {max_result_tokens: 1000000}
security: {allow_hosts: [127.0.0.1, www.example.com], trusted_proxies: [127.0.0.1]}
`, dsn, hash)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, database
}

// process is a server under test.
type process struct {
	cmd  *exec.Cmd
	line chan string // of its output
}

// start starts a server; it ends with the test.
func start(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{cmd: cmd, line: make(chan string, 10_000)}
	reader, writer := io.Pipe()
	cmd.Stdout, cmd.Stderr = writer, writer
	// With the test it ends at once, and its children: streams would keep it from ending in peace.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		lines := bufio.NewScanner(reader)
		for lines.Scan() {
			p.line <- lines.Text()
		}
		close(p.line)
	}()
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // its output tells
		writer.Close()
		close(ended)
	}()
	t.Cleanup(func() { <-ended })
	return p
}

// until reads the output up to a line that matches, and returns the lines and the match.
func (p *process) until(t *testing.T, pattern string) (read, match []string) {
	t.Helper()
	wanted := regexp.MustCompile(pattern)
	for line := range p.line {
		read = append(read, line)
		if match := wanted.FindStringSubmatch(line); match != nil {
			return read, match
		}
	}
	t.Fatalf("there is no line like %s in\n%s", pattern, strings.Join(read, "\n"))
	return nil, nil
}

const listening = `"msg":"listening","address":"([^"]+)"`

// probe runs emcp probe, for which nothing may be wrong, and returns its table without what is different in every run.
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
