package identity_test

import (
	"strings"
	"testing"

	"emcp/internal/identity"
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
	for name, want := range map[string]identity.View{
		"": identity.Public, "public": identity.Public, "manager": identity.Manager,
	} {
		if got, ok := identity.ParseView(name); got != want || !ok {
			t.Errorf("ParseView(%q) = %q, %t", name, got, ok)
		}
	}
	if got, ok := identity.ParseView("Manager"); ok {
		t.Errorf("ParseView(Manager) = %q", got)
	}
}

// TestURIPatterns matches URIs; only * stands for other characters.
func TestURIPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, uri string
		want         bool
	}{
		{"crm://prices/*", "crm://prices/list?of=1#a", true}, {"crm://prices/*", "crm://prices/", true},
		{"crm://prices/*", "crm://price", false},
		{"crm://a", "crm://a", true}, {"crm://a", "crm://ab", false}, {"crm://a", "xcrm://a", false},
		{"crm://a.b?c", "crm://aXb", false},
		{"*", "file:///etc/passwd", true}, {"file:///*.md", "file:///a.txt", false}, {"crm://[a]", "crm://a", false},
	} {
		p, err := identity.ParseURIPattern(c.pattern)
		if err != nil || p.String() != c.pattern || p.Matches(c.uri) != c.want {
			t.Errorf("%s matches %s: %t, %v", c.pattern, c.uri, !c.want, err)
		}
	}
	for _, text := range []string{"", "crm://a b", "crm://a\n", "crm://\u202ea", "crm://\xff", strings.Repeat("a", 1025)} {
		if _, err := identity.ParseURIPattern(text); err == nil {
			t.Errorf("%q is a pattern", text)
		}
	}
}
