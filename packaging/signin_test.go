//go:build packaging

package packaging_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/program"
)

// arrived is an answer as a client gets it.
type arrived struct {
	Status int
	Header map[string]string
	Body   string
}

// signInRequests are what clients and browsers send to sign in, with a body where they post.
var signInRequests = []struct{ path, kind, body string }{
	{"/.well-known/oauth-protected-resource", "", ""},
	{"/.well-known/oauth-protected-resource/mcp", "", ""},
	{"/.well-known/oauth-protected-resource/mcp/content", "", ""},
	{"/.well-known/oauth-authorization-server", "", ""},
	{"/oauth/authorize?client_id=https%3A%2F%2F127.0.0.1%2Fclient.json&state=a%2Fb", "", ""},
	{"/oauth/style.css", "", ""},
	{"/oauth/connections", "", ""},
	{"/oauth/token", "application/x-www-form-urlencoded", "grant_type=authorization_code&code=x"},
	{"/oauth/revoke", "application/x-www-form-urlencoded", "token=x"},
	{"/oauth/register", "application/json", `{"redirect_uris": ["no address"]}`},
	{"/mcp", "application/json", `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
	{"/mcp/content", "application/json", `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
}

// TestSignInThroughWebServers sends everything that sign-in needs through each web server: the addresses, the headers
// that protect the pages of emcp, the challenge, and the token of the caller.
func TestSignInThroughWebServers(t *testing.T) {
	config, _ := configuration(t)
	_, behind := program.Serve(t, binary, config)
	for name, server := range webServers {
		t.Run(name, func(t *testing.T) {
			address := freeAddress(t)
			program.Start(t, server.command(t, t.TempDir(), address, server.lines(t, behind), server.serve))
			await(t, address)
			for _, r := range signInRequests {
				want, got := request(t, behind, r.path, r.kind, r.body), request(t, address, r.path, r.kind, r.body)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s directly (-) and through %s (+):\n%s", r.path, name, diff)
				}
				if want.Status == http.StatusNotFound || want.Body == "" {
					t.Errorf("%s: emcp answers %+v", r.path, want)
				}
			}
		})
	}
}

// request sends a request with an unknown token.
func request(t *testing.T, address, path, kind, body string) arrived {
	t.Helper()
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(t.Context(), method, "http://"+address+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "www.example.com"
	r.Header.Set("Authorization", "Bearer nobody's")
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := arrived{
		Status: response.StatusCode, Header: map[string]string{}, Body: formToken.ReplaceAllString(string(text), "FORM"),
	}
	for _, name := range []string{
		"Content-Type", "Content-Security-Policy", "X-Frame-Options", "Referrer-Policy", "Cache-Control", "Www-Authenticate",
		"Access-Control-Allow-Origin",
	} {
		a.Header[name] = response.Header.Get(name)
	}
	if response.Header.Get("Set-Cookie") != "" {
		a.Header["Set-Cookie"] = "there"
	}
	return a
}

// formToken matches what differs in every form, and ids of requests.
var formToken = regexp.MustCompile(`name="form" value="[^"]+"|"trace_id":"[^"]+"`)
