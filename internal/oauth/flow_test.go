package oauth_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/oauth"
	"emcp/internal/state"
	"emcp/internal/test/testdb"
	"emcp/internal/test/testredis"
	"emcp/internal/test/wait"
)

// TestFlow is the way of a client from the metadata to a refreshed token.
func TestFlow(t *testing.T) {
	i := installWithClients(t)
	client := i.client(t, "/claude.json", nil)
	query := i.asks(client)
	b := i.browser(t)
	to := b.allow(query, adasToken)
	code := to.Query().Get("code")
	want := url.Values{"code": {code}, "state": {"s t/a+te"}, "iss": {address}}
	if diff := cmp.Diff(want, to.Query()); diff != "" || to.Host != "claude.ai" || to.Path != "/api/mcp/auth_callback" {
		t.Errorf("%s %s", to, diff)
	}
	got := i.post(t, oauth.TokenPath, i.exchanges(client, code))
	if got.status != 200 || got.Type != "Bearer" || got.Expires != 600 || got.Scope != "mcp:call mcp:read" ||
		got.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %s", got.status, got.text)
	}
	if caller := i.caller(t, got.Access, "content"); caller != isAda {
		t.Errorf("the access token is %s's", caller)
	}
	next := i.post(t, oauth.TokenPath, refreshes(client, got.Refresh))
	if next.status != 200 || next.Refresh == got.Refresh || next.Access == got.Access {
		t.Fatalf("%d %s", next.status, next.text)
	}
	for _, token := range []string{got.Access, next.Access} {
		if caller := i.caller(t, token, "content"); caller != isAda {
			t.Errorf("the access token is %s's", caller)
		}
	}
	narrow := i.post(t, oauth.TokenPath,
		refreshes(client, next.Refresh, "scope", "mcp:read openid", "resource", address+"/mcp"))
	if caller := i.caller(t, narrow.Access, "content"); caller != "token:ada public [mcp:read] [content]" {
		t.Errorf("the narrow token is %s's", caller)
	}
	if p := b.get(oauth.AuthorizePath + "?" + query.Encode()); p.status != http.StatusOK {
		t.Errorf("the browser is no longer signed in: %d", p.status)
	}
}

// TestMetadata compares the whole document.
func TestMetadata(t *testing.T) {
	for _, registration := range []bool{false, true} {
		i := installWithClients(t, func(o *oauth.Options) { o.Registration = registration })
		want := map[string]any{
			"issuer": address, "authorization_endpoint": address + "/oauth/authorize",
			"token_endpoint":      address + "/oauth/token",
			"revocation_endpoint": address + "/oauth/revoke", "scopes_supported": []any{"mcp:read", "mcp:call"},
			"response_types_supported": []any{"code"}, "response_modes_supported": []any{"query"},
			"grant_types_supported":                                 []any{"authorization_code", "refresh_token"},
			"token_endpoint_auth_methods_supported":                 []any{"none", "private_key_jwt"},
			"token_endpoint_auth_signing_alg_values_supported":      []any{"RS256", "ES256", "EdDSA"},
			"revocation_endpoint_auth_methods_supported":            []any{"none", "private_key_jwt"},
			"revocation_endpoint_auth_signing_alg_values_supported": []any{"RS256", "ES256", "EdDSA"},
			"code_challenge_methods_supported":                      []any{"S256"},
			"client_id_metadata_document_supported":                 true,
			"authorization_response_iss_parameter_supported":        true, "ui_locales_supported": []any{"en", "de", "uk"},
		}
		if registration {
			want["registration_endpoint"] = address + "/oauth/register"
		}
		p := i.browser(t).get(oauth.MetadataPath)
		var got map[string]any
		if err := json.Unmarshal([]byte(p.text), &got); err != nil || p.header.Get("Access-Control-Allow-Origin") != "*" {
			t.Fatalf("%v %v", err, p.header)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		for path, open := range map[string]bool{oauth.RegisterPath: registration, oauth.TokenPath: true} {
			if got := i.browser(t).send(http.MethodPost, path, nil).status; (got == http.StatusBadRequest) != open {
				t.Errorf("registration %t: %s answers %d", registration, path, got)
			}
		}
		if got := i.browser(t).get("/.well-known/openid-configuration").status; got != http.StatusNotFound {
			t.Errorf("something of OpenID: %d", got)
		}
	}
}

// TestResources asks for access to each address of each server, and for none by name.
func TestResources(t *testing.T) {
	i := installWithClients(t)
	client := i.client(t, "/claude.json", nil)
	for resource, want := range map[string]map[string]string{
		"":                       {"content": isAda, "small": "invalid_token", "none": "invalid_token"},
		address + "/mcp":         {"content": isAda, "small": "invalid_token"},
		address + "/mcp/content": {"content": isAda, "small": "invalid_token"},
		address + "/mcp/small":   {"content": "invalid_token", "small": "token:ada public [mcp:read mcp:call] [small]"},
	} {
		got := i.connect(t, client, adasToken, "resource", resource)
		for handle, caller := range want {
			if is := i.caller(t, got.Access, handle); is != caller {
				t.Errorf("%q at %s: %s, want %s", resource, handle, is, caller)
			}
		}
	}
}

// TestGrantFollowsItsSource changes the token by which somebody has signed in: a grant never
// has more, and ends with it.
func TestGrantFollowsItsSource(t *testing.T) {
	refused := func(kind fault.Kind) func(*source) {
		return func(s *source) { s.refusal = fault.New(kind, "no") }
	}
	for name, test := range map[string]struct {
		token   string
		alter   func(*source) // nil: it is deleted
		caller  string
		refresh int
	}{
		"as it is":        {adasToken, func(*source) {}, isAda, 200},
		"deleted":         {adasToken, nil, "invalid_token", 400},
		"expired":         {adasToken, refused(fault.InvalidToken), "invalid_token", 400},
		"blocked":         {adasToken, refused(fault.UserBlocked), "user_blocked", 400},
		"without a role":  {adasToken, refused(fault.UserHasNoRole), "user_has_no_role", 400},
		"not to be found": {adasToken, refused(fault.Unavailable), "unavailable", 503},
		"fewer scopes": {
			adasToken, func(s *source) { s.principal.Scopes = []string{"mcp:read"} },
			"token:ada public [mcp:read] [content]", 200,
		},
		"more scopes":      {adasToken, func(s *source) { s.principal.Scopes = []string{"*"} }, isAda, 200},
		"no scopes":        {adasToken, func(s *source) { s.principal.Scopes = nil }, "token:ada public [] [content]", 400},
		"another server":   {adasToken, func(s *source) { s.principal.Servers = []string{"small"} }, "server_denied", 400},
		"sees more":        {adasToken, func(s *source) { s.principal.View = identity.Manager }, isAda, 200},
		"sees as a member": {bobsToken, func(*source) {}, "user:2@main manager [mcp:read mcp:call] [content]", 200},
		"sees less": {
			bobsToken, func(s *source) { s.principal.View = identity.Public },
			"user:2@main public [mcp:read mcp:call] [content]", 200,
		},
	} {
		t.Run(name, func(t *testing.T) {
			i := installWithClients(t)
			client := i.client(t, "/claude.json", nil)
			got := i.connect(t, client, test.token)
			if test.alter == nil {
				i.forget(test.token)
			} else {
				i.alter(test.token, test.alter)
			}
			if caller := i.caller(t, got.Access, "content"); caller != test.caller {
				t.Errorf("%s, want %s", caller, test.caller)
			}
			if next := i.post(t, oauth.TokenPath, refreshes(client, got.Refresh)); next.status != test.refresh {
				t.Errorf("%d %s, want %d", next.status, next.text, test.refresh)
			}
		})
	}
}

// TestMemberStays has a grant of a manager's personal token keep the member, whose rights narrow what is seen.
func TestMemberStays(t *testing.T) {
	i := installWithClients(t)
	got := i.connect(t, i.client(t, "/claude.json", nil), bobsToken)
	p, err := i.process().Authenticate(t.Context(), got.Access, "content")
	want := identity.Principal{
		Subject: "user:2@main", Name: "Bob", Scopes: []string{"mcp:read", "mcp:call"}, View: identity.Manager,
		Servers: []string{"content"},
		Member:  &identity.Member{Role: 2, Permissions: []string{"emcp"}},
	}
	if diff := cmp.Diff(want, p); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

// register registers a client and returns its id.
func (i *installation) register(t *testing.T) string {
	t.Helper()
	a := i.sends(t, oauth.RegisterPath, "application/json", `{"client_name": "Claude", "redirect_uris": ["`+redirect+`"]}`)
	if a.status != http.StatusCreated || a.ID == "" {
		t.Fatalf("%d %s", a.status, a.text)
	}
	return a.ID
}

// TestTimes lets time go by: of codes, tokens, grants and browsers.
func TestTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := install(t, registering)
		i.process().Close() // whatever ticks in the background would tick for months
		client := i.register(t)
		b := i.browser(t)
		late := b.allow(i.asks(client), adasToken).Query().Get("code")
		time.Sleep(59 * time.Second)
		got := i.post(t, oauth.TokenPath, i.exchanges(client, late))
		if got.status != 200 {
			t.Errorf("a code after 59 s: %s", got.text)
		}
		late = i.browser(t).allow(i.asks(client), adasToken).Query().Get("code")
		time.Sleep(time.Minute)
		if late := i.post(t, oauth.TokenPath, i.exchanges(client, late)); late.Error != "invalid_grant" {
			t.Errorf("a code after 60 s: %s", late.text)
		}
		time.Sleep(8 * time.Minute)
		if caller := i.caller(t, got.Access, "content"); caller != isAda {
			t.Errorf("an access token after 9 minutes: %s", caller)
		}
		time.Sleep(time.Minute)
		if caller := i.caller(t, got.Access, "content"); caller != "invalid_token" {
			t.Errorf("an access token after 10 minutes: %s", caller)
		}
		query := oauth.AuthorizePath + "?" + i.asks(client).Encode()
		if p := b.get(query); !strings.Contains(p.text, `value="allow"`) {
			t.Errorf("a browser after some minutes: %s", p.text)
		}
		time.Sleep(time.Hour)
		if p := b.get(query); !strings.Contains(p.text, `value="signin"`) {
			t.Errorf("a browser after an hour: %s", p.text)
		}
		for range 88 { // the key that signs changes in between
			time.Sleep(24 * time.Hour)
			if got = i.post(t, oauth.TokenPath, refreshes(client, got.Refresh)); got.status != 200 {
				t.Fatalf("a refresh token in the time of its grant: %s", got.text)
			}
			if caller := i.caller(t, got.Access, "content"); caller != isAda {
				t.Fatalf("an access token: %s", caller)
			}
		}
		time.Sleep(48 * time.Hour)
		if got := i.post(t, oauth.TokenPath, refreshes(client, got.Refresh)); got.Error != "invalid_grant" {
			t.Errorf("a refresh token after the time of its grant: %s", got.text)
		}
	})
}

// TestKeysRotate signs with another key after a month. A token of the key before is good until its time is over, and a
// key is forgotten when none of its tokens can be good.
func TestKeysRotate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := install(t, registering)
		i.process().Close() // whatever ticks in the background would tick for months
		client := i.register(t)
		first := i.connect(t, client, adasToken)
		time.Sleep(30*24*time.Hour - 5*time.Minute)
		before := i.post(t, oauth.TokenPath, refreshes(client, first.Refresh))
		time.Sleep(6 * time.Minute)
		after := i.post(t, oauth.TokenPath, refreshes(client, before.Refresh))
		if keyOf(t, first.Access) != keyOf(t, before.Access) || keyOf(t, before.Access) == keyOf(t, after.Access) {
			t.Errorf("keys %s, %s, %s", keyOf(t, first.Access), keyOf(t, before.Access), keyOf(t, after.Access))
		}
		for _, token := range []string{before.Access, after.Access} {
			if caller := i.caller(t, token, "content"); caller != isAda {
				t.Errorf("%s", caller)
			}
		}
		time.Sleep(31 * 24 * time.Hour)
		i.post(t, oauth.TokenPath, refreshes(client, after.Refresh))
		value, err := i.counted.Get(t.Context(), "keys")
		if err != nil || strings.Contains(string(value), keyOf(t, first.Access)) {
			t.Errorf("the first key is still kept: %s %v", value, err)
		}
	})
}

// keyOf returns the id of the key that has signed a token.
func keyOf(t *testing.T, token string) string {
	t.Helper()
	parsed, _, err := jwt.NewParser().ParseUnverified(token, jwt.MapClaims{})
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Header["kid"].(string)
}

// TestStores goes the whole way with every kind of store. With Redis, two processes stand behind one address, and each
// has every other request. What one of them ends, the other refuses.
func TestStores(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) []state.Store{
		"memory": func(*testing.T) []state.Store { return []state.Store{state.NewMemory()} },
		"file": func(t *testing.T) []state.Store {
			t.Helper()
			f := state.NewFile(t.TempDir())
			t.Cleanup(func() {
				if err := f.Close(); err != nil {
					t.Error(err)
				}
			})
			return []state.Store{f}
		},
		"Redis": func(t *testing.T) []state.Store {
			t.Helper()
			url := testdb.StartRedis(t).URL
			return []state.Store{
				state.NewRedis(testredis.Open(t, url), "emcp:1:"), state.NewRedis(testredis.Open(t, url), "emcp:1:"),
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			i := installOver(t, open(t), registering)
			client := i.register(t)
			got := i.connect(t, client, adasToken)
			for range 4 {
				if caller := i.caller(t, got.Access, "content"); caller != isAda {
					t.Fatal(caller)
				}
				refreshed := i.post(t, oauth.TokenPath, refreshes(client, got.Refresh))
				if refreshed.status != 200 {
					t.Fatal(refreshed.text)
				}
				got = refreshed
			}
			if a := i.post(t, oauth.RevokePath, url.Values{"token": {got.Access}, "client_id": {client}}); a.status != 200 {
				t.Fatal(a.text)
			}
			wait.Until(t, 5*time.Second, "all processes to refuse the token", func() bool {
				for range i.processes {
					if i.caller(t, got.Access, "content") != "invalid_token" {
						return false
					}
				}
				return true
			})
			if a := i.post(t, oauth.TokenPath, refreshes(client, got.Refresh)); a.Error != "invalid_grant" {
				t.Error(a.text)
			}
		})
	}
}

// TestRestart has a process end and another begin over the same file: nobody has to sign in again.
func TestRestart(t *testing.T) {
	folder := t.TempDir()
	first := state.NewFile(folder)
	i := installOver(t, []state.Store{first}, registering)
	client, b := i.register(t), i.browser(t)
	b.signIn(i.asks(client), adasToken)
	got := i.connect(t, client, adasToken)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := state.NewFile(folder)
	defer second.Close()
	again := installOver(t, []state.Store{second}, registering)
	if caller := again.caller(t, got.Access, "content"); caller != isAda {
		t.Errorf("the access token: %s", caller)
	}
	if a := again.post(t, oauth.TokenPath, refreshes(client, got.Refresh)); a.status != 200 {
		t.Errorf("the refresh token: %s", a.text)
	}
	b.i = again
	if p := b.get(oauth.ConnectionsPath); !strings.Contains(p.text, `value="revoke"`) {
		t.Errorf("the browser: %s", p.text)
	}
}

// TestStoreDown lets the store fail. Clients must be asked to try again later; nobody may be refused or let in.
func TestStoreDown(t *testing.T) {
	server := testdb.StartRedis(t)
	i := installOver(t, []state.Store{state.NewRedis(testredis.Open(t, server.URL), "emcp:1:")}, registering)
	client := i.register(t)
	got := i.connect(t, client, adasToken)
	b := i.browser(t)
	b.signIn(i.asks(client), adasToken)
	server.Stop()
	if a := i.post(t, oauth.TokenPath, refreshes(client, got.Refresh)); a.status != http.StatusServiceUnavailable {
		t.Errorf("%d %s", a.status, a.text)
	}
	if p := b.get(oauth.AuthorizePath + "?" + i.asks(client).Encode()); p.status != http.StatusServiceUnavailable {
		t.Errorf("%d %s", p.status, p.text)
	}
	if caller := i.caller(t, got.Access, "content"); caller != "unavailable" {
		t.Error(caller)
	}
}
