package server_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
	"emcp/server"
)

// panicking is a server whose tools panic.
func panicking(t *testing.T) *server.Server {
	t.Helper()
	s := NewServer(t, NoDatabase)
	if err := s.BreakTools(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPanicOverHTTP(t *testing.T) {
	base := Listen(t, panicking(t))
	want := Answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,` +
		`"message":"emcp failed on this call; the trace id finds the reason in its log",` +
		`"data":{"code":"internal","retryable":false,"trace_id":"trace-1","tool":"evo.content.get"}}}`)
	for range 2 {
		Equal(t, want, Post(t, base+"/mcp", GetHome))
	}
	Equal(t, Answered(Pong), Post(t, base+"/mcp", Ping))
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
	if _, err := io.WriteString(in, GetHome+"\n"+Ping+"\n"); err != nil {
		t.Error(err)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		first, _, _ := strings.Cut(errs.String(), "\n")
		t.Fatalf("the process ended: %v: %s", err, first)
	}
	answers, _, _ := strings.Cut(out.String(), "PASS")
	for _, want := range []string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,`, Pong} {
		if !strings.Contains(answers, want) {
			t.Errorf("no %s in\n%s", want, answers)
		}
	}
	if strings.Contains(answers, "nil map") || strings.Contains(answers, "goroutine") {
		t.Errorf("the answer tells of the panic:\n%s", answers)
	}
}
