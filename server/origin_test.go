package server_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"emcp/internal/oauth"
	. "emcp/internal/test/servertest"
	"emcp/server"
)

// secured is the change of the settings that gives them a section security.
func secured(section string) []string {
	return []string{"rate_limit:", "security: {" + section + "}\nrate_limit:"}
}

// hostRefused is the body of a request under another host name.
func hostRefused(host string) string {
	name := regexp.MustCompile(`:\d+$`).ReplaceAllString(strings.ToLower(host), "")
	return `{"error":{"code":"forbidden","message":"emcp does not answer under the host name \"` + name + `\"; ` +
		`the site's owner can add it to security.allow_hosts","retryable":false,"trace_id":"trace-1"}}`
}

// anyOriginRefused is the body of a request of a page of another origin.
func anyOriginRefused(string) string { return originRefused }

const (
	originRefused = `{"error":{"code":"forbidden","message":"pages of this origin may not call emcp; ` +
		`the site's owner can add it to security.allow_origins","retryable":false,"trace_id":"trace-1"}}`
)

// checkOutcomes sends a ping with each value of a header and compares the status and the body.
func checkOutcomes(
	t *testing.T, web http.Handler, header string, refusal func(value string) string, pass, fail []string,
) {
	t.Helper()
	for i, value := range append(pass, fail...) {
		status, body := http.StatusOK, Pong
		if i >= len(pass) {
			status, body = http.StatusForbidden, refusal(value)
		}
		for _, path := range []string{"/mcp", "/mcp/content", "/mcp/content/dispatch", "/mcp/nothing"} {
			w := sent{path: path, header: []string{header, value}}.answer(t, web)
			got := strings.TrimSpace(w.Body.String())
			switch {
			case status == http.StatusOK && path == "/mcp/nothing":
				body = UnknownServer
			case status == http.StatusOK && path != "/mcp" && path != "/mcp/content":
				body = got // its envelope is no matter of this test
			}
			if w.Code != status || got != body {
				t.Errorf("%s %q at %s: %d %s", header, value, path, w.Code, got)
			}
		}
	}
}

func TestHosts(t *testing.T) {
	checkOutcomes(t, NewServer(t, NoDatabase).Handler(), "Host", hostRefused, []string{
		"localhost", "localhost:8787", "LOCALHOST", "127.0.0.1", "127.0.0.1:8787", "127.5.5.5", "[::1]", "[::1]:8787",
	}, []string{
		"", "example.com", "example.com:8787", "localhost.example.com", "example.com.localhost:1", "127.0.0.1.nip.io",
		"127.0.0.1.example.com:80",
		"0.0.0.0:8787", "[::]:8787", "10.0.0.1", "192.168.0.1:8787", "2130706433", "127.1", "localhost,example.com",
		"user@localhost", "localhost.", "emcp",
	})
	checkOutcomes(t,
		NewServer(t, NoDatabase,
			secured(`allow_hosts: [Example.com, "emcp.example.org:8787", 10.0.0.1, "[2001:db8::1]"]`)...).Handler(), "Host",
		hostRefused, []string{
			"example.com", "example.com:443", "EXAMPLE.com:8787", "emcp.example.org:8787", "10.0.0.1", "10.0.0.1:80",
			"[2001:db8::1]", "[2001:db8::1]:8787",
		}, []string{
			"localhost", "127.0.0.1:8787", "emcp.example.org", "emcp.example.org:80", "a.example.com", "example.com.evil.com",
			"xexample.com", "10.0.0.10", "[2001:db8::2]", "[::1]", "",
		})
}

func TestOrigins(t *testing.T) {
	checkOutcomes(t, NewServer(t, NoDatabase).Handler(), "Origin", anyOriginRefused, []string{
		"", "http://localhost", "http://localhost:3000", "https://localhost:8443", "HTTP://LOCALHOST:3000",
		"http://127.0.0.1:5173", "http://[::1]:5173",
	}, []string{
		"null", "https://example.com", "http://localhost.example.com", "http://127.0.0.1.nip.io",
		"http://localhost@example.com", "http://0.0.0.0:3000",
		"http://192.168.0.1", "file://", "chrome-extension://abc", "localhost", "http://",
		"https://example.com/http://localhost", "%", "http://[::1",
	})
	web := NewServer(t, NoDatabase,
		secured(`allow_origins: ["https://Example.com", "http://localhost:3000"]`)...).Handler()
	checkOutcomes(t, web, "Origin", anyOriginRefused, []string{
		"", "https://example.com", "HTTPS://EXAMPLE.COM", "http://localhost:3000",
	}, []string{
		"null", "http://example.com", "https://example.com:8443", "https://a.example.com", "https://example.com.evil.com",
		"http://localhost", "http://localhost:3001",
		"http://127.0.0.1:3000",
	})
}

// TestOriginBeforeEverything shows that a page of somebody else learns nothing: neither of tokens nor of media types or
// sizes.
func TestOriginBeforeEverything(t *testing.T) {
	web := NewServer(t, NoDatabase).Handler()
	for _, header := range [][]string{
		{"Host", "example.com"}, {"Origin", "https://example.com"}, {"Host", "example.com", "Origin", "https://example.com"},
	} {
		refusal := originRefused
		if header[0] == "Host" {
			refusal = hostRefused("example.com")
		}
		for _, more := range [][]string{
			{"Authorization", ""}, {"Authorization", "Bearer nobody"}, {"Content-Type", "text/plain"},
			{"MCP-Protocol-Version", "0"},
		} {
			for _, body := range []string{Ping, "no JSON", padded(400 << 10)} {
				w := sent{body: body, header: append(more, header...)}.answer(t, web)
				if w.Code != http.StatusForbidden || strings.TrimSpace(w.Body.String()) != refusal ||
					w.Header().Get("Www-Authenticate") != "" {
					t.Errorf("%v, %v: %d %s", header, more, w.Code, w.Body)
				}
			}
		}
	}
}

// TestCORS compares all headers that a browser looks at.
func TestCORS(t *testing.T) {
	const page = "https://example.com"
	base := Serve(t, NoDatabase, secured(`allow_origins: ["`+page+`"]`)...)
	const exposed = "MCP-Session-Id,X-Trace-Id,Idempotency-Replayed,Retry-After,WWW-Authenticate"
	readable := func(r Reply) Reply {
		r.Header["Access-Control-Allow-Origin"] = page
		r.Header["Access-Control-Expose-Headers"] = exposed
		r.Header["Vary"] = "Origin"
		return r
	}
	unreadable := func(r Reply) Reply {
		r.Header["Vary"] = "Origin"
		return r
	}
	missing := Refused(http.StatusUnauthorized, "unauthenticated",
		NoTokenMessage, "Www-Authenticate", "Bearer")
	for _, test := range []struct {
		name   string
		header []string
		want   Reply
	}{
		{"page", []string{"Origin", page}, readable(Answered(Pong))},
		{"page without token", []string{"Origin", page, "Authorization", ""}, readable(missing)},
		{"other page", []string{"Origin", "https://example.org"}, unreadable(Reply{
			Status: http.StatusForbidden, Header: map[string]string{"Content-Type": "application/json", "X-Trace-Id": "trace-1"},
			Body: originRefused,
		})},
		{"no page", nil, unreadable(Answered(Pong))},
	} {
		Equal(t, test.want, Post(t, base+"/mcp", Ping, test.header...), test.name)
	}

	preflight := []string{
		"Authorization", "", "Content-Type", "", "Access-Control-Request-Method", "POST",
		"Access-Control-Request-Headers", "authorization,content-type,mcp-protocol-version",
	}
	want := Reply{Status: http.StatusNoContent, Header: map[string]string{
		"Access-Control-Allow-Origin":  page,
		"Access-Control-Allow-Methods": "POST",
		"Access-Control-Allow-Headers": "Authorization,Content-Type,X-Partner-Auth,MCP-Session-Id,MCP-Protocol-Version," +
			"Mcp-Method,Mcp-Name,Last-Event-ID,X-Trace-Id,Idempotency-Key",
		"Vary":       "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
		"X-Trace-Id": "trace-1",
	}}
	for _, path := range []string{"/mcp", "/mcp/content", "/api/v1/mcp/content/dispatch"} {
		got := Send(t, http.MethodOptions, base+path, "", append([]string{"Origin", page}, preflight...)...)
		delete(got.Header, "Allow")
		Equal(t, want, got, fmt.Sprintf("preflight of %s", path))
	}
	got := Send(t, http.MethodOptions, base+"/mcp", "", append([]string{"Origin", "https://example.org"}, preflight...)...)
	for name := range got.Header {
		if strings.HasPrefix(name, "Access-Control-") {
			t.Errorf("the preflight of another page is answered with %s: %s", name, got.Header[name])
		}
	}
}

// TestCORSHeaders names the headers that pages may send and read.
func TestCORSHeaders(t *testing.T) {
	base := Serve(t, NoDatabase, "rate_limit:",
		"security: {allow_origins: [http://localhost:3000]}\nrate_limit:")
	got := Send(t, http.MethodOptions, base+"/mcp", "", "Origin", "http://localhost:3000", "Access-Control-Request-Method",
		"POST", "Content-Type", "")
	want := "Authorization,Content-Type,X-Partner-Auth,MCP-Session-Id,MCP-Protocol-Version,Mcp-Method,Mcp-Name," +
		"Last-Event-ID,X-Trace-Id,Idempotency-Key"
	if got.Header["Access-Control-Allow-Headers"] != want {
		t.Errorf("%+v", got)
	}
	got = Post(t, base+"/mcp", Ping, "Origin", "http://localhost:3000")
	if want := "MCP-Session-Id,X-Trace-Id,Idempotency-Replayed," +
		"Retry-After,WWW-Authenticate"; got.Header["Access-Control-Expose-Headers"] != want {
		t.Errorf("%+v", got)
	}
}

// TestPreflightOfPublicAddresses has clients in browsers, at pages that the configuration does not know. To sign in,
// they may ask for metadata and tokens, whether or not other pages may call emcp.
func TestPreflightOfPublicAddresses(t *testing.T) {
	for _, origins := range []string{``, `"https://example.com"`} {
		base := Serve(t, NoDatabase, append(secured("allow_origins: ["+origins+"]"), builtin...)...)
		for _, path := range []string{
			oauth.MetadataPath, oauth.TokenPath, oauth.RegisterPath, oauth.RevokePath, server.ProtectedResource,
			server.ProtectedResource + "/mcp",
		} {
			for _, origin := range []string{"https://example.com", "https://client.example.org"} {
				got := Send(t, http.MethodOptions, base+path, "", "Origin", origin, "Authorization", "", "Content-Type", "",
					"Access-Control-Request-Method", "GET", "Access-Control-Request-Headers", "mcp-protocol-version")
				want := Reply{Status: http.StatusNoContent, Header: map[string]string{
					"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET, POST", "X-Trace-Id": "trace-1",
					"Access-Control-Allow-Headers": "Content-Type, Authorization, MCP-Protocol-Version",
				}}
				Equal(t, want, got, fmt.Sprintf("%s from %s, allowed %s", path, origin, origins))
			}
		}
	}
}

// TestNoCORSUnasked shows that without configured origins no page can read an answer.
func TestNoCORSUnasked(t *testing.T) {
	base := Serve(t, NoDatabase)
	for _, method := range []string{http.MethodPost, http.MethodOptions} {
		got := Send(t, method, base+"/mcp", Ping, "Origin", "http://localhost:3000", "Access-Control-Request-Method", "POST")
		for name := range got.Header {
			if strings.HasPrefix(name, "Access-Control-") || name == "Vary" {
				t.Errorf("%s is answered with %s: %s", method, name, got.Header[name])
			}
		}
	}
}
