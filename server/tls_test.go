package server_test

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/server"
)

// authority signs certificates.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	pem         []byte
}

// credential is a certificate with its key, PEM.
type credential struct{ certificate, key []byte }

func newAuthority(t *testing.T, name string) *authority {
	t.Helper()
	a := &authority{}
	template := &x509.Certificate{
		Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	c := a.sign(t, template, nil)
	a.pem = c.certificate
	return a
}

// sign makes a key and a certificate for it; the first one is the authority's own.
func (a *authority) sign(t *testing.T, template, parent *x509.Certificate) credential {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if template.SerialNumber, err = rand.Int(rand.Reader, big.NewInt(1<<60)); err != nil {
		t.Fatal(err)
	}
	template.NotBefore = time.Now().Add(-time.Hour)
	if template.NotAfter.IsZero() {
		template.NotAfter = time.Now().Add(time.Hour)
	}
	signer := a.key
	if parent == nil {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	if a.key == nil {
		if a.certificate, err = x509.ParseCertificate(der); err != nil {
			t.Fatal(err)
		}
		a.key = key
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return credential{
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
	}
}

// server returns a certificate for 127.0.0.1.
func (a *authority) server(t *testing.T, name string) credential {
	t.Helper()
	return a.sign(t, &x509.Certificate{
		Subject: pkix.Name{CommonName: name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, a.certificate)
}

// client returns a certificate for a client; end is when it ends, zero for later.
func (a *authority) client(t *testing.T, subject pkix.Name, usage x509.ExtKeyUsage, end time.Time) tls.Certificate {
	t.Helper()
	c := a.sign(t, &x509.Certificate{Subject: subject, NotAfter: end, ExtKeyUsage: []x509.ExtKeyUsage{usage}},
		a.certificate)
	pair, err := tls.X509KeyPair(c.certificate, c.key)
	if err != nil {
		t.Fatal(err)
	}
	return pair
}

// certificateFiles are those of a configuration.
type certificateFiles struct{ cert, key string }

func filesOf(t *testing.T, c credential) certificateFiles {
	t.Helper()
	dir := t.TempDir()
	f := certificateFiles{filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")}
	write(t, f.cert, c.certificate)
	write(t, f.key, c.key)
	return f
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func (f certificateFiles) setting(clientCA string) []string {
	text := "tls: {cert_file: " + f.cert + ", key_file: " + f.key
	if clientCA != "" {
		text += ", client_ca_file: " + clientCA
	}
	return []string{"sites:\n", text + "}\nsites:\n"}
}

// httpsClient returns a client that knows the authority and has a connection for itself.
func httpsClient(t *testing.T, a *authority, change func(*tls.Config)) *http.Client {
	t.Helper()
	pool := x509.NewCertPool()
	pool.AddCert(a.certificate)
	settings := &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	if change != nil {
		change(settings)
	}
	transport := &http.Transport{TLSClientConfig: settings, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 10 * time.Second}
}

// postBy posts a message. headers are as in Send.
func postBy(t *testing.T, client *http.Client, url, body string, headers ...string) (*http.Response, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "X-Trace-Id": {"trace-1"}}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return client.Do(r)
}

func securely(t *testing.T, client *http.Client, url, body string) (Reply, *tls.ConnectionState, error) {
	t.Helper()
	response, err := postBy(t, client, url, body, "Authorization", "Bearer full") //nolint:bodyclose // ReadReply does
	if err != nil {
		return Reply{}, nil, err
	}
	return ReadReply(t, response), response.TLS, nil
}

// serveTLS is serve with https.
func serveTLS(t *testing.T, s *server.Server) (base string) {
	t.Helper()
	base, stop, ended := serve(t, s)
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return strings.Replace(base, "http://", "https://", 1)
}

func TestHTTPS(t *testing.T) {
	t.Parallel() // the end of a server is waiting
	a := newAuthority(t, "Test CA")
	s, audit := NewAudited(t, Fixture(t).DSN, filesOf(t, a.server(t, "emcp")).setting("")...)
	base := serveTLS(t, s)
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		client := httpsClient(t, a, func(c *tls.Config) { c.MinVersion, c.MaxVersion = version, version })
		got, state, err := securely(t, client, base+"/mcp", GetHome)
		if err != nil {
			t.Fatal(err)
		}
		Equal(t, Answered(GotHome), got)
		if state.Version != version {
			t.Errorf("TLS %#x, want %#x", state.Version, version)
		}
		if line := audit.TakeN(t, 1)[0]; strings.Contains(line, "certificate") || !strings.Contains(line, `"code":"ok"`) {
			t.Errorf("the audit line is %s", line)
		}
		client.CloseIdleConnections()
	}

	for _, version := range []uint16{tls.VersionTLS10, tls.VersionTLS11} { //nolint:gosec // what must be refused
		client := httpsClient(t, a, func(c *tls.Config) { c.MinVersion, c.MaxVersion = tls.VersionTLS10, version })
		if got, _, err := securely(t, client, base+"/mcp", Ping); err == nil ||
			!strings.Contains(err.Error(), "protocol version") {
			t.Errorf("TLS %#x: %+v, %v", version, got, err)
		}
	}
	// Who does not know the authority finds out that it is another.
	stranger := httpsClient(t, newAuthority(t, "Test CA"), nil)
	if got, _, err := securely(t, stranger, base+"/mcp", Ping); !errors.As(err, new(*tls.CertificateVerificationError)) {
		t.Errorf("%+v, %v", got, err)
	}
	// Plain HTTP is answered by net/http alone.
	got := Post(t, strings.Replace(base, "https://", "http://", 1)+"/mcp", Ping)
	if got.Status != http.StatusBadRequest || got.Body != "Client sent an HTTP request to an HTTPS server." {
		t.Errorf("plain HTTP: %+v", got)
	}
	if lines := audit.Take(); len(lines) > 0 {
		t.Errorf("what was not heard is in the audit log: %s", lines)
	}
}

// TestClientCertificates has a listener that only clients with the right certificate can reach.
func TestClientCertificates(t *testing.T) {
	t.Parallel() // the end of a server is waiting
	a, clients, others := newAuthority(t, "Test CA"), newAuthority(t, "Clients CA"), newAuthority(t, "Clients CA")
	bundle := filepath.Join(t.TempDir(), "clients.pem")
	write(t, bundle, append(newAuthority(t, "Older CA").pem, clients.pem...))
	s, audit := NewAudited(t, NoDatabase, filesOf(t, a.server(t, "emcp")).setting(bundle)...)
	base := serveTLS(t, s)

	with := func(certificates ...tls.Certificate) *http.Client {
		return httpsClient(t, a, func(c *tls.Config) {
			// Also one that the server has not asked for.
			c.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
				if len(certificates) == 0 {
					return &tls.Certificate{}, nil
				}
				return &certificates[0], nil
			}
		})
	}
	robot := pkix.Name{CommonName: "robot, \"5\"", Organization: []string{"Example"}}
	got, _, err := securely(t, with(clients.client(t, robot, x509.ExtKeyUsageClientAuth, time.Time{})), base+"/mcp", Ping)
	if err != nil {
		t.Fatal(err)
	}
	Equal(t, Answered(Pong), got)
	want := []string{`{"timestamp":"TIME","msg":"audit","trace_id":"trace-1","request_id":"1","server_handle":"content",` +
		`"method":"ping","tool":"","status":200,"code":"ok","subject":"token:full","view":"public","duration_ms":0,` +
		`"rows":0,"bytes":36,"replayed":false,"client":"127.0.0.1","certificate":"CN=robot\\, \\\"5\\\",O=Example"}` + "\n"}
	Equal(t, want, audit.TakeN(t, 1))
	// The token is needed all the same.
	client := with(clients.client(t, robot, x509.ExtKeyUsageClientAuth, time.Time{}))
	response, err := postBy(t, client, base+"/mcp", Ping)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("without token: status %d", response.StatusCode)
	}
	audit.TakeN(t, 1)

	expired := time.Now().Add(-time.Minute)
	for name, client := range map[string]*http.Client{
		"no certificate":           with(),
		"of another authority":     with(others.client(t, robot, x509.ExtKeyUsageClientAuth, time.Time{})),
		"of the server's":          with(a.client(t, robot, x509.ExtKeyUsageClientAuth, time.Time{})),
		"that has ended":           with(clients.client(t, robot, x509.ExtKeyUsageClientAuth, expired)),
		"that is one for a server": with(clients.client(t, robot, x509.ExtKeyUsageServerAuth, time.Time{})),
	} {
		// The server ends the connection, before or after the client has found out why.
		got, _, err := securely(t, client, base+"/mcp", Ping)
		if err == nil || errors.As(err, new(*tls.CertificateVerificationError)) || os.IsTimeout(err) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if response, err := client.Get(base + "/healthz"); err == nil { //nolint:noctx // refused, or over at once
			response.Body.Close()
			t.Errorf("%s: healthz answers %s", name, response.Status)
		}
	}
	if lines := audit.Take(); len(lines) > 0 {
		t.Errorf("what was not heard is in the audit log: %s", lines)
	}
}

// TestCertificateIsReadAgain changes the files of a running server, which serves on all the time.
func TestCertificateIsReadAgain(t *testing.T) {
	t.Parallel() // most of it is waiting
	a := newAuthority(t, "Test CA")
	files := filesOf(t, a.server(t, "first"))
	base := serveTLS(t, NewServer(t, NoDatabase, files.setting("")...))
	name := func() string {
		client := httpsClient(t, a, nil)
		got, state, err := securely(t, client, base+"/mcp", Ping)
		if err != nil {
			t.Fatal(err)
		}
		Equal(t, Answered(Pong), got)
		client.CloseIdleConnections()
		return state.PeerCertificates[0].Subject.CommonName
	}
	if got := name(); got != "first" {
		t.Fatalf("the certificate is %s", got)
	}
	second := a.server(t, "second")
	write(t, files.key, second.key)
	write(t, files.cert, second.certificate)
	wait.Until(t, 2*server.CertificateAge, "the second certificate", func() bool { return name() == "second" })
}

// TestCertificateOfFilesThatDoNotFit goes through the states of a renewal. While the files do not fit together, the
// certificate before them is served.
func TestCertificateOfFilesThatDoNotFit(t *testing.T) {
	a := newAuthority(t, "Test CA")
	first, second, third := a.server(t, "first"), a.server(t, "second"), a.server(t, "third")
	files := filesOf(t, first)
	c := server.NewServedCertificate(files.cert, files.key)
	clock := time.Now().Add(-time.Hour)
	put := func(path string, text []byte) {
		write(t, path, text)
		clock = clock.Add(time.Second) // whatever the resolution of the file system
		if err := os.Chtimes(path, clock, clock); err != nil {
			t.Fatal(err)
		}
	}
	served := func() string {
		t.Helper()
		pair, err := c.Get()
		if err != nil {
			t.Fatal(err)
		}
		return pair.Leaf.Subject.CommonName
	}
	expect := func(state, want string) {
		t.Helper()
		c.LookedAt(time.Time{}) // long ago
		if got := served(); got != want {
			t.Errorf("%s: %s, want %s", state, got, want)
		}
	}
	expect("at first", "first")

	put(files.cert, second.certificate)
	expect("new certificate, old key", "first")
	expect("the same a moment later", "first")
	put(files.key, second.key[:len(second.key)/2])
	expect("half of the key", "first")
	put(files.key, second.key)
	expect("all of the key", "second")

	put(files.key, third.key)
	expect("new key, old certificate", "second")
	put(files.cert, third.certificate[:len(third.certificate)/2])
	expect("half of the certificate", "second")
	put(files.cert, nil)
	expect("an empty certificate", "second")
	put(files.cert, third.certificate)
	expect("all of the certificate", "third")

	if err := os.Remove(files.cert); err != nil {
		t.Fatal(err)
	}
	expect("no certificate", "third")
	put(files.cert, first.certificate)
	if err := os.Remove(files.key); err != nil {
		t.Fatal(err)
	}
	expect("no key", "third")
	put(files.key, first.key)
	expect("both there again", "first")

	// It is not looked at for every connection.
	put(files.key, second.key)
	put(files.cert, second.certificate)
	c.LookedAt(time.Now().Add(time.Second - server.CertificateAge))
	if got := served(); got != "first" {
		t.Errorf("a moment after the last look: %s", got)
	}
	c.LookedAt(time.Now().Add(-server.CertificateAge))
	if got := served(); got != "second" {
		t.Errorf("%s after the last look: %s", server.CertificateAge, got)
	}
}

// TestWrongCertificateFiles has files of which New says what is wrong with them.
func TestWrongCertificateFiles(t *testing.T) {
	a := newAuthority(t, "Test CA")
	files := filesOf(t, a.server(t, "emcp"))
	other := filesOf(t, a.server(t, "other"))
	none, text, ca := filepath.Join(t.TempDir(), "none.pem"), filepath.Join(t.TempDir(), "text.pem"),
		filepath.Join(t.TempDir(), "ca.pem")
	write(t, text, []byte("hello"))
	write(t, ca, a.pem)
	for name, test := range map[string]struct{ cert, key, clientCA, want string }{
		"no certificate":       {none, files.key, "", "tls: stat " + none + ": no such file or directory"},
		"no key":               {files.cert, none, "", "tls: open " + none + ": no such file or directory"},
		"text for certificate": {text, files.key, "", "tls: tls: failed to find any PEM data in certificate input"},
		"text for key":         {files.cert, text, "", "tls: tls: failed to find any PEM data in key input"},
		"another's key":        {files.cert, other.key, "", "tls: tls: private key does not match public key"},
		"exchanged": {
			files.key, files.cert, "",
			"tls: tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may " +
				"have been switched",
		},
		"no client CA": {
			files.cert, files.key, none, "tls.client_ca_file: open " + none + ": no such file or directory",
		},
		"text for client CA": {files.cert, files.key, text, "tls.client_ca_file: " + text + " contains no certificate"},
		"key for client CA": {
			files.cert, files.key, files.key, "tls.client_ca_file: " + files.key + " contains no certificate",
		},
		"all in order": {files.cert, files.key, ca, ""},
	} {
		c := NewConfig(t, NoDatabase, certificateFiles{test.cert, test.key}.setting(test.clientCA)...)
		s, err := server.New(c, WithDefaults(server.Options{}))
		switch {
		case err == nil && test.want == "":
			if err := s.Close(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case err == nil || err.Error() != test.want:
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}

// TestSlowHandshake has a client that connects and says nothing. Its connection must be closed.
func TestSlowHandshake(t *testing.T) {
	t.Parallel() // most of it is waiting
	a := newAuthority(t, "Test CA")
	base := serveTLS(t, NewServer(t, NoDatabase, filesOf(t, a.server(t, "emcp")).setting("")...))
	conn := dial(t, base)
	if err := conn.SetDeadline(time.Now().Add(server.HeaderTime + 10*time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(conn).ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("want the connection closed, got %v", err)
	}
}
