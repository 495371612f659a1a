package check_test

import (
	"context"
	"crypto/tls"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/owner/check"
	"emcp/server"
)

// routes returns what answers for a configuration.
func routes(t *testing.T, text string) http.Handler {
	t.Helper()
	c, err := config.Parse([]byte(text), noEnvironment)
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.New(c, server.Options{Version: "1.2.3", Log: slog.New(slog.DiscardHandler), Requests: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.Handler()
}

// TestUnknownProxy is told that all callers have the address of the web server.
func TestUnknownProxy(t *testing.T) {
	for name, more := range map[string]string{"unknown proxy": "", "known proxy": "security: {trusted_proxies: [127.0.0.1]}\n"} {
		expect(t, name, "listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\n"+
			"auth: {modes: [pat], oauth: {builtin: {public_url: \"https://127.0.0.1:1\"}}}\n"+more)
	}
}

// TestPublicAddress asks through web servers that pass on more or less.
func TestPublicAddress(t *testing.T) {
	for name, test := range map[string]struct {
		drop  string // paths that are not passed on
		strip func(r *http.Request, w http.Header)
	}{
		"complete":              {},
		"without metadata":      {drop: "/.well-known/oauth-protected-resource"},
		"without authority":     {drop: "/.well-known/oauth-authorization-server"},
		"without the server":    {drop: "/mcp"},
		"without Authorization": {strip: func(r *http.Request, _ http.Header) { r.Header.Del("Authorization") }},
		"without the challenge": {strip: func(_ *http.Request, w http.Header) { w.Del("WWW-Authenticate") }},
	} {
		t.Run(name, func(t *testing.T) {
			var backend http.Handler
			front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if test.drop != "" && strings.HasPrefix(r.URL.Path, test.drop) {
					http.NotFound(w, r)
					return
				}
				recorder := httptest.NewRecorder()
				if test.strip != nil {
					test.strip(r, http.Header{})
				}
				backend.ServeHTTP(recorder, r)
				if test.strip != nil {
					test.strip(r, recorder.Header())
				}
				for name, values := range recorder.Header() {
					w.Header()[name] = values
				}
				w.WriteHeader(recorder.Code)
				_, _ = w.Write(recorder.Body.Bytes())
			}))
			defer front.Close()
			folder := t.TempDir()
			text := "listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\nstate_dir: \"" + folder + "/new\"\n" +
				"auth: {modes: [pat], oauth: {builtin: {public_url: \"" + front.URL + "\"}}}\n"
			backend = routes(t, text)
			expect(t, "public "+name, text, front.URL, "PUBLIC", folder, "FOLDER")
		})
	}
}

// TestPublicObstacles asks web servers that keep clients from emcp, each in its own way.
func TestPublicObstacles(t *testing.T) {
	const (
		passOn    = "/.well-known/oauth-protected-resource and what is below it"
		docs      = " to emcp; docs/access.md has the lines"
		asked     = "HOST/.well-known/oauth-protected-resource/mcp answers"
		start     = "emcp is not running: start it (systemctl start emcp), and check again"
		oldServer = "see that the name 127.0.0.1 leads to this computer"
	)
	running := served(t, "listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\n"+everybody+"\n")
	answer := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
	}
	certificate := func(from, to time.Time) *tls.Config {
		cert, key := certificateFiles(t, from, to)
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			t.Fatal(err)
		}
		return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	expired := certificate(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2021, 1, 31, 0, 0, 0, 0, time.UTC))
	nameless := certificate(time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	for name, test := range map[string]struct {
		listen  string // of emcp
		handler http.Handler
		tls     *tls.Config // nil: no TLS
		scheme  string      // of public_url; empty: that of the server
		closed  bool        // the web server does not run
		want    string
	}{
		"redirect": {handler: http.RedirectHandler("https://www.example.com/login", http.StatusMovedPermanently),
			want: "error " + asked + " 301 Moved Permanently and leads to https://www.example.com/login | set public_url to the address that does not redirect, or " +
				"let the web server pass on " + passOn + docs + " without a redirect"},
		"password": {handler: answer(http.StatusUnauthorized), want: "error " + asked + " 401 Unauthorized | " +
			"a rule of the web server or a firewall forbids the request: allow " + passOn + " for everybody there"},
		"forbidden": {handler: answer(http.StatusForbidden), want: "error " + asked + " 403 Forbidden | " +
			"a rule of the web server or a firewall forbids the request: allow " + passOn + " for everybody there"},
		"not passed on": {handler: answer(http.StatusNotFound), want: "error " + asked + " 404 Not Found | let the web server pass on " + passOn + docs},
		"emcp is down":  {handler: answer(http.StatusBadGateway), want: "error " + asked + " 502 Bad Gateway | " + start},
		"emcp elsewhere": {listen: running, handler: answer(http.StatusBadGateway), want: "error " + asked + " 502 Bad Gateway | " +
			"emcp runs, but the web server does not reach it: let it pass requests on to EMCP, and read its error log"},
		"another site": {
			handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<!DOCTYPE html>") }),
			want:    "error " + asked + ", but not as emcp does | another server or site answers: " + oldServer + "; then let the web server pass on " + passOn + docs,
		},
		"nothing": {closed: true, want: "warning Get \"" + strings.TrimSuffix(asked, " answers") + "\": dial tcp ADDRESS: connect: connection refused | " + start},
		"no web server": {listen: running, closed: true, want: "warning Get \"" + strings.TrimSuffix(asked, " answers") +
			"\": dial tcp ADDRESS: connect: connection refused | see that the web server runs, that the name 127.0.0.1 leads to this computer, " +
			"and that the firewall lets requests through"},
		"expired": {tls: expired, want: "error the certificate of 127.0.0.1 expired on 2021-01-31 | renew it, such as with certbot renew, and reload the web server"},
		"of another name": {tls: nameless, want: "error the certificate there is not for 127.0.0.1 | " + oldServer +
			", and that the web server has a certificate for it"},
		"unknown authority": {tls: &tls.Config{MinVersion: tls.VersionTLS12}, want: "error the certificate of 127.0.0.1 is not trusted: " +
			"x509: certificate signed by unknown authority | give the web server the whole chain of the certificate, such as fullchain.pem, of an authority that clients know"},
		"without TLS": {scheme: "https", want: "error 127.0.0.1 answers without TLS | let the web server answer with a certificate on this port, or correct public_url"},
	} {
		t.Run(name, func(t *testing.T) {
			front := httptest.NewUnstartedServer(test.handler)
			front.Config.ErrorLog = log.New(io.Discard, "", 0)
			if front.TLS = test.tls; test.tls != nil {
				front.StartTLS()
			} else {
				front.Start()
			}
			defer front.Close()
			public := front.URL
			if test.scheme != "" {
				public = strings.Replace(public, "http", test.scheme, 1)
			}
			if test.closed {
				front.Close()
			}
			listen := test.listen
			if listen == "" {
				listen = "127.0.0.1:0"
			}
			text := "listen: " + listen + "\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\n" +
				"auth: {modes: [pat], oauth: {builtin: {public_url: \"" + public + "\"}}}\n"
			var got []string
			for _, f := range check.File(t.Context(), written(t, text), noEnvironment, check.More{}).Findings {
				if f.Subject == "auth.oauth public address" {
					got = append(got, string(f.Level)+" "+f.What+" | "+f.Do)
				}
			}
			address := strings.TrimPrefix(front.URL, "http://")
			want := strings.NewReplacer("HOST", public, "EMCP", running, "ADDRESS", address).Replace(test.want)
			if diff := cmp.Diff([]string{want}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestUnknownPublicName has a public name that no DNS server knows.
func TestUnknownPublicName(t *testing.T) {
	const name = "emcp-check.invalid"
	knowNoNames(t)
	text := "listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\nauth: {modes: [pat], oauth: {builtin: {public_url: \"https://" + name + "\"}}}\n" +
		"security: {allow_hosts: [" + name + "]}\n"
	var advice []string
	for _, f := range check.File(t.Context(), written(t, text), noEnvironment, check.More{}).Findings {
		if f.Subject == "auth.oauth public address" {
			advice = append(advice, f.Do)
		}
	}
	if diff := cmp.Diff([]string{"create an entry for " + name + " at your DNS provider, or correct public_url"}, advice); diff != "" {
		t.Error(diff)
	}
}

// knowNoNames gives the process a DNS server that knows no name, until the test ends.
func knowNoNames(t *testing.T) {
	t.Helper()
	server, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		message := make([]byte, 512)
		for {
			n, from, err := server.ReadFrom(message)
			if err != nil {
				return // the test has ended
			}
			message[2], message[3] = message[2]|0x80, 3 // an answer: there is no such name (RFC 1035, section 4.1.1)
			_, _ = server.WriteTo(message[:n], from)
		}
	}()
	usual := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
	t.Cleanup(func() {
		net.DefaultResolver = usual
		_ = server.Close()
	})
}
