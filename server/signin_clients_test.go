package server_test

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/publicnet"
	. "emcp/internal/test/servertest"
	"emcp/server"
)

// secureSite is emcp behind HTTPS, and a website where clients publish their documents. Both have certificates of an
// authority of the test.
type secureSite struct {
	url       string // of emcp
	documents string // of the website
	authority *authority
	published map[string]string // documents of the website, by path
}

// roots are the authorities that clients trust.
func (s secureSite) roots() *x509.CertPool {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(s.authority.pem)
	return roots
}

// document is the address of the metadata document of a client.
func (s secureSite) document() string { return s.documents + "/client.json" }

// callback is where the clients of the tests want codes. Nobody listens there: the test reads the address.
const callback = "http://localhost:7/callback"

// newSecureSite starts emcp over HTTPS with sign-in, and the website. public is the scheme and host by which clients
// know emcp; empty: those of the listener.
func newSecureSite(t *testing.T, dsn, public string) secureSite {
	t.Helper()
	site := secureSite{authority: newAuthority(t, "authority of the test"), published: map[string]string{}}
	files := site.authority.server(t, "127.0.0.1")
	certificate, err := tls.X509KeyPair(files.certificate, files.key)
	if err != nil {
		t.Fatal(err)
	}
	start := func(handler http.Handler) (*httptest.Server, string) {
		web := httptest.NewUnstartedServer(handler)
		web.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
		t.Cleanup(web.Close)
		return web, "https://" + web.Listener.Addr().String()
	}
	documents, address := start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := site.published[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = io.WriteString(w, text)
	}))
	site.documents = address
	site.published["/client.json"] = `{"client_id":"` + site.document() + `","client_name":"Test","redirect_uris":["` +
		callback + `"],` +
		`"token_endpoint_auth_method":"none","grant_types":["authorization_code","refresh_token"]}`
	documents.StartTLS()
	web, address := start(nil)
	site.url = address
	if public == "" {
		public = site.url
	}
	c := NewConfig(t, dsn, "modes: [token]", `modes: [token]
  oauth: {builtin: {public_url: "`+public+`", registration: true}}`,
		"rate_limit: {enabled: false}", "rate_limit: {enabled: false}\nsecurity: {allow_hosts: [127.0.0.1, www.example.com]}")
	s := Start(t, c, server.Options{Fetcher: publicnet.Options{
		Roots: site.roots(), Allow: func(a netip.AddrPort) bool { return a.Addr().IsLoopback() },
	}})
	web.Config.Handler = s.Handler()
	web.StartTLS()
	return site
}

// person opens the page to which a client sends the browser, signs in with a token and allows the access. It returns
// the address of the client to which the browser is sent then.
func (s secureSite) person(t *testing.T, page, token string) *url.URL {
	t.Helper()
	a := s.browser(t)
	location := ""
	for _, fields := range []url.Values{{"do": {"signin"}, "token": {token}}, {"do": {"allow"}}} {
		_, text, _ := a.do(http.MethodGet, page, "", "")
		form := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(text)
		if form == nil {
			t.Fatal(text)
		}
		fields.Set("form", form[1])
		_, _, location = a.do(http.MethodPost, page, formType, fields.Encode())
	}
	to, err := url.Parse(location)
	if err != nil || to.Query().Get("code") == "" {
		t.Fatalf("the browser is sent to %q, %v", location, err)
	}
	return to
}

// browser is somebody's browser, or a client that trusts the authority.
func (s secureSite) browser(t *testing.T) *assistant {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{
		Jar: jar, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: s.roots(), MinVersion: tls.VersionTLS12}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	t.Cleanup(browser.CloseIdleConnections)
	return &assistant{t: t, client: browser}
}

// TestSignInOfGoClient has the OAuth client of mcp-go find out where to sign in, get tokens, call a tool and refresh,
// as a client with a metadata document and as one that registers.
func TestSignInOfGoClient(t *testing.T) {
	site := newSecureSite(t, Fixture(t).DSN, "")
	for name, id := range map[string]string{"document": site.document(), "registration": ""} {
		t.Run(name, func(t *testing.T) {
			store := transport.NewMemoryTokenStore()
			httpClient := &http.Client{
				Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: site.roots(), MinVersion: tls.VersionTLS12}},
			}
			defer httpClient.CloseIdleConnections()
			c, err := client.NewOAuthStreamableHttpClient(site.url+"/mcp/content", client.OAuthConfig{
				ClientID: id, RedirectURI: callback, TokenStore: store, PKCEEnabled: true, HTTPClient: httpClient,
				TokenEndpointAuthMethod: "none",
			}, transport.WithHTTPBasicClient(httpClient))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			initialize := mcp.InitializeRequest{Params: mcp.InitializeParams{
				ProtocolVersion: "2025-11-25", ClientInfo: mcp.Implementation{Name: "test", Version: "1"},
			}}
			_, err = c.Initialize(t.Context(), initialize)
			if !client.IsOAuthAuthorizationRequiredError(err) {
				t.Fatalf("without a token: %v", err)
			}
			handler := client.GetOAuthHandler(err)
			if id == "" {
				if err := handler.RegisterClient(t.Context(), "Test"); err != nil {
					t.Fatal(err)
				}
			}
			verifier, err := client.GenerateCodeVerifier()
			if err != nil {
				t.Fatal(err)
			}
			page, err := handler.GetAuthorizationURL(t.Context(), "state of the test", client.GenerateCodeChallenge(verifier))
			if err != nil {
				t.Fatal(err)
			}
			to := site.person(t, page, "full").Query()
			if to.Get("iss") != site.url {
				t.Errorf("iss is %s", to.Get("iss"))
			}
			if err := handler.ProcessAuthorizationResponse(t.Context(), to.Get("code"), to.Get("state"), verifier); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Initialize(t.Context(), initialize); err != nil {
				t.Fatal(err)
			}
			first, err := store.GetToken(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := handler.RefreshToken(t.Context(), first.RefreshToken); err != nil {
				t.Fatal(err)
			}
			second, err := store.GetToken(t.Context())
			if err != nil || second.AccessToken == first.AccessToken || second.RefreshToken == first.RefreshToken {
				t.Errorf("%v: the refresh has the same tokens", err)
			}
			tools, err := c.ListTools(t.Context(), mcp.ListToolsRequest{})
			if err != nil || !slices.ContainsFunc(tools.Tools,
				func(tool mcp.Tool) bool { return strings.HasPrefix(tool.Name, "evo") }) {
				t.Errorf("%v, %v", tools, err)
			}
		})
	}
}
