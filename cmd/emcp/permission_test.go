package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestUnreadableConfiguration has a file that the program may not read: every command says whose it is and what to do.
func TestUnreadableConfiguration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "emcp.yaml")
	if err := os.WriteFile(path, []byte("listen: 127.0.0.1:0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	as, advice := (*syscall.Credential)(nil), `\Q`+path+
		`\E belongs to \S+:\S+ with the mode 0000, and emcp runs as the user \S+: run chmod u\+r \Q`+path+`\E`
	if os.Geteuid() == 0 { // who may read everything
		as, advice = nobody,
			`the folder /\S+ belongs to root:root with the mode 0700, and emcp runs as the user nobody: run the command with `+
				`sudo, or put the file where this user can read it`
		closed := filepath.Dir(filepath.Dir(path))
		if err := os.Chmod(closed, 0o700); err != nil { //nolint:gosec // a folder must be entered
			t.Fatal(err)
		}
	} else if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"serve", "stdio", "check"} {
		var out, errs strings.Builder
		cmd := exec.CommandContext(t.Context(), binary, command, "--config", path)
		cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = &out, &errs, &syscall.SysProcAttr{Credential: as}
		if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		got, want := errs.String(), `^emcp: read the configuration: open \Q`+path+`\E: permission denied\n`+advice+`\n$`
		if command == "check" {
			got, want = out.String(), `^error    configuration: read the configuration: open \Q`+path+
				`\E: permission denied\n         why: .*\n         do:  `+advice+`\n$`
		}
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("emcp %s: %s\nwant %s", command, got, want)
		}
	}
}

// nobody is a user without any rights on Debian and its like.
var nobody = &syscall.Credential{Uid: 65534, Gid: 65534}
