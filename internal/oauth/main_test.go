package oauth_test

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/oauth"
	"emcp/internal/publicnet"
	"emcp/internal/ratelimit"
	"emcp/internal/state"
)

// address is that under which clients and browsers reach emcp.
const address = "https://www.example.com"

// installation is an authorization server for the servers "content" and "small", what it rests on, and a website where
// clients publish their documents.
type installation struct {
	processes []*oauth.Server // behind the address; each has the next request
	next      atomic.Int64
	counted   *counted // the store of the first process

	mu      sync.Mutex
	sources map[auth.TokenHash]source
	clients *httptest.Server
	publish map[string]string // documents by path
	fetched map[string]int
}

// source is a token by which people sign in.
type source struct {
	principal identity.Principal
	refusal   error
}

// The tokens of everybody.
const (
	adasToken = "emcp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	bobsToken = "emcp_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
)

// optionChange sets the options of an installation.
type optionChange func(*oauth.Options)

func registering(o *oauth.Options) { o.Registration = true }

// counting counts attempts.
func counting(o *oauth.Options) { o.Limiter = ratelimit.NewMemory() }

// unlimited counts nothing.
type unlimited struct{}

func (unlimited) Allow(context.Context, string, ratelimit.Limit) time.Duration { return 0 }

// scopeMap is that of the servers.
func scopeMap() identity.ScopeMap {
	m, err := identity.ParseScopeMap(identity.BuiltinScopes())
	if err != nil {
		panic(err)
	}
	return m
}

// install returns an installation of one process.
func install(t *testing.T, changes ...optionChange) *installation {
	t.Helper()
	return installOver(t, []state.Store{state.NewMemory()}, changes...)
}

// installOver returns an installation with a process for each store.
func installOver(t *testing.T, stores []state.Store, changes ...optionChange) *installation {
	t.Helper()
	i := &installation{
		counted: &counted{Store: stores[0], known: map[string]bool{}}, publish: map[string]string{},
		fetched: map[string]int{},
		sources: map[auth.TokenHash]source{
			auth.HashToken(adasToken): {principal: identity.Principal{
				Subject: "token:ada", Scopes: []string{"mcp:read", "mcp:call"}, View: identity.Public, Servers: []string{"*"},
			}},
			auth.HashToken(bobsToken): {principal: identity.Principal{
				Subject: "user:2@main", Name: "Bob", Scopes: []string{"*"}, View: identity.Manager, Servers: []string{"content"},
				Member: &identity.Member{Role: 2, Permissions: []string{"emcp"}},
			}},
		},
	}
	for n, store := range stores {
		if n == 0 {
			store = i.counted
		}
		o := oauth.Options{
			Issuer: address, Tokens: true, Personal: true, GrantTime: 90 * 24 * time.Hour, Source: i.source, Store: store,
			Resources: []oauth.Resource{
				{
					Handle: "content", URLs: []string{address + "/mcp", address + "/mcp/content"},
					Title: func(context.Context) string { return "The <Site>" }, Scopes: scopeMap(),
				},
				{Handle: "small", URLs: []string{address + "/mcp/small"}, Scopes: scopeMap()},
			},
			Fetcher: publicnet.NewFetcher(publicnet.Options{}),
			Address: func(r *http.Request) string { return r.Header.Get("X-Address") },
			Log:     slog.New(slog.DiscardHandler),
		}
		for _, change := range changes {
			change(&o)
		}
		if o.Limiter == nil {
			o.Limiter = unlimited{}
		}
		i.processes = append(i.processes, oauth.New(o))
	}
	return i
}

// installWithClients is install with a website for the documents of clients.
func installWithClients(t *testing.T, changes ...optionChange) *installation {
	t.Helper()
	var i *installation
	clients := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { i.document(w, r) }))
	t.Cleanup(clients.Close)
	roots := x509.NewCertPool()
	roots.AddCert(clients.Certificate())
	i = install(t, append([]optionChange{func(o *oauth.Options) {
		o.Fetcher = publicnet.NewFetcher(publicnet.Options{Roots: roots, Allow: func(netip.AddrPort) bool { return true }})
	}}, changes...)...)
	i.clients = clients
	return i
}

// process returns the process that has the next request.
func (i *installation) process() *oauth.Server {
	return i.processes[int(i.next.Add(1))%len(i.processes)]
}

// serve has a request answered.
func (i *installation) serve(t *testing.T, method, path string, header http.Header, body string) *http.Response {
	t.Helper()
	routes := http.NewServeMux()
	for route, handler := range i.process().Routes() {
		routes.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) { handler(w, r) })
	}
	r := httptest.NewRequestWithContext(t.Context(), method, strings.TrimPrefix(path, address), strings.NewReader(body))
	r.Host = strings.TrimPrefix(address, "https://")
	r.Header = header
	w := httptest.NewRecorder()
	routes.ServeHTTP(w, r)
	return w.Result()
}

// source knows the tokens of the tests.
func (i *installation) source(_ context.Context, of oauth.Source, _ string) (identity.Principal, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	s, ok := i.sources[of.Hash]
	if !ok {
		return identity.Principal{}, auth.ErrUnknown
	}
	return s.principal, s.refusal
}

// alter changes what a token stands for.
func (i *installation) alter(token string, change func(*source)) {
	i.mu.Lock()
	defer i.mu.Unlock()
	s := i.sources[auth.HashToken(token)]
	change(&s)
	i.sources[auth.HashToken(token)] = s
}

// forget revokes a token.
func (i *installation) forget(token string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.sources, auth.HashToken(token))
}

func (i *installation) document(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.fetched[r.URL.Path]++
	text, ok := i.publish[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	_, _ = io.WriteString(w, text)
}

// client publishes the document of a client and returns its id. members replace those of a good document.
func (i *installation) client(t *testing.T, path string, members map[string]any) string {
	t.Helper()
	id := i.clients.URL + path
	document := map[string]any{
		"client_id": id, "client_name": "Claude",
		"redirect_uris":              []string{"https://claude.ai/api/mcp/auth_callback", "http://localhost/callback"},
		"token_endpoint_auth_method": "none", "grant_types": []string{"authorization_code", "refresh_token"},
	}
	for name, value := range members {
		document[name] = value
	}
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.publish[path] = string(text)
	return id
}

const (
	redirect = "https://claude.ai/api/mcp/auth_callback"
	verifier = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
)

// challengeOf returns the challenge of a verifier.
func challengeOf(verifier string) string {
	hash := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(hash[:])
}

// asks returns what a client sends the browser with; pairs of names and values replace some of it, an
// empty value takes it away.
func (i *installation) asks(client string, pairs ...string) url.Values {
	return values(url.Values{
		"response_type": {"code"}, "client_id": {client}, "redirect_uri": {redirect}, "state": {"s t/a+te"},
		"scope":          {"mcp:read mcp:call offline_access"},
		"code_challenge": {challengeOf(verifier)}, "code_challenge_method": {"S256"}, "resource": {address + "/mcp"},
	}, pairs...)
}

func values(v url.Values, pairs ...string) url.Values {
	for n := 0; n < len(pairs); n += 2 {
		v.Set(pairs[n], pairs[n+1])
		if pairs[n+1] == "" {
			v.Del(pairs[n])
		}
	}
	return v
}

// browser is somebody's browser.
type browser struct {
	t       *testing.T
	i       *installation
	jar     http.CookieJar
	headers []string // names and values of each request
}

func (i *installation) browser(t *testing.T, headers ...string) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t, i, jar, headers}
}

// page is what a browser gets.
type page struct {
	status int
	header http.Header
	text   string
}

func (b *browser) send(method, path string, form url.Values, headers ...string) page {
	b.t.Helper()
	header := http.Header{}
	if method == http.MethodPost {
		header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	here := &url.URL{Scheme: "https", Host: "www.example.com", Path: "/"}
	for _, cookie := range b.jar.Cookies(here) {
		header.Add("Cookie", cookie.Name+"="+cookie.Value)
	}
	for n, all := 0, append(slices.Clone(b.headers), headers...); n < len(all); n += 2 {
		header.Set(all[n], all[n+1])
	}
	response := b.i.serve(b.t, method, path, header, form.Encode())
	defer response.Body.Close()
	b.jar.SetCookies(here, response.Cookies())
	text, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return page{response.StatusCode, response.Header, string(text)}
}

func (b *browser) get(path string) page {
	b.t.Helper()
	return b.send(http.MethodGet, path, nil)
}

var formPattern = regexp.MustCompile(`name="form" value="([^"]+)"`)

// press sends the form of a page with a button and further fields.
func (b *browser) press(p page, path, button string, fields ...string) page {
	b.t.Helper()
	form := formPattern.FindStringSubmatch(p.text)
	if form == nil {
		b.t.Fatalf("the page has no form: %d %s", p.status, p.text)
	}
	return b.send(http.MethodPost, path, values(url.Values{"form": {form[1]}, "do": {button}}, fields...))
}

// signIn opens what a client has sent the browser to and signs in; it returns the page that asks for consent.
func (b *browser) signIn(query url.Values, token string) page {
	b.t.Helper()
	path := oauth.AuthorizePath + "?" + query.Encode()
	p := b.press(b.get(path), path, "signin", "token", token)
	if p.status != http.StatusSeeOther || p.header.Get("Location") != path {
		b.t.Fatalf("signing in: %d %s\n%s", p.status, p.header.Get("Location"), p.text)
	}
	return b.get(path)
}

// allow signs in and allows what a client asks for; it returns the address to which the browser is sent.
func (b *browser) allow(query url.Values, token string) *url.URL {
	b.t.Helper()
	p := b.press(b.signIn(query, token), oauth.AuthorizePath+"?"+query.Encode(), "allow")
	to, err := url.Parse(p.header.Get("Location"))
	if err != nil || p.status != http.StatusSeeOther {
		b.t.Fatalf("allowing: %d %s\n%s", p.status, p.header.Get("Location"), p.text)
	}
	return to
}

// answer is what an endpoint for clients answers.
type answer struct {
	status  int
	Error   string `json:"error"`
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
	Type    string `json:"token_type"`
	Expires int    `json:"expires_in"`
	ID      string `json:"client_id"`
	header  http.Header
	text    string
}

// post sends a form to an endpoint for clients.
func (i *installation) post(t *testing.T, path string, form url.Values) answer {
	t.Helper()
	return i.sends(t, path, "application/x-www-form-urlencoded", form.Encode())
}

func (i *installation) sends(t *testing.T, path, kind, body string) answer {
	t.Helper()
	response := i.serve(t, http.MethodPost, path, http.Header{"Content-Type": {kind}}, body)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: response.StatusCode, header: response.Header, text: string(text)}
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatalf("%d %s: %v", response.StatusCode, text, err)
	}
	return a
}

// exchanges returns what a client sends to get tokens for a code.
func (i *installation) exchanges(client, code string, pairs ...string) url.Values {
	return values(url.Values{
		"grant_type": {"authorization_code"}, "client_id": {client}, "code": {code}, "redirect_uri": {redirect},
		"code_verifier": {verifier},
		"resource":      {address + "/mcp"},
	}, pairs...)
}

func refreshes(client, token string, pairs ...string) url.Values {
	return values(url.Values{"grant_type": {"refresh_token"}, "client_id": {client}, "refresh_token": {token}}, pairs...)
}

// connect goes the whole way and returns the tokens.
func (i *installation) connect(t *testing.T, client, token string, pairs ...string) answer {
	t.Helper()
	query := i.asks(client, pairs...)
	code := i.browser(t).allow(query, token).Query().Get("code")
	form := i.exchanges(client, code, "redirect_uri", query.Get("redirect_uri"))
	if query.Has("resource") {
		form.Set("resource", query.Get("resource"))
	}
	a := i.post(t, oauth.TokenPath, form)
	if a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.text)
	}
	return a
}

// caller returns who presents an access token at a server, or the kind of the refusal.
func (i *installation) caller(t *testing.T, token, handle string) string {
	t.Helper()
	p, err := i.process().Authenticate(t.Context(), token, handle)
	if err != nil {
		return string(fault.From(err).Kind)
	}
	return fmt.Sprintf("%s %s %v %v", p.Subject, p.View, p.Scopes, p.Servers)
}

const isAda = "token:ada public [mcp:read mcp:call] [content]"

// counted is a store that knows its keys.
type counted struct {
	state.Store
	mu    sync.Mutex
	known map[string]bool
}

func (c *counted) Update(ctx context.Context, key string, change state.Change) error {
	c.mu.Lock()
	c.known[key] = true
	c.mu.Unlock()
	return c.Store.Update(ctx, key, change)
}

func (c *counted) keys() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Collect(maps.Keys(c.known))
}

// stores returns the store of an installation, for another.
func stores(i *installation) []state.Store { return []state.Store{i.counted.Store} }
