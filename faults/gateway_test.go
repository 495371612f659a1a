//go:build faults

package faults_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"emcp/internal/test/program"
)

// gateway is a running emcp.
type gateway struct {
	*program.Program
	addr string
}

// startGateway starts emcp serve with a configuration. The end of the test kills it, if it still runs.
func startGateway(t testing.TB, config string) *gateway {
	t.Helper()
	p, addr := program.Serve(t, binary, written(t, config))
	return &gateway{p, addr}
}

// startProgram starts a program that logs where it listens, as emcp does.
func startProgram(t testing.TB, cmd *exec.Cmd) *gateway {
	t.Helper()
	p := program.Start(t, cmd)
	return &gateway{p, p.Listening(t)}
}

// written returns the path of a new file with a configuration.
func written(t testing.TB, config string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "emcp.yaml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
