package main

import (
	"bytes"
	"encoding/json"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/owner/check"
)

// TestCheck prints what package check finds, for people and for programs, and ends with a status that says how it is.
func TestCheck(t *testing.T) {
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	taken.Close() // so that nothing is there for the first of both
	good := "listen: " + taken.Addr().String() + "\nsites: {main: {dsn: \"" + site(t) + "\"}}\nauth: {modes: [none]}\n"
	for name, test := range map[string]struct {
		path, stderr string
		status       int
	}{
		"good": {configuration(t, good), "", exitOK},
		"wrong": {
			configuration(t, good+"tls: {cert_file: none, key_file: none}\n"), "emcp: there are errors\n", exitError,
		},
		"no database": {
			configuration(t, "sites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\nauth: {modes: [none]}\n"),
			"emcp: not everything could be checked\n", exitUsage,
		},
		"no file": {filepath.Join(t.TempDir(), "none.yaml"), "emcp: not everything could be checked\n", exitUsage},
	} {
		report := check.File(t.Context(), test.path, func(string) (string, bool) { return "", false }, check.More{})
		var text bytes.Buffer
		if err := report.Write(&text); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(outcome{text.String(), test.stderr, test.status},
			runHere(t, nil, "check", "--config", test.path)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
		got := runHere(t, nil, "check", "--json", "--config", test.path)
		var read check.Report
		d := json.NewDecoder(strings.NewReader(got.Stdout))
		d.DisallowUnknownFields()
		if err := d.Decode(&read); err != nil {
			t.Errorf("%s: %v in %s", name, err, got.Stdout)
		}
		if diff := cmp.Diff(report, read); diff != "" || got.Stderr != test.stderr || got.Status != test.status {
			t.Errorf("%s as JSON: %+v\n%s", name, got, diff)
		}
	}
}

// TestWideAccountsAreRefused has an account that may write: neither serve nor stdio starts, if that is not allowed.
func TestWideAccountsAreRefused(t *testing.T) {
	s := newWebSite(t, "3.5")
	dsn := s.user + ":only to read@tcp(" + s.database.Server.Addr + ")/" + s.database.Name
	text := "sites: {main: {dsn: \"" + dsn + "\"}}\nauth: {modes: [none]}\n"
	for _, command := range []string{"serve", "stdio"} {
		got := runHere(t, nil, command, "--config", configuration(t, "listen: 127.0.0.1:0\n"+text))
		if got.Stdout != "" || got.Status != exitError || !strings.HasPrefix(got.Stderr, "emcp: sites.main: ") {
			t.Errorf("emcp %s: %+v", command, got)
		}
	}
	allowed := strings.Replace(text, "}}", ", allow_wide_grants: true}}", 1)
	if got := runHere(t, nil, "stdio", "--config", configuration(t, allowed)); got.Status != exitOK || got.Stderr != "" {
		t.Errorf("emcp stdio with allow_wide_grants: %+v", got)
	}
}
