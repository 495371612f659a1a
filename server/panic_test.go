package server

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/toolset"
)

// panicking is a server whose tools panic.
func panicking(t *testing.T) *Server {
	t.Helper()
	s := newServer(t, noDatabase)
	s.answers = new(toolset.Answers) // without its map
	f, err := s.newFront(s.started, s.front.Load())
	if err != nil {
		t.Fatal(err)
	}
	s.front.Store(f)
	return s
}

func TestPanicOverHTTP(t *testing.T) {
	base := listen(t, panicking(t))
	want := answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,` +
		`"message":"emcp failed on this call; the trace id finds the reason in its log",` +
		`"data":{"code":"internal","retryable":false,"trace_id":"trace-1","tool":"evo.content.get"}}}`)
	for range 2 {
		if diff := cmp.Diff(want, post(t, base+"/mcp", getHome)); diff != "" {
			t.Error(diff)
		}
	}
	if diff := cmp.Diff(answered(pong), post(t, base+"/mcp", ping)); diff != "" {
		t.Error(diff)
	}
}

// TestPanicOverStdio runs in a process of its own, which a panic that nobody catches ends.
func TestPanicOverStdio(t *testing.T) {
	if os.Getenv("EMCP_TEST_PANIC") != "" {
		if err := panicking(t).ServeStdio(t.Context(), "content", os.Stdin, os.Stdout); err != nil {
			t.Error(err)
		}
		return
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPanicOverStdio$")
	cmd.Env = append(os.Environ(), "EMCP_TEST_PANIC=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, getHome+"\n"+ping+"\n"); err != nil {
		t.Error(err)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		first, _, _ := strings.Cut(errs.String(), "\n")
		t.Fatalf("the process ended: %v: %s", err, first)
	}
	answers, _, _ := strings.Cut(out.String(), "PASS")
	for _, want := range []string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,`, pong} {
		if !strings.Contains(answers, want) {
			t.Errorf("no %s in\n%s", want, answers)
		}
	}
	if strings.Contains(answers, "nil map") || strings.Contains(answers, "goroutine") {
		t.Errorf("the answer tells of the panic:\n%s", answers)
	}
}
