package check_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"emcp/config"
	"emcp/internal/test/testdb"
	"emcp/server"
)

func TestConfiguration(t *testing.T) {
	expectFile(t, "unreadable", filepath.Join(t.TempDir(), "none"))
	expect(t, "mistakes", "listn: x\nsites: {main: {dsn: \"\", max_open_conns: 0}}\nauth: {modes: [magic]}\n")
}

// TestSurroundings has no database, so that only what is around it is looked at.
func TestSurroundings(t *testing.T) {
	down := "sites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\n"
	soon := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
	token := func(name, end string) string {
		return "{name: " + name + ", sha256: " + strings.Repeat(name, 64) + ", expires: \"" + end + "\"}"
	}
	expect(t, "tokens", "listen: 127.0.0.1:0\n"+down+"auth:\n  modes: [token, jwt]\n  tokens: ["+
		token("a", "2020-01-31T00:00:00Z")+", "+token("b", soon.Format(time.RFC3339))+", "+token("c", "2099-01-31T00:00:00+01:00")+"]\n"+
		"  jwt: {algorithms: [RS256], jwks_url: \"http://127.0.0.1:1/\"}\nsecurity: {deny_tools: [evo.model.*, evo.modul.*, evo_content_search]}\n",
		soon.Format(time.RFC3339), "SOON")
	// Callers of several sites, of which only some list their servers.
	second := "sites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}, other: {dsn: \"u:p@tcp(127.0.0.1:1)/o\"}}\n" +
		"servers: [{handle: content, site: main}, {handle: more, site: main}, {handle: other, site: other}]\n"
	listed := func(name, servers string) string {
		return "{name: " + name + ", sha256: " + strings.Repeat(name, 64) + ", servers: [" + servers + "]}"
	}
	jwt := "  jwt: {algorithms: [HS256], secret: \"" + strings.Repeat("s", 64) + "\", audience: emcp}\n"
	expect(t, "tokens of two sites", "listen: 127.0.0.1:0\n"+second+"auth:\n  modes: [token, jwt]\n  tokens: ["+
		listed("a", `"*"`)+", "+listed("b", "content, more, other")+", "+listed("c", `content, "*"`)+", "+token("d", "2099-01-31T00:00:00Z")+"]\n"+jwt)
	expect(t, "tokens of two servers", "listen: 127.0.0.1:0\n"+down+"servers: [{handle: content, site: main}, {handle: more, site: main}]\n"+
		"auth:\n  modes: [token, jwt]\n  tokens: ["+listed("a", `"*"`)+"]\n"+jwt)

	cert, key := certificateFiles(t, time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2021, 1, 31, 0, 0, 0, 0, time.UTC))
	expect(t, "TLS expired", "listen: 127.0.0.1:0\n"+down+everybody+"\ntls: {cert_file: "+cert+", key_file: "+key+", client_ca_file: "+key+"}\n", cert, "CERT", key, "KEY")
	cert, key = certificateFiles(t, time.Now().Add(-time.Hour), soon)
	expect(t, "TLS expires", "listen: 127.0.0.1:0\n"+down+everybody+"\ntls: {cert_file: "+cert+", key_file: "+key+"}\n",
		cert, "CERT", soon.Format(time.DateOnly), "SOON")
	expect(t, "no certificate", "listen: 127.0.0.1:0\n"+down+everybody+"\ntls: {cert_file: none, key_file: none, client_ca_file: none}\n")
	expect(t, "exposed", "listen: 0.0.0.0:0\n"+down+"auth: {tokens: ["+token("c", "2099-01-31T00:00:00Z")+"]}\n")

	forgetful, stopped := testdb.StartRedis(t, "--maxmemory-policy", "allkeys-lru"), testdb.StartRedis(t, "--requirepass", "secret")
	expect(t, "Redis that forgets", "listen: 127.0.0.1:0\n"+down+everybody+"\nredis: {url: \""+forgetful.URL+"\"}\n")
	expect(t, "Redis without its password", "listen: 127.0.0.1:0\n"+down+everybody+"\nredis: {url: \""+stopped.URL+"\"}\n")
	stopped.Stop()
	expect(t, "Redis down", "listen: 127.0.0.1:0\n"+down+everybody+"\nredis: {url: \""+stopped.URL+"\"}\n", stopped.Addr, "REDIS")

	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	go http.Serve(taken, http.NotFoundHandler()) //nolint:errcheck,gosec // ends with the test
	expect(t, "port taken", "listen: "+taken.Addr().String()+"\n"+down+everybody+"\n", taken.Addr().String(), "ADDRESS")
	address := served(t, "listen: 127.0.0.1:0\n"+down+everybody+"\n")
	expect(t, "port taken by emcp", "listen: "+address+"\n"+down+everybody+"\n", address, "ADDRESS")
}

// served returns the address at which emcp serves a configuration.
func served(t *testing.T, text string) string {
	t.Helper()
	c, err := config.Parse([]byte(text), noEnvironment)
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.New(c, server.Options{Version: "1.2.3", Log: slog.New(slog.DiscardHandler), Requests: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", c.Listen)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-ended, s.Close()); err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

// certificateFiles writes a certificate with these dates, which has signed itself, and its key.
func certificateFiles(t *testing.T, from, to time.Time) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "emcp"}, NotBefore: from, NotAfter: to}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, block := range map[string]*pem.Block{
		"cert.pem": {Type: "CERTIFICATE", Bytes: signed}, "key.pem": {Type: "PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
}
