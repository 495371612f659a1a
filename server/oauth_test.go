package server_test

import (
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/oauth"
	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/server"
)

const (
	publicURL   = "http://localhost:8787" // under which clients reach the server of the tests
	verifier    = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
	challenged  = "g0tuZ6q412zO9IRkeAUs8HN6MQeXPsGce37J3Rsc8wQ" // S256 of it
	clientsPage = "http://127.0.0.1:7/callback"
)

// builtin makes people sign in at emcp itself.
var builtin = []string{"modes: [token]", `modes: [token, pat]
  oauth: {builtin: {public_url: "` + publicURL + `", registration: true}}`}

// assistant is a client with the browser of somebody who uses it.
type assistant struct {
	t      *testing.T
	url    string
	id     string
	client *http.Client
}

func newAssistant(t *testing.T, url string) *assistant {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	a := &assistant{
		t: t, url: url,
		client: &http.Client{
			Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	a.id = a.json(http.MethodPost, "/oauth/register", "application/json",
		`{"client_name": "Inspector", "redirect_uris": ["http://127.0.0.1/callback"]}`)["client_id"].(string)
	return a
}

// do sends a request and returns the status, the body, and where the answer sends a browser.
func (a *assistant) do(method, path, kind, body string) (status int, text, location string) {
	a.t.Helper()
	r, err := http.NewRequestWithContext(a.t.Context(), method, a.url+path, strings.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	response, err := a.client.Do(r)
	if err != nil {
		a.t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode, ReadReply(a.t, response).Body, response.Header.Get("Location")
}

// json is do for documents.
func (a *assistant) json(method, path, kind, body string) map[string]any {
	a.t.Helper()
	status, text, _ := a.do(method, path, kind, body)
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		a.t.Fatalf("%d %s", status, text)
	}
	return object
}

const formType = "application/x-www-form-urlencoded"

// Connect signs in with a token, allows access to a server and returns the access and refresh tokens.
func (a *assistant) connect(path, token string) (access, refresh string) {
	a.t.Helper()
	page := "/oauth/authorize?" + url.Values{
		"response_type": {"code"}, "client_id": {a.id}, "redirect_uri": {clientsPage}, "state": {"x"},
		"code_challenge":        {challenged},
		"code_challenge_method": {"S256"}, "resource": {publicURL + path},
	}.Encode()
	var to *url.URL
	for _, fields := range []url.Values{{"do": {"signin"}, "token": {token}}, {"do": {"allow"}}} {
		_, text, _ := a.do(http.MethodGet, page, "", "")
		form := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(text)
		if form == nil {
			a.t.Fatal(text)
		}
		fields.Set("form", form[1])
		status, text, location := a.do(http.MethodPost, page, formType, fields.Encode())
		var err error
		if to, err = url.Parse(location); err != nil || status != http.StatusSeeOther {
			a.t.Fatalf("%d %s", status, text)
		}
	}
	got := a.json(http.MethodPost, "/oauth/token", formType, url.Values{
		"grant_type": {"authorization_code"}, "client_id": {a.id}, "code": {to.Query().Get("code")},
		"redirect_uri":  {clientsPage},
		"code_verifier": {verifier}, "resource": {publicURL + path},
	}.Encode())
	if got["access_token"] == nil {
		a.t.Fatal(got)
	}
	return got["access_token"].(string), got["refresh_token"].(string)
}

// refresh returns what is answered to a refresh token.
func (a *assistant) refresh(token string) map[string]any {
	a.t.Helper()
	return a.json(http.MethodPost, "/oauth/token", formType,
		url.Values{"grant_type": {"refresh_token"}, "client_id": {a.id}, "refresh_token": {token}}.Encode())
}

// TestSignInPageOfCertificates offers no field for a token where all tokens of the configuration are proved by client
// certificates.
func TestSignInPageOfCertificates(t *testing.T) {
	m := newMutual(t)
	robot := named("robot", m.certificate(t, "robot", time.Time{}), "")
	for tokens, want := range map[string]bool{
		robot: false,
		robot + ", {name: full, sha256: " + auth.HashToken("full").String() + "}": true,
	} {
		text := strings.NewReplacer(m.settings...).Replace(`sites:
  main: {dsn: "` + NoDatabase + `"}
auth:
  tokens: [` + tokens + `]
  oauth: {builtin: {public_url: "` + publicURL + `", openid: {
    issuer: "https://login.example.com", client_id: emcp, map: [{claim: sub, value: ada}]}}}
`)
		c, err := config.Parse([]byte(text), func(string) (string, bool) { return "", false })
		if err != nil {
			t.Fatal(err)
		}
		page := Send(t, http.MethodGet, Listen(t, Start(t, c, server.Options{}))+oauth.ConnectionsPath, "").Body
		if got := strings.Contains(page, `name="token"`); got != want || !strings.Contains(page, "login.example.com") {
			t.Errorf("%s: the page offers a field for a token: %t\n%s", tokens, got, page)
		}
	}
}

// TestSignIn goes from an address to an answer as assistants do, with what each step says about the next.
func TestSignIn(t *testing.T) {
	s, lines := NewAudited(t, NoDatabase, builtin...)
	at := Listen(t, s)
	refused := Post(t, at+"/mcp/small", Ping, "Authorization", "")
	resource := regexp.MustCompile(`resource_metadata="([^"]+)"`).FindStringSubmatch(refused.Header["Www-Authenticate"])
	if refused.Status != 401 || resource == nil {
		t.Fatalf("%d %v", refused.Status, refused.Header)
	}
	a := newAssistant(t, at)
	described := a.json(http.MethodGet, strings.TrimPrefix(resource[1], publicURL), "", "")
	if described["resource"] != publicURL+"/mcp/small" || described["authorization_servers"].([]any)[0] != publicURL {
		t.Fatal(described)
	}
	if m := a.json(http.MethodGet, "/.well-known/oauth-authorization-server", "", ""); m["issuer"] != publicURL ||
		m["token_endpoint"] != publicURL+"/oauth/token" {
		t.Fatal(m)
	}
	lines.Take()
	access, refresh := a.connect("/mcp/small", "full")
	if got := Post(t, at+"/mcp/small", Ping, "Authorization", "Bearer "+access); got.Status != 200 || got.Body != Pong {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if got := Post(t, at+"/mcp", Ping, "Authorization", "Bearer "+access); got.Status != 401 {
		t.Errorf("at another server: %d", got.Status)
	}
	if got := Post(t, at+"/mcp/small", Ping, "Authorization",
		"Bearer "+a.refresh(refresh)["access_token"].(string)); got.Status != 200 {
		t.Errorf("after a refresh: %d %s", got.Status, got.Body)
	}
	log := strings.Join(lines.Take(), "")
	for _, secret := range []string{access, refresh, "emcp_code_", "code=", verifier} {
		if strings.Contains(log, secret) {
			t.Errorf("the audit log has %s", secret)
		}
	}
	if !strings.Contains(log, `"subject":"token:full"`) {
		t.Errorf("the audit log does not name the caller:\n%s", log)
	}
	for _, path := range []string{
		"/oauth/authorize", "/oauth/connections", "/oauth/style.css", "/.well-known/oauth-authorization-server",
	} {
		if got := hostReply(t, at+path, "elsewhere.example"); got != http.StatusForbidden {
			t.Errorf("%s under another name: %d", path, got)
		}
	}
}

// TestConsentNamesTheSite shows people the title of a server, or else the name of its site; while the database is down,
// the handle.
func TestConsentNamesTheSite(t *testing.T) {
	d := Fixture(t)
	for _, test := range []struct{ name, dsn, server string }{
		{"Fixture", d.DSN, "{handle: content, site: main}"},
		{"The shop", d.DSN, "{handle: content, site: main, title: The shop}"},
		{"content", NoDatabase, "{handle: content, site: main}"},
	} {
		s := NewServer(t, test.dsn, append(slices.Clone(builtin), "{handle: content, site: main}", test.server)...)
		a := newAssistant(t, Listen(t, s))
		_, page, _ := a.do(http.MethodGet, "/oauth/authorize?"+url.Values{
			"response_type": {"code"}, "client_id": {a.id}, "redirect_uri": {clientsPage}, "code_challenge": {challenged},
			"code_challenge_method": {"S256"}, "resource": {publicURL + "/mcp/content"},
		}.Encode(), "", "")
		if !strings.Contains(page, "<strong><bdi>"+test.name+"</bdi></strong>") {
			t.Errorf("%s is not on the page:\n%s", test.name, page)
		}
	}
}

// TestNoSignIn has none of it without auth.oauth.builtin.
func TestNoSignIn(t *testing.T) {
	at := Serve(t, NoDatabase)
	for _, path := range []string{
		"/.well-known/oauth-authorization-server", "/oauth/authorize", "/oauth/connections", "/oauth/token",
		"/oauth/style.css",
	} {
		if got := Send(t, http.MethodGet, at+path, ""); got.Status != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.Status)
		}
	}
}

// TestSignInFollowsReload takes the token away by which somebody has signed in: access ends at once, also while the
// database is down that could have personal tokens.
func TestSignInFollowsReload(t *testing.T) {
	t.Run("token", func(t *testing.T) {
		signInAndReload(t, []string{builtin[0], strings.Replace(builtin[1], "[token, pat]", "[token]", 1)})
	})
	t.Run("token and pat", func(t *testing.T) { signInAndReload(t, builtin) })
}

func signInAndReload(t *testing.T, tokens []string) {
	t.Helper()
	s := NewServer(t, NoDatabase, tokens...)
	at := Listen(t, s)
	a := newAssistant(t, at)
	access, refresh := a.connect("/mcp", "full")
	without := NewConfig(t, NoDatabase, append(slices.Clone(tokens), `    - {name: full, sha256: "${SHA256_full}"}
`, "")...)
	if _, err := s.Reload(without); err != nil {
		t.Fatal(err)
	}
	if got := Post(t, at+"/mcp", Ping, "Authorization", "Bearer "+access); got.Status != 401 {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if got := a.refresh(refresh); got["error"] != "invalid_grant" {
		t.Error(got)
	}
}

// TestSignInWithPersonalToken signs in with a token of the manager: the rights are those of its owner, and end when the
// token is revoked, also for streams that are open.
func TestSignInWithPersonalToken(t *testing.T) {
	d := Fixture(t)
	token := NewPersonalToken(t, d, 77)
	lines := &Log{}
	s := NewServerWith(t, server.Options{Requests: lines, Streams: server.StreamTimes{Recheck: RecheckOften}}, d.DSN,
		builtin...)
	at := Listen(t, s)
	a := newAssistant(t, at)
	access, refresh := a.connect("/mcp", token)
	lines.Take()
	if got := Post(t, at+"/mcp", GetHome, "Authorization", "Bearer "+access); got.Status != 200 || got.Body == "" {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	if line := strings.Join(lines.TakeN(t, 1), ""); !strings.Contains(line, `"subject":"user:77@main","view":"manager"`) {
		t.Error(line)
	}
	opened := OpenStreams(t, at, access)
	Execute(t, d, "UPDATE evo_emcp_tokens SET revoked_at = NOW() WHERE token_hash = '"+auth.HashToken(token).String()+"'")
	wait.Until(t, 5*time.Second, "the access to end", func() bool {
		return Post(t, at+"/mcp", Ping, "Authorization", "Bearer "+access).Status == 401
	})
	for _, stream := range opened {
		stream.Ended(t)
	}
	if got := a.refresh(refresh); got["error"] != "invalid_grant" {
		t.Error(got)
	}
}

// TestSignInSurvivesRestart keeps sign-ins in state_dir.
func TestSignInSurvivesRestart(t *testing.T) {
	change := append(slices.Clone(builtin), "cache: {ttl: 0s}", "state_dir: "+t.TempDir()+"\ncache: {ttl: 0s}")
	first, err := server.New(NewConfig(t, NoDatabase, change...), WithDefaults(server.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	if err := first.OpenState(); err != nil {
		t.Fatal(err)
	}
	access, refresh := newAssistant(t, Listen(t, first)).connect("/mcp", "full")
	second := NewServer(t, NoDatabase, change...)
	if err := second.OpenState(); err == nil {
		t.Error("two processes have opened the file")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := second.OpenState(); err != nil {
		t.Fatal(err)
	}
	at := Listen(t, second)
	if got := Post(t, at+"/mcp", Ping, "Authorization", "Bearer "+access); got.Status != 200 {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if got := Post(t, at+"/oauth/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}}.Encode(),
		"Content-Type", formType); got.Status != 401 {
		t.Errorf("without its client: %d %s", got.Status, got.Body)
	}
}
