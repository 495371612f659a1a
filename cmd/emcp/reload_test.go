package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// logged returns the next line of the log that is not an audit line, with FILE and TIME in place of the real ones.
func (s served) logged(t *testing.T, path string) string {
	t.Helper()
	for {
		line := s.Next(t)
		if !regexp.MustCompile(`"msg":"audit"`).MatchString(line) {
			line = regexp.MustCompile(`"time":"[^"]*"`).ReplaceAllString(line, `"time":"TIME"`)
			return regexp.MustCompile(regexp.QuoteMeta(path)).ReplaceAllString(line, "FILE")
		}
	}
}

// TestServeReloads takes over changes of the file by itself and on SIGHUP, and goes on with what it has
// where the file is broken.
func TestServeReloads(t *testing.T) {
	t.Parallel() // most of it is waiting
	first, firstLine := newTokenLine(t)
	second, secondLine := newTokenLine(t)
	secondLine = strings.Replace(secondLine, "claude", "other", 1)
	const before = "listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\nauth:\n  tokens:\n"
	path := configuration(t, before+firstLine)
	s := startWith(t, path)
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hangUp := func() {
		t.Helper()
		s.Signal(t, syscall.SIGHUP)
	}
	expect := func(what string, ofFirst, ofSecond int, lines ...string) {
		t.Helper()
		for _, line := range lines {
			if diff := cmp.Diff(line, s.logged(t, path)); diff != "" {
				t.Errorf("%s: %s", what, diff)
			}
		}
		for token, want := range map[string]int{first: ofFirst, second: ofSecond} {
			if status, body := s.post(t, token, initialize); status != want {
				t.Errorf("%s: %d, want %d: %s", what, status, want, body)
			}
		}
	}
	const reloaded = `{"time":"TIME","level":"INFO","msg":"the configuration was reloaded","file":"FILE"}`
	expect("at first", 200, 401, `{"time":"TIME","level":"WARN","msg":"`+databaseWarning+`",`+
		`"site":"main","error":"database_unavailable: `+databaseDownMessage+
		`: dial tcp 127.0.0.1:1: connect: connection refused"}`)

	write(before + secondLine)
	expect("a changed file", 401, 200, reloaded)

	write(before + firstLine + "listne: 127.0.0.1:1\n")
	expect("a broken file", 401, 200,
		`{"time":"TIME","level":"ERROR","msg":"`+keptMessage+`","file":"FILE",`+
			`"error":"line 6: unknown key listne; did you mean listen?"}`)

	write(before)
	expect("a file without tokens", 401, 200,
		`{"time":"TIME","level":"ERROR","msg":"`+keptMessage+`","file":"FILE",`+
			`"error":"`+noTokensMessage+`"}`)

	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	hangUp()
	expect("no file", 401, 200,
		`{"time":"TIME","level":"ERROR","msg":"`+keptMessage+`","file":"FILE",`+
			`"error":"open FILE: no such file or directory"}`)

	write(before + firstLine + secondLine + "tls: {cert_file: a, key_file: b}\n")
	hangUp()
	expect("SIGHUP", 200, 200, reloaded,
		`{"time":"TIME","level":"WARN","msg":"some changes need a restart of emcp","keys":["tls"]}`)

	write(before + firstLine + "logging: {level: error}\n")
	hangUp()
	for status := 0; status != 401; {
		status, _ = s.post(t, second, initialize)
	}
	log, status := s.stop(t)
	if log = regexp.MustCompile(`(?m)^.*"msg":"audit".*$\n?`).ReplaceAllString(log, ""); status != 0 || log != "" {
		t.Errorf("status %d: %s", status, log)
	}
}

// TestRefresh makes a process that runs forget what it keeps.
func TestRefresh(t *testing.T) {
	t.Parallel() // most of it is waiting
	_, line := newTokenLine(t)
	path := configuration(t,
		"listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\nauth:\n  tokens:\n"+line)
	s := startWith(t, path)
	s.logged(t, path) // the database does not answer
	if diff := cmp.Diff(outcome{}, runHere(t, nil, "refresh", "--config", path)); diff != "" {
		t.Error(diff)
	}
	want := `{"time":"TIME","level":"INFO","msg":"what was kept of the sites was forgotten","file":"FILE"}`
	if diff := cmp.Diff(want, s.logged(t, path)); diff != "" {
		t.Error(diff)
	}
	missing := filepath.Join(t.TempDir(), "emcp.yaml")
	if diff := cmp.Diff(outcome{Status: 1, Stderr: "emcp: chtimes " + missing + ": no such file or directory\n"},
		runHere(t, nil, "refresh", "--config", missing)); diff != "" {
		t.Error(diff)
	}
}

// TestServeReloadsIncluded notices a changed file that the configuration includes.
func TestServeReloadsIncluded(t *testing.T) {
	t.Parallel() // most of it is waiting
	first, firstLine := newTokenLine(t)
	second, secondLine := newTokenLine(t)
	path := configuration(t,
		"listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\ninclude: [tokens.yaml]\n")
	write := func(line string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), "tokens.yaml"), []byte("auth:\n  tokens:\n"+line),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(firstLine)
	s := startWith(t, path)
	if status, body := s.post(t, first, initialize); status != 200 {
		t.Fatalf("at first: %d: %s", status, body)
	}
	s.logged(t, path) // that the database is down
	write(secondLine)
	if diff := cmp.Diff(`{"time":"TIME","level":"INFO","msg":"the configuration was reloaded","file":"FILE"}`,
		s.logged(t, path)); diff != "" {
		t.Error(diff)
	}
	for token, want := range map[string]int{first: 401, second: 200} {
		if status, body := s.post(t, token, initialize); status != want {
			t.Errorf("%d, want %d: %s", status, want, body)
		}
	}
}
