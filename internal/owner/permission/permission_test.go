package permission

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAdvice has every class of users before files and folders that keep them out.
func TestAdvice(t *testing.T) {
	site := obstacle{
		path: "/etc/emcp/emcp.yaml", want: read, mode: 0o640, owner: "root", group: "emcp", asker: "ada",
		askersGroup: "users",
	}
	folder := site
	folder.path, folder.mode = "/etc/emcp", 0o750
	const of = "/etc/emcp/emcp.yaml belongs to root:emcp with the mode "
	const ofFolder = "the folder /etc/emcp belongs to root:emcp with the mode 0750, and emcp runs as the user ada: "
	for name, test := range map[string]struct {
		obstacle obstacle
		change   func(*obstacle)
		want     string
	}{
		"the group may": {
			site, nil, of + "0640, and emcp runs as the user ada: run the command with sudo, or as a user of the group emcp",
		},
		"only the owner may": {
			site, func(o *obstacle) { o.mode = 0o600 },
			of + "0600, and emcp runs as the user ada: run the command with sudo, or let the group users read it: " +
				"sudo chgrp users /etc/emcp/emcp.yaml && sudo chmod g+r /etc/emcp/emcp.yaml",
		},
		"the owner may not": {
			site, func(o *obstacle) { o.mode, o.class, o.asker = 0o200, itself, "root" },
			of + "0200, and emcp runs as the user root: run chmod u+r /etc/emcp/emcp.yaml",
		},
		"the mode is not why": {
			site, func(o *obstacle) { o.class, o.asker = member, "emcp" },
			of +
				"0640, and emcp runs as the user emcp: the mode allows this, so something else prevents it, such as AppArmor, " +
				"SELinux or the sandbox of a systemd unit",
		},
		"a folder that is closed to all others": {
			folder, func(o *obstacle) { o.want, o.mode = enter, 0o700 },
			"the folder /etc/emcp belongs to root:emcp with the mode 0700, and emcp runs as the user ada: run the command " +
				"with sudo, or put the file where this user can read it",
		},
		"a folder that the group may enter": {
			folder, func(o *obstacle) { o.want = enter }, ofFolder + "run the command with sudo, or as a user of the group emcp",
		},
		"a folder for a new file": {
			folder, func(o *obstacle) { o.want = write }, ofFolder + "run the command with sudo, or choose another folder",
		},
	} {
		if test.change != nil {
			test.change(&test.obstacle)
		}
		if diff := cmp.Diff(test.want, test.obstacle.advice()); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// TestFind distinguishes the file from the folder of a file to be made.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "emcp.yaml")
	if err := errors.Join(os.WriteFile(file, nil, 0o600),
		os.Chmod(dir, 0o750)); err != nil { //nolint:gosec // the mode is what is tried
		t.Fatal(err)
	}
	for path, want := range map[string]obstacle{
		file:                          {path: file, want: read, mode: 0o600},
		filepath.Join(dir, ".emcp-1"): {path: dir, want: write, mode: 0o750},
	} {
		got, ok := find(path)
		got.owner, got.group, got.asker, got.askersGroup, got.class = "", "", "", "", others
		if got != want || !ok {
			t.Errorf("%s: %+v, %t", path, got, ok)
		}
	}
}

// TestOtherErrors are not about permissions of a file.
func TestOtherErrors(t *testing.T) {
	for _, err := range []error{
		nil, errors.New("permission denied"), fs.ErrPermission, &fs.PathError{Op: "open", Path: ".", Err: fs.ErrNotExist},
		fmt.Errorf("listen: %w", os.NewSyscallError("bind", fs.ErrPermission)),
	} {
		if got := Advice(err); got != "" {
			t.Errorf("%v: %s", err, got)
		}
	}
	denied := fmt.Errorf("read the configuration: %w", &fs.PathError{Op: "open", Path: t.TempDir(), Err: fs.ErrPermission})
	if Advice(denied) == "" {
		t.Error("nothing is said of a file that cannot be read")
	}
}
