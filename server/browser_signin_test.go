//go:build pictures

package server_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
)

// TestSignInPictures has somebody with a keyboard, in a browser that runs no scripts, sign in, allow an assistant, and
// end its access. It draws the pages for docs, at the width of a phone.
func TestSignInPictures(t *testing.T) {
	const site, redirect = "https://www.example.com", "http://localhost:6274/oauth/callback"
	behind := newSecureSite(t, Fixture(t).DSN, site)
	assistant := behind.browser(t)
	assistant.url = behind.url
	id, _ := assistant.json(http.MethodPost, "/oauth/register", "application/json",
		`{"client_name":"MCP Inspector","redirect_uris":["`+redirect+`"]}`)["client_id"].(string)
	page := site + "/oauth/authorize?" + url.Values{
		"response_type": {"code"}, "client_id": {id}, "redirect_uri": {redirect}, "state": {"x"},
		"code_challenge": {challenged}, "code_challenge_method": {"S256"}, "resource": {site + "/mcp/content"},
	}.Encode()

	c := startChromium(t, "www.example.com", strings.TrimPrefix(behind.url, "https://"))
	c.open(page, "<h1>Sign in</h1>")
	c.picture("sign-in", "light")
	c.write("nobody's")
	c.key("Enter")
	c.expect("This token is not known here.")
	c.write("manager")
	c.key("Enter")
	c.expect("<h1>Allow access?</h1>")
	c.picture("consent", "light")
	c.picture("consent-dark", "dark")
	for _, language := range []string{"de", "uk", "en"} {
		c.do("Network.setExtraHTTPHeaders", map[string]any{"headers": map[string]string{"Accept-Language": language}}, nil)
		c.open(page, `<html lang="`+language+`">`)
		if y := c.bottom(`button[value="deny"]`); y > height {
			t.Errorf("%s: the button that refuses ends %v pixels below the top, not on the first screen", language, y)
		}
	}
	c.key("Tab")
	c.key("Enter")
	var to *url.URL
	wait.Until(t, 30*time.Second, "the way to the client", func() bool {
		var err error
		to, err = url.Parse(c.address())
		return err == nil && strings.HasPrefix(to.String(), redirect+"?")
	})
	tokens := assistant.json(http.MethodPost, "/oauth/token", formType, url.Values{
		"grant_type": {"authorization_code"}, "client_id": {id}, "code": {to.Query().Get("code")}, "redirect_uri": {redirect},
		"code_verifier": {verifier}, "resource": {site + "/mcp/content"},
	}.Encode())
	access, _ := tokens["access_token"].(string)
	if got := assistant.call(t, access); got != http.StatusOK {
		t.Fatalf("%d with %v", got, tokens)
	}

	c.open(site+"/oauth/connections", "<h1>Connected assistants</h1>")
	c.picture("connections", "light")
	c.key("Tab")
	c.key("Enter")
	c.expect("You have not connected an assistant.")
	wait.Until(t, 5*time.Second, "the end of the access",
		func() bool { return assistant.call(t, access) == http.StatusUnauthorized })
}
