package identity_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/identity"
	"emcp/internal/fault"
)

func TestScopes(t *testing.T) {
	// Which scope covers a method; methods with none are for nobody.
	for method, scope := range map[string]string{
		"initialize":                "mcp:read",
		"ping":                      "mcp:read",
		"tools/list":                "mcp:read",
		"resources/list":            "mcp:read",
		"resources/templates/list":  "mcp:read",
		"prompts/get":               "mcp:read",
		"completion/complete":       "mcp:read",
		"notifications/initialized": "mcp:read",
		"tools/call":                "mcp:call",
		"admin/reload":              "mcp:admin",
		"tools/call/x":              "",
		"tools/other":               "",
		"initialized":               "",
		"resources":                 "",
		"logging/setLevel":          "",
		"":                          "",
	} {
		for _, owned := range []string{"mcp:read", "mcp:call", "mcp:admin", "*", "other", ""} {
			p := identity.Principal{Scopes: []string{"unrelated", owned}}
			want := scope != "" && (owned == scope || owned == "*")
			if got := p.MayCall(method); got != want {
				t.Errorf("with %q, MayCall(%q) = %t", owned, method, got)
			}
		}
	}
}

func TestServers(t *testing.T) {
	for _, c := range []struct {
		servers []string
		handle  string
		want    bool
	}{
		{nil, "content", false}, {[]string{"*"}, "content", true},
		{[]string{"news", "content"}, "content", true}, {[]string{"news"}, "content", false},
	} {
		if got := (identity.Principal{Servers: c.servers}).MayUse(c.handle); got != c.want {
			t.Errorf("%q MayUse(%q) = %t", c.servers, c.handle, got)
		}
	}
}

func TestViews(t *testing.T) {
	for name, want := range map[string]identity.View{"": identity.Public, "public": identity.Public, "manager": identity.Manager} {
		if got, ok := identity.ParseView(name); got != want || !ok {
			t.Errorf("ParseView(%q) = %q, %t", name, got, ok)
		}
	}
	if got, ok := identity.ParseView("Manager"); ok {
		t.Errorf("ParseView(Manager) = %q", got)
	}
}

func TestTokens(t *testing.T) {
	caller := func(subject string) identity.Principal { return identity.Principal{Subject: subject} }
	tokens := identity.Tokens{
		{Hash: identity.HashToken("first"), Principal: caller("first")},
		{Hash: identity.HashToken("old"), Principal: caller("old"), Expires: time.Now().Add(-time.Second)},
		{Hash: identity.HashToken("young"), Principal: caller("young"), Expires: time.Now().Add(time.Hour)},
	}
	const (
		missing = "a token is needed: send it in the header Authorization: Bearer TOKEN"
		unknown = "the token is not known here; check it for missing characters or ask the site's owner for one"
		expired = "the token has expired; ask the site's owner for a new one"
	)
	for _, c := range []struct {
		header  string
		subject string
		kind    fault.Kind
		message string
	}{
		{"Bearer first", "first", "", ""},
		{"bearer  young ", "young", "", ""},
		{"Bearer old", "", fault.InvalidToken, expired},
		{"Bearer First", "", fault.InvalidToken, unknown},
		{"Bearer first,young", "", fault.InvalidToken, unknown},
		{"", "", fault.Unauthenticated, missing},
		{"Bearer", "", fault.Unauthenticated, missing},
		{"Bearer ", "", fault.Unauthenticated, missing},
		{"Basic Zmlyc3Q=", "", fault.Unauthenticated, missing},
		{"first", "", fault.Unauthenticated, missing},
	} {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", nil)
		request.Header.Set("Authorization", c.header)
		got, err := tokens.Authenticate(request)
		if c.kind == "" {
			if diff := cmp.Diff(caller(c.subject), got); diff != "" || err != nil {
				t.Errorf("%q: %v (-want +got):\n%s", c.header, err, diff)
			}
			continue
		}
		f := fault.From(err)
		if f.Kind != c.kind || f.Message != c.message || got.Subject != "" {
			t.Errorf("%q: %+v, %v", c.header, got, err)
		}
	}
}

func TestTokenHash(t *testing.T) {
	const text = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
	if got := identity.HashToken("secret"); got.String() != text {
		t.Errorf("the hash of secret is %s", got)
	}
	if got, err := identity.ParseTokenHash(text); err != nil || got != identity.HashToken("secret") {
		t.Errorf("ParseTokenHash: %s, %v", got, err)
	}
	for _, wrong := range []string{"", "secret", text[1:], text + "00", text[:63] + "g", " " + text[1:]} {
		if got, err := identity.ParseTokenHash(wrong); err == nil || got != (identity.TokenHash{}) {
			t.Errorf("ParseTokenHash(%q): %s, %v", wrong, got, err)
		}
	}
}
