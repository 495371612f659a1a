package system_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
	"emcp/server"
)

// TestStreamsOfPersonalTokens takes rights from owners of personal tokens with open streams. These streams end; that of
// another owner stays.
func TestStreamsOfPersonalTokens(t *testing.T) {
	d := Fixture(t)
	clock := NewClock()
	s := NewServerWith(t, server.Options{Clock: clock.Start, Streams: server.StreamTimes{Recheck: RecheckOften}}, d.DSN,
		"modes: [token]", WithPersonal)
	base := Listen(t, s)
	steady := OpenStreams(t, base, NewPersonalToken(t, d, 100))
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
	var ending [][2]Stream
	for i := range changes {
		ending = append(ending, OpenStreams(t, base, NewPersonalToken(t, d, 101+i)))
	}
	for i, change := range changes {
		Execute(t, d, strings.ReplaceAll(change, "USER", strconv.Itoa(101+i)))
	}
	for i, change := range changes {
		t.Log(change)
		for _, stream := range ending[i] {
			stream.Ended(t)
		}
	}
	EditDocument(t, d, 1)
	clock.Tick(t)
	for _, stream := range steady {
		if got := stream.Message(t); !strings.Contains(got, "notifications/resources/updated") {
			t.Errorf("got %q", got)
		}
	}
}

// TestStreamsOfExpiringTokens lets a token of the configuration and a JSON Web Token expire while their streams are
// open.
func TestStreamsOfExpiringTokens(t *testing.T) {
	d := Fixture(t)
	end := time.Now().Add(8 * time.Second)
	c := NewConfig(t, d.DSN, "modes: [token]", "modes: [token, jwt]\n  jwt: {secret: \""+jwtKey+"\"}",
		`{name: full, sha256: "${SHA256_full}"`,
		`{name: full, sha256: "${SHA256_full}", expires: "`+end.UTC().Format(time.RFC3339)+`"`)
	c.Auth.JWT.Leeway = 0
	base := Listen(t, Start(t, c, server.Options{Streams: server.StreamTimes{Recheck: RecheckOften}}))
	all := [][2]Stream{OpenStreams(t, base, "full"), OpenStreams(t, base, jsonWebTokenUntil(end, "*"))}
	for _, pair := range all {
		for _, stream := range pair {
			stream.Ended(t)
		}
	}
}

// TestStreamsOfOutage stops the database. Personal tokens cannot be checked then, so their streams stay.
func TestStreamsOfOutage(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	LoadFixture(t, d)
	clock := NewClock()
	s := NewServerWith(t, server.Options{Clock: clock.Start, Streams: server.StreamTimes{Recheck: RecheckOften}}, d.DSN,
		"modes: [token]", WithPersonal, "statement_timeout: 10s", "statement_timeout: 2s")
	base := Listen(t, s)
	token := NewPersonalToken(t, d, 100)
	stays := OpenStreams(t, base, token)
	database.Stop()
	wait.Until(t, 10*time.Second, "tokens cannot be looked up", func() bool {
		return Post(t, base+"/mcp", Ping, "Authorization", "Bearer "+token).Status == http.StatusServiceUnavailable
	})
	database.Start(t)
	wait.Until(t, 10*time.Second, "tokens can be looked up again", func() bool {
		return Post(t, base+"/mcp", Ping, "Authorization", "Bearer "+token).Status == http.StatusOK
	})
	EditDocument(t, d, 1)
	clock.Tick(t)
	for _, stream := range stays {
		if got := stream.Message(t); !strings.Contains(got, "notifications/resources/updated") {
			t.Errorf("got %q", got)
		}
	}
}

// TestStreamsOfSlowReaders revokes the tokens of streams whose clients have stopped reading. emcp is blocked in a
// write, which ends.
func TestStreamsOfSlowReaders(t *testing.T) {
	d := Fixture(t)
	s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Recheck: RecheckOften, Write: time.Hour}}, d.DSN,
		"modes: [token]", WithPersonal)
	base := Listen(t, s)
	token := NewPersonalToken(t, d, 100)
	bearer := []string{"Authorization", "Bearer " + token, "Mcp-Session-Id", token[max(0, len(token)-40):]}
	Subscribe(t, base, 1, bearer...)
	body := StatelessRequest(ListenMethod, `"notifications":{"resourceSubscriptions":["evo://content/content/1"]},`)
	ended := []<-chan struct{}{
		Stalled(t, s.Handler(), http.MethodGet, "", append([]string{"Accept", "text/event-stream"}, bearer...)...),
		Stalled(t, s.Handler(), http.MethodPost, body,
			append(append(StatelessHeaders(ListenMethod, ""), "Content-Type", "application/json"), bearer...)...),
	}
	Execute(t, d, "UPDATE evo_emcp_tokens SET revoked_at = '2020-01-01 00:00:00' WHERE user_id = 100")
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
