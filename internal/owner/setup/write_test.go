package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// put writes a file like emcp init.
func put(path, content string, force bool) error {
	s, err := stage(path, []byte(content), force)
	if err != nil {
		return err
	}
	return s.commit()
}

// expectFile compares a file and its mode.
func expectFile(t *testing.T, path, content string, mode fs.FileMode) {
	t.Helper()
	got, err := os.ReadFile(path) //nolint:gosec // of the test
	if err != nil || string(got) != content {
		t.Errorf("%s: %s, %v, want %s", path, got, err, content)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode() != mode {
		t.Errorf("%s: %v, %v, want %v", path, info, err, mode)
	}
}

// TestWrite expects the new file or the old one, and no other file next to it.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "emcp.yaml")
	steps := []struct {
		path, content string
		force         bool
		err           string
	}{
		{path, "first", false, ""},
		{
			path, "second", false, "write " + path + ": " + path +
				" exists already; use another name, or replace it with --force",
		},
		{path, "third", true, ""},
		{dir, "fourth", true, "write " + dir + ": " + dir + " is a folder"},
	}
	want := []string{"first", "first", "third", "third"}
	for i, step := range steps {
		message := ""
		if err := put(step.path, step.content, step.force); err != nil {
			message = err.Error()
		}
		if message != step.err {
			t.Errorf("%q, want %q", message, step.err)
		}
		expectFile(t, path, want[i], 0o600)
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 {
			t.Errorf("%v, %v", entries, err)
		}
	}
	s, err := stage(path, []byte("fifth"), true)
	if err != nil {
		t.Fatal(err)
	}
	s.discard()
	expectFile(t, path, "third", 0o600)
	if s, err = stage(filepath.Join(dir, "other"), nil, false); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "other"), []byte("another's"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.commit(); err == nil {
		t.Error("a file that somebody has made meanwhile is replaced")
	}
	expectFile(t, filepath.Join(dir, "other"), "another's", 0o600)
}

// TestReplaceKeeps expects the new file to have the owner and mode of the old one, and a link to it to stay.
func TestReplaceKeeps(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "real.yaml"), filepath.Join(dir, "emcp.yaml")
	if err := errors.Join(os.WriteFile(path, []byte("old"), 0o600), os.Chmod(path, 0o640),
		os.Symlink("real.yaml", link)); err != nil { //nolint:gosec // the mode is what is tried
		t.Fatal(err)
	}
	owner := os.Geteuid()
	if owner == 0 { // who can give files away
		owner = 65534
		if err := os.Chown(path, owner, owner); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{path, link} {
		if err := put(name, "new", true); err != nil {
			t.Fatal(err)
		}
		expectFile(t, path, "new", 0o640)
		info, err := os.Stat(path)
		if err != nil || int(info.Sys().(*syscall.Stat_t).Uid) != owner {
			t.Errorf("the owner is another than %d: %+v, %v", owner, info, err)
		}
	}
	if target, err := os.Readlink(link); target != "real.yaml" || err != nil {
		t.Errorf("the link leads to %s, %v", target, err)
	}
}

func TestShell(t *testing.T) {
	for word, want := range map[string]string{
		"/etc/emcp.yaml": "/etc/emcp.yaml", "my site": "'my site'", "it's": `'it'\''s'`, "$x": "'$x'",
	} {
		if got := shell(word); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestAccountHost expects an account for the host from which emcp connects.
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
