package config_test

import (
	"fmt"
	"strings"
	"testing"

	"emcp/config"
)

// base is a file that is complete; tests add to it.
const base = "sites: {main: {dsn: \"u:p@tcp(h)/d\"}}\nauth: {modes: [none]}\n"

// A key without a value means the same as no key.
func TestEmptyValues(t *testing.T) {
	for _, text := range []string{
		"limits: {max_payload_kb: }", "limits: {max_result_items: null}", "limits: {max_result_bytes: ~}", "limits:",
		"servers: [{handle: content, site: main, limits: {max_payload_kb: }, enabled: }]",
		"domain:", "domain: {content: , models: {allow: }}", "logging:", "stdio:", "route:", "listen:",
	} {
		got, err := config.Parse([]byte(base+text), environment)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if limits := got.Servers[0].Limits; limits.PayloadBytes != 256<<10 || limits.ListLimit != 100 ||
			limits.ContentOffset != 5000 {
			t.Errorf("%s: the limits are %+v", text, limits)
		}
	}
}

func TestNumbersAreWhole(t *testing.T) {
	for _, text := range []string{
		"limits: {max_payload_kb: 1.5}", "domain: {content: {max_offset: 2.9}}", "domain: {models: {max_offset: 1e-3}}",
	} {
		if c, err := config.Parse([]byte(base+text), environment); err == nil {
			t.Errorf("%s is accepted as %+v", text, c.Servers[0].Limits)
		}
	}
}

// What stands in the place of a mapping can be a DSN. The message has nothing of it, and no type of Go.
func TestTypeMistakesTellNoSecret(t *testing.T) {
	for _, text := range []string{
		"sites: {main: \"a:hush@tcp(h)/d\"}\nauth: {modes: [none]}",
		"sites: \"a:hush@tcp(h)/d\"\nauth: {modes: [none]}",
		base + "servers: {content: main}",
	} {
		_, err := config.Parse([]byte(text), environment)
		if err == nil {
			t.Errorf("accepted: %s", text)
		} else if strings.Contains(err.Error(), "a:hu") || strings.Contains(err.Error(), "config.") {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

// TestKeysTwice reports a key that is written twice with both of its lines, at every level.
func TestKeysTwice(t *testing.T) {
	for text, want := range map[string]string{
		base + "listen: 127.0.0.1:1\nlisten: 127.0.0.1:2\nlisten: 127.0.0.1:3\n": "lines 3 and 4: listen " + twiceMessage +
			"\n" +
			"lines 4 and 5: listen " + twiceMessage,
		base + "auth: {modes: [none]}\n": "lines 2 and 3: auth " +
			twiceMessage,
		"sites:\n  main: {dsn: a}\n  main: {dsn: b}\nauth: {modes: [none]}\n": "lines 2 and 3: sites.main " +
			twiceMessage,
		"sites:\n  main:\n    dsn: a\n    dsn: " +
			"b\nauth: {modes: [none]}\n": "lines 3 and 4: sites.main.dsn " + twiceMessage,
		base +
			"servers:\n  - handle: a\n    site: main\n    handle: b\n": "lines 4 and 6: servers[0].handle " + twiceMessage,
		base + "cache:\ncache: {ttl: 2s}\n": "lines 3 and 4: cache " +
			twiceMessage,
		base + "stdio: {view: public}\nlistne: 1\nlistne: 2\nstdio: {view: \"manager\", x: }": "line 4: unknown key " +
			"listne; did you mean listen?\nline 5: unknown key listne; did you mean listen?\nlines 3 and 6: stdio " +
			twiceMessage,
	} {
		_, err := config.Parse([]byte(text), environment)
		if err == nil || err.Error() != want {
			t.Errorf("%s\n%v\nwant %s", text, err, want)
		}
	}
}

// TestTabs names the line that is indented with a tab, which YAML does not take, beside what the parser says.
func TestTabs(t *testing.T) {
	for text, line := range map[string]int{
		"sites:\n\tmain: {dsn: a}\n":                  2,
		"sites:\n  main:\n  \tdsn: a\n":               3,
		"servers:\n  -\thandle: a\n":                  2,
		"sites:\n  main: {dsn: a}\n\t# a comment\nx:": 3,
	} {
		_, err := config.Parse([]byte(text), environment)
		want := fmt.Sprintf("line %d"+tabMessage+"\nyaml: line %[1]d: ", line)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{
		base + "listen:\t127.0.0.1:1",
		"sites: {main: {dsn: a},\n\tmore: {dsn: b}}\nservers: [{handle: a, site: main}]\nauth: {modes: [none]}",
	} {
		if _, err := config.Parse([]byte(text), environment); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := config.Parse([]byte("listen: [\n"), environment); err == nil || strings.Contains(err.Error(), "tab") {
		t.Errorf("a list without an end: %v", err)
	}
}

func TestOneDocument(t *testing.T) {
	if _, err := config.Parse([]byte(base+"---\nlisten: 0.0.0.0:80\n"), environment); err == nil {
		t.Error("a second document, which nothing reads, is accepted")
	}
	if _, err := config.Parse([]byte("---\n"+base+"...\n"), environment); err != nil {
		t.Error(err)
	}
}

func TestEnvironment(t *testing.T) {
	values := map[string]string{
		"HOST": "127.0.0.1", "PORT": "9000", "EMPTY": "", "YES": "true", "TRICK": "x\nlisten: 0.0.0.0:1", "NESTED": "${HOST}",
	}
	env := func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
	for _, c := range []struct{ listen, want string }{
		{"${HOST}:${PORT}", "127.0.0.1:9000"},
		{"localhost:${PORT}", "localhost:9000"},
		{"'localhost:${PORT}${EMPTY}'", "localhost:9000"},
	} {
		got, err := config.Parse([]byte(base+"listen: "+c.listen), env)
		if err != nil {
			t.Errorf("%s: %v", c.listen, err)
			continue
		}
		if got.Listen != c.want {
			t.Errorf("%s: %q, want %q", c.listen, got.Listen, c.want)
		}
	}
	// What is not ${NAME} stays; values are not looked into again, and cannot change the file's structure.
	for _, c := range []struct{ dsn, want string }{
		{"$HOST", "$HOST"}, {"'${1X}'", "${1X}"}, {"${NESTED}", "${HOST}"}, {"${TRICK}", "x\nlisten: 0.0.0.0:1"},
		{"${YES}", "true"},
	} {
		text := strings.Replace(base, "u:p@tcp(h)/d", strings.Trim(c.dsn, "'"), 1)
		got, err := config.Parse([]byte(text), env)
		if err != nil {
			t.Errorf("%s: %v", c.dsn, err)
			continue
		}
		if dsn := got.Sites["main"].DSN.Reveal(); dsn != c.want || got.Listen != "127.0.0.1:8787" {
			t.Errorf("%s: %q, want %q; listen %s", c.dsn, dsn, c.want, got.Listen)
		}
	}
	_, err := config.Parse([]byte(base+"metrics: {listen: \"${NONE}:${NEITHER}\"}\nlogging: {level: \"${NONE}\"}"), env)
	want := "line 3" + noVariableMessage + "NONE is not set\nline 3" + noVariableMessage + "NEITHER is not set\n" +
		"line 4" + noVariableMessage + "NONE is not set\nlogging.level: \"\" " + wrongLevelMessage
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}
