//go:build protocol

// Package protocol runs others' tests, clients and servers of MCP with emcp: the official conformance suite, the
// official TypeScript clients, the Inspector, and the servers everything and filesystem as upstreams. They come with
// npm ci and run in the node that comes with them.
package protocol

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"emcp/internal/auth"
	"emcp/internal/test/evosite"
	"emcp/internal/test/program"
	"emcp/internal/test/testdb"
)

// Programs, built once: emcp as it is, and with the tools, resources and prompts that the suite asks for.
var emcp, emcpWithFixtures string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "emcp-protocol-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		emcp, emcpWithFixtures = filepath.Join(dir, "emcp"), filepath.Join(dir, "emcp-with-fixtures")
		if err := errors.Join(program.Build(emcp), program.Build(emcpWithFixtures, "-tags", "conformance")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return testdb.Main(m)
	}())
}

// token is what callers show where the configuration asks for tokens.
const token = "token of the tests"

// configuration writes an emcp.yaml over a database with the fixture's site, with more lines, and returns its path.
func configuration(t *testing.T, more string) string {
	t.Helper()
	database := testdb.Open(t)
	if err := evosite.Load(t.Context(), database.DB, evosite.Fixture(),
		evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "emcp.yaml")
	text := fmt.Sprintf(
		"listen: 127.0.0.1:0\nsites: {main: {dsn: %q, allow_wide_grants: true}}\nrate_limit: {enabled: false}\n%s",
		database.DSN, more)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Lines of configurations about callers.
var (
	open       = "auth: {modes: [none]}\n" // the suite has no token
	withTokens = fmt.Sprintf("auth: {tokens: [{name: test, sha256: %q}]}\n", auth.HashToken(token))
)

// serve runs a program's serve command and returns the URL of its routes, once it listens.
func serve(t *testing.T, binary, configuration string) (url string) {
	t.Helper()
	_, address := program.Serve(t, binary, configuration)
	return "http://" + address + "/mcp"
}

// node returns a command that runs a script of this folder.
func node(t *testing.T, arguments ...string) *exec.Cmd {
	t.Helper()
	programs, err := filepath.Glob("node_modules/node-*/bin/node")
	if err != nil || len(programs) != 1 {
		t.Fatal("there is no node: run npm ci --ignore-scripts in this folder")
	}
	cmd := exec.CommandContext(t.Context(), programs[0], arguments...)
	// what the Inspector would keep
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "MCP_INSPECTOR_SECRET_STORE=memory")
	return cmd
}
