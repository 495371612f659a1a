//go:build faults

package faults_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// gateway is a running emcp.
type gateway struct {
	addr    string
	process *os.Process
	log     *lines
	ended   chan struct{}
	status  int // once ended
}

// lines keeps what a program writes, line by line.
type lines struct {
	mu      sync.Mutex
	part    []byte
	whole   []string
	address chan string // of the line that says where the gateway listens
}

// Write takes a part of the output.
func (l *lines) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.part = append(l.part, text...)
	for {
		line, rest, found := bytes.Cut(l.part, []byte("\n"))
		if !found {
			return len(text), nil
		}
		l.whole, l.part = append(l.whole, string(line)), rest
		var entry struct{ Msg, Address string }
		if json.Unmarshal(line, &entry) == nil && entry.Msg == "listening" {
			l.address <- entry.Address
		}
	}
}

// all returns the lines so far that have a text in them.
func (l *lines) all(text string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []string
	for _, line := range l.whole {
		if strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}

// startGateway starts emcp serve with a configuration. The end of the test kills it, if it still runs.
func startGateway(t testing.TB, config string) *gateway {
	t.Helper()
	path := filepath.Join(t.TempDir(), "emcp.yaml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return startProgram(t, exec.Command(binary, "serve", "--config", path))
}

// startProgram starts a program that logs where it listens, as emcp does.
func startProgram(t testing.TB, cmd *exec.Cmd) *gateway {
	t.Helper()
	g := &gateway{log: &lines{address: make(chan string, 1)}, ended: make(chan struct{})}
	cmd.Stderr = g.log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // the signal comes when the thread ends that has started the program
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
			g.status = cmd.ProcessState.ExitCode()
			close(g.ended)
		}
	}()
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	g.process = cmd.Process
	t.Cleanup(func() {
		_ = g.process.Kill() // fails only where it has ended
		<-g.ended
		if t.Failed() {
			told := g.log.all(`"level":`)
			t.Logf("emcp has logged %d lines beside its audit lines, at last %q", len(told), told[max(0, len(told)-5):])
		}
	})
	select {
	case g.addr = <-g.log.address:
	case <-g.ended:
		t.Fatalf("emcp has ended: %q", g.log.all(""))
	case <-time.After(30 * time.Second):
		t.Fatal("emcp does not listen")
	}
	return g
}

// terminate asks the gateway to end.
func (g *gateway) terminate(t testing.TB) {
	t.Helper()
	if err := g.process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
}
