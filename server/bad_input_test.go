package server_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-sql-driver/mysql"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/snapshot"
	"emcp/server"
)

// badInput returns the messages in testdata/bad_input by their names.
func badInput(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/bad_input/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no bad input: %v", err)
	}
	messages := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		messages[strings.TrimSuffix(filepath.Base(file), ".json")] = string(text)
	}
	return messages
}

// unreachable returns the DSN of a database to which nobody can connect, and a function that returns how often one has
// tried: without a connection no statement can be sent.
func unreachable(t testing.TB) (dsn string, attempts func() int64) {
	t.Helper()
	var count atomic.Int64
	network := "counted-by-" + strings.ReplaceAll(t.Name(), "/", "-")
	mysql.RegisterDialContext(network, func(context.Context, string) (net.Conn, error) {
		count.Add(1)
		return nil, errors.New("there is no such database")
	})
	t.Cleanup(func() { mysql.DeregisterDialContext(network) })
	return "emcp:secret@" + network + "(nowhere)/evolution", count.Load
}

// answersTo sends a message over HTTP and over stdio and returns both answers: a status and a body, and what stdio says
// where that is not the same.
func answersTo(t *testing.T, s *server.Server, url, message string) string {
	t.Helper()
	answer := Post(t, url, message)
	text := fmt.Sprintf("%d %s\n", answer.Status, answer.Body)
	lines := Talk(t, s, "content", message+"\n")
	switch {
	case slices.Equal(lines, []string{answer.Body}):
		return text
	case len(lines) == 0:
		return text + "stdio says nothing\n"
	}
	return text + "stdio " + strings.Join(lines, "\nstdio ") + "\n"
}

// TestBadInput compares the whole answers to all bad input with bad_input.txt. No try to connect to the database means
// that no SQL is sent.
func TestBadInput(t *testing.T) {
	dsn, attempts := unreachable(t)
	s := NewServer(t, dsn)
	base := Listen(t, s)
	var got strings.Builder
	messages := badInput(t)
	for _, name := range slices.Sorted(maps.Keys(messages)) {
		before := attempts()
		_, _ = fmt.Fprintf(&got, "%s\n%s\n", name, answersTo(t, s, base+"/mcp", messages[name]))
		if attempts() != before {
			t.Errorf("%s is sent to the database", name)
		}
	}
	snapshot.Expect(t, "bad_input.txt", got.String())
	// A message that is right would have been seen.
	before := attempts()
	if answer := Post(t, base+"/mcp", GetHome); attempts() == before {
		t.Errorf("a call is answered with %s without a connection", answer.Body)
	}
}
