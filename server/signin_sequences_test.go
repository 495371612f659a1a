package server_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// sequence is what a client sends to sign in, as its makers' documents and public issue threads show it.
type sequence struct {
	client    string
	preflight []string    // paths for which its page needs the consent of emcp, as browsers ask for it
	discovers []discovery // in this order, after the first 401
	registers string      // what it registers with; empty: it publishes a document
	publishes string      // its document, without client_id
	redirect  string
	more      url.Values // what it adds to the authorization request
}

// discovery is a document that a client looks for, and the status that it finds.
type discovery struct {
	path   string
	status int
}

const (
	resourcePath  = "/.well-known/oauth-protected-resource"
	authorityPath = "/.well-known/oauth-authorization-server"
)

// sequences are those of the clients that most people use.
var sequences = []sequence{
	{ // anthropics/claude-ai-mcp#269, #560: with a document, because the metadata name it and the authentication none
		client:    "Claude",
		discovers: []discovery{{resourcePath + "/mcp/content", 200}, {authorityPath, 200}},
		publishes: `"client_name":"Claude","client_uri":"https://claude.ai",
			"redirect_uris":["https://claude.ai/api/mcp/auth_callback","https://claude.com/api/mcp/auth_callback"],
			"grant_types":["authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"none"`,
		redirect: "https://claude.ai/api/mcp/auth_callback",
		more:     url.Values{"scope": {"mcp:read mcp:call"}},
	},
	{ // anthropics/claude-ai-mcp#966, #380: without a document, it registers, and begins at the root
		client:    "Claude that registers",
		discovers: []discovery{{resourcePath, 200}, {authorityPath, 200}},
		registers: `{"client_name":"Claude","grant_types":["authorization_code","refresh_token"],"response_types":["code"],
			"token_endpoint_auth_method":"none","scope":"mcp:read mcp:call",
			"redirect_uris":["https://claude.ai/api/mcp/auth_callback"]}`,
		redirect: "https://claude.ai/api/mcp/auth_callback",
		more:     url.Values{"scope": {"mcp:read mcp:call"}},
	},
	// mgaitan/quilombo#140: half a document of OpenID breaks it, so there must be none; it asks for refresh tokens by a
	// scope
	{
		client: "ChatGPT",
		discovers: []discovery{
			{resourcePath + "/mcp/content", 200}, {authorityPath, 200}, {"/.well-known/openid-configuration", 404},
			{authorityPath + "/mcp/content", 404}, {"/mcp/content/.well-known/openid-configuration", 404},
		},
		registers: `{"client_name":"ChatGPT","redirect_uris":["https://chatgpt.com/connector/oauth/abc"],
			"token_endpoint_auth_method":"none","grant_types":["authorization_code","refresh_token"],"response_types":["code"]}`,
		redirect: "https://chatgpt.com/connector/oauth/abc",
		more:     url.Values{"scope": {"mcp:read mcp:call offline_access"}},
	},
	{ // microsoft/vscode#278512: the port is another one if that of the registration is taken
		client:    "VS Code",
		discovers: []discovery{{resourcePath + "/mcp/content", 200}, {authorityPath, 200}},
		registers: `{"client_name":"Visual Studio Code","client_uri":"https://code.visualstudio.com",
			"grant_types":["authorization_code","refresh_token","urn:ietf:params:oauth:grant-type:device_code"],
			"response_types":["code"],"redirect_uris":[
			"https://insiders.vscode.dev/redirect","https://vscode.dev/redirect","http://127.0.0.1/","http://127.0.0.1:33418/"],
			"scope":"mcp:read mcp:call","token_endpoint_auth_method":"none","application_type":"native"}`,
		redirect: "http://127.0.0.1:59656/",
		more:     url.Values{"scope": {"mcp:read mcp:call"}, "prompt": {"consent"}},
	},
	{ // the Inspector's page, whose preflights the browser sends first
		client:    "Inspector",
		preflight: []string{resourcePath, resourcePath + "/mcp/content", authorityPath, "/oauth/register", "/oauth/token"},
		discovers: []discovery{{resourcePath + "/mcp/content", 200}, {resourcePath, 200}, {authorityPath, 200}},
		registers: `{"redirect_uris":["http://localhost:6274/oauth/callback"],"token_endpoint_auth_method":"none",
			"grant_types":["authorization_code","refresh_token"],"response_types":["code"],"client_name":"MCP Inspector",
			"client_uri":"https://github.com/modelcontextprotocol/inspector","scope":"mcp:read mcp:call"}`,
		redirect: "http://localhost:6274/oauth/callback",
		more:     url.Values{"scope": {"mcp:read mcp:call"}},
	},
}

// TestSequences plays what each client sends, up to a call, a refresh and a call with the new token.
func TestSequences(t *testing.T) {
	site := newSecureSite(t, Fixture(t).DSN, "")
	for _, s := range sequences {
		t.Run(s.client, func(t *testing.T) {
			client := site.browser(t)
			client.url = site.url
			if got := client.call(t, ""); got != http.StatusUnauthorized {
				t.Fatalf("without a token: %d", got)
			}
			for _, path := range s.preflight {
				if got := client.preflight(t, path); got != "*, Content-Type, Authorization, MCP-Protocol-Version" {
					t.Errorf("the preflight of %s allows %s", path, got)
				}
			}
			for _, d := range s.discovers {
				if got, text, _ := client.do(http.MethodGet, d.path, "", ""); got != d.status {
					t.Errorf("%s: %d %s", d.path, got, text)
				}
			}
			id := site.documents + "/" + url.PathEscape(s.client) + ".json"
			if s.registers != "" {
				id, _ = client.json(http.MethodPost, "/oauth/register", "application/json", s.registers)["client_id"].(string)
			} else {
				site.published["/"+s.client+".json"] = `{"client_id":"` + id + `",` + s.publishes + "}"
			}
			resource := site.url + "/mcp/content"
			page := url.Values{
				"response_type": {"code"}, "client_id": {id}, "redirect_uri": {s.redirect}, "state": {"opaque/+ state"},
				"code_challenge": {challenged}, "code_challenge_method": {"S256"}, "resource": {resource},
			}
			for name, values := range s.more {
				page[name] = values
			}
			to := site.person(t, site.url+"/oauth/authorize?"+page.Encode(), "full")
			if got := to.Query(); !strings.HasPrefix(to.String(), s.redirect+"?") || got.Get("state") != "opaque/+ state" ||
				got.Get("iss") != site.url {
				t.Errorf("the browser is sent to %s", to)
			}
			form := url.Values{
				"grant_type": {"authorization_code"}, "client_id": {id}, "code": {to.Query().Get("code")},
				"redirect_uri":  {s.redirect},
				"code_verifier": {verifier}, "resource": {resource},
			}
			for _, more := range []url.Values{
				form, {"grant_type": {"refresh_token"}, "client_id": {id}, "resource": {resource}},
			} {
				if more.Get("grant_type") == "refresh_token" {
					more.Set("refresh_token", form.Get("refresh_token"))
				}
				var got struct {
					Access  string `json:"access_token"`
					Refresh string `json:"refresh_token"`
					Type    string `json:"token_type"`
					Scope   string `json:"scope"`
				}
				status, text, _ := client.do(http.MethodPost, "/oauth/token", formType, more.Encode())
				if err := json.Unmarshal([]byte(text), &got); err != nil || status != http.StatusOK || got.Type != "Bearer" {
					t.Fatalf("%d %s", status, text)
				}
				if scopes := strings.Fields(got.Scope); !slices.Equal(scopes, []string{"mcp:call", "mcp:read"}) {
					t.Errorf("scopes %q", scopes)
				}
				if status := client.call(t, got.Access); status != http.StatusOK {
					t.Errorf("with a token: %d", status)
				}
				form.Set("refresh_token", got.Refresh)
			}
		})
	}
}

// preflight asks as a browser does whether the page of a client may send a request, and returns what is allowed:
// origins and headers.
func (a *assistant) preflight(t *testing.T, path string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, a.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Origin", "http://localhost:6274")
	r.Header.Set("Access-Control-Request-Method", "GET")
	r.Header.Set("Access-Control-Request-Headers", "mcp-protocol-version")
	response, err := a.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.Header.Get("Access-Control-Allow-Origin") + ", " + response.Header.Get("Access-Control-Allow-Headers")
}

// call lists the tools with a token and returns the status.
func (a *assistant) call(t *testing.T, token string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.url+"/mcp/content",
		strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := a.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}
