package check_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"emcp/internal/test/provider"
)

// TestIssuer reads the metadata of authorization servers of all sorts.
func TestIssuer(t *testing.T) {
	type object = map[string]any
	complete := object{
		"authorization_endpoint": "https://login.example.com/authorize", "token_endpoint": "https://login.example.com/token",
		"code_challenge_methods_supported": []string{"plain", "S256"}, "client_id_metadata_document_supported": true,
		"token_endpoint_auth_methods_supported":          []string{"private_key_jwt", "none"},
		"grant_types_supported":                          []string{"authorization_code", "refresh_token"},
		"authorization_response_iss_parameter_supported": true,
	}
	without := func(names ...string) object {
		o := maps.Clone(complete)
		for _, name := range names {
			delete(o, name)
		}
		return o
	}
	with := func(o object, name string, value any) object {
		o[name] = value
		return o
	}
	const key = `{"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}`
	for name, test := range map[string]struct {
		metadata object
		keys     string // empty: there are none
		more     string // keys of auth.oauth
	}{
		"complete": {complete, key, ""},
		"registers only": {
			with(without("client_id_metadata_document_supported"), "registration_endpoint",
				"https://login.example.com/register"), key, "",
		},
		"documents with secrets": {
			with(without(), "token_endpoint_auth_methods_supported", []string{"client_secret_basic"}), key, "",
		},
		"registers with secrets": {
			with(with(without(), "token_endpoint_auth_methods_supported", []string{"client_secret_basic"}),
				"registration_endpoint", "r"), key, "",
		},
		"bare":                    {object{}, "", ""},
		"no key that can be used": {complete, strings.Replace(key, `"kty"`, `"use": "enc", "kty"`, 1), ""},
		"introspection": {
			with(without(), "introspection_endpoint", "https://login.example.com/introspect"), "",
			", introspection: {client_id: emcp, client_secret: s}",
		},
		"introspection is missing": {complete, key, ", introspection: {client_id: emcp, client_secret: s}"},
		"down":                     {nil, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			routes := http.NewServeMux()
			web := httptest.NewServer(routes)
			defer web.Close()
			answer := func(path string, value any) {
				text, err := json.Marshal(value)
				if err != nil {
					t.Fatal(err)
				}
				routes.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(text) })
			}
			if test.keys != "" {
				test.metadata = with(maps.Clone(test.metadata), "jwks_uri", web.URL+"/keys")
				answer("/keys", json.RawMessage(`{"keys": [`+test.keys+`]}`))
			}
			if test.metadata != nil {
				answer("/.well-known/oauth-authorization-server", with(maps.Clone(test.metadata), "issuer", web.URL))
			}
			text := "listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\n" +
				"auth: {oauth: {public_url: \"http://127.0.0.1:1\", issuer: \"" + web.URL + "\"" + test.more + "}}\n"
			expect(t, "issuer "+name, text, web.URL, "ISSUER", strings.TrimPrefix(web.URL, "http://"), "HOST")
		})
	}
}

// TestBuiltin reports where emcp stores sign-ins.
func TestBuiltin(t *testing.T) {
	mine, open := t.TempDir(), t.TempDir()
	for folder, mode := range map[string]os.FileMode{mine: 0o700, open: 0o755} {
		if err := os.Chmod(folder, mode); err != nil { //nolint:gosec // one of them on purpose
			t.Fatal(err)
		}
	}
	file := filepath.Join(mine, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, folder := range map[string]string{
		"memory": "", "folder": mine, "folder of others": open, "new folder": filepath.Join(mine, "new"), "file": file,
	} {
		text := "listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\nstate_dir: \"" + folder + "\"\n" +
			"auth: {modes: [pat], oauth: {builtin: {public_url: \"http://127.0.0.1:1\"}}}\n"
		expect(t, "builtin "+name, text, file, "FILE", mine, "MINE", open, "OPEN")
	}
}

// TestOpenID reads the metadata of OpenID Connect providers of all sorts.
func TestOpenID(t *testing.T) {
	for name, test := range map[string]struct {
		publish func(*provider.Provider)
		entry   string
	}{
		"complete": {func(*provider.Provider) {}, "{claim: email, value: ada@example.com}"},
		"without S256": {
			func(p *provider.Provider) { p.Publish("code_challenge_methods_supported", nil) },
			"{claim: email, value: ada@example.com}",
		},
		"another issuer": {
			func(p *provider.Provider) { p.Publish("issuer", "https://evil.example") }, "{claim: email, value: ada@example.com}",
		},
		"without keys": {
			func(p *provider.Provider) { p.Publish("jwks_uri", nil) }, "{claim: email, value: ada@example.com}",
		},
		"open": {func(*provider.Provider) {}, "{view: manager}"},
		"down": {
			func(p *provider.Provider) { p.Answer("/.well-known/openid-configuration", http.NotFound) },
			"{claim: sub, value: a}",
		},
		"with broken keys": {func(p *provider.Provider) { p.Answer("/keys", http.NotFound) }, "{claim: sub, value: a}"},
	} {
		t.Run(name, func(t *testing.T) {
			p := provider.Start(t, "http://127.0.0.1:1/oauth/callback")
			test.publish(p)
			text := "listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\n" +
				"auth: {modes: [pat], oauth: {builtin: {public_url: \"http://127.0.0.1:1\", openid: {issuer: \"" + p.URL +
				"\", client_id: emcp, map: [" + test.entry + "]}}}}\n"
			expect(t, "openid "+name, text, p.URL, "ISSUER", strings.TrimPrefix(p.URL, "http://"), "HOST")
		})
	}
}
