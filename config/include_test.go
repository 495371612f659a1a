package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
)

const otherHash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

// folder writes files, each after a line "-- NAME --", and returns the path of emcp.yaml.
func folder(t *testing.T, archive string) string {
	t.Helper()
	at := t.TempDir()
	for _, file := range strings.Split("\n"+archive, "\n-- ")[1:] {
		name, text, _ := strings.Cut(file, " --")
		path := filepath.Join(at, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.TrimPrefix(text, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(at, "emcp.yaml")
}

// TestInclude compares a configuration of several files with the same one in a single file.
func TestInclude(t *testing.T) {
	const sections = `
-- emcp.yaml --
include: [shop.yaml, sites/*.yaml, none/*.yaml]
auth: {tokens: [{name: first, sha256: "` + hash + `"}]}
servers: [{handle: a, site: a, bundles: [{name: shop}]}]
sites: {a: {dsn: "u:p@tcp(h)/a"}}
-- shop.yaml --
bundles:
  shop:
    tools: [{name: news, description: Lists news., call: evo.content.search, with: {limit: 5}}]
-- sites/2.yaml --
sites: {c: {dsn: "u:${JWT_SECRET}@tcp(h)/c", statement_timeout: 2s}}
servers: [{handle: c, site: c}]
-- sites/1.yaml --
# an agency has a file for each site
sites: {b: {dsn: "u:p@tcp(h)/b"}}
servers: [{handle: b, site: b, instructions: "The site of b"}]
auth: {tokens: [{name: of-b, sha256: "` + otherHash + `", servers: [b]}]}
-- sites/empty.yaml --
-- sites/notes.txt --
this file is not included
`
	got, err := config.Load(folder(t, sections), environment)
	if err != nil {
		t.Fatal(err)
	}
	want := parse(t, `
auth:
  tokens:
    - {name: first, sha256: "`+hash+`"}
    - {name: of-b, sha256: "`+otherHash+`", servers: [b]}
servers:
  - {handle: a, site: a, bundles: [{name: shop}]}
  - {handle: b, site: b, instructions: "The site of b"}
  - {handle: c, site: c}
sites:
  a: {dsn: "u:p@tcp(h)/a"}
  b: {dsn: "u:p@tcp(h)/b"}
  c: {dsn: "u:${JWT_SECRET}@tcp(h)/c", statement_timeout: 2s}
bundles:
  shop:
    tools: [{name: news, description: Lists news., call: evo.content.search, with: {limit: 5}}]
`)
	want.Servers[0].Bundle.Tools[0].Place = "shop.yaml: bundles.shop.tools[0]"
	if diff := cmp.Diff(want, got, comparer); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestIncludeMistakes reports mistakes with the file that they are in.
func TestIncludeMistakes(t *testing.T) {
	const first = "-- emcp.yaml --\nsites: {main: {dsn: x}}\nauth: {modes: [none]}\ninclude: [more.yaml]\n-- more.yaml " +
		"--\n"
	for name, c := range map[string]struct{ archive, want string }{
		"unknown key": {first + "\nsite: {}", "more.yaml: line 2: unknown key site; did you mean sites?"},
		"wrong type":  {first + "sites: [a]", "more.yaml: line 1: sites must be keys with values"},
		"not keys":    {first + "- a", "more.yaml: line 1: the file must be keys with values"},
		"two documents": {
			first + "logging: {}\n---\na: b",
			"more.yaml: the file has a second document after ---; put everything into the first",
		},
		"variable": {
			first + "\n\nstate_dir: \"a${NONE}\"", "more.yaml: line 3" + noVariableMessage + "NONE is not set",
		},
		"tab": {
			first + "sites:\n\tmain: {}", "more.yaml: line 2" + tabMessage +
				"\nyaml: line 2: found character that cannot start any token",
		},
		"a value twice": {
			first + "\nsites: {main: {dsn: y}}",
			"more.yaml: line 2: sites.main.dsn is also in the file that includes this one; keep one of them",
		},
		"includes itself": {
			first + "include: [more.yaml]", "more.yaml: line 1: include: an included file cannot include others",
		},
		"element of a list": {
			first + "servers: [{handle: a, site: none}]",
			"more.yaml: servers[0].site: there is no site \"none\"",
		},
		"element behind others": {
			"-- emcp.yaml --\nsites: {main: {dsn: x}}\nservers: [{handle: a, site: main}]\nauth: {modes: [none]}\ninclude: " +
				"[more.yaml]\n-- more.yaml --\n" +
				"servers: [{handle: b, site: main}, {handle: c, site: none, limits: {max_payload_kb: 0}}]",
			"more.yaml: servers[1].limits.max_payload_kb: 0 is not between 1 and 65536\nmore.yaml: servers[1].site: there is " +
				"no site \"none\"",
		},
		"two included files": {
			"-- emcp.yaml --\nsites: {main: {dsn: x}}\nauth: {modes: [none]}\ninclude: [\"*/x.yaml\"]\n-- a/x.yaml " +
				"--\nlisten: \":1\"\n-- b/x.yaml --\nlisten: \":2\"\n",
			"b/x.yaml: line 1: listen is also in a/x.yaml; keep one of them\n" + openToAllMessage,
		},
		"pattern": {
			"-- emcp.yaml --\nsites: {main: {dsn: x}}\nauth: {modes: [none]}\ninclude: [\"[.yaml\"]\n",
			`include: "[.yaml" is not a pattern such as sites/*.yaml`,
		},
	} {
		path := folder(t, c.archive)
		if _, err := config.Load(path, environment); err == nil || err.Error() != path+":\n"+c.want {
			t.Errorf("%s: %v\nwant %s", name, err, c.want)
		}
	}
}

// TestIncludeBounds includes more than emcp reads.
func TestIncludeBounds(t *testing.T) {
	const first = "-- emcp.yaml --\nsites: {main: {dsn: x}}\nauth: {modes: [none]}\ninclude: [\"more/*.yaml\"]\n"
	var many strings.Builder
	many.WriteString(first)
	for i := range 1001 {
		fmt.Fprintf(&many, "-- more/%d.yaml --\n", i)
	}
	path := folder(t, many.String())
	if _, err := config.Load(path, environment); err == nil ||
		err.Error() != path+":\ninclude: there are more than 1000 files" {
		t.Errorf("many files: %v", err)
	}
	if err := os.Remove(filepath.Join(filepath.Dir(path), "more", "7.yaml")); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(path, environment); err != nil {
		t.Errorf("1,000 files: %v", err)
	}
	path = folder(t, first+"-- more/a.yaml --\n"+strings.Repeat("#", 1<<20+1))
	want := "read the configuration: read " + filepath.Join(filepath.Dir(path), "more", "a.yaml") +
		": has more than 1048576 bytes"
	if _, err := config.Load(path, environment); err == nil || err.Error() != want {
		t.Errorf("a large file: %v", err)
	}
	path = folder(t, strings.Replace(first, "more/*.yaml", "more.yaml", 1))
	want = "read the configuration: open " + filepath.Join(filepath.Dir(path), "more.yaml") + ": no such file or directory"
	if _, err := config.Load(path, environment); err == nil || err.Error() != want {
		t.Errorf("no file: %v", err)
	}
}

// TestSourceSame compares configurations at different moments.
func TestSourceSame(t *testing.T) {
	path := folder(t, "-- emcp.yaml --\ninclude: [\"more/*.yaml\"]\n-- more/a.yaml --\nlisten: \":1\"\n")
	more := filepath.Join(filepath.Dir(path), "more")
	before := config.Read(path)
	for _, change := range []func() error{
		func() error { return os.WriteFile(filepath.Join(more, "a.yaml"), []byte("listen: \":2\"\n"), 0o600) },
		func() error { return os.Rename(filepath.Join(more, "a.yaml"), filepath.Join(more, "b.yaml")) },
		func() error { return os.WriteFile(filepath.Join(more, "c.yaml"), nil, 0o600) },
		func() error { return os.Remove(path) },
	} {
		if !before.Same(config.Read(path)) {
			t.Error("nothing has changed, but it is not the same")
		}
		if err := change(); err != nil {
			t.Fatal(err)
		}
		after := config.Read(path)
		if before.Same(after) {
			t.Error("a change is not seen")
		}
		before = after
	}
}

// TestNotYAML has mistakes that the parser reports in a line before or after them.
func TestNotYAML(t *testing.T) {
	for _, text := range []string{
		"sites:\n  main:\n    dsn: x\n   table_prefix: y\n", "sites: {main: {dsn: x}}\nlisten:\"x\"\nauth: {}\n",
		"sites: {main: {dsn: \"x}}\nauth: {modes: [none]}\n",
	} {
		_, err := config.Parse([]byte(text), func(string) (string, bool) { return "", false })
		const hint = "; look at this line and at those around it: at the indentation, the closing quotes, and the space " +
			"after each colon"
		if err == nil || !strings.HasPrefix(err.Error(), "yaml: line ") || !strings.HasSuffix(err.Error(), hint) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
