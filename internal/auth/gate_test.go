package auth_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
)

// verdict is what a gate reports: the caller, or the fault. With a fault, the principal has at most a subject.
type verdict struct {
	Principal identity.Principal
	Kind      fault.Kind
	Message   string
}

const (
	missing = "a token is needed: send it in the header Authorization: Bearer TOKEN"
	unknown = "the token is unknown here; check it for missing characters, or ask the site's owner for one"
)

// refused is the fault for an invalid token whose owner is not certain.
func refused(message string) verdict { return verdict{Kind: fault.InvalidToken, Message: message} }

// headers returns the header of a request, by pairs of names and values.
func headers(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h
}

// ask lets a gate find the caller of the server "content".
func ask(t *testing.T, g auth.Gate, header http.Header) verdict {
	t.Helper()
	return askWith(t, g, auth.Credentials{Header: header})
}

// askWith is ask for a request that may have a client certificate.
func askWith(t *testing.T, g auth.Gate, presented auth.Credentials) verdict {
	t.Helper()
	caller, err := g.Caller(t.Context(), presented, "content")
	if err == nil {
		return verdict{Principal: caller}
	}
	var f *fault.Error
	if !errors.As(err, &f) {
		t.Fatalf("%v is no fault", err)
	}
	return verdict{caller, f.Kind, f.Message}
}

// present asks a gate of these kinds who presents a token.
func present(t *testing.T, token string, kinds ...auth.Authenticator) verdict {
	t.Helper()
	return ask(t, auth.Gate{Kinds: kinds}, headers("Authorization", "Bearer "+token))
}

// countedKind is a kind of tokens that notes its number when it is asked.
type countedKind struct {
	number int
	asked  *[]int
	auth.Authenticator
}

func (k countedKind) Authenticate(ctx context.Context, token, handle string) (identity.Principal, error) {
	*k.asked = append(*k.asked, k.number)
	return k.Authenticator.Authenticate(ctx, token, handle)
}

// everybody knows everybody, by token and server.
type everybody struct{}

func (everybody) Authenticate(_ context.Context, token, handle string) (identity.Principal, error) {
	return identity.Principal{Subject: token + " at " + handle}, nil
}

// blocker knows everybody and lets nobody in.
type blocker struct{}

func (blocker) Authenticate(context.Context, string, string) (identity.Principal, error) {
	return identity.Principal{}, fault.New(fault.UserBlocked, "not you")
}

func TestWhereTheTokenStands(t *testing.T) {
	const basic = "Basic YWRhOnNlY3JldA=="
	longest := strings.Repeat("x", 8192)
	tooLong := refused("the token has more than 8192 bytes")
	none := verdict{Kind: fault.Unauthenticated, Message: missing}
	token := func(text string) verdict {
		return verdict{Principal: identity.Principal{Subject: text + " at content"}}
	}
	for _, c := range []struct {
		name   string
		header http.Header
		want   verdict
	}{
		{"nowhere", headers(), none},
		{"bearer", headers("Authorization", "Bearer abc"), token("abc")},
		{"scheme in any case", headers("Authorization", "bEARER abc"), token("abc")},
		{"blanks", headers("Authorization", "Bearer   abc  "), token("abc")},
		{"bearer without a blank", headers("Authorization", "Bearerabc"), none},
		{"token alone", headers("Authorization", "abc"), none},
		{"basic", headers("Authorization", basic), none},
		{"partner", headers("X-Partner-Auth", " abc "), token("abc")},
		{"empty partner", headers("X-Partner-Auth", "  "), none},
		{"basic and partner", headers("Authorization", basic, "X-Partner-Auth", "abc"), token("abc")},
		{"empty bearer and partner", headers("Authorization", "Bearer", "X-Partner-Auth", "abc"), token("abc")},
		{"bearer before partner", headers("Authorization", "Bearer abc", "X-Partner-Auth", "def"), token("abc")},
		{"longest bearer", headers("Authorization", "Bearer "+longest), token(longest)},
		{"longest partner", headers("X-Partner-Auth", longest), token(longest)},
		{"bearer too long", headers("Authorization", "Bearer "+longest+"x"), tooLong},
		{"partner too long", headers("X-Partner-Auth", longest+"x"), tooLong},
		{"bearer too long, and partner", headers("Authorization", "Bearer "+longest+"x", "X-Partner-Auth", "abc"), tooLong},
		{"elsewhere", headers("Cookie", "token=abc", "Proxy-Authorization", "Bearer abc", "X-Api-Key", "abc"), none},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked []int
			g := auth.Gate{Kinds: []auth.Authenticator{countedKind{1, &asked, everybody{}}}}
			if diff := cmp.Diff(c.want, ask(t, g, c.header)); diff != "" {
				t.Error(diff)
			}
			if known := c.want.Kind == ""; known != (len(asked) == 1) {
				t.Errorf("asked: %d", asked)
			}
		})
	}
}

func TestKindsAreAskedInOrder(t *testing.T) {
	type kinds []auth.Authenticator
	ada := identity.Principal{Subject: "Ada"}
	tokens := auth.Tokens{{Hash: auth.HashToken("abc"), Principal: ada}}
	notYou := verdict{Kind: fault.UserBlocked, Message: "not you"}
	for _, c := range []struct {
		name  string
		kinds kinds
		want  verdict
		asked []int
	}{
		{"no kind", nil, refused(unknown), nil},
		{"the first knows", kinds{tokens, blocker{}}, verdict{Principal: ada}, []int{1}},
		{"the second knows", kinds{auth.Tokens{}, tokens, blocker{}}, verdict{Principal: ada}, []int{1, 2}},
		{"the first refuses", kinds{blocker{}, tokens}, notYou, []int{1}},
		{"the second refuses", kinds{auth.Tokens{}, blocker{}, tokens}, notYou, []int{1, 2}},
		{"nobody knows", kinds{auth.Tokens{}, auth.ByServer{}}, refused(unknown), []int{1, 2}},
		{
			"another server's kind", kinds{auth.ByServer{"news": everybody{}}, tokens},
			verdict{Principal: ada}, []int{1, 2},
		}, {
			"the server's own kind", kinds{auth.ByServer{"news": blocker{}, "content": everybody{}}, tokens},
			verdict{Principal: identity.Principal{Subject: "abc at content"}}, []int{1},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked []int
			for i := range c.kinds {
				c.kinds[i] = countedKind{i + 1, &asked, c.kinds[i]}
			}
			if diff := cmp.Diff(c.want, present(t, "abc", c.kinds...)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.asked, asked); diff != "" {
				t.Errorf("asked: %s", diff)
			}
		})
	}
}

// TestOpenGate is the mode none: what a request presents makes no difference.
func TestOpenGate(t *testing.T) {
	anybody := identity.Principal{
		Subject: identity.Anonymous, Scopes: []string{"mcp:read"}, View: identity.Public, Servers: []string{"*"},
	}
	g := auth.Gate{Open: &anybody, Kinds: []auth.Authenticator{blocker{}}}
	for _, header := range []http.Header{
		nil, headers("Authorization", "Bearer abc"), headers("X-Partner-Auth", strings.Repeat("x", 9000)),
	} {
		if diff := cmp.Diff(verdict{Principal: anybody}, ask(t, g, header)); diff != "" {
			t.Error(diff)
		}
	}
}
