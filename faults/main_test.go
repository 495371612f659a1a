//go:build faults

// Package faults_test runs the real program against real servers that are killed, frozen, locked, starved and filled, and
// over connections that are slow, cut and silent, and looks at every answer. RELIABILITY.md says what it has found.
package faults_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"emcp/internal/test/testdb"
)

var soak = flag.Duration("soak", 10*time.Minute, "how long TestSoak runs")

// binary is the program, built once.
var binary string

func TestMain(m *testing.M) {
	if os.Getenv(soakedVariable) != "" {
		os.Exit(serveSoaked())
	}
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "emcp-faults-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "emcp")
		if output, err := exec.Command("go", "build", "-o", binary, "emcp/cmd/emcp").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "build: %v\n%s", err, output)
			return 1
		}
		return testdb.Main(m)
	}())
}

// eventually waits until a condition holds, for as long as the promise that it tests allows.
func eventually(t testing.TB, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("after %s: not %s", limit, what)
		}
	}
}
