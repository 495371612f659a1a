package server_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
	"emcp/server"
)

// TestWelcome opens addresses of MCP in a browser, and by programs, which get what they got before.
func TestWelcome(t *testing.T) {
	const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
	const token, signIn, nothing = "It also needs a token.", `<a href="/oauth/connections">`, "Nothing else is needed."
	for name, test := range map[string]struct {
		change []string
		says   string
	}{
		"token": {nil, token}, "sign-in": {builtin, signIn},
		"neither": {[]string{"modes: [token]", "modes: [none]"}, nothing},
	} {
		t.Run(name, func(t *testing.T) {
			base := Serve(t, NoDatabase, test.change...)
			get := func(path, accept string) (status int, header http.Header, text string) {
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
				body, err := io.ReadAll(answer.Body)
				if err != nil {
					t.Fatal(err)
				}
				return answer.StatusCode, answer.Header, string(body)
			}
			_, _, first := get("/mcp", browser)
			for _, path := range []string{"/mcp", "/mcp/content", "/mcp/nothing", "/api/v1/mcp"} {
				status, header, text := get(path, browser)
				if status != http.StatusOK || header.Get("Content-Type") != "text/html; charset=UTF-8" ||
					header.Get("WWW-Authenticate") != "" {
					t.Errorf("%s: %d %v", path, status, header)
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
			if _, style, _ := strings.Cut(first, "<style>"); !strings.HasPrefix(style, string(server.WelcomeStyle)+"</style>") {
				t.Errorf("the style is another one than the policy allows: %s", first)
			}
			for _, accept := range []string{"", "*/*", "application/json"} {
				if status, _, _ := get("/mcp", accept); status != http.StatusMethodNotAllowed {
					t.Errorf("accepting %q: %d", accept, status)
				}
			}
			if status, _, _ := get("/mcp", "text/event-stream, text/html"); status == http.StatusOK {
				t.Errorf("a stream: %d", status)
			}
		})
	}
}

// TestWelcomeLanguages opens an address of MCP in browsers of several languages.
func TestWelcomeLanguages(t *testing.T) {
	base := Serve(t, NoDatabase)
	for accept, want := range map[string][2]string{
		"": {"en", "For assistants"}, "de-AT, en;q=0.5": {"de", "Für Assistenten"}, "uk": {"uk", "Для асистентів"},
		"fr": {"en", "For assistants"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/mcp", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Accept-Language", accept)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		page := string(text)
		if answer.Header.Get("Content-Language") != want[0] || !strings.Contains(page, `<html lang="`+want[0]+`">`) ||
			!strings.Contains(page, "<h1>"+want[1]+"</h1>") {
			t.Errorf("%q: %v %s", accept, answer.Header, page)
		}
	}
}
