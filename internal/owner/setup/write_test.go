package setup

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWrite leaves the new file or the old one, and nothing beside it.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "emcp.yaml")
	steps := []struct {
		path, content string
		force         bool
		err           string
	}{
		{path, "first", false, ""},
		{path, "second", false, "write " + path + ": " + path + " is there already; take another name with --config, or replace it with --force"},
		{path, "third", true, ""},
		{dir, "fourth", true, "write " + dir + ": " + dir + " is a folder"},
	}
	want := []string{"first", "first", "third", "third"}
	for i, step := range steps {
		message := ""
		if err := write(step.path, []byte(step.content), step.force); err != nil {
			message = err.Error()
		}
		if message != step.err {
			t.Errorf("%q, want %q", message, step.err)
		}
		content, err := os.ReadFile(path)
		if err != nil || string(content) != want[i] {
			t.Errorf("%s, %v, want %s", content, err, want[i])
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 {
			t.Errorf("%v, %v", entries, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
	}
}

func TestShell(t *testing.T) {
	for word, want := range map[string]string{"/etc/emcp.yaml": "/etc/emcp.yaml", "my site": "'my site'", "it's": `'it'\''s'`, "$x": "'$x'"} {
		if got := shell(word); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestAccountHost makes the account for where emcp connects from.
func TestAccountHost(t *testing.T) {
	for _, test := range []struct{ user, matched, want string }{
		{"web@localhost", "web@%", "'emcp'@'localhost'"},
		{"web@127.0.0.1", "web@127.0.0.1", "'emcp'@'127.0.0.1'"},
		{"web@172.18.0.3", "web@172.18.%", "'emcp'@'172.18.%'"},
		{"a@b@10.0.0.1", "a@b@%", "'emcp'@'%'"},
	} {
		f := finding{user: test.user, matched: test.matched}
		if got := f.account("").String(); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}
