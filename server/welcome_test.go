package server

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestWelcome opens addresses of MCP in a browser, and by programs, which get what they got before.
func TestWelcome(t *testing.T) {
	const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
	const token, signIn, nothing = "It also needs a token.", `<a href="/oauth/connections">`, "Nothing else is needed."
	for name, test := range map[string]struct {
		change []string
		says   string
	}{
		"token": {nil, token}, "sign-in": {builtin, signIn}, "neither": {[]string{"modes: [token]", "modes: [none]"}, nothing},
	} {
		t.Run(name, func(t *testing.T) {
			base := listen(t, newServer(t, noDatabase, test.change...))
			get := func(path, accept string) (*http.Response, string) {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				if accept != "" {
					r.Header.Set("Accept", accept)
				}
				answer, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				defer answer.Body.Close()
				text, err := io.ReadAll(answer.Body)
				if err != nil {
					t.Fatal(err)
				}
				return answer, string(text)
			}
			_, first := get("/mcp", browser)
			for _, path := range []string{"/mcp", "/mcp/content", "/mcp/nothing", "/api/v1/mcp"} {
				answer, text := get(path, browser)
				if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/html; charset=UTF-8" || answer.Header.Get("WWW-Authenticate") != "" {
					t.Errorf("%s: %d %v", path, answer.StatusCode, answer.Header)
				}
				if text != first {
					t.Errorf("%s differs from /mcp: %s", path, text)
				}
			}
			for _, one := range []string{token, signIn, nothing} {
				if strings.Contains(first, one) != (one == test.says) {
					t.Errorf("%q: %s", one, first)
				}
			}
			if _, style, _ := strings.Cut(first, "<style>"); !strings.HasPrefix(style, string(welcomeStyle)+"</style>") {
				t.Errorf("the style is another one than the policy allows: %s", first)
			}
			for _, accept := range []string{"", "*/*", "application/json"} {
				if answer, _ := get("/mcp", accept); answer.StatusCode != http.StatusMethodNotAllowed {
					t.Errorf("accepting %q: %d", accept, answer.StatusCode)
				}
			}
			if answer, _ := get("/mcp", "text/event-stream, text/html"); answer.StatusCode == http.StatusOK {
				t.Errorf("a stream: %d", answer.StatusCode)
			}
		})
	}
}
