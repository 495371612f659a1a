package identity_test

import (
	"testing"

	"emcp/internal/identity"
)

func scopeMap(t *testing.T, texts map[string][]string) identity.ScopeMap {
	t.Helper()
	m, err := identity.ParseScopeMap(texts)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestScopesOfASite is a map that a configuration puts in place of the built-in one.
func TestScopesOfASite(t *testing.T) {
	scopes := scopeMap(t, map[string][]string{
		"look":  {"ping", "tools/*"},
		"order": {"tools/call", "notifications/*ed"},
		"idle":  nil,
	})
	// Which scopes cover a method; methods with none are for nobody.
	for method, covering := range map[string][]string{
		"ping":                      {"look"},
		"tools/list":                {"look"},
		"tools/":                    {"look"},
		"tools/call":                {"look", "order"},
		"notifications/initialized": {"order"},
		"notifications/progress":    nil,
		"initialize":                nil,
		"resources/list":            nil,
		"admin/reload":              nil,
		"Ping":                      nil,
		"pings":                     nil,
		"":                          nil,
	} {
		for _, owned := range []string{"look", "order", "idle", "*", "mcp:read", "mcp:call", ""} {
			want := false
			for _, scope := range covering {
				want = want || owned == scope || owned == "*"
			}
			p := identity.Principal{Scopes: []string{"unrelated", owned}}
			if got := scopes.Allows(p, method); got != want {
				t.Errorf("with %q, Allows(%q) = %t", owned, method, got)
			}
		}
		if scopes.Allows(identity.Principal{}, method) {
			t.Errorf("without scopes, %q is allowed", method)
		}
		if free := scopes.Free(); free.Allows(identity.Principal{}, method) != (covering != nil) {
			t.Errorf("where no scopes are needed, Allows(%q) = %t", method, covering == nil)
		}
	}
}

// TestScopesAreNeededAgain is that a map stays what it is when a free one is made of it.
func TestScopesAreNeededAgain(t *testing.T) {
	scopes := scopeMap(t, identity.BuiltinScopes())
	scopes.Free()
	if scopes.Allows(identity.Principal{}, "ping") {
		t.Error("a principal without scopes may ping")
	}
}

func TestNoScopesCoverNothing(t *testing.T) {
	for _, scopes := range []identity.ScopeMap{{}, scopeMap(t, nil), scopeMap(t, nil).Free()} {
		if scopes.Allows(identity.Principal{Scopes: []string{"*", "mcp:read", ""}}, "ping") {
			t.Errorf("%+v allows a ping", scopes)
		}
	}
}

func TestScopeMapMistakes(t *testing.T) {
	_, err := identity.ParseScopeMap(map[string][]string{"z": {"a b"}, "look": {"ping", "tools call"}})
	const want = `look: "tools call" is not a valid pattern; it can contain letters, digits, _ . / - and * for any ` +
		`characters`
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"tools/call", "tools/call", true},
		{"tools/call", "tools/call/x", false},
		{"tools/call", "x/tools/call", false},
		{"tools/call", "Tools/call", false},
		{"tools/call", "", false},
		{"*", "", true},
		{"*", "evo.model.get", true},
		{"**", "x", true},
		{"evo.model.*", "evo.model.get", true},
		{"evo.model.*", "evo.model.", true},
		{"evo.model.*", "evo.model.a.b", true},
		{"evo.model.*", "evo.model", false},
		{"evo.model.*", "evo.models.get", false},
		{"evo.model.*", "evoxmodel.get", false},
		{"evo.model.*", "my.evo.model.get", false},
		{"*.get", "evo.content.get", true},
		{"*.get", ".get", true},
		{"*.get", "evo.content.get_x", false},
		{"evo.*.get", "evo.content.get", true},
		{"evo.*.get", "evo..get", true},
		{"evo.*.get", "evo.get", false},
		{"*tree*", "evo.content.root_tree", true},
		{"*tree*", "evo.content.get", false},
		{"a-b_c.D9/*", "a-b_c.D9/", true},
		{"a-b_c.D9/*", "a-b_cxD9/", false},
	} {
		p, err := identity.ParsePattern(c.pattern)
		if err != nil {
			t.Errorf("ParsePattern(%q): %v", c.pattern, err)
			continue
		}
		if got := p.Matches(c.name); got != c.want {
			t.Errorf("%q matches %q: %t", c.pattern, c.name, got)
		}
	}
	for _, text := range []string{
		"", " ", "tools/call ", " ping", "tools call", "ping\n", "a,b", "evo.?", "evo.(get|list)", "[a-z]", "^ping$", `a\b`,
		"a:b", "größe",
	} {
		if p, err := identity.ParsePattern(text); err == nil || p != (identity.Pattern{}) {
			t.Errorf("ParsePattern(%q): %+v, %v", text, p, err)
		}
	}
}

func TestSight(t *testing.T) {
	member := func(change func(m *identity.Member)) identity.Principal {
		m := &identity.Member{Role: 2, Permissions: []string{"emcp"}, Groups: []int64{1, 2}}
		change(m)
		return identity.Principal{View: identity.Manager, Member: m}
	}
	same := func(*identity.Member) {}
	everything := identity.Principal{View: identity.Manager}
	for name, pair := range map[string]struct {
		a, b identity.Principal
		want bool
	}{
		"names do not matter": {
			identity.Principal{Subject: "a", View: identity.Public, Scopes: []string{"*"}},
			identity.Principal{Subject: "b", View: identity.Public}, true,
		},
		"views":         {identity.Principal{View: identity.Public}, everything, false},
		"administrator": {member(func(m *identity.Member) { m.Role = 1 }), everything, true},
		"member":        {member(same), everything, false},
		"same member":   {member(same), member(same), true},
		"role":          {member(same), member(func(m *identity.Member) { m.Role = 3 }), true},
		"groups":        {member(same), member(func(m *identity.Member) { m.Groups = []int64{12} }), false},
		"permissions": {
			member(same), member(func(m *identity.Member) { m.Permissions = []string{"emcp", "edit_user"} }), false,
		},
		"documents": {member(same), member(func(m *identity.Member) { m.RestrictedDocuments = true }), false},
	} {
		if got := pair.a.Sight() == pair.b.Sight(); got != pair.want {
			t.Errorf("%s: %q and %q", name, pair.a.Sight(), pair.b.Sight())
		}
	}
}
