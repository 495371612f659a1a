package check_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"emcp/internal/owner/check"
	"emcp/internal/test/snapshot"
	"emcp/internal/test/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// noEnvironment has no variables.
func noEnvironment(string) (string, bool) { return "", false }

// written returns the path of a new file with a configuration.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "emcp.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// expect checks a configuration and compares the whole report with the file of that name in testdata. Names that differ
// from run to run are words there; replace has further ones.
func expect(t *testing.T, name, config string, replace ...string) {
	t.Helper()
	expectFile(t, name, written(t, config), replace...)
}

// expectFile is expect for the configuration at a path.
func expectFile(t *testing.T, name, path string, replace ...string) {
	t.Helper()
	report := check.File(t.Context(), path, noEnvironment, check.More{})
	var out bytes.Buffer
	if err := report.Write(&out); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&out, "---\ncomplete %t, failed %t\n", report.Complete, report.Failed())
	text := strings.NewReplacer(append(replace, path, "PATH")...).Replace(out.String())
	for pattern, word := range map[string]string{
		`emcp_[a-z0-9]{26}`: "DATABASE", `\bu[a-z0-9]{12}\b`: "USER",
		`[0-9]+ words, [0-9.]+ MiB of memory`:     "WORDS words, SIZE MiB of memory",
		`(MariaDB|MySQL) [0-9]+\.[0-9.]+ answers`: "$1 VERSION answers",
	} {
		text = regexp.MustCompile(pattern).ReplaceAllString(text, word)
	}
	snapshot.Expect(t, strings.ReplaceAll(name, " ", "-"), text)
}
