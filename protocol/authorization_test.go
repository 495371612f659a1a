//go:build protocol

package protocol

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// authorizationScenarios are all that the suite has for authorization servers.
var authorizationScenarios = []string{"authorization-server-metadata-endpoint", "authorization-code-grant"}

// TestConformanceOfSignIn runs the suite's scenarios for authorization servers against the sign-in of emcp.
func TestConformanceOfSignIn(t *testing.T) {
	list, err := node(t, suite, "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, known, _ := strings.Cut(string(list), "Authorization server scenarios")
	if n := strings.Count(known, "  - "); n != len(authorizationScenarios) {
		t.Fatalf("the suite has %d scenarios for authorization servers:\n%s", n, known)
	}
	port := freePort(t)
	site := "http://localhost:" + port
	path := configuration(t,
		strings.Replace(withTokens, "auth: {",
			fmt.Sprintf("auth: {oauth: {builtin: {public_url: %q, registration: true}}, ", site), 1))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "127.0.0.1:0", "127.0.0.1:"+port, 1)),
		0o600); err != nil {
		t.Fatal(err)
	}
	serve(t, emcp, path)

	back, results := freePort(t), t.TempDir()
	var client struct {
		ID string `json:"client_id"`
	}
	registered := do(t, http.DefaultClient, http.MethodPost, site+"/oauth/register", "application/json",
		`{"client_name": "Suite", "redirect_uris": ["http://127.0.0.1/callback"]}`)
	if err := json.Unmarshal([]byte(registered.body), &client); err != nil {
		t.Fatal(err)
	}
	cmd := node(t, suite, "authorization", "--url", site, "--client-id", client.ID, "--resource", site+"/mcp", "--port",
		back, "--output-dir", results)
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	page := regexp.MustCompile(`^` + site + `/oauth/authorize\?\S+$`)
	for lines := bufio.NewScanner(output); lines.Scan(); {
		fmt.Fprintln(&printed, lines.Text())
		if page.MatchString(lines.Text()) {
			do(t, http.DefaultClient, http.MethodGet, allow(t, lines.Text(), token), "", "")
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, printed.String())
	}
	passed := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(results, "*", "checks.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, check := range checksIn(t, file) {
			passed[check.ID] = check.Status == "SUCCESS"
			if check.Status != "SUCCESS" && check.Status != "INFO" {
				t.Errorf("%s: %s %s", check.ID, check.Status, check.ErrorMessage)
			}
		}
	}
	if !passed["authorization-code-grant"] || len(passed) < len(authorizationScenarios) {
		t.Errorf("passed: %v\n%s", passed, printed.String())
	}
}

// allow signs in with a token on the page to which a client sends the browser, and allows the access. It returns where
// the browser is sent then.
func allow(t *testing.T, page, token string) (location string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{
		Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for _, fields := range []url.Values{{"do": {"signin"}, "token": {token}}, {"do": {"allow"}}} {
		shown := do(t, browser, http.MethodGet, page, "", "")
		form := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(shown.body)
		if form == nil {
			t.Fatal(shown.body)
		}
		fields.Set("form", form[1])
		location = do(t, browser, http.MethodPost, page, "application/x-www-form-urlencoded", fields.Encode()).location
	}
	return location
}

// shown is an answer.
type shown struct{ body, location string }

// do sends a request, which must not fail.
func do(t *testing.T, client *http.Client, method, address, kind, body string) shown {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= http.StatusBadRequest {
		t.Fatalf("%s: %d %s, %v", address, response.StatusCode, text, err)
	}
	return shown{string(text), response.Header.Get("Location")}
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}
