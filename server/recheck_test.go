package server

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"emcp/internal/auth"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

// ended reads a stream to its end, which must come.
func (o opened) ended(t *testing.T) {
	t.Helper()
	if o.incoming == nil {
		t.Fatalf("the stream was refused with %d", o.StatusCode)
	}
	for line := o.next(t); line != ""; line = o.next(t) {
		t.Log(line)
	}
}

// message returns the next message, past signs of life and ids.
func (o opened) message(t *testing.T) string {
	t.Helper()
	for {
		line := o.next(t)
		if data, ok := strings.CutPrefix(line, "data: "); ok || line == "" {
			return data
		}
	}
}

// often is the time between two checks of a stream's caller in tests that wait for its end.
const often = 5 * time.Millisecond

// ownToken gives a user of its own, with the right to use emcp, a personal token.
func ownToken(t *testing.T, d *testdb.Database, user int) (token string) {
	t.Helper()
	token = fmt.Sprintf("emcp_%040d", user)
	for _, statement := range []string{
		"INSERT INTO evo_users (id, username, password) VALUES (%[1]d, 'user %[1]d', '')",
		"INSERT INTO evo_user_attributes (id, internalKey, role) VALUES (%[1]d, %[1]d, 2)",
		"INSERT INTO evo_emcp_tokens (user_id, name, token_prefix, token_hash, scopes) VALUES (%[1]d, 'x', 'emcp_', '%[2]s', '[\"*\"]')",
	} {
		execute(t, d.DB, fmt.Sprintf(statement, user, auth.HashToken(token)))
	}
	return token
}

const withPersonal = "modes: [token, pat]"

// openStreams opens both kinds of streams for a token.
func openStreams(t *testing.T, base, token string) [2]opened {
	t.Helper()
	bearer := []string{"Authorization", "Bearer " + token, "Mcp-Session-Id", token[max(0, len(token)-40):]}
	subscribe(t, base, 1, bearer...)
	body := requestOf(listenMethod, `"notifications":{"resourceSubscriptions":["evo://content/content/1"]},`)
	all := [2]opened{
		open(t, base+"/mcp", bearer...),
		openBy(t, http.MethodPost, base+"/mcp", body, append(append(headersOf(listenMethod, ""), "Content-Type", "application/json"), bearer...)...),
	}
	for _, stream := range all {
		if stream.incoming == nil {
			t.Fatalf("a stream was refused with %d", stream.StatusCode)
		}
		stream.next(t)
	}
	return all
}

// TestStreamsOfPersonalTokens takes rights away from owners of personal tokens whose streams are open. Theirs end; that of another
// owner stays.
func TestStreamsOfPersonalTokens(t *testing.T) {
	d := fixture(t)
	clock := newClock()
	s := newServerWith(t, Options{Clock: clock.start, Streams: StreamTimes{Recheck: often}}, d.DSN, "modes: [token]", withPersonal)
	base := listen(t, s)
	steady := openStreams(t, base, ownToken(t, d, 100))
	changes := []string{
		"UPDATE evo_emcp_tokens SET revoked_at = '2020-01-01 00:00:00' WHERE user_id = USER",
		"UPDATE evo_emcp_tokens SET expires_at = '2020-01-01 00:00:00' WHERE user_id = USER",
		"DELETE FROM evo_emcp_tokens WHERE user_id = USER",
		"UPDATE evo_user_attributes SET blocked = 1 WHERE internalKey = USER",
		"UPDATE evo_user_attributes SET blockedafter = 1 WHERE internalKey = USER",
		"UPDATE evo_user_attributes SET role = 0 WHERE internalKey = USER",
		"UPDATE evo_user_attributes SET role = 9 WHERE internalKey = USER",              // without the permission
		"UPDATE evo_user_attributes SET role = 1 WHERE internalKey = USER",              // who sees more now
		"UPDATE evo_emcp_tokens SET scopes = '[\"mcp:call\"]' WHERE user_id = USER",     // which cannot subscribe
		"INSERT INTO evo_member_groups (id, user_group, member) VALUES (USER, 1, USER)", // who sees other documents now
	}
	var ending [][2]opened
	for i := range changes {
		ending = append(ending, openStreams(t, base, ownToken(t, d, 101+i)))
	}
	for i, change := range changes {
		execute(t, d.DB, strings.ReplaceAll(change, "USER", strconv.Itoa(101+i)))
	}
	for i, change := range changes {
		t.Log(change)
		for _, stream := range ending[i] {
			stream.ended(t)
		}
	}
	edit(t, d, 1)
	clock.tick(t)
	for _, stream := range steady {
		if got := stream.message(t); !strings.Contains(got, "notifications/resources/updated") {
			t.Errorf("got %q", got)
		}
	}
}

// TestStreamsOfExpiringTokens has a token of the configuration and a JSON Web Token end while their streams are open.
func TestStreamsOfExpiringTokens(t *testing.T) {
	d := fixture(t)
	end := time.Now().Add(8 * time.Second)
	s := newServerWith(t, Options{Streams: StreamTimes{Recheck: often}}, d.DSN, "modes: [token]", "modes: [token, jwt]\n  jwt: {secret: \""+jwtKey+"\", leeway: 0s}",
		`{name: full, sha256: "${SHA256_full}"`, `{name: full, sha256: "${SHA256_full}", expires: "`+end.UTC().Format(time.RFC3339)+`"`)
	base := listen(t, s)
	all := [][2]opened{openStreams(t, base, "full"), openStreams(t, base, jsonWebTokenUntil(end, "*"))}
	for _, pair := range all {
		for _, stream := range pair {
			stream.ended(t)
		}
	}
}

// TestStreamsOfOutage is a database that is down: nobody knows whether a personal token is still good, and its streams stay.
func TestStreamsOfOutage(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	load(t, d.DB)
	clock := newClock()
	s := newServerWith(t, Options{Clock: clock.start, Streams: StreamTimes{Recheck: often}}, d.DSN, "modes: [token]", withPersonal, "statement_timeout: 10s", "statement_timeout: 2s")
	base := listen(t, s)
	token := ownToken(t, d, 100)
	stays := openStreams(t, base, token)
	database.Stop()
	wait.Until(t, 10*time.Second, "tokens cannot be looked up", func() bool {
		return post(t, base+"/mcp", ping, "Authorization", "Bearer "+token).Status == http.StatusServiceUnavailable
	})
	database.Start(t)
	wait.Until(t, 10*time.Second, "tokens can be looked up again", func() bool {
		return post(t, base+"/mcp", ping, "Authorization", "Bearer "+token).Status == http.StatusOK
	})
	edit(t, d, 1)
	clock.tick(t)
	for _, stream := range stays {
		if got := stream.message(t); !strings.Contains(got, "notifications/resources/updated") {
			t.Errorf("got %q", got)
		}
	}
}

// TestStreamsOfSlowReaders takes the tokens of streams away whose clients have stopped reading: emcp waits in a write, which ends.
func TestStreamsOfSlowReaders(t *testing.T) {
	d := fixture(t)
	s := newServerWith(t, Options{Streams: StreamTimes{Recheck: often, Write: time.Hour}}, d.DSN, "modes: [token]", withPersonal)
	base := listen(t, s)
	token := ownToken(t, d, 100)
	bearer := []string{"Authorization", "Bearer " + token, "Mcp-Session-Id", token[max(0, len(token)-40):]}
	subscribe(t, base, 1, bearer...)
	body := requestOf(listenMethod, `"notifications":{"resourceSubscriptions":["evo://content/content/1"]},`)
	ended := []<-chan struct{}{
		stalled(t, s.Handler(), http.MethodGet, "", append([]string{"Accept", "text/event-stream"}, bearer...)...),
		stalled(t, s.Handler(), http.MethodPost, body, append(append(headersOf(listenMethod, ""), "Content-Type", "application/json"), bearer...)...),
	}
	execute(t, d.DB, "UPDATE evo_emcp_tokens SET revoked_at = '2020-01-01 00:00:00' WHERE user_id = 100")
	for i, done := range ended {
		wait.Until(t, 10*time.Second, fmt.Sprintf("stream %d ends", i), func() bool {
			select {
			case <-done:
				return true
			default:
				return false
			}
		})
	}
}

// stalled sends a request over a connection without buffers, and reads one byte of the answer, so that the handler waits for the client.
// The channel is closed when the handler has returned.
func stalled(t *testing.T, handler http.Handler, method, body string, headers ...string) <-chan struct{} {
	t.Helper()
	returned := make(chan struct{})
	client, side := net.Pipe()
	web := &http.Server{ReadHeaderTimeout: headerTime, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(returned)
		handler.ServeHTTP(w, r)
	})}
	go func() { _ = web.Serve(&single{conn: side}) }()
	t.Cleanup(func() { _, _ = client.Close(), web.Close() })
	r, err := http.NewRequestWithContext(t.Context(), method, "http://localhost/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if err := r.Write(client); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	return returned
}

// single is a listener with one connection.
type single struct {
	conn net.Conn
	once sync.Once
}

func (s *single) Accept() (conn net.Conn, err error) {
	err = net.ErrClosed
	s.once.Do(func() { conn, err = s.conn, nil })
	return conn, err
}

func (*single) Close() error { return nil }

func (s *single) Addr() net.Addr { return s.conn.LocalAddr() }

// TestRecheckInTime holds the sum to what is promised: a stream ends within 5 s.
func TestRecheckInTime(t *testing.T) {
	times := StreamTimes{}.orDefaults()
	if longest := auth.FindingAge + times.Recheck + times.Closing; longest >= 5*time.Second {
		t.Errorf("a revoked token has its stream for %s", longest)
	}
}
