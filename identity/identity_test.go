package identity_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/identity"
	"emcp/internal/fault"
)

func TestScopes(t *testing.T) {
	scopes := scopeMap(t, identity.BuiltinScopes())
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
			if got := scopes.Allows(p, method); got != want {
				t.Errorf("with %q, Allows(%q) = %t", owned, method, got)
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
	const expired = "the token has expired; ask the site's owner for a new one"
	for header, want := range map[string]told{
		"Bearer first":       {Principal: caller("first")},
		"bearer  young ":     {Principal: caller("young")},
		"Bearer old":         {Principal: caller("old"), Kind: fault.InvalidToken, Message: expired},
		"Bearer First":       {Kind: fault.InvalidToken, Message: unknown},
		"Bearer first,young": {Kind: fault.InvalidToken, Message: unknown},
		"":                   {Kind: fault.Unauthenticated, Message: missing},
		"Bearer":             {Kind: fault.Unauthenticated, Message: missing},
		"Bearer ":            {Kind: fault.Unauthenticated, Message: missing},
		"Basic Zmlyc3Q=":     {Kind: fault.Unauthenticated, Message: missing},
		"first":              {Kind: fault.Unauthenticated, Message: missing},
	} {
		got := ask(t, identity.Gate{Kinds: []identity.Authenticator{tokens}}, headers("Authorization", header))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", header, diff)
		}
	}
}

// TestTokensPassTheWholePrincipal has a token with everything that a configuration can give it.
func TestTokensPassTheWholePrincipal(t *testing.T) {
	caller := identity.Principal{
		Subject: "token:claude", Scopes: []string{"mcp:read", "shop"}, View: identity.Manager, Servers: []string{"news"},
	}
	tokens := identity.Tokens{{Hash: identity.HashToken("plain"), Principal: caller}}
	if diff := cmp.Diff(told{Principal: caller}, present(t, "plain", tokens)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(refused(unknown), present(t, identity.HashToken("plain").String(), tokens)); diff != "" {
		t.Errorf("the hash in place of the token: %s", diff)
	}
	tokens[0].Expires = time.Now()
	want := told{identity.Principal{Subject: "token:claude"}, fault.InvalidToken, "the token has expired; ask the site's owner for a new one"}
	if diff := cmp.Diff(want, present(t, "plain", tokens)); diff != "" {
		t.Errorf("expired: %s", diff)
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
