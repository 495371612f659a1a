package main

import (
	"bytes"
	"encoding/hex"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/identity"
)

// outcome is all that is seen of a run of the program.
type outcome struct {
	Stdout, Stderr string
	Status         int
}

// runHere runs the program inside the test.
func runHere(t *testing.T, env map[string]string, args ...string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	lookup := func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}
	status := run(t.Context(), args, lookup, strings.NewReader(""), &out, &errs)
	return outcome{out.String(), errs.String(), status}
}

func TestFlags(t *testing.T) {
	const configFlag = "  -config string\n    \tpath of the configuration (default \"emcp.yaml\")\n"
	const serverFlag = "  -server string\n    \thandle of the server; the first of the configuration if absent\n"
	for _, test := range []struct {
		args   string
		stderr string
		status int
	}{
		{"serve -h", "Usage of emcp serve:\n" + configFlag, 0},
		{"check --help", "Usage of emcp check:\n" + configFlag, 0},
		{"stdio -h", "Usage of emcp stdio:\n" + configFlag + serverFlag, 0},
		{"version -h", "Usage of emcp version:\n", 0},
		{"serve --port 1", "flag provided but not defined: -port\nUsage of emcp serve:\n" + configFlag, 2},
		{"serve --config", "flag needs an argument: -config\nUsage of emcp serve:\n" + configFlag, 2},
		{"serve emcp.yaml", "emcp serve: unexpected argument \"emcp.yaml\"\n", 2},
		{"check x y", "emcp check: unexpected argument \"x\"\n", 2},
		{"stdio content", "emcp stdio: unexpected argument \"content\"\n", 2},
		{"token old", "emcp token: want emcp token new --name NAME\n", 2},
		{"token new claude", "emcp token new: unexpected argument \"claude\"\n", 2},
	} {
		if diff := cmp.Diff(outcome{"", test.stderr, test.status}, runHere(t, nil, strings.Fields(test.args)...)); diff != "" {
			t.Errorf("emcp %s:\n%s", test.args, diff)
		}
	}
}

func TestConfigurationThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	for _, command := range []string{"serve", "stdio", "check"} {
		for path, reason := range map[string]string{
			dir + "/none.yaml": "open " + dir + "/none.yaml: no such file or directory",
			dir:                "read " + dir + ": is a directory",
		} {
			want := outcome{"", "emcp: read the configuration: " + reason + "\n", 1}
			if diff := cmp.Diff(want, runHere(t, nil, command, "--config", path)); diff != "" {
				t.Errorf("emcp %s:\n%s", command, diff)
			}
		}
	}
}

// TestSecretsStayInside has mistakes in a configuration whose values must not be repeated.
func TestSecretsStayInside(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"DSN that cannot be parsed": {
			"{sites: {main: {dsn: \"${DSN}/d\"}}, auth: {modes: [none]}}",
			"sites.main.dsn: not of the form user:password@tcp(host:port)/database",
		},
		"DSN without a database": {
			"{sites: {main: {dsn: \"${DSN})/\"}}, auth: {modes: [none]}}",
			"sites.main.dsn: not of the form user:password@tcp(host:port)/database",
		},
		"missing variable": {
			"{sites: {main: {dsn: \"${DSN})/${NAME}\"}}, auth: {modes: [none]}}",
			"line 1: the environment has no variable NAME",
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := configuration(t, test.text)
			got := runHere(t, map[string]string{"DSN": "emcp:secret@tcp(127.0.0.1:1"}, "serve", "--config", path)
			if diff := cmp.Diff(outcome{"", "emcp: " + path + ":\n" + test.want + "\n", 1}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestToken checks what token new prints by using it.
func TestToken(t *testing.T) {
	got := runHere(t, nil, "token", "new", "--name", `Ada's "own"`, "--scopes", "mcp:call", "--view", "manager")
	plaintext, rest, _ := strings.Cut(got.Stdout, "\n")
	if !regexp.MustCompile(`^emcp_[A-Za-z0-9]{40}$`).MatchString(plaintext) || got.Stderr != "" || got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	_, line, _ := strings.Cut(rest, "emcp.yaml:\n\n")
	c, err := config.Parse([]byte("sites: {main: {dsn: x}}\nauth:\n  tokens:\n"+line), func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	want := identity.Tokens{{
		Hash:      identity.HashToken(plaintext),
		Principal: identity.Principal{Subject: `Ada's "own"`, Scopes: []string{"mcp:call"}, View: identity.Manager, Servers: []string{"*"}},
	}}
	if diff := cmp.Diff(want, c.Auth.Tokens); diff != "" {
		t.Error(diff)
	}
	again := runHere(t, nil, "token", "new", "--name", "a")
	if strings.HasPrefix(again.Stdout, plaintext) {
		t.Error("the same token twice")
	}
	if strings.Contains(line, plaintext) || !strings.Contains(line, hex.EncodeToString(want[0].Hash[:])) {
		t.Errorf("the line to keep is %s", line)
	}
}

// TestTokenLetters counts the letters of many tokens: each of the 62 comes, none far more often than the others.
func TestTokenLetters(t *testing.T) {
	const tokens = 15500 // 10,000 of each letter on average
	counts := map[rune]int{}
	for range tokens {
		for _, letter := range strings.TrimPrefix(newToken(), tokenPrefix) {
			counts[letter]++
		}
	}
	for _, letter := range tokenLetters {
		// Ten standard deviations, which chance does not bring. Bytes modulo 62 would give some letters 12,110 times.
		if n := counts[letter]; n < 9000 || n > 11000 {
			t.Errorf("%d times %q, want about 10,000", n, letter)
		}
		delete(counts, letter)
	}
	if len(counts) > 0 {
		t.Errorf("other letters: %v", counts)
	}
}
