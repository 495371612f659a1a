package program_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/program"
	"emcp/internal/test/wait"
)

// script starts a shell script.
func script(t *testing.T, text string) *program.Program {
	t.Helper()
	return program.Start(t, exec.Command("/bin/sh", "-c", text))
}

func TestLines(t *testing.T) {
	p := script(t,
		`echo one; echo two >&2; printf thr; echo 'ee "msg":"listening","address":"127.0.0.1:1"'; trap 'echo four; exit 3' `+
			`TERM; echo ready; while :; do sleep 0.01; done`)
	if got := p.Next(t); got != "one" {
		t.Errorf("the first line is %q", got)
	}
	if got := p.Listening(t); got != "127.0.0.1:1" {
		t.Errorf("the address is %q", got)
	}
	p.Until(t, "^ready$")
	rest, status := p.Terminate(t)
	if diff := cmp.Diff([]string{"four"}, rest); diff != "" || status != 3 {
		t.Errorf("%d (-want +got):\n%s", status, diff)
	}
	if diff := cmp.Diff([]string{"one", "two", "four"}, append(p.Lines("o"), p.Lines("nothing")...)); diff != "" {
		t.Error(diff)
	}
}

func TestUntil(t *testing.T) {
	read, match := script(t, "echo a; echo b=1; echo c").Until(t, `^b=(\d)$`)
	if diff := cmp.Diff([]string{"a", "b=1"}, read); diff != "" || match[1] != "1" {
		t.Errorf("%v, %s", match, diff)
	}
}

// TestKilledWithItsChildren expects no child to be left behind; a child would keep the output open.
func TestKilledWithItsChildren(t *testing.T) {
	var p *program.Program
	var child string
	t.Run("test", func(t *testing.T) {
		p = script(t, "sleep 1000 & echo $!; wait")
		child = p.Next(t)
	})
	if got := p.Status(); got != -1 {
		t.Errorf("status %d", got)
	}
	wait.Until(t, 10*time.Second, "the end of the child", func() bool {
		stat, err := os.ReadFile("/proc/" + child + "/stat")
		// a zombie has ended, even if nobody has collected its status
		return err != nil || strings.Contains(string(stat), ") Z ")
	})
}
