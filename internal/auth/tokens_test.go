package auth_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
)

func TestTokens(t *testing.T) {
	caller := func(subject string) identity.Principal { return identity.Principal{Subject: subject} }
	tokens := auth.Tokens{
		{Hash: auth.HashToken("first"), Principal: caller("first")},
		{Hash: auth.HashToken("old"), Principal: caller("old"), Expires: time.Now().Add(-time.Second)},
		{Hash: auth.HashToken("young"), Principal: caller("young"), Expires: time.Now().Add(time.Hour)},
	}
	for header, want := range map[string]verdict{
		"Bearer first":       {Principal: caller("first")},
		"bearer  young ":     {Principal: caller("young")},
		"Bearer old":         {Principal: caller("old"), Kind: fault.InvalidToken, Message: expiredMessage},
		"Bearer First":       {Kind: fault.InvalidToken, Message: unknown},
		"Bearer first,young": {Kind: fault.InvalidToken, Message: unknown},
		"":                   {Kind: fault.Unauthenticated, Message: missing},
		"Bearer":             {Kind: fault.Unauthenticated, Message: missing},
		"Bearer ":            {Kind: fault.Unauthenticated, Message: missing},
		"Basic Zmlyc3Q=":     {Kind: fault.Unauthenticated, Message: missing},
		"first":              {Kind: fault.Unauthenticated, Message: missing},
	} {
		got := ask(t, auth.Gate{Kinds: []auth.Authenticator{tokens}}, headers("Authorization", header))
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
	tokens := auth.Tokens{{Hash: auth.HashToken("plain"), Principal: caller}}
	if diff := cmp.Diff(verdict{Principal: caller}, present(t, "plain", tokens)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(refused(unknown), present(t, auth.HashToken("plain").String(), tokens)); diff != "" {
		t.Errorf("the hash in place of the token: %s", diff)
	}
	tokens[0].Expires = time.Now()
	want := verdict{identity.Principal{Subject: "token:claude"}, fault.InvalidToken, expiredMessage}
	if diff := cmp.Diff(want, present(t, "plain", tokens)); diff != "" {
		t.Errorf("expired: %s", diff)
	}
}

func TestTokenHash(t *testing.T) {
	const text = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
	if got := auth.HashToken("secret"); got.String() != text {
		t.Errorf("the hash of secret is %s", got)
	}
	if got, err := auth.ParseTokenHash(text); err != nil || got != auth.HashToken("secret") {
		t.Errorf("ParseTokenHash: %s, %v", got, err)
	}
	for _, wrong := range []string{"", "secret", text[1:], text + "00", text[:63] + "g", " " + text[1:]} {
		if got, err := auth.ParseTokenHash(wrong); err == nil || got != (auth.TokenHash{}) {
			t.Errorf("ParseTokenHash(%q): %s, %v", wrong, got, err)
		}
	}
}
