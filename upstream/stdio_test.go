package upstream

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/test/wait"
)

// TestProgramsThatMisbehave uses programs for as long as that makes sense, and leaves none of them behind.
func TestProgramsThatMisbehave(t *testing.T) {
	for role, want := range map[string]string{
		"garbage": "", "noise": "", "stubborn": "", "flood": downMessage, "endless line": downMessage, "dies": downMessage,
	} {
		t.Run(role, func(t *testing.T) {
			u := start(t, program(t, role))
			listed(t, u)
			pid := 0
			wait.Until(t, 10*time.Second, "the program runs", func() bool {
				l, ok := u.current().(*processLink)
				if ok {
					pid = l.command.Process.Pid
				}
				return ok
			})
			_, err := call(t, u, "crm_echo", `{"text":"a"}`)
			switch {
			case want == "" && err != nil:
				t.Error(err)
			case want != "":
				if f := fault.From(err); f.Kind != fault.UpstreamUnavailable || f.Message != want {
					t.Error(err)
				}
				wait.Until(t, 20*time.Second, "the program is started again", func() bool {
					l, ok := u.current().(*processLink)
					return ok && l.command.Process.Pid != pid
				})
			}
			u.Close()
			wait.Until(t, 5*time.Second, "the program has ended", func() bool { return syscall.Kill(pid, 0) != nil })
		})
	}
	t.Run("exits at once", func(t *testing.T) {
		if _, err := Inspect(t.Context(), program(t, "exits")); err == nil || !strings.Contains(err.Error(), "initialize: ") {
			t.Error(err)
		}
	})
	t.Run("does not exist", func(t *testing.T) {
		o := program(t, "good")
		o.Command = []string{filepath.Join(t.TempDir(), "nothing")}
		if _, err := Inspect(t.Context(), o); err == nil ||
			err.Error() != "the program cannot be started: no such file or directory" {
			t.Error(err)
		}
	})
}

// TestEnvironment gives a program its arguments without a shell, and no variable that is not named.
func TestEnvironment(t *testing.T) {
	t.Setenv("SECRET_OF_EMCP", "1")
	o := program(t, "environment")
	o.Command = append(o.Command, "$HOME", "a b; exit 1", "*")
	o.Env["LANG"] = "C"
	u := start(t, o)
	listed(t, u)
	got, err := call(t, u, "crm_echo", `{"text":"a"}`)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"environment":["` + roleVariable + `=environment","LANG=C"],"arguments":["$HOME","a b; exit 1","*"]}`
	if diff := cmp.Diff(want, string(got.Structured)); diff != "" {
		t.Error(diff)
	}
}

// TestChildren ends the children of a program with it.
func TestChildren(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	o := program(t, "good")
	o.Command = []string{"/bin/sh", "-c", `sleep 3600 & echo $! > "$0"; exec "$1"`, file, o.Command[0]}
	u := start(t, o)
	listed(t, u)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatal(err)
	}
	u.Close()
	wait.Until(t, 5*time.Second, "the child has ended", func() bool {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return err != nil || bytes.Contains(stat, []byte(") Z "))
	})
}

// lines is a log.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// log returns a log without times that writes to l.
func (l *lines) log() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
}

// TestStandardError has the beginning of the first lines of standard error in the log.
func TestStandardError(t *testing.T) {
	var log lines
	o := program(t, "noise")
	o.Log = log.log()
	u := prepare(o)
	now := time.Now()
	u.stderr.now = func() time.Time { return now }
	u.begin()
	defer u.Close()
	listed(t, u)
	for range 40 {
		if _, err := call(t, u, "crm_echo", `{"text":"a"}`); err != nil {
			t.Fatal(err)
		}
	}
	u.Close()
	line := stderrMessage + `"` + strings.Repeat("noise ", 33) + "n…\"\n"
	if got := strings.Count(log.String(), line); got != quotesPerMinute {
		t.Errorf("%d lines:\n%.2000s", got, log.String())
	}
}
