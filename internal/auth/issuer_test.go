package auth_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
)

// office is an authorization server of somebody else.
type office struct {
	url   string // its issuer
	paths atomic.Pointer[map[string]string]
	asked atomic.Int64 // introspections
}

// openOffice serves metadata and keys of an issuer with that path, at the place of RFC 8414.
func openOffice(t *testing.T, path string) *office {
	t.Helper()
	o := &office{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/introspect" {
			o.asked.Add(1)
			user, password, _ := r.BasicAuth()
			if r.Method != http.MethodPost || user != "emcp" || password != "s%3Acret" {
				http.Error(w, "who?", http.StatusUnauthorized)
				return
			}
			r.URL.Path += "/" + r.PostFormValue("token")
		}
		text, ok := (*o.paths.Load())[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	o.url = server.URL + path
	all := object{"issuer": o.url, "jwks_uri": server.URL + "/keys", "introspection_endpoint": server.URL + "/introspect"}
	o.serve(map[string]string{
		"/.well-known/oauth-authorization-server" + path: marshal(t, all),
		"/keys": keySet(t, jwk(t, testKeys().ed, object{"kid": "1"}),
			jwk(t, testKeys().rsa, object{"kid": "2", "alg": "RS256"})),
	})
	return o
}

func (o *office) serve(paths map[string]string) { o.paths.Store(&paths) }

// addresses are those of the server "content" and of the server "small".
func addresses(handle string) []string {
	if handle == "content" {
		return []string{"https://www.example.com/mcp", "https://www.example.com/mcp/content"}
	}
	return []string{"https://www.example.com/mcp/" + handle}
}

var everyone = []auth.Mapping{{View: identity.Public, Servers: []string{"*"}}}

// newIssuer returns the authenticator of the tokens of an office.
func newIssuer(t *testing.T, o auth.IssuerOptions) auth.Authenticator {
	t.Helper()
	if o.Map == nil {
		o.Map = everyone
	}
	i := auth.NewIssuer(o)
	t.Cleanup(i.Close)
	return i.For(addresses)
}

// visitor is a caller with the view public and these scopes.
func visitor(scopes ...string) told {
	return told{
		Principal: identity.Principal{Subject: "oauth:ada", Scopes: scopes, View: identity.Public, Servers: []string{"*"}},
	}
}

func visitorRefused(kind fault.Kind, message string) told {
	return told{identity.Principal{Subject: "oauth:ada"}, kind, message}
}

const (
	elsewhere = wrongAudienceMessage + "; get one for the address of this server"
	nothing   = "nothing is granted to this account; the site's owner can change auth.oauth.map"
)

func TestIssuerTokens(t *testing.T) {
	o := openOffice(t, "/realms/office")
	good := object{"iss": o.url, "sub": "ada", "aud": "https://www.example.com/mcp", "scope": "mcp:read mcp:call"}
	claims := func(changes object) object {
		c := maps.Clone(good)
		for name, value := range changes {
			c[name] = value
			if value == nil {
				delete(c, name)
			}
		}
		return c
	}
	ed := object{"kid": "1"}
	for name, test := range map[string]struct {
		token string
		want  told
	}{
		"good": {signed(t, "EdDSA", testKeys().ed, ed, good), visitor("mcp:read", "mcp:call")},
		"with RSA": {
			signed(t, "RS256", testKeys().rsa, object{"kid": "2"}, good), visitor("mcp:read", "mcp:call"),
		},
		"with the server's path": {
			signed(t, "EdDSA", testKeys().ed, ed, claims(object{"aud": []string{"x", "https://www.example.com/mcp/content"}})),
			visitor("mcp:read", "mcp:call"),
		},
		"with the audience": {
			signed(t, "EdDSA", testKeys().ed, ed, claims(object{"aud": "emcp"})), visitor("mcp:read", "mcp:call"),
		},
		"scopes as Entra": {
			signed(t, "EdDSA", testKeys().ed, ed, claims(object{"scope": nil, "scp": "mcp:read"})), visitor("mcp:read"),
		},
		"without scopes": {signed(t, "EdDSA", testKeys().ed, ed, claims(object{"scope": nil})), visitor()},
		"for another server": {
			signed(t, "EdDSA", testKeys().ed, ed, claims(object{"aud": "https://www.example.com/mcp/small"})),
			visitorRefused(fault.InvalidToken, elsewhere),
		},
		"for a longer address": {
			signed(t, "EdDSA", testKeys().ed, ed, claims(object{"aud": "https://www.example.com/mcp/content2"})),
			visitorRefused(fault.InvalidToken, elsewhere),
		},
		"for a prefix": {
			signed(t, "EdDSA", testKeys().ed, ed, claims(object{"aud": "https://www.example.com"})),
			visitorRefused(fault.InvalidToken, elsewhere),
		},
		"for nobody": {
			signed(t, "EdDSA", testKeys().ed, ed, claims(object{"aud": nil})), visitorRefused(fault.InvalidToken, elsewhere),
		},
		"of nobody": {
			signed(t, "EdDSA", testKeys().ed, ed, claims(object{"sub": nil})), refused("the token names nobody: it has no sub"),
		},
		"of another issuer": {
			signed(t, "EdDSA", testKeys().ed, ed, claims(object{"iss": o.url + "/"})), refused(unknown),
		},
		"expired": {
			signed(t, "EdDSA", testKeys().ed, ed, claims(object{"exp": 1})), visitorRefused(fault.InvalidToken, expired),
		},
		"with another key":        {signed(t, "RS256", testKeys().otherRSA, object{"kid": "2"}, good), refused(unreadable)},
		"with an unknown key id":  {signed(t, "EdDSA", testKeys().ed, object{"kid": "3"}, good), refused(unreadable)},
		"with a shared secret":    {signed(t, "HS256", secret, ed, good), refused(unreadable)},
		"opaque":                  {"opaque", refused(unknown)},
		"claims that are no JSON": {"e30.eA.eA", refused(unknown)},
	} {
		t.Run(name, func(t *testing.T) {
			got := present(t, test.token, newIssuer(t, auth.IssuerOptions{Issuer: o.url, Audience: "emcp"}))
			compare(t, test.want, got)
		})
	}
}

func TestIssuerMapping(t *testing.T) {
	o := openOffice(t, "")
	claims := object{
		"iss": o.url, "sub": "ada", "aud": "https://www.example.com/mcp", "scope": "profile",
		"groups": []string{"staff", "editors"}, "level": 3, "id": 12345678, "admin": true,
		"https://example.com/role": "chief",
		"realm_access":             object{"roles": []string{"writer"}}, "nothing": nil,
	}
	manager := identity.Principal{
		Subject: "oauth:ada", Scopes: []string{"mcp:read"}, View: identity.Manager, Servers: []string{"content"},
	}
	right := func(claim, value string) auth.Mapping {
		return auth.Mapping{
			Claim: claim, Value: value, View: identity.Manager, Scopes: []string{"mcp:read"}, Servers: []string{"content"},
		}
	}
	for _, test := range []struct {
		claim, value string
		fits         bool
	}{
		{"groups", "editors", true}, {"groups", "", true}, {"groups", "editor", false}, {"groups", "Editors", false},
		{"Groups", "editors", false},
		{"realm_access.roles", "writer", true}, {"realm_access.roles", "reader", false}, {"realm_access", "", true},
		{"realm_access", "writer", false},
		{"realm_access.groups", "", false}, {"groups.editors", "", false},
		{"https://example.com/role", "chief", true}, {"level", "3", true}, {"id", "12345678", true}, {"admin", "true", true},
		{"admin", "false", false},
		{"nothing", "", false}, {"missing", "", false},
	} {
		i := newIssuer(t,
			auth.IssuerOptions{
				Issuer: o.url, Map: []auth.Mapping{right("missing", "x"), right(test.claim, test.value), right("groups", "")}[:2],
			})
		want := told{Principal: manager}
		if !test.fits {
			want = visitorRefused(fault.Forbidden, nothing)
		}
		got := present(t, signed(t, "EdDSA", testKeys().ed, nil, claims), i)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s %s: %s", test.claim, test.value, diff)
		}
	}
	t.Run("first that fits", func(t *testing.T) {
		i := newIssuer(t,
			auth.IssuerOptions{Issuer: o.url, Map: append([]auth.Mapping{right("groups", "staff")}, everyone...)})
		compare(t, told{Principal: manager}, present(t, signed(t, "EdDSA", testKeys().ed, nil, claims), i))
	})
	t.Run("refused", func(t *testing.T) {
		i := newIssuer(t,
			auth.IssuerOptions{
				Issuer: o.url, Map: append([]auth.Mapping{{Claim: "groups", Value: "staff", Refuse: true}}, everyone...),
			})
		compare(t, visitorRefused(fault.Forbidden, nothing), present(t, signed(t, "EdDSA", testKeys().ed, nil, claims), i))
	})
	t.Run("scopes of the token", func(t *testing.T) {
		compare(t, visitor("profile"),
			present(t, signed(t, "EdDSA", testKeys().ed, nil, claims), newIssuer(t, auth.IssuerOptions{Issuer: o.url})))
	})
}

// TestIntrospection asks an authorization server whose tokens say nothing.
func TestIntrospection(t *testing.T) {
	o := openOffice(t, "")
	paths := maps.Clone(*o.paths.Load())
	for token, answer := range map[string]object{
		"good":      {"active": true, "sub": "ada", "aud": "https://www.example.com/mcp", "scope": "mcp:read"},
		"ended":     {"active": false},
		"late":      {"active": true, "sub": "ada", "aud": "https://www.example.com/mcp", "exp": 1},
		"elsewhere": {"active": true, "sub": "ada", "aud": "https://www.example.com/mcp/small"},
		"noaud":     {"active": true, "sub": "ada"},
		"foreign":   {"active": true, "sub": "ada", "aud": "https://www.example.com/mcp", "iss": "https://other.example"},
		"yes":       {"active": "true", "sub": "ada", "aud": "https://www.example.com/mcp"},
	} {
		paths["/introspect/"+token] = marshal(t, answer)
	}
	o.serve(paths)
	i := newIssuer(t,
		auth.IssuerOptions{Issuer: o.url, Introspection: &auth.Introspection{ClientID: "emcp", Secret: "s:cret"}})
	for token, want := range map[string]told{
		"good":                     visitor("mcp:read"),
		"ended":                    refused(unknown),
		"late":                     refused(unknown),
		"elsewhere":                visitorRefused(fault.InvalidToken, elsewhere),
		"noaud":                    visitorRefused(fault.InvalidToken, elsewhere),
		"foreign":                  refused(unknown),
		"yes":                      refused(unknown),
		"unanswered":               notNow,
		strings.Repeat("a", 8<<10): notNow,
	} {
		compare(t, want, present(t, token, i))
	}
	requests := o.asked.Load()
	compare(t, visitor("mcp:read"), present(t, "good", i)) // as it was known
	compare(t, refused(unknown), present(t, fmt.Sprintf("emcp_%040d", 1), i))
	if now := o.asked.Load(); now != requests {
		t.Errorf("%d further questions: an answer is used for a moment, and tokens of the site are not shown to others",
			now-requests)
	}
}

// TestIssuerDown is an authorization server that does not answer as it should: nobody is refused for it.
func TestIssuerDown(t *testing.T) {
	for name, change := range map[string]func(*office, map[string]string){
		"nothing": func(_ *office, paths map[string]string) { clear(paths) },
		"no keys": func(_ *office, paths map[string]string) { delete(paths, "/keys") },
		"another issuer": func(o *office, paths map[string]string) {
			paths["/.well-known/oauth-authorization-server"] = `{"issuer": "` + o.url + `/"}`
		},
		"no JSON": func(_ *office, paths map[string]string) { paths["/.well-known/oauth-authorization-server"] = `<html>` },
		"too much": func(_ *office, paths map[string]string) {
			paths["/.well-known/oauth-authorization-server"] += strings.Repeat(" ", 256<<10)
		},
		"without a key set": func(o *office, paths map[string]string) {
			paths["/.well-known/oauth-authorization-server"] = `{"issuer": "` + o.url + `"}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := openOffice(t, "")
			paths := maps.Clone(*o.paths.Load())
			change(o, paths)
			o.serve(paths)
			token := signed(t, "EdDSA", testKeys().ed, nil,
				object{"iss": o.url, "sub": "ada", "aud": "https://www.example.com/mcp"})
			compare(t, notNow, present(t, token, newIssuer(t, auth.IssuerOptions{Issuer: o.url})))
		})
	}
}

// TestDiscover finds the metadata in each of the places where MCP looks.
func TestDiscover(t *testing.T) {
	for path, places := range map[string][]string{
		"":  {"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"},
		"/": {"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"},
		"/a/b": {
			"/.well-known/oauth-authorization-server/a/b", "/.well-known/openid-configuration/a/b",
			"/a/b/.well-known/openid-configuration",
		},
		"/a/b/": {
			"/.well-known/oauth-authorization-server/a/b", "/.well-known/openid-configuration/a/b",
			"/a/b/.well-known/openid-configuration",
		},
	} {
		for _, place := range places {
			o := openOffice(t, path)
			want := auth.Metadata{Issuer: o.url, TokenEndpoint: "t", ChallengeMethods: []string{"S256"}, ClientIDDocuments: true}
			text, err := json.Marshal(object{
				"issuer": o.url, "token_endpoint": "t", "code_challenge_methods_supported": []string{"S256"},
				"client_id_metadata_document_supported": true, "other": object{},
			})
			if err != nil {
				t.Fatal(err)
			}
			o.serve(map[string]string{place: string(text)})
			got, err := auth.Discover(t.Context(), o.url)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s at %s: %v %s", path, place, err, diff)
			}
		}
	}
}
