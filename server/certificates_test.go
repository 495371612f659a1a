package server_test

import (
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/auth"
	. "emcp/internal/test/servertest"
	"emcp/server"
)

const (
	certificateMessage = NoTokenMessage +
		"; the client certificate alone is not enough, because no token of the configuration names it"
	noAuthorization = "Authorization"
)

// mutual is an authority for clients beside that of the server, and their certificates.
type mutual struct {
	servers, clients *authority
	settings         []string // of TLS, where clients can have a certificate
}

func newMutual(t *testing.T) mutual {
	t.Helper()
	m := mutual{servers: newAuthority(t, "Test CA"), clients: newAuthority(t, "Clients CA")}
	file := filepath.Join(t.TempDir(), "clients.pem")
	write(t, file, m.clients.pem)
	m.settings = filesOf(t, m.servers.server(t, "emcp")).setting(file + ", client_auth: optional")
	return m
}

// certificate returns one of a client, which ends at a time; zero: later.
func (m mutual) certificate(t *testing.T, name string, end time.Time) tls.Certificate {
	t.Helper()
	return m.clients.client(t, pkix.Name{CommonName: name}, x509.ExtKeyUsageClientAuth, end)
}

// client returns a client with a connection and perhaps a certificate of its own, which it sends whatever the server
// asks for.
func (m mutual) client(t *testing.T, certificates ...tls.Certificate) *http.Client {
	t.Helper()
	c := httpsClient(t, m.servers, func(c *tls.Config) {
		c.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
			if len(certificates) == 0 {
				return &tls.Certificate{}, nil
			}
			return &certificates[0], nil
		}
	})
	c.Transport.(*http.Transport).ForceAttemptHTTP2 = false // for WebSocket
	return c
}

// entries adds tokens to the settings.
func entries(lines ...string) []string {
	return []string{"    - {name: full,", "    - " + strings.Join(lines, "\n    - ") + "\n    - {name: full,"}
}

// named is an entry for a certificate, with more keys.
func named(name string, c tls.Certificate, more string) string {
	return fmt.Sprintf("{name: %s, certificates: [%X]%s}", name, auth.FingerprintOf(c.Leaf), more)
}

// replyBy posts a message and returns the reply. headers are as in Send.
func replyBy(t *testing.T, client *http.Client, url, body string, headers ...string) (Reply, error) {
	t.Helper()
	response, err := postBy(t, client, url, body, headers...) //nolint:bodyclose // ReadReply does
	if err != nil {
		return Reply{}, err
	}
	return ReadReply(t, response), nil
}

// TestCertificatesAlone has callers with certificates, tokens, both and none.
func TestCertificatesAlone(t *testing.T) {
	t.Parallel() // the end of a server is waiting
	m := newMutual(t)
	robot, next, gone, stranger := m.certificate(t, "robot", time.Time{}), m.certificate(t, "next", time.Time{}),
		m.certificate(t, "gone", time.Time{}), m.certificate(t, "stranger", time.Time{})
	reader := m.certificate(t, "reading", time.Time{})
	both := fmt.Sprintf(`{name: robot, sha256: "${SHA256_robot}", certificates: ["%X", "%x"], servers: [content]}`,
		auth.FingerprintOf(robot.Leaf), auth.FingerprintOf(next.Leaf))
	s, audit := NewAudited(t, NoDatabase, append(m.settings, entries(both,
		named("gone", gone, `, expires: "2020-01-01T00:00:00Z"`),
		named("reading", reader, ", scopes: [mcp:read], view: manager"))...)...)
	base := serveTLS(t, s)

	invalid := func(reason string) Reply {
		return Refused(http.StatusUnauthorized, "invalid_token", reason, "Www-Authenticate",
			`Bearer error="invalid_token", error_description="`+reason+`"`)
	}
	missing := Refused(http.StatusUnauthorized, "unauthenticated", NoTokenMessage, "Www-Authenticate", "Bearer")
	notNamed := Refused(http.StatusUnauthorized, "unauthenticated", certificateMessage, "Www-Authenticate", "Bearer")
	fingerprint := fmt.Sprintf("%x", auth.FingerprintOf(robot.Leaf))
	for _, test := range []struct {
		name    string
		client  *http.Client
		path    string
		header  []string
		want    Reply
		subject string
	}{
		{"named", m.client(t, robot), "", nil, Answered(Pong), "token:robot"},
		{"named second", m.client(t, next), "", nil, Answered(Pong), "token:robot"},
		{"with its token", m.client(t, robot), "", []string{"Authorization", "Bearer robot"}, Answered(Pong), "token:robot"},
		{"its token alone", m.client(t), "", []string{"Authorization", "Bearer robot"}, Answered(Pong), "token:robot"},
		{
			"with another's token", m.client(t, robot), "", []string{"Authorization", "Bearer full"}, Answered(Pong),
			"token:full",
		},
		{
			"with another's partner token", m.client(t, robot), "", []string{"X-Partner-Auth", "full"}, Answered(Pong),
			"token:full",
		},
		{
			"with a wrong token", m.client(t, robot), "", []string{"Authorization", "Bearer wrong"},
			invalid(unknownTokenMessage), "",
		},
		{
			"with an expired token", m.client(t, robot), "", []string{"Authorization", "Bearer expired"},
			invalid(ExpiredTokenMessage), "token:expired",
		},
		{
			"with a wrong partner token", m.client(t, robot), "", []string{"X-Partner-Auth", "wrong"},
			invalid(unknownTokenMessage), "",
		},
		{"with an empty token", m.client(t, robot), "", []string{"Authorization", "Bearer "}, missing, ""},
		{"with a password", m.client(t, robot), "", []string{"Authorization", "Basic ZnVsbA=="}, missing, ""},
		{"of an expired token", m.client(t, gone), "", nil, invalid(ExpiredTokenMessage), "token:gone"},
		{
			"not for the server", m.client(t, robot), "/small", nil, Refused(403, "server_denied", ServerDeniedMessage+"small"),
			"token:robot",
		},
		{"not named", m.client(t, stranger), "", nil, notNamed, ""},
		{
			"not named, with a token", m.client(t, stranger), "", []string{"Authorization", "Bearer full"}, Answered(Pong),
			"token:full",
		},
		{"no certificate", m.client(t), "", nil, missing, ""},
		{"a token alone", m.client(t), "", []string{"Authorization", "Bearer full"}, Answered(Pong), "token:full"},
		{"a header of a proxy", m.client(t), "", []string{
			"X-Forwarded-Client-Cert", "Hash=" + fingerprint, "X-SSL-Client-Fingerprint", fingerprint, "X-Client-Cert-Sha256",
			fingerprint, "Ssl-Client-Verify", "SUCCESS",
		}, missing, ""},
		{
			"a header of a proxy, with another certificate", m.client(t, stranger), "",
			[]string{"X-Forwarded-Client-Cert", "Hash=" + fingerprint}, notNamed, "",
		},
		{
			"the fingerprint as a token", m.client(t), "", []string{"Authorization", "Bearer " + fingerprint},
			invalid(unknownTokenMessage), "",
		},
	} {
		got, err := replyBy(t, test.client, base+"/mcp"+test.path, Ping, test.header...)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		Equal(t, test.want, got, test.name)
		subject := `"subject":"` + test.subject + `",`
		if line := audit.TakeN(t, 1)[0]; !strings.Contains(line, subject) {
			t.Errorf("%s: the audit line is %s", test.name, line)
		}
	}

	// Scopes, view, audit line and metrics are those of the token.
	got, err := replyBy(t, m.client(t, reader), base+"/mcp", GetHome)
	if err != nil {
		t.Fatal(err)
	}
	Equal(t, Refused(403, "scope_denied", NoScopeMessage+"tools/call"), got)
	want := []string{`{"timestamp":"TIME","msg":"audit","trace_id":"trace-1","request_id":"1","server_handle":"content",` +
		`"method":"tools/call",` +
		// and a line feed
		`"tool":"evo.content.get","status":403,"code":"scope_denied","subject":"token:reading","view":"manager",` +
		`"duration_ms":0,"rows":0,"bytes":` + strconv.Itoa(len(got.Body)+1) +
		`,"replayed":false,"client":"127.0.0.1","certificate":"CN=reading"}` + "\n"}
	Equal(t, want, audit.TakeN(t, 1))
	if line := `emcp_requests_total{code="unauthenticated",method="none",` +
		`server="content",tool="none"} 6`; !strings.Contains(ReadMetrics(t, s), line+"\n") {
		t.Errorf("no line %s in\n%s", line, ReadMetrics(t, s))
	}

	// A certificate that TLS cannot verify opens no connection, whatever else the client has.
	wrongUse := m.clients.client(t, pkix.Name{CommonName: "robot"}, x509.ExtKeyUsageServerAuth, time.Time{})
	for name, certificate := range map[string]tls.Certificate{
		"of another authority": newMutual(t).certificate(t, "robot", time.Time{}),
		"that has expired":     m.certificate(t, "robot", time.Now().Add(-time.Minute)),
		"that is for a server": wrongUse,
		"without its authority": newAuthority(t, "Clients CA").client(t, pkix.Name{CommonName: "robot"},
			x509.ExtKeyUsageClientAuth, time.Time{}),
	} {
		if got, err := replyBy(t, m.client(t, certificate), base+"/mcp", Ping, "Authorization", "Bearer full"); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if lines := audit.Take(); len(lines) > 0 {
		t.Errorf("what was not heard is in the audit log: %s", lines)
	}
}

// TestCertificatesWhereRequired: without client_auth, the same callers need no token either, and others get no
// connection.
func TestCertificatesWhereRequired(t *testing.T) {
	t.Parallel() // the end of a server is waiting
	m := newMutual(t)
	robot := m.certificate(t, "robot", time.Time{})
	m.settings[1] = strings.Replace(m.settings[1], ", client_auth: optional", "", 1)
	base := serveTLS(t, NewServer(t, NoDatabase, append(m.settings, entries(named("robot", robot, ""))...)...))
	got, err := replyBy(t, m.client(t, robot), base+"/mcp", Ping)
	if diff := cmp.Diff(Answered(Pong), got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if got, err := replyBy(t, m.client(t), base+"/mcp", Ping, "Authorization", "Bearer full"); err == nil {
		t.Errorf("without a certificate: %+v", got)
	}
}

// TestRateOfCertificates: a token and its certificate are one caller.
func TestRateOfCertificates(t *testing.T) {
	t.Parallel() // the end of a server is waiting
	m := newMutual(t)
	robot := m.certificate(t, "robot", time.Time{})
	base := serveTLS(t,
		NewServer(t, NoDatabase, append(append(m.settings, "rate_limit: {enabled: false}", "rate_limit: {per_minute: 2}"),
			entries(named("robot", robot, `, sha256: "${SHA256_robot}"`))...)...))
	var got []int
	for _, test := range []struct {
		client *http.Client
		header []string
	}{
		{m.client(t, robot), nil},
		{m.client(t), []string{"Authorization", "Bearer robot"}},
		{m.client(t, robot), nil},
		{m.client(t), []string{"Authorization", "Bearer robot"}},
		{m.client(t, robot), []string{"Authorization", "Bearer full"}},
	} {
		reply, err := replyBy(t, test.client, base+"/mcp", Ping, test.header...)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, reply.Status)
	}
	Equal(t, []int{200, 200, 429, 429, 200}, got)
}

// TestReloadOfCertificates removes a certificate from the configuration: its stream and its connection over WebSocket
// end, and it opens no others.
func TestReloadOfCertificates(t *testing.T) {
	t.Parallel() // the end of a server is waiting
	m := newMutual(t)
	robot, other := m.certificate(t, "robot", time.Time{}), m.certificate(t, "other", time.Time{})
	settings := func(c tls.Certificate) []string {
		return WithSockets(append(m.settings, entries(named("robot", c, ""))...)...)
	}
	s := NewServer(t, NoDatabase, settings(robot)...)
	url := serveTLS(t, s) + "/mcp"
	client := m.client(t, robot)
	stream := OpenStreamWith(t, client, http.MethodGet, url, "", noAuthorization, "")
	stream.Expect(t, ":")
	socket := ConnectWith(t, client, url, noAuthorization, "")
	socket.Say(t, Ping)
	socket.Expect(t, Pong)
	if _, err := s.Reload(NewConfig(t, NoDatabase, settings(other)...)); err != nil {
		t.Fatal(err)
	}
	stream.Ended(t)
	socket.ExpectEnd(t, EndOfReload)
	refused := Refused(http.StatusUnauthorized, "unauthenticated", certificateMessage, "Www-Authenticate", "Bearer")
	got, err := replyBy(t, client, url, Ping)
	if diff := cmp.Diff(refused, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if again := OpenStreamWith(t, client, http.MethodGet, url, "", noAuthorization,
		""); again.StatusCode != http.StatusUnauthorized {
		t.Errorf("the stream answers %d", again.StatusCode)
	}
	if _, status, _, err := ConnectBy(t, client, url, noAuthorization, ""); status != http.StatusUnauthorized {
		t.Errorf("WebSocket answers %d, %v", status, err)
	}
	got, err = replyBy(t, m.client(t, other), url, Ping)
	if diff := cmp.Diff(Answered(Pong), got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// TestStreamsOfExpiringCertificates has a certificate, and the token of another one, end while their streams and
// connections are open.
func TestStreamsOfExpiringCertificates(t *testing.T) {
	t.Parallel() // most of it is waiting
	m := newMutual(t)
	end := time.Now().Add(8 * time.Second)
	short, long, steady := m.certificate(t, "short", end), m.certificate(t, "long", time.Time{}),
		m.certificate(t, "steady", time.Time{})
	s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Recheck: RecheckOften}}, NoDatabase,
		WithSockets(append(m.settings,
			entries(named("short", short, ""), named("long", long, `, expires: "`+end.UTC().Format(time.RFC3339)+`"`),
				named("steady", steady, ""))...)...)...)
	url := serveTLS(t, s) + "/mcp"
	pair := func(c tls.Certificate) (Stream, *SocketClient) {
		client := m.client(t, c)
		client.Timeout = 0
		stream := OpenStreamWith(t, client, http.MethodGet, url, "", noAuthorization, "", "Mcp-Session-Id",
			c.Leaf.Subject.CommonName)
		if stream.Incoming == nil {
			t.Fatalf("the stream was refused with %d", stream.StatusCode)
		}
		stream.Expect(t, ":")
		return stream, ConnectWith(t, client, url, noAuthorization, "")
	}
	_, stays := pair(steady)
	shortStream, shortSocket := pair(short)
	longStream, longSocket := pair(long)
	for _, stream := range []Stream{shortStream, longStream} {
		stream.Ended(t)
	}
	for _, socket := range []*SocketClient{shortSocket, longSocket} {
		socket.ExpectEnd(t, endOfCaller)
	}
	stays.Say(t, Ping)
	stays.Expect(t, Pong)
}

// TestResumedConnections presents a certificate over HTTP/2, on connections that resume the TLS session of another and
// on those that were there before, while the configuration names it and after a reload has removed it.
func TestResumedConnections(t *testing.T) {
	t.Parallel() // the end of a server is waiting
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		m := newMutual(t)
		robot, other := m.certificate(t, "robot", time.Time{}), m.certificate(t, "other", time.Time{})
		settings := func(c tls.Certificate) []string { return append(m.settings, entries(named("robot", c, ""))...) }
		s := NewServer(t, NoDatabase, settings(robot)...)
		base := serveTLS(t, s)
		client := httpsClient(t, m.servers, func(c *tls.Config) {
			c.MinVersion, c.MaxVersion, c.ClientSessionCache = version, version, tls.NewLRUClientSessionCache(10)
			c.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &robot, nil }
		})
		expect := func(name, want string, resumed bool) {
			t.Helper()
			response, err := postBy(t, client, base+"/mcp", Ping) //nolint:bodyclose // ReadReply does
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got := ReadReply(t, response); !strings.Contains(got.Body, want) || response.ProtoMajor != 2 ||
				response.TLS.DidResume != resumed {
				t.Errorf("%s: HTTP/%d, resumed: %t, %+v", name, response.ProtoMajor, response.TLS.DidResume, got)
			}
		}
		expect("named", Pong, false)
		client.CloseIdleConnections()
		expect("named, on a resumed connection", Pong, true)
		if _, err := s.Reload(NewConfig(t, NoDatabase, settings(other)...)); err != nil {
			t.Fatal(err)
		}
		expect("removed, on the same connection", certificateMessage, true)
		client.CloseIdleConnections()
		expect("removed, on a resumed connection", certificateMessage, true)
	}
}
