package oauth_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"emcp/internal/oauth"
	"emcp/internal/test/provider"
)

// FuzzAddresses opens pages with any parameters and cookies. Nothing breaks, nobody is signed in,
// and no browser is sent away.
func FuzzAddresses(f *testing.F) {
	for _, path := range []string{oauth.AuthorizePath, oauth.OpenIDPath, oauth.CallbackPath} {
		f.Add(path, "client_id=x&redirect_uri=https%3A%2F%2Fa.example%2F&state=s", "")
		f.Add(path, "code=x&state=y&iss=z", "__Host-emcp-openid=e30.AAAA")
		f.Add(path, "code=x;state=%zz", "__Host-emcp-openid=; __Host-emcp=x")
		f.Add(path, "client_id=emcp_client_e30.AAAA&client_id=https://a.example/", "__Host-emcp-openid=.\"")
	}
	p := provider.Start(f, address+oauth.CallbackPath)
	f.Fuzz(func(t *testing.T, path, query, cookie string) {
		i := install(t, registering, withProvider(p))
		defer i.process().Close()
		if path != oauth.AuthorizePath && path != oauth.OpenIDPath && path != oauth.CallbackPath ||
			strings.ContainsAny(query, " \r\n#") || path == oauth.OpenIDPath && query == "" {
			return // no HTTP request, or one that begins a sign-in
		}
		if _, err := url.ParseRequestURI(path + "?" + query); err != nil {
			return // no HTTP request
		}
		got := i.browser(t).send(http.MethodGet, path+"?"+query, nil, "Cookie", cookie)
		if got.status != http.StatusBadRequest && got.status != http.StatusForbidden || got.header.Get("Location") != "" {
			t.Errorf("%s?%s: %d %s", path, query, got.status, got.header.Get("Location"))
		}
	})
}
