//go:build faults

// Package faults_test runs the real program against real servers that are killed, frozen, locked, starved and filled,
// and over connections that are slow, cut and silent, and looks at every answer. RELIABILITY.md says what it has found.
package faults_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"emcp/internal/test/program"
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
		if err := program.Build(binary); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return testdb.Main(m)
	}())
}
