//go:build protocol

package server_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// TestClientsSignIn has the official TypeScript clients sign in over HTTPS, with a metadata document and by
// registration, and refresh.
func TestClientsSignIn(t *testing.T) {
	programs, err := filepath.Glob("../protocol/node_modules/node-*/bin/node")
	if err != nil || len(programs) != 1 {
		t.Fatal("there is no node: make clients")
	}
	site := newSecureSite(t, Fixture(t).DSN, "")
	roots := filepath.Join(t.TempDir(), "roots.pem")
	if err := os.WriteFile(roots, site.authority.pem, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"@modelcontextprotocol/sdk", "@modelcontextprotocol/client"} {
		for way, document := range map[string][]string{"document": {site.document()}, "registration": nil} {
			t.Run(name+" "+way, func(t *testing.T) {
				arguments := append([]string{"../protocol/signin.mjs", name, site.url + "/mcp/content", callback}, document...)
				cmd := exec.CommandContext(t.Context(), programs[0], arguments...)
				cmd.Env = append(os.Environ(), "NODE_EXTRA_CA_CERTS="+roots)
				var errs bytes.Buffer
				cmd.Stderr = &errs
				input, output := pipes(t, cmd)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				lines := json.NewDecoder(output)
				var asked struct{ Authorize string }
				if err := lines.Decode(&asked); err != nil || asked.Authorize == "" {
					t.Fatalf("%v, %v: %s", asked, err, errs.String())
				}
				if _, err := io.WriteString(input, site.person(t, asked.Authorize, "full").String()+"\n"); err != nil {
					t.Fatal(err)
				}
				var got struct {
					Client           string
					Tools, Refreshed int
				}
				err := lines.Decode(&got)
				if wrong := cmd.Wait(); err != nil || wrong != nil {
					t.Fatalf("%v, %v: %s", err, wrong, errs.String())
				}
				prefix := "emcp_client_"
				if document != nil {
					prefix = site.document()
				}
				if got.Tools == 0 || got.Tools != got.Refreshed || !strings.HasPrefix(got.Client, prefix) {
					t.Errorf("%+v", got)
				}
			})
		}
	}
}

// pipes returns the streams of a command.
func pipes(t *testing.T, cmd *exec.Cmd) (io.Writer, io.Reader) {
	t.Helper()
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	return input, output
}
