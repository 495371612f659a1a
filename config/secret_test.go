package config_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"emcp/config"
)

// TestSecretIsNeverPrinted shows a secret in all ways in which a program shows values, by itself and inside others.
func TestSecretIsNeverPrinted(t *testing.T) {
	const hush = "emcp:hush@tcp(h)/d"
	secret := config.Secret(hush)
	type inner struct{ Secret config.Secret }
	values := map[string]any{
		"itself":    secret,
		"pointer":   &secret,
		"struct":    inner{secret},
		"pointed":   &inner{secret},
		"slice":     []config.Secret{secret, secret},
		"array":     [1]config.Secret{secret},
		"map":       map[string]config.Secret{"dsn": secret},
		"interface": []any{secret, inner{secret}},
		"nested":    struct{ A, B any }{map[string]inner{"x": {secret}}, []inner{{secret}}},
		"site":      config.Site{DSN: secret},
		"config":    config.Config{Sites: map[string]config.Site{"main": {DSN: secret}}, Redis: config.Redis{URL: secret}},
		"error":     fmt.Errorf("cannot open %s (%v, %q)", secret, secret, secret),
	}
	// Also as hexadecimal digits, as decimal bytes, and as base64 of any alignment.
	traces := []string{
		"hush", "68757368", "68 75 73 68", "6875 7368", "0x68", "104 117 115 104", "104, 117", "aHVza", "h1c2", "odXNo",
	}
	expect := func(way, name, text string) {
		t.Helper()
		for _, trace := range traces {
			if strings.Contains(strings.ToLower(text), trace) || strings.Contains(text, trace) {
				t.Errorf("%s of %s shows the secret: %s", way, name, text)
			}
		}
	}
	for name, value := range values {
		for _, verb := range []string{
			"%v", "%+v", "%#v", "%s", "%q", "%+q", "%#q", "%d", "%x", "%X", "% x", "%#x", "%t", "%U", "%c", "%o", "%e",
			"%100.3v", "%!",
		} {
			expect(verb, name, fmt.Sprintf(verb, value))
		}
		expect("Sprint", name, fmt.Sprint(value))
		expect("Sprintln", name, fmt.Sprintln("a", value))

		var out bytes.Buffer
		slog.New(slog.NewTextHandler(&out, nil)).Info("opened", "value", value, slog.Group("group", "value", value))
		expect("text log", name, out.String())
		out.Reset()
		slog.New(slog.NewJSONHandler(&out, nil)).With("before", value).Info("opened", "value", value,
			slog.Group("group", "value", value))
		expect("JSON log", name, out.String())

		if text, err := json.Marshal(value); err != nil {
			t.Errorf("JSON of %s: %v", name, err)
		} else {
			expect("JSON", name, string(text))
		}
		if name == "error" {
			continue // its fields are not for YAML
		}
		if text, err := yaml.Marshal(value); err != nil {
			t.Errorf("YAML of %s: %v", name, err)
		} else {
			expect("YAML", name, string(text))
		}
	}

	for way, text := range map[string]string{
		"%v": fmt.Sprintf("%v", secret), "%#v": fmt.Sprintf("%#v", secret), "%x": fmt.Sprintf("%x", secret),
		"String":   secret.String(),
		"LogValue": secret.LogValue().String(),
	} {
		if text != "redacted" {
			t.Errorf("%s is %q", way, text)
		}
	}
	if secret.Reveal() != hush {
		t.Errorf("the secret is %q", secret.Reveal())
	}
}

// TestSecretsOfConfiguration shows a whole configuration with all secrets that it can have.
func TestSecretsOfConfiguration(t *testing.T) {
	c := parse(t,
		`{sites: {main: {dsn: "emcp:hush@tcp(h)/d"}}, redis: {url: "redis://:hush@h/0"}, security: {cursor_key: "hush, 32 `+
			`characters or more of it"}, auth: {modes: [jwt], jwt: {secret: "${JWT_SECRET}"}}, tracing: {endpoint: `+
			`"http://h:4318", headers: {Authorization: "Basic hush"}}}`)
	expect := func(way string, value any, text string) {
		t.Helper()
		for _, trace := range []string{"hush", "68757368", "104 117 115 104", "aHVza", "h1c2", "odXNo"} {
			if strings.Contains(text, trace) {
				t.Errorf("%s of %T shows a secret, as %s", way, value, trace)
			}
		}
	}
	for _, value := range []any{c, *c, c.Auth, &c.Auth, c.Auth.JWT, *c.Auth.JWT, c.Sites, c.Redis, c.Security, c.Tracing} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
			expect(verb, value, fmt.Sprintf(verb, value))
		}
		var out bytes.Buffer
		slog.New(slog.NewTextHandler(&out, nil)).Info("configured", "value", value)
		expect("text log", value, out.String())
		out.Reset()
		slog.New(slog.NewJSONHandler(&out, nil)).Info("configured", "value", value)
		expect("JSON log", value, out.String())
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	expect("JSON", c, string(text))
	if n := strings.Count(string(text), `"redacted"`); n != 5 {
		t.Errorf("JSON hides %d secrets, want 5", n)
	}
	if c.Sites["main"].DSN.Reveal() != "emcp:hush@tcp(h)/d" || c.Redis.URL.Reveal() != "redis://:hush@h/0" ||
		c.Auth.JWT.Secret.Reveal() != jwtSecret ||
		c.Tracing.Headers["Authorization"].Reveal() != "Basic hush" {
		t.Error("the secrets are not those of the file")
	}
}
