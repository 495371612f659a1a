package oauth_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"emcp/internal/oauth"
	"emcp/internal/publicnet"
	"emcp/internal/state"
)

// shown asserts that a request of a client is refused on a page: the browser is sent nowhere, and
// nobody is asked to sign in.
func (i *installation) shown(t *testing.T, query url.Values, code string) {
	t.Helper()
	p := i.browser(t).get(oauth.AuthorizePath + "?" + query.Encode())
	if p.status != http.StatusBadRequest && p.status != http.StatusTooManyRequests ||
		!strings.Contains(p.text, "<code>"+code+"</code>") || p.header.Get("Location") != "" {
		t.Errorf("%s: %d %s\n%s", query.Encode(), p.status, p.header.Get("Location"), p.text)
	}
}

// TestRequestsThatAreRefused has what a client, or somebody who pretends to be one, can send a browser with.
func TestRequestsThatAreRefused(t *testing.T) {
	i := installWithClients(t)
	client := i.client(t, "/claude.json", nil)
	for name, test := range map[string]struct {
		pairs []string
		code  string
	}{
		"no client":               {[]string{"client_id", ""}, "invalid_request"},
		"an unknown client":       {[]string{"client_id", "emcp_client_e30.AAAA"}, "invalid_client"},
		"a client elsewhere":      {[]string{"client_id", i.clients.URL + "/none.json"}, "invalid_client"},
		"no redirect":             {[]string{"redirect_uri", ""}, "invalid_request"},
		"another redirect":        {[]string{"redirect_uri", "https://evil.example/"}, "invalid_request"},
		"a longer redirect":       {[]string{"redirect_uri", redirect + "/more"}, "invalid_request"},
		"a redirect with a query": {[]string{"redirect_uri", redirect + "?x=y"}, "invalid_request"},
		"a shorter redirect":      {[]string{"redirect_uri", strings.TrimSuffix(redirect, "k")}, "invalid_request"},
		"a redirect in capitals": {
			[]string{"redirect_uri", strings.Replace(redirect, "claude", "CLAUDE", 1)}, "invalid_request",
		},
		"a redirect at a longer host": {
			[]string{"redirect_uri", strings.Replace(redirect, "claude.ai", "claude.ai.evil.example", 1)}, "invalid_request",
		},
		"a redirect with a user": {
			[]string{"redirect_uri", strings.Replace(redirect, "claude.ai", "claude.ai@evil.example", 1)}, "invalid_request",
		},
		"a redirect with steps": {[]string{"redirect_uri", redirect + "/../x"}, "invalid_request"},
		"a redirect with a port": {
			[]string{"redirect_uri", strings.Replace(redirect, "claude.ai", "claude.ai:8443", 1)}, "invalid_request",
		},
		"a redirect with a fragment": {[]string{"redirect_uri", redirect + "#x"}, "invalid_request"},
		"a plain redirect": {
			[]string{"redirect_uri", strings.Replace(redirect, "https", "http", 1)}, "invalid_request",
		},
		"a redirect that is a script": {[]string{"redirect_uri", "javascript:alert(1)"}, "invalid_request"},
		"loopback with another path":  {[]string{"redirect_uri", "http://localhost:1234/other"}, "invalid_request"},
		"loopback by another name":    {[]string{"redirect_uri", "http://127.0.0.1:1234/callback"}, "invalid_request"},
		"loopback with a user": {
			[]string{"redirect_uri", "http://localhost:1234@evil.example/callback"}, "invalid_request",
		},
		"loopback as part of a name": {
			[]string{"redirect_uri", "http://localhost.evil.example/callback"}, "invalid_request",
		},
		"another response": {[]string{"response_type", "token"}, "unsupported_response_type"},
		"no PKCE":          {[]string{"code_challenge", "", "code_challenge_method", ""}, "invalid_request"},
		"plain PKCE": {
			[]string{"code_challenge", verifier, "code_challenge_method", "plain"}, "invalid_request",
		},
		"PKCE without a method":       {[]string{"code_challenge_method", ""}, "invalid_request"},
		"PKCE with a short challenge": {[]string{"code_challenge", "abc"}, "invalid_request"},
		"another resource":            {[]string{"resource", "https://other.example/mcp"}, "invalid_target"},
		"a resource that is a prefix": {[]string{"resource", address}, "invalid_target"},
		"a resource that is longer":   {[]string{"resource", address + "/mcp/content/x"}, "invalid_target"},
		"scopes that nobody has":      {[]string{"scope", "openid email"}, "invalid_scope"},
		"all scopes":                  {[]string{"scope", "*"}, "invalid_scope"},
		"a state that is very long":   {[]string{"state", strings.Repeat("a", 5000)}, "invalid_request"},
		"an id that is very long": {
			[]string{"client_id", "https://a.example/" + strings.Repeat("a", 5000)}, "invalid_client",
		},
		"a plain id":            {[]string{"client_id", "http://a.example/client.json"}, "invalid_client"},
		"an id without a path":  {[]string{"client_id", i.clients.URL}, "invalid_client"},
		"an id with a root":     {[]string{"client_id", i.clients.URL + "/"}, "invalid_client"},
		"an id with steps":      {[]string{"client_id", i.clients.URL + "/a/../claude.json"}, "invalid_client"},
		"an id with a fragment": {[]string{"client_id", i.clients.URL + "/claude.json#x"}, "invalid_client"},
		"an id with a user": {
			[]string{"client_id", strings.Replace(i.clients.URL, "https://", "https://u@", 1) + "/claude.json"},
			"invalid_client",
		},
		"a client that has registered": {[]string{"client_id", "emcp_client_"}, "invalid_client"},
	} {
		t.Run(name, func(t *testing.T) { i.shown(t, i.asks(client, test.pairs...), test.code) })
	}
	for name, query := range map[string]string{
		"a semicolon": i.asks(client).Encode() + ";x=y", "a wrong escape": i.asks(client).Encode() + "&x=%zz",
		"a parameter hidden by a semicolon": strings.Replace(i.asks(client).Encode(), "&resource=", "&x;resource=", 1),
	} {
		t.Run(name, func(t *testing.T) {
			p := i.browser(t).get(oauth.AuthorizePath + "?" + query)
			if p.status != http.StatusBadRequest || !strings.Contains(p.text, "<code>invalid_request</code>") {
				t.Errorf("%d %s", p.status, p.text)
			}
		})
	}
	for _, name := range []string{"client_id", "redirect_uri", "resource", "state", "scope", "code_challenge"} {
		query := i.asks(client)
		query.Add(name, query.Get(name))
		i.shown(t, query, "invalid_request")
	}
}

// TestLoopbackPorts lets programs on a computer listen on any port, at the address that they have published.
func TestLoopbackPorts(t *testing.T) {
	i := installWithClients(t)
	client := i.client(t, "/claude.json", map[string]any{"redirect_uris": []string{
		"http://localhost/callback", "http://127.0.0.1:1/cb?x=y", "http://[::1]/",
		"cursor://anysphere.cursor-mcp/oauth/callback", "com.example.app:/done",
	}})
	for redirect, good := range map[string]bool{
		"http://localhost/callback": true, "http://localhost:33418/callback": true, "http://localhost:33418/callback/": false,
		"http://127.0.0.1:8080/cb?x=y": true, "http://127.0.0.1:8080/cb": false, "http://[::1]:7/": true,
		"http://[::1]:7": false,
		"cursor://anysphere.cursor-mcp/oauth/callback": true, "cursor://other/oauth/callback": false,
		"com.example.app:/done":            true,
		"https://localhost:33418/callback": false, "http://localhost:333333/callback": false,
	} {
		p := i.browser(t).get(oauth.AuthorizePath + "?" + i.asks(client, "redirect_uri", redirect).Encode())
		if (p.status == http.StatusOK) != good {
			t.Errorf("%s: %d", redirect, p.status)
		}
	}
	if got := i.connect(t, client, adasToken, "redirect_uri", "http://localhost:33418/callback"); got.Access == "" {
		t.Error(got.text)
	}
}

// TestDocumentsThatAreRefused has what can be wrong with the document of a client.
func TestDocumentsThatAreRefused(t *testing.T) {
	i := installWithClients(t)
	for name, members := range map[string]map[string]any{
		"of another client":      {"client_id": "https://claude.ai/client.json"},
		"without redirects":      {"redirect_uris": []string{}},
		"with a script":          {"redirect_uris": []string{"javascript:alert(1)"}},
		"with data":              {"redirect_uris": []string{redirect, "data:text/html,x"}},
		"with a plain address":   {"redirect_uris": []string{"http://evil.example/"}},
		"with a fragment":        {"redirect_uris": []string{redirect + "#x"}},
		"with a secret":          {"client_secret": "everybody knows"},
		"with a secret's method": {"token_endpoint_auth_method": "client_secret_basic"},
		"with a number":          {"client_name": 7},
	} {
		t.Run(name, func(t *testing.T) {
			i.shown(t, i.asks(i.client(t, "/"+url.PathEscape(name), members)), "invalid_client")
		})
	}
	for path, text := range map[string]string{
		"/html": "<html>", "/array": "[]", "/twice": `{"client_id": "a", "client_id": "b"}`,
		"/large": `"` + strings.Repeat("a", 10<<20) + `"`,
	} {
		i.client(t, path, nil)
		i.publish[path] = text
		i.shown(t, i.asks(i.clients.URL+path), "invalid_client")
	}
}

// TestDocumentsAreKept fetches a document once, and one that could not be fetched again.
func TestDocumentsAreKept(t *testing.T) {
	i := installWithClients(t)
	client := i.client(t, "/claude.json", nil)
	for range 3 {
		i.browser(t).get(oauth.AuthorizePath + "?" + i.asks(client).Encode())
		i.shown(t, i.asks(i.clients.URL+"/later.json"), "invalid_client")
	}
	if i.fetched["/claude.json"] != 1 || i.fetched["/later.json"] != 3 {
		t.Errorf("%v", i.fetched)
	}
}

// TestStrangersWithDocuments names ever other clients from the address that all callers have behind a web server.
// Clients that need not be fetched still come in.
func TestStrangersWithDocuments(t *testing.T) {
	i := installWithClients(t, registering, counting)
	kept := i.client(t, "/claude.json", nil)
	i.browser(t).get(oauth.AuthorizePath + "?" + i.asks(kept).Encode())
	refused := 0
	for n := range 100 {
		id := i.client(t, fmt.Sprintf("/%d.json", n), nil)
		if i.browser(t).get(oauth.AuthorizePath+"?"+i.asks(id).Encode()).status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused != 71 || len(i.fetched) != 30 {
		t.Errorf("%d refused, %d fetched", refused, len(i.fetched))
	}
	for _, id := range []string{kept, i.register(t)} {
		if p := i.browser(t).get(oauth.AuthorizePath + "?" + i.asks(id).Encode()); p.status != http.StatusOK {
			t.Errorf("%s: %d", id, p.status)
		}
	}
	for _, id := range []string{"", "https://no path", strings.Repeat("a", 5000)} { // nothing is fetched
		if p := i.browser(t).get(oauth.AuthorizePath + "?" + i.asks(id).Encode()); p.status != http.StatusBadRequest {
			t.Errorf("%.20s: %d", id, p.status)
		}
	}
}

// TestNoPrivateDocuments has ids of clients that lead into the network of emcp. No request is sent.
func TestNoPrivateDocuments(t *testing.T) {
	requests := 0
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests++ }))
	defer inside.Close()
	i := install(t, func(o *oauth.Options) { o.Fetcher = publicnet.NewFetcher(publicnet.Options{}) })
	port := inside.URL[strings.LastIndex(inside.URL, ":"):]
	for _, host := range []string{
		"127.0.0.1" + port, "localhost" + port, "[::1]" + port, "[::ffff:127.0.0.1]" + port, "0.0.0.0" + port, "127.1" + port,
		"2130706433" + port,
		"169.254.169.254", "[fe80::1]", "10.0.0.1", "192.168.0.1", "[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]",
		"[2002:7f00:1::]",
	} {
		i.shown(t, i.asks("https://"+host+"/client.json"), "invalid_client")
	}
	if requests != 0 {
		t.Errorf("%d requests", requests)
	}
}

// TestCodes has what can be done with a code that is not one's own, or not any more.
func TestCodes(t *testing.T) {
	i := installWithClients(t)
	client, other := i.client(t, "/claude.json", nil), i.client(t, "/other.json", nil)
	for name, test := range map[string]struct {
		pairs []string
		code  string
	}{
		"of another client":         {[]string{"client_id", other}, "invalid_client"},
		"without a client":          {[]string{"client_id", ""}, "invalid_client"},
		"with an assertion instead": {[]string{"client_id", "", "client_assertion", "x"}, "invalid_client"},
		"for another redirect":      {[]string{"redirect_uri", "http://localhost/callback"}, "invalid_grant"},
		"without a redirect":        {[]string{"redirect_uri", ""}, "invalid_grant"},
		"with another verifier":     {[]string{"code_verifier", strings.ToUpper(verifier)}, "invalid_grant"},
		"with the challenge":        {[]string{"code_verifier", challengeOf(verifier)}, "invalid_grant"},
		"without a verifier":        {[]string{"code_verifier", ""}, "invalid_grant"},
		"with a short verifier":     {[]string{"code_verifier", "abc"}, "invalid_grant"},
		"for another server":        {[]string{"resource", address + "/mcp/small"}, "invalid_target"},
		"for another address of it": {[]string{"resource", address + "/mcp/content"}, "invalid_target"},
		"made up": {
			[]string{"code", "emcp_code_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}, "invalid_grant",
		},
		"missing":        {[]string{"code", ""}, "invalid_grant"},
		"for a password": {[]string{"grant_type", "password"}, "unsupported_grant_type"},
		"for a client":   {[]string{"grant_type", "client_credentials"}, "unsupported_grant_type"},
		"for nothing":    {[]string{"grant_type", ""}, "unsupported_grant_type"},
	} {
		t.Run(name, func(t *testing.T) {
			code := i.browser(t).allow(i.asks(client), adasToken).Query().Get("code")
			if got := i.post(t, oauth.TokenPath, i.exchanges(client, code, test.pairs...)); got.Error != test.code ||
				got.status < 400 {
				t.Errorf("%d %s", got.status, got.text)
			}
		})
	}
	t.Run("twice", func(t *testing.T) {
		code := i.browser(t).allow(i.asks(client), adasToken).Query().Get("code")
		first := i.post(t, oauth.TokenPath, i.exchanges(client, code))
		second := i.post(t, oauth.TokenPath, i.exchanges(client, code))
		if first.status != 200 || second.Error != "invalid_grant" {
			t.Fatalf("%s %s", first.text, second.text)
		}
		if who := i.caller(t, first.Access, "content"); who != "invalid_token" {
			t.Errorf("what was made of the code: %s", who)
		}
		if a := i.post(t, oauth.TokenPath, refreshes(client, first.Refresh)); a.Error != "invalid_grant" {
			t.Error(a.text)
		}
	})
	t.Run("at the same time", func(t *testing.T) {
		code := i.browser(t).allow(i.asks(client), adasToken).Query().Get("code")
		var all sync.WaitGroup
		var mu sync.Mutex
		good, access := 0, ""
		for range 8 {
			all.Go(func() {
				a := i.post(t, oauth.TokenPath, i.exchanges(client, code))
				mu.Lock()
				defer mu.Unlock()
				if a.status == 200 {
					good, access = good+1, a.Access
				}
			})
		}
		all.Wait()
		if good > 1 {
			t.Errorf("%d had tokens for one code", good)
		}
		if good == 1 {
			if who := i.caller(t, access, "content"); who != "invalid_token" {
				t.Errorf("what was made of the code: %s", who)
			}
		}
	})
	t.Run("as JSON", func(t *testing.T) {
		if a := i.sends(t, oauth.TokenPath, "application/json",
			`{"grant_type": "authorization_code"}`); a.Error != "invalid_request" {
			t.Error(a.text)
		}
	})
	t.Run("a parameter twice", func(t *testing.T) {
		form := i.exchanges(client, "x")
		form.Add("code", "y")
		if a := i.post(t, oauth.TokenPath, form); a.Error != "invalid_request" {
			t.Error(a.text)
		}
	})
}

// TestRefreshTokens has what can be done with a refresh token that is not one's own, or not any more.
func TestRefreshTokens(t *testing.T) {
	i := installWithClients(t)
	client, other := i.client(t, "/claude.json", nil), i.client(t, "/other.json", nil)
	got := i.connect(t, client, adasToken)
	parts := strings.Split(got.Refresh, ".")
	for name, test := range map[string]struct {
		form url.Values
		code string
	}{
		"of another client":       {refreshes(other, got.Refresh), "invalid_client"},
		"without a client":        {refreshes("", got.Refresh, "client_id", ""), "invalid_client"},
		"for another server":      {refreshes(client, got.Refresh, "resource", address+"/mcp/small"), "invalid_target"},
		"for other scopes":        {refreshes(client, got.Refresh, "scope", "mcp:admin"), "invalid_scope"},
		"of a later generation":   {refreshes(client, parts[0]+".2."+parts[2]), "invalid_grant"},
		"with another signature":  {refreshes(client, parts[0]+"."+parts[1]+"."+strings.Repeat("A", 43)), "invalid_grant"},
		"of another grant":        {refreshes(client, "emcp_refresh_AAAAAAAAAAAAAAAAAAAAAA.1."+parts[2]), "invalid_grant"},
		"that is an access token": {refreshes(client, got.Access), "invalid_grant"},
		"missing":                 {refreshes(client, "", "refresh_token", ""), "invalid_grant"},
	} {
		if a := i.post(t, oauth.TokenPath, test.form); a.Error != test.code {
			t.Errorf("%s: %d %s", name, a.status, a.text)
		}
	}
	if who := i.caller(t, got.Access, "content"); who != isAda {
		t.Errorf("attempts of others have ended the access: %s", who)
	}
	next := i.post(t, oauth.TokenPath, refreshes(client, got.Refresh))
	if next.status != 200 {
		t.Fatal(next.text)
	}
	if a := i.post(t, oauth.TokenPath, refreshes(client, got.Refresh)); a.Error != "invalid_grant" {
		t.Errorf("a second time: %s", a.text)
	}
	if a := i.post(t, oauth.TokenPath, refreshes(client, next.Refresh)); a.Error != "invalid_grant" {
		t.Errorf("the next one after that: %s", a.text)
	}
	for _, token := range []string{got.Access, next.Access} {
		if who := i.caller(t, token, "content"); who != "invalid_token" {
			t.Errorf("an access token after that: %s", who)
		}
	}
}

// TestAccessTokens has tokens that this server has not made for this use.
func TestAccessTokens(t *testing.T) {
	i := installWithClients(t)
	got := i.connect(t, i.client(t, "/claude.json", nil), adasToken)
	elsewhere := installWithClients(t)
	parts := strings.Split(got.Access, ".")
	for name, token := range map[string]string{
		"of another installation": elsewhere.connect(t, elsewhere.client(t, "/claude.json", nil), adasToken).Access,
		"without a signature":     parts[0] + "." + parts[1] + ".",
		"with another signature":  parts[0] + "." + parts[1] + "." + strings.Repeat("A", len(parts[2])),
		"with other claims":       parts[0] + "." + parts[1][:len(parts[1])-4] + "AAAA." + parts[2],
		"without an algorithm":    "eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0." + parts[1] + ".",
	} {
		// internal: a token of nobody here
		if who := i.caller(t, token, "content"); who != "invalid_token" && who != "internal" {
			t.Errorf("%s: %s", name, who)
		}
	}
	if who := i.caller(t, got.Refresh, "content"); who != "internal" {
		t.Errorf("a refresh token: %s", who)
	}
}

// TestRevocation ends access by either token, at the request of the client only.
func TestRevocation(t *testing.T) {
	i := installWithClients(t)
	client, other := i.client(t, "/claude.json", nil), i.client(t, "/other.json", nil)
	for name, choose := range map[string]func(answer) string{
		"refresh token": func(a answer) string { return a.Refresh },
		"access token":  func(a answer) string { return a.Access },
	} {
		got := i.connect(t, client, adasToken)
		if a := i.post(t, oauth.RevokePath, url.Values{"token": {choose(got)}, "client_id": {other}}); a.Error !=
			"invalid_client" {
			t.Errorf("%s, another client: %s", name, a.text)
		}
		if who := i.caller(t, got.Access, "content"); who != isAda {
			t.Errorf("%s, another client: %s", name, who)
		}
		for range 2 { // what has ended is no error
			if a := i.post(t, oauth.RevokePath,
				url.Values{"token": {choose(got)}, "client_id": {client}, "token_type_hint": {"x"}}); a.status != 200 {
				t.Errorf("%s: %s", name, a.text)
			}
		}
		if who := i.caller(t, got.Access, "content"); who != "invalid_token" {
			t.Errorf("%s: %s", name, who)
		}
		if a := i.post(t, oauth.TokenPath, refreshes(client, got.Refresh)); a.Error != "invalid_grant" {
			t.Errorf("%s: %s", name, a.text)
		}
	}
	if a := i.post(t, oauth.RevokePath, url.Values{"token": {"nothing"}, "client_id": {client}}); a.status != 200 {
		t.Error(a.text)
	}
}

// TestForeignForms sends the forms of pages from elsewhere: nobody is signed in, nothing is allowed, nothing ends.
func TestForeignForms(t *testing.T) {
	i := installWithClients(t)
	client := i.client(t, "/claude.json", nil)
	query := i.asks(client)
	path := oauth.AuthorizePath + "?" + query.Encode()
	ada := i.browser(t)
	consent := ada.signIn(query, adasToken)
	token := formPattern.FindStringSubmatch(consent.text)[1]
	stranger := i.browser(t)
	foreign := formPattern.FindStringSubmatch(stranger.get(path).text)[1]
	for name, test := range map[string]struct {
		form    string
		headers []string
	}{
		"without a token":         {"", nil},
		"another browser's token": {foreign, nil},
		"from another site":       {token, []string{"Origin", "https://evil.example"}},
		"from a sibling":          {token, []string{"Origin", "https://shop.example.com", "Sec-Fetch-Site", "same-site"}},
		"as browsers say it":      {token, []string{"Origin", "null", "Sec-Fetch-Site", "cross-site"}},
		"without a cookie":        {token, []string{"Cookie", ""}},
		"as JSON":                 {token, []string{"Content-Type", "application/json"}},
		"as text":                 {token, []string{"Content-Type", "text/plain"}},
	} {
		for _, button := range []string{"signin", "allow", "deny", "signout"} {
			p := ada.send(http.MethodPost, path, url.Values{"form": {test.form}, "do": {button}, "token": {adasToken}},
				test.headers...)
			if p.status != http.StatusForbidden || p.header.Get("Location") != "" {
				t.Errorf("%s, %s: %d %s", name, button, p.status, p.header.Get("Location"))
			}
		}
	}
	good := ada.press(consent, path, "allow")
	if good.status != http.StatusSeeOther {
		t.Errorf("the browser's own form: %d", good.status)
	}
	if p := ada.send(http.MethodPost, path, url.Values{"form": {token}, "do": {"allow"}}, "Origin", "null",
		"Sec-Fetch-Site", "same-origin"); p.status != http.StatusSeeOther {
		t.Errorf("as browsers send it: %d", p.status)
	}
	for _, button := range []string{"", "grant"} {
		if p := ada.send(http.MethodPost, path,
			url.Values{"form": {token}, "do": {button}}); p.status != http.StatusBadRequest {
			t.Errorf("button %q: %d", button, p.status)
		}
	}
}

// TestNothingWithoutConsent presses no button: a browser that is signed in gets no code by opening an address.
func TestNothingWithoutConsent(t *testing.T) {
	i := installWithClients(t)
	client := i.client(t, "/claude.json", nil)
	b := i.browser(t)
	b.signIn(i.asks(client), adasToken)
	for _, pairs := range [][]string{nil, {"do", "allow"}, {"prompt", "none"}} {
		p := b.get(oauth.AuthorizePath + "?" + i.asks(client, pairs...).Encode())
		if p.status != http.StatusOK || p.header.Get("Location") != "" || !strings.Contains(p.text, `value="allow"`) {
			t.Errorf("%v: %d %s", pairs, p.status, p.header.Get("Location"))
		}
	}
	p := b.press(b.get(oauth.AuthorizePath+"?"+i.asks(client).Encode()), oauth.AuthorizePath+"?"+i.asks(client).Encode(),
		"deny")
	to, err := url.Parse(p.header.Get("Location"))
	if err != nil || to.Query().Get("error") != "access_denied" || to.Query().Get("state") != "s t/a+te" ||
		to.Query().Get("iss") != address || to.Query().Has("code") {
		t.Errorf("%d %s", p.status, to)
	}
}

// TestFixation gives a victim the cookie of a stranger before: whoever signs in gets another.
func TestFixation(t *testing.T) {
	i := installWithClients(t)
	query := i.asks(i.client(t, "/claude.json", nil))
	path := oauth.AuthorizePath + "?" + query.Encode()
	stranger := i.browser(t)
	p := stranger.get(path)
	victim := &browser{t: t, i: i, jar: i.browser(t).jar}
	victim.jar.SetCookies(&url.URL{Scheme: "https", Host: "www.example.com", Path: "/"}, cookies(p))
	if p := victim.press(p, path, "signin", "token", adasToken); p.status != http.StatusSeeOther {
		t.Fatalf("%d", p.status)
	}
	if p := stranger.get(path); strings.Contains(p.text, `value="allow"`) {
		t.Error("the stranger is signed in")
	}
	if p := victim.get(path); !strings.Contains(p.text, `value="allow"`) {
		t.Error("the victim is not signed in")
	}
}

func cookies(p page) []*http.Cookie { return (&http.Response{Header: p.header}).Cookies() }

// TestGuesses tries 10,000 tokens: after some the rest is not looked at, from one address or with one token.
func TestGuesses(t *testing.T) {
	looked := 0
	i := install(t, registering, counting)
	client := i.register(t)
	query := i.asks(client)
	path := oauth.AuthorizePath + "?" + query.Encode()
	b := i.browser(t, "X-Address", "192.0.2.1")
	p := b.get(path)
	for n := range 10_000 {
		got := b.press(p, path, "signin", "token", fmt.Sprintf("emcp_%040d", n))
		switch got.status {
		case http.StatusForbidden:
			looked++
		case http.StatusTooManyRequests:
			if got.header.Get("Retry-After") == "" {
				t.Fatal("no Retry-After")
			}
		default:
			t.Fatalf("%d", got.status)
		}
	}
	if looked > 20 {
		t.Errorf("%d of 10,000 guesses were looked at", looked)
	}
	if got := i.browser(t, "X-Address", "192.0.2.2"); got.signIn(query, adasToken).status != http.StatusOK {
		t.Error("others cannot sign in")
	}
}

// TestAttemptsOfOneToken signs in with one token from ever other addresses.
func TestAttemptsOfOneToken(t *testing.T) {
	i := install(t, registering, counting)
	path := oauth.AuthorizePath + "?" + i.asks(i.register(t)).Encode()
	good := 0
	for n := range 100 {
		b := i.browser(t, "X-Address", strconv.Itoa(n))
		if p := b.press(b.get(path), path, "signin", "token", adasToken); p.status == http.StatusSeeOther {
			good++
		}
	}
	if good > 20 {
		t.Errorf("%d of 100", good)
	}
}

// TestRegistrations registers 10,000 clients: nothing is kept of them, and each can be used.
func TestRegistrations(t *testing.T) {
	i := install(t, registering)
	var last answer
	for n := range 10_000 {
		last = i.sends(t, oauth.RegisterPath, "application/json",
			fmt.Sprintf(`{"client_name": "client %d", "redirect_uris": [%q]}`, n, redirect))
		if last.status != http.StatusCreated {
			t.Fatalf("%d %s", last.status, last.text)
		}
	}
	if kept := i.counted.keys(); len(kept) != 1 {
		t.Errorf("%d keys are kept", len(kept))
	}
	if got := i.connect(t, last.ID, adasToken); got.Access == "" {
		t.Error(got.text)
	}
}

// TestRegistrationsThatAreRefused has what a client may not say of itself, and ids that it has changed afterwards.
func TestRegistrationsThatAreRefused(t *testing.T) {
	i := install(t, registering)
	for text, code := range map[string]string{
		``: "invalid_client_metadata", `[]`: "invalid_client_metadata", `{}`: "invalid_redirect_uri",
		`{"redirect_uris": []}`:                        "invalid_redirect_uri",
		`{"redirect_uris": ["http://evil.example/"]}`:  "invalid_redirect_uri",
		`{"redirect_uris": ["javascript:alert(1)"]}`:   "invalid_redirect_uri",
		`{"redirect_uris": ["data:text/html,x"]}`:      "invalid_redirect_uri",
		`{"redirect_uris": ["https://a.example/#x"]}`:  "invalid_redirect_uri",
		`{"redirect_uris": ["https://u@a.example/"]}`:  "invalid_redirect_uri",
		`{"redirect_uris": ["https://a.example/\\x"]}`: "invalid_redirect_uri",
		`{"redirect_uris": ["https://a.example/\n"]}`:  "invalid_redirect_uri",
		`{"redirect_uris": ["file:///etc/passwd"]}`:    "invalid_redirect_uri",
		`{"redirect_uris": ["https://a;script-src/"]}`: "invalid_redirect_uri", // more words in a content security policy
		`{"redirect_uris": ["https://a,b.example/"]}`:  "invalid_redirect_uri",
		`{"redirect_uris": ["https://*.example/"]}`:    "invalid_redirect_uri",
		`{"redirect_uris": ["https://a.example:x/"]}`:  "invalid_redirect_uri",
		`{"redirect_uris": ["https://:443/"]}`:         "invalid_redirect_uri",
		`{"redirect_uris": ["https://a.example/", 7]}`: "invalid_client_metadata",
		`{"redirect_uris": ["https://a.example/` + strings.Repeat("a", 1000) + `", "https://b.example/` +
			strings.Repeat("b", 1000) + `"]}`: "invalid_client_metadata",
		`{"redirect_uris": [` + strings.Repeat(`"https://a.example/",`, 10) +
			`"https://a.example/"]}`: "invalid_redirect_uri",
		`{"redirect_uris": ["` + redirect + `"], "x": "` + strings.Repeat("a", 100<<10) +
			`"}`: "invalid_client_metadata",
	} {
		if a := i.sends(t, oauth.RegisterPath, "application/json", text); a.Error != code {
			t.Errorf("%.80s: %d %s", text, a.status, a.text)
		}
	}
	id := i.register(t)
	body, seal, _ := strings.Cut(strings.TrimPrefix(id, "emcp_client_"), ".")
	other := install(t, registering)
	for name, id := range map[string]string{
		"another seal":         "emcp_client_" + body + "." + strings.Repeat("A", len(seal)),
		"another body":         "emcp_client_" + body[:len(body)-4] + "AAAA." + seal,
		"without a seal":       "emcp_client_" + body,
		"with a line":          id + "\n",
		"with a line inside":   "emcp_client_" + body[:4] + "\r\n" + body[4:] + "." + seal,
		"without a prefix":     body + "." + seal,
		"another installation": other.register(t),
	} {
		t.Run(name, func(t *testing.T) { i.shown(t, i.asks(id), "invalid_client") })
	}
	t.Run("switched off", func(t *testing.T) {
		closed := installOver(t, stores(i))
		closed.shown(t, closed.asks(id), "invalid_client")
	})
}

// TestGrantsAreBounded connects more assistants with one token than there is room for: those that
// were used least recently end.
func TestGrantsAreBounded(t *testing.T) {
	i := install(t, registering)
	client := i.register(t)
	first := i.connect(t, client, adasToken)
	bobs := i.connect(t, client, bobsToken)
	for range 49 {
		i.connect(t, client, adasToken)
	}
	if who := i.caller(t, first.Access, "content"); who != isAda {
		t.Errorf("with 50: %s", who)
	}
	i.connect(t, client, adasToken)
	if a := i.post(t, oauth.TokenPath, refreshes(client, first.Refresh)); a.Error != "invalid_grant" {
		t.Errorf("with 51: %s", a.text)
	}
	if a := i.post(t, oauth.TokenPath, refreshes(client, bobs.Refresh)); a.status != 200 {
		t.Errorf("that of another token: %s", a.text)
	}
}

// TestListOfGrants connects an assistant every half year. The list of a token's grants has no more
// than those that are not over.
func TestListOfGrants(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := install(t, registering)
		i.process().Close() // whatever ticks in the background would tick for months
		client := i.register(t)
		for range 4 {
			i.connect(t, client, adasToken)
			i.connect(t, client, adasToken)
			var ids []string
			for _, key := range i.counted.keys() {
				text, err := i.counted.Get(t.Context(), key)
				if err != nil {
					t.Fatal(err)
				}
				if strings.HasPrefix(key, "grants:") && json.Unmarshal(text, &ids) != nil {
					t.Fatalf("%s", text)
				}
			}
			if len(ids) != 2 {
				t.Errorf("%d grants in the list, want 2", len(ids))
			}
			time.Sleep(180 * 24 * time.Hour)
		}
	})
}

// TestRenamedAddress has a server at another address after a reload. What was allowed for the old one has ended, so
// that clients sign in for the new one.
func TestRenamedAddress(t *testing.T) {
	store := state.NewMemory()
	i := installOver(t, []state.Store{store}, registering)
	client := i.register(t)
	refreshed, withCode := i.connect(t, client, adasToken),
		i.browser(t).allow(i.asks(client), adasToken).Query().Get("code")
	renamed := address + "/assistants"
	again := installOver(t, []state.Store{store}, registering,
		func(o *oauth.Options) { o.Resources[0].URLs = []string{renamed} })
	for name, form := range map[string]url.Values{
		"a refresh token":                     refreshes(client, refreshed.Refresh),
		"a refresh token for the old address": refreshes(client, refreshed.Refresh, "resource", address+"/mcp"),
		"a refresh token for the new address": refreshes(client, refreshed.Refresh, "resource", renamed),
		"a code":                              again.exchanges(client, withCode),
	} {
		if a := again.post(t, oauth.TokenPath, form); a.Error != "invalid_grant" {
			t.Errorf("%s: %d %s", name, a.status, a.text)
		}
	}
	if who := again.caller(t, again.connect(t, client, adasToken, "resource", renamed).Access, "content"); who != isAda {
		t.Errorf("signing in again: %s", who)
	}
}
