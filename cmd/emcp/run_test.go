package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/audit"
	"emcp/internal/auth"
	"emcp/internal/identity"
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
	const configFlag = "  -config string\n    \tpath of the configuration (default emcp.yaml, else /etc/emcp/emcp.yaml)\n"
	const serverFlag = "  -server string\n    \thandle of the server (default the first of the configuration)\n"
	const viewFlags = configFlag + serverFlag +
		"  -view string\n    \twhat to see: public or manager (default from the stdio section of the configuration)\n"
	for _, test := range []struct {
		args   string
		stderr string
		status int
	}{
		{"serve -h", "Usage of emcp serve:\n" + configFlag, 0},
		{"check --help", "Usage of emcp check:\n" + configFlag + "  -json\n    \tprint the findings as one JSON document\n" +
			"  -pages\n    \tfetch the pages of each site for up to 5 minutes and compare them with what emcp returns\n" +
			"  -site string\n    \tfolder of a site; emcp looks in its code and database for template variables that nothing " +
			"prints\n", 0},
		{"stdio -h", "Usage of emcp stdio:\n" + configFlag + serverFlag, 0},
		{"call -h", callUsage + viewFlags, 0},
		{"show 1 -h",
			showUsage + configFlag +
				"  -format string\n    \tformat of evo.content.get for the text: page, markdown, text or html (default a head " +
				"and Markdown)\n" +
				strings.TrimPrefix(viewFlags, configFlag), 0},
		{"refresh -h", refreshUsage + configFlag, 0},
		{"version -h", "Usage of emcp version:\n", 0},
		{"serve --port 1", "flag provided but not defined: -port\nUsage of emcp serve:\n" + configFlag, 2},
		{"serve --config", "flag needs an argument: -config\nUsage of emcp serve:\n" + configFlag, 2},
		{"serve emcp.yaml", "emcp serve: unexpected argument \"emcp.yaml\"\n", 2},
		{"check x y", "emcp check: unexpected argument \"x\"\n", 2},
		{"stdio content", "emcp stdio: unexpected argument \"content\"\n", 2},
		{"token old", tokenUsage + "\n", 2},
		{"token new claude", "emcp token new: unexpected argument \"claude\"\n", 2},
	} {
		if diff := cmp.Diff(outcome{"", test.stderr, test.status},
			runHere(t, nil, strings.Fields(test.args)...)); diff != "" {
			t.Errorf("emcp %s:\n%s", test.args, diff)
		}
	}
}

func TestConfigurationThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	for _, command := range []string{"serve", "stdio"} {
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
			"sites.main.dsn: " + wrongDSNMessage,
		},
		"DSN without a database": {
			"{sites: {main: {dsn: \"${DSN})/\"}}, auth: {modes: [none]}}",
			"sites.main.dsn: " + wrongDSNMessage,
		},
		"URL of Redis": {
			"{sites: {main: {dsn: \"${DSN})/d\"}}, auth: {modes: [none]}, redis: {url: \"http://:secret@h\"}}",
			"redis.url: " + wrongRedisMessage,
		},
		"URL of Redis that is none": {
			"{sites: {main: {dsn: \"${DSN})/d\"}}, auth: {modes: [none]}, redis: {url: \"redis://:secret%@h/0\"}}",
			"redis.url: " + wrongRedisMessage,
		},
		"short secret": {
			"{sites: {main: {dsn: \"${DSN})/d\"}}, auth: {modes: [jwt], jwt: {secret: secret}}}",
			"auth.jwt.secret: HS256 needs at least 32 random characters (RFC 7518)",
		},
		"key set that is none": {
			"{sites: {main: {dsn: \"${DSN})/d\"}}, auth: {modes: [jwt], jwt: {algorithms: [RS256], jwks_file: /dev/null}}}",
			"auth.jwt: /dev/null is not a JWK set",
		},
		"missing key set": {
			"{sites: {main: {dsn: \"${DSN})/d\"}}, auth: {modes: [jwt], jwt: {algorithms: [RS256], jwks_file: none.json}}}",
			"auth.jwt: read the key set: open none.json: no such file or directory",
		},
		"missing certificate": {
			"{sites: {main: {dsn: \"${DSN})/d\"}}, auth: {modes: [none]}, tls: {cert_file: none.pem, key_file: none.key}}",
			"tls: stat none.pem: no such file or directory",
		},
		"missing variable": {
			"{sites: {main: {dsn: \"${DSN})/${NAME}\"}}, auth: {modes: [none]}}",
			"line 1" + noVariableMessage + "NAME is not set",
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

// serveHere runs emcp serve inside the test, sends it two pings, one of them without a token, and returns its log.
func serveHere(t *testing.T, logging string) string {
	t.Helper()
	const hash = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b" // of "secret"
	path := configuration(t, "listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\n"+
		"auth: {tokens: [{name: a, sha256: "+hash+"}]}\nlogging: "+logging+"\n")
	reader, stderr := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan int, 1)
	go func() {
		lookup := func(string) (string, bool) { return "", false }
		ended <- run(ctx, []string{"serve", "--config", path}, lookup, strings.NewReader(""), io.Discard, stderr)
		stderr.Close()
	}()
	lines := bufio.NewReader(reader)
	log, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`127\.0\.0\.1:[0-9]+`).FindString(log)
	rest := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(lines) // a pipe that only its writer closes
		rest <- string(text)
	}()
	for _, token := range []string{"secret", ""} {
		status, answer := served{url: "http://" + address}.post(t, token, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
		if want := map[string]int{"secret": 200, "": 401}[token]; status != want {
			t.Errorf("%d %s, want %d", status, answer, want)
		}
	}
	http.DefaultClient.CloseIdleConnections()
	stop()
	if status := <-ended; status != 0 {
		t.Errorf("it ends with %d", status)
	}
	log = audited(log + <-rest)
	log = regexp.MustCompile(`time=\S+`).ReplaceAllString(log, "time=TIME")
	return strings.ReplaceAll(log, address, "ADDRESS")
}

// TestLogging compares the whole log in both formats, with and without audit lines.
func TestLogging(t *testing.T) {
	const (
		noDatabase    = databaseWarning
		refused       = "database_unavailable: " + databaseDownMessage + ": dial tcp 127.0.0.1:1: connect: connection refused"
		jsonListening = `{"time":"TIME","level":"INFO","msg":"listening","address":"ADDRESS","tls":false}` + "\n" +
			`{"time":"TIME","level":"WARN","msg":"` + noDatabase + `","site":"main","error":"` + refused + `"}` + "\n"
		jsonDrained   = `{"time":"TIME","level":"INFO","msg":"drained"}` + "\n"
		textListening = `time=TIME level=INFO msg=listening address=ADDRESS tls=false` + "\n" +
			`time=TIME level=WARN msg="` + noDatabase + `" site=main error="` + refused + `"` + "\n"
		textDrained = `time=TIME level=INFO msg=drained` + "\n"
		requests    = `{"timestamp":"TIME","msg":"audit","trace_id":"trace-1","request_id":"1","server_handle":"content",` +
			`"method":"ping","tool":"","status":200,"code":"ok","subject":"token:a","view":"public","duration_ms":0,"rows":0,` +
			`"bytes":36,"replayed":false,"client":"127.0.0.1"}` + "\n" +
			`{"timestamp":"TIME","msg":"audit","trace_id":"trace-1","request_id":"","server_handle":"content","method":"",` +
			`"tool":"","status":401,"code":"unauthenticated","subject":"","view":"","duration_ms":0,"rows":0,"bytes":157,` +
			`"replayed":false,"client":"127.0.0.1"}` + "\n"
	)
	for logging, want := range map[string]string{
		"{}":                     jsonListening + requests + jsonDrained,
		"{format: json}":         jsonListening + requests + jsonDrained,
		"{audit_enabled: false}": jsonListening + jsonDrained,
		"{format: text}":         textListening + requests + textDrained,
		"{format: text, level: debug, audit_enabled: false}": textListening + textDrained,
	} {
		t.Run(logging, func(t *testing.T) {
			t.Parallel() // part of it is waiting
			if diff := cmp.Diff(want, serveHere(t, logging)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestAuditWhateverTheLevel writes audit lines also where only errors are logged.
func TestAuditWhateverTheLevel(t *testing.T) {
	var out bytes.Buffer
	log, requests := logs(config.Log{Level: slog.LevelError, JSON: true, Audit: true}, slog.LevelError, &out)
	log.Info("nobody reads this")
	audit.NewLines(requests).Write(t.Context(), audit.NewRecord())
	want := `{"timestamp":"TIME","msg":"audit","trace_id":"","request_id":"","server_handle":"","method":"","tool":"",` +
		`"status":200,"code":"ok","subject":"","view":"","duration_ms":0,"rows":0,"bytes":0,"replayed":false,"client":""}` +
		"\n"
	if diff := cmp.Diff(want, audited(out.String())); diff != "" {
		t.Error(diff)
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
	c, err := config.Parse([]byte("sites: {main: {dsn: x}}\nauth:\n  tokens:\n"+line),
		func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	want := auth.Tokens{{
		Hash: auth.HashToken(plaintext),
		Principal: identity.Principal{
			Subject: `token:Ada's "own"`, Scopes: []string{"mcp:call"}, View: identity.Manager, Servers: []string{"*"},
		},
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
