package server_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	. "emcp/internal/test/servertest"
	"emcp/server"
)

// signIn is an authorization server of somebody else.
type signIn struct {
	issuer string
	key    ed25519.PrivateKey
}

func openSignIn(t *testing.T) signIn {
	t.Helper()
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	routes := http.NewServeMux()
	web := httptest.NewServer(routes)
	t.Cleanup(web.Close)
	routes.HandleFunc("GET /.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"issuer": %q, "jwks_uri": %q}`, web.URL, web.URL+"/keys")
	})
	routes.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "1", "x": %q}]}`,
			base64.RawURLEncoding.EncodeToString(public))
	})
	return signIn{web.URL, key}
}

// token returns an access token of Ada's for the server at that address, with the scope mcp:read.
func (s signIn) token(t *testing.T, audience string) string {
	t.Helper()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{
		"iss": s.issuer, "sub": "ada", "aud": audience, "scope": "mcp:read", "exp": time.Now().Add(time.Hour).Unix(),
	})
	token.Header["kid"] = "1"
	text, err := token.SignedString(s.key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// signedIn returns a server whose callers sign in at s.
func signedIn(t *testing.T, s signIn, dsn string) *server.Server {
	t.Helper()
	return NewServer(t, dsn, "modes: [token]", `modes: [token]
  oauth: {public_url: "http://localhost:8787", issuer: "`+s.issuer+`"}`)
}

const wellKnown = "http://localhost:8787/.well-known/oauth-protected-resource"

// TestResourceMetadata is what clients find out before they sign in (RFC 9728).
func TestResourceMetadata(t *testing.T) {
	in := openSignIn(t)
	url := Listen(t, signedIn(t, in, NoDatabase))
	get := func(path string, headers ...string) Reply {
		return Send(t, http.MethodGet, url+path, "", append([]string{"Authorization", "", "Content-Type", ""}, headers...)...)
	}
	for path, resource := range map[string]string{
		"":                    "/mcp",
		"/mcp":                "/mcp",
		"/mcp/content":        "/mcp/content",
		"/mcp/small":          "/mcp/small",
		"/api/v1/mcp":         "/api/v1/mcp",
		"/api/v1/mcp/content": "/api/v1/mcp/content",
		"/api/v1/mcp/small":   "/api/v1/mcp/small",
	} {
		want := Reply{Status: 200, Header: map[string]string{
			"Content-Type": "application/json", "Access-Control-Allow-Origin": "*", "Cache-Control": "max-age=300",
			"X-Trace-Id": "trace-1",
		}, Body: `{"resource":"http://localhost:8787` + resource + `","authorization_servers":["` + in.issuer +
			`"],"scopes_supported":["mcp:read","mcp:call"],"bearer_methods_supported":["header"]}`}
		Equal(t, want, get("/.well-known/oauth-protected-resource"+path, "Origin", "https://elsewhere.example"), path)
	}
	for _, path := range []string{"/mcp/off", "/mcp/none", "/", "/mcp/", "/mcp/content/dispatch"} {
		if got := get("/.well-known/oauth-protected-resource" + path); got.Status != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.Status)
		}
	}
	if got := hostReply(t, url+"/.well-known/oauth-protected-resource", "elsewhere.example"); got != http.StatusForbidden {
		t.Errorf("under another name: %d", got)
	}
	if got := Send(t, http.MethodGet, Serve(t, NoDatabase)+"/.well-known/oauth-protected-resource",
		""); got.Status != http.StatusNotFound {
		t.Errorf("without OAuth: %d", got.Status)
	}
}

// hostReply returns the status of a GET request under a host name.
func hostReply(t *testing.T, url, host string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

// TestResourceChallenges follows a client from its first request, which has no token, to one that is answered.
func TestResourceChallenges(t *testing.T) {
	in := openSignIn(t)
	url := Listen(t, signedIn(t, in, NoDatabase))
	calling := ToolCall("evo.content.get", `{"id":1}`)
	const usual = `scope="mcp:read mcp:call"`
	const first, small = "http://localhost:8787/mcp", "http://localhost:8787/mcp/small"
	for name, test := range map[string]struct {
		path, token, body string
		status            int
		challenge         string
	}{
		"no token": {
			"/mcp", "", Ping, 401, `Bearer resource_metadata="` + wellKnown + `/mcp", ` + usual,
		},
		"no token, by handle": {
			"/mcp/small", "", Ping, 401, `Bearer resource_metadata="` + wellKnown + `/mcp/small", ` + usual,
		},
		"no token, dispatched": {
			"/api/v1/mcp/small/dispatch", "", Ping, 401,
			`Bearer resource_metadata="` + wellKnown + `/api/v1/mcp/small", ` + usual,
		},
		"no token, no server":           {"/mcp/none", "", Ping, 401, `Bearer`},
		"a server's token":              {"/mcp", in.token(t, first), Ping, 200, ""},
		"another address of the server": {"/api/v1/mcp/content", in.token(t, first), Ping, 200, ""},
		"another server's token": {"/mcp", in.token(t, small), Ping, 401, `Bearer error="invalid_token", ` +
			`error_description="the token is for another audience; get one for the address of this server", ` +
			`resource_metadata="` + wellKnown + `/mcp", ` + usual},
		"too few scopes": {"/mcp", in.token(t, first), calling, 403, `Bearer error="insufficient_scope", ` +
			`error_description="` + NoScopeMessage + `tools/call", resource_metadata="` + wellKnown + `/mcp", scope="mcp:call"`},
		"too few scopes, token of the configuration": {"/mcp/content", "reader", calling, 403,
			`Bearer error="insufficient_scope", ` +
				`error_description="` + NoScopeMessage + `tools/call", resource_metadata="` + wellKnown +
				`/mcp/content", scope="mcp:call"`},
		"no scope for a ping": {"/mcp", "caller", Ping, 403, `Bearer error="insufficient_scope", ` +
			`error_description="` + NoScopeMessage + `ping", resource_metadata="` + wellKnown + `/mcp", scope="mcp:read"`},
		"another server for a token of the configuration": {"/mcp", "elsewhere", Ping, 403, ""},
		"token of the configuration":                      {"/mcp", "full", Ping, 200, ""},
	} {
		t.Run(name, func(t *testing.T) {
			bearer := ""
			if test.token != "" {
				bearer = "Bearer " + test.token
			}
			got := Post(t, url+test.path, test.body, "Authorization", bearer)
			if got.Status != test.status || got.Header["Www-Authenticate"] != test.challenge {
				t.Errorf("%d %s, want %d %s\n%s", got.Status, got.Header["Www-Authenticate"], test.status, test.challenge, got.Body)
			}
		})
	}
	t.Run("stream", func(t *testing.T) {
		got := Send(t, http.MethodGet, url+"/mcp/small", "", "Authorization", "", "Accept", "text/event-stream")
		if want := `Bearer resource_metadata="` + wellKnown + `/mcp/small", ` + usual; got.Status != 401 ||
			got.Header["Www-Authenticate"] != want {
			t.Errorf("%d %s", got.Status, got.Header["Www-Authenticate"])
		}
	})
	t.Run("without OAuth", func(t *testing.T) {
		url := Serve(t, NoDatabase)
		for body, want := range map[string]string{Ping: "", calling: ""} {
			if got := Post(t, url+"/mcp", body, "Authorization", "Bearer caller"); got.Header["Www-Authenticate"] != want {
				t.Errorf("%s: %s", body, got.Header["Www-Authenticate"])
			}
		}
	})
}

// TestIssuerSurvivesReload keeps what is fetched of an authorization server where its settings stay, for other
// addresses.
func TestIssuerSurvivesReload(t *testing.T) {
	in := openSignIn(t)
	s := signedIn(t, in, NoDatabase)
	url := Listen(t, s)
	token := in.token(t, "http://localhost:8787/mcp")
	if got := Post(t, url+"/mcp", Ping, "Authorization", "Bearer "+token); got.Status != 200 {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	change := NewConfig(t, NoDatabase, "modes: [token]", `modes: [token]
  oauth: {public_url: "http://127.0.0.1", issuer: "`+in.issuer+`"}`)
	if _, err := s.Reload(change); err != nil {
		t.Fatal(err)
	}
	if got := Post(t, url+"/mcp", Ping, "Authorization", "Bearer "+token); got.Status != 401 {
		t.Errorf("a token for the address that was: %d", got.Status)
	}
	if got := Post(t, url+"/mcp", Ping, "Authorization",
		"Bearer "+in.token(t, "http://127.0.0.1/mcp")); got.Status != 200 {
		t.Errorf("a token for the address that is: %d %s", got.Status, got.Body)
	}
}
