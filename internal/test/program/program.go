// Package program builds emcp for tests, runs it and other servers, and reads their logs. It runs on Linux.
package program

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"emcp/internal/test/process"
)

// Build builds emcp as it is released, without cgo, and writes it to path. args are further arguments of go build.
func Build(path string, args ...string) error {
	arguments := append([]string{"build", "-o", path}, args...)
	cmd := exec.Command("go", append(arguments, "emcp/cmd/emcp")...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build emcp: %w\n%s", err, output)
	}
	return nil
}

// Program is a running program. Its output is kept line by line.
type Program struct {
	*process.Process
	output collected
	read   int // number of lines that Next has returned
}

// Start starts a program. The program and its children end with the test at the latest. If the test fails, its log gets
// the last lines of the program.
func Start(t testing.TB, cmd *exec.Cmd) *Program {
	t.Helper()
	p := &Program{output: collected{grown: make(chan struct{})}}
	cmd.Stdout, cmd.Stderr = &p.output, &p.output
	var err error
	if p.Process, err = process.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Kill()
		if t.Failed() {
			lines := p.Lines(`"level":`)
			t.Logf("%s has written %d lines beside its audit lines, at last\n%s", cmd.Path, len(lines),
				strings.Join(lines[max(0, len(lines)-5):], "\n"))
		}
	})
	return p
}

// Serve starts a built emcp serve with the configuration at a path and waits until it listens. It returns the program
// and its address, host:port. env is added to the environment.
func Serve(t testing.TB, binary, config string, env ...string) (p *Program, address string) {
	t.Helper()
	cmd := exec.Command(binary, "serve", "--config", config)
	cmd.Env = append(os.Environ(), env...)
	p = Start(t, cmd)
	return p, p.Listening(t)
}

// Listens matches the log line (JSON) in which emcp reports its address.
const Listens = `"msg":"listening","address":"([^"]+)"`

// Listening waits until emcp listens, and returns its address.
func (p *Program) Listening(t testing.TB) string {
	t.Helper()
	_, match := p.Until(t, Listens)
	return match[1]
}

// Lines returns all lines so far that contain a text, including those already read.
func (p *Program) Lines(text string) []string {
	var found []string
	for _, line := range p.output.from(0) {
		if strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}

// lineTime is the longest wait for a line.
const lineTime = time.Minute

// Next returns the next unread line. It fails the test if the program ends before it writes one.
func (p *Program) Next(t testing.TB) string {
	t.Helper()
	late := time.After(lineTime)
	for {
		line, grown, there := p.output.line(p.read)
		if there {
			p.read++
			return line
		}
		select {
		case <-grown:
		case <-p.Ended:
			if _, _, there := p.output.line(p.read); !there {
				t.Fatalf("the program has ended with %d and without another line", p.Status())
			}
		case <-late:
			t.Fatalf("no other line has come within %s", lineTime)
		}
	}
}

// Until reads up to a line that matches the pattern. It returns the lines before it and the match.
func (p *Program) Until(t testing.TB, pattern string) (read, match []string) {
	t.Helper()
	wanted := regexp.MustCompile(pattern)
	for match == nil {
		line := p.Next(t)
		read, match = append(read, line), wanted.FindStringSubmatch(line)
	}
	return read, match
}

// Terminate ends the program with SIGTERM and waits until it has ended. It returns the unread lines and the exit
// status.
func (p *Program) Terminate(t testing.TB) (rest []string, status int) {
	t.Helper()
	p.Signal(t, syscall.SIGTERM)
	select {
	case <-p.Ended:
	case <-time.After(lineTime):
		t.Fatalf("the program has not ended within %s", lineTime)
	}
	status = p.Status()
	rest = p.output.from(p.read)
	p.read += len(rest)
	return rest, status
}

// collected keeps the lines of a program's output.
type collected struct {
	mu    sync.Mutex
	part  []byte // incomplete last line
	lines []string
	grown chan struct{} // closed when the next line arrives
}

// Write adds a part of the output.
func (o *collected) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.part = append(o.part, text...)
	for {
		line, rest, found := bytes.Cut(o.part, []byte("\n"))
		if !found {
			return len(text), nil
		}
		o.lines, o.part = append(o.lines, string(line)), rest
		close(o.grown)
		o.grown = make(chan struct{})
	}
}

// line returns line number n if there is one. Otherwise grown is closed when more lines arrive.
func (o *collected) line(n int) (line string, grown <-chan struct{}, there bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n < len(o.lines) {
		return o.lines[n], nil, true
	}
	return "", o.grown, false
}

// from returns the lines from number n on.
func (o *collected) from(n int) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]string(nil), o.lines[n:]...)
}
