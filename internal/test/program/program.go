// Package program builds emcp for tests, runs it and other servers, and reads what they log. It runs on Linux.
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

// Build builds emcp as the file path, with further arguments of go build.
func Build(path string, args ...string) error {
	arguments := append([]string{"build", "-o", path}, args...)
	if output, err := exec.Command("go", append(arguments, "emcp/cmd/emcp")...).CombinedOutput(); err != nil {
		return fmt.Errorf("build emcp: %w\n%s", err, output)
	}
	return nil
}

// Program is a running program whose output is kept, line by line.
type Program struct {
	*process.Process
	output collected
	read   int // lines
}

// Start starts a program. It and its children end with the test at the latest; where the test has failed, the last lines of the
// program are in the log of the test.
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
			t.Logf("%s has written %d lines beside its audit lines, at last\n%s", cmd.Path, len(lines), strings.Join(lines[max(0, len(lines)-5):], "\n"))
		}
	})
	return p
}

// Serve starts a built emcp serve with the configuration at a path, and returns it and its address, host:port, when it listens. env
// is added to the environment.
func Serve(t testing.TB, binary, config string, env ...string) (p *Program, address string) {
	t.Helper()
	cmd := exec.Command(binary, "serve", "--config", config)
	cmd.Env = append(os.Environ(), env...)
	p = Start(t, cmd)
	return p, p.Listening(t)
}

// Listens matches the line, of a log in JSON, by which emcp says at which address it listens.
const Listens = `"msg":"listening","address":"([^"]+)"`

// Listening waits until emcp listens, and returns its address.
func (p *Program) Listening(t testing.TB) string {
	t.Helper()
	_, match := p.Until(t, Listens)
	return match[1]
}

// Lines returns the lines so far that have a text in them, whether they have been read or not.
func (p *Program) Lines(text string) []string {
	var found []string
	for _, line := range p.output.from(0) {
		if strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}

// lineTime is how long a line may take to come.
const lineTime = time.Minute

// Next returns the next line that has not been read. The test ends where the program ends without one.
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

// Until reads up to a line that matches, and returns the lines that it has read and the match.
func (p *Program) Until(t testing.TB, pattern string) (read, match []string) {
	t.Helper()
	wanted := regexp.MustCompile(pattern)
	for match == nil {
		line := p.Next(t)
		read, match = append(read, line), wanted.FindStringSubmatch(line)
	}
	return read, match
}

// Terminate asks the program to end with SIGTERM and waits until it has. It returns the lines that have not been read, and the exit
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

// collected keeps the lines that are written to it.
type collected struct {
	mu    sync.Mutex
	part  []byte // of the next line
	lines []string
	grown chan struct{} // closed with the next line
}

// Write takes a part of the output.
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

// line returns the line of a number if it is there, else what is closed when there are more lines.
func (o *collected) line(n int) (line string, grown <-chan struct{}, there bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n < len(o.lines) {
		return o.lines[n], nil, true
	}
	return "", o.grown, false
}

// from returns the lines from a number on.
func (o *collected) from(n int) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]string(nil), o.lines[n:]...)
}
