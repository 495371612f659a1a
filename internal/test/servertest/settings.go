package servertest

import (
	"strings"
	"testing"
	"time"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/test/testdb"
)

// Settings is the configuration of the tests. The plaintext of each token is its name.
const Settings = `
cache: {ttl: 0s}
sites:
  main: {dsn: "${DSN}", max_open_conns: 4, statement_timeout: 10s, allow_wide_grants: true}
servers:
  - {handle: content, site: main}
  - {handle: small, site: main, limits: {max_payload_kb: 1, max_result_items: 7, max_result_bytes: 1200}}
  - {handle: "off", site: main, enabled: false}
auth:
  modes: [token]
  tokens:
    - {name: full, sha256: "${SHA256_full}"}
    - {name: manager, sha256: "${SHA256_manager}", scopes: ["*"], view: manager}
    - {name: reader, sha256: "${SHA256_reader}", scopes: [mcp:read]}
    - {name: caller, sha256: "${SHA256_caller}", scopes: [mcp:call]}
    - {name: elsewhere, sha256: "${SHA256_elsewhere}", servers: [small]}
    - {name: expired, sha256: "${SHA256_expired}", expires: "2020-01-01T00:00:00Z"}
rate_limit: {enabled: false}
`

// Parts of the settings that tests replace.
const (
	Unlimited    = "rate_limit: {enabled: false}"
	WithPersonal = "modes: [token, pat]" // in place of modes: [token]
)

// RecheckOften is the time between two checks of a stream's caller in tests that wait for its end.
const RecheckOften = 5 * time.Millisecond

// NoDatabase is the DSN of tests that need no database.
const NoDatabase = "emcp:secret@tcp(127.0.0.1:1)/evolution"

// NewConfig returns the configuration of NewServer.
func NewConfig(t testing.TB, dsn string, change ...string) *config.Config {
	t.Helper()
	text := Settings
	for i := 0; i < len(change); i += 2 {
		if !strings.Contains(text, change[i]) {
			t.Fatalf("the settings have no %q", change[i])
		}
		text = strings.ReplaceAll(text, change[i], change[i+1])
	}
	c, err := config.Parse([]byte(text), func(name string) (string, bool) {
		if token, ok := strings.CutPrefix(name, "SHA256_"); ok {
			return auth.HashToken(token).String(), true
		}
		return dsn, name == "DSN"
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// WithUpstream is the change of the settings after which content shows the upstream crm, with these keys.
func WithUpstream(keys string, change ...string) []string {
	return append([]string{
		"{handle: content, site: main}", "{handle: content, site: main, upstreams: [crm]}",
		"auth:\n", "upstreams:\n  crm: {" + keys + "}\nauth:\n",
	}, change...)
}

// WithSockets is the change after which both servers have WebSocket, followed by further changes.
func WithSockets(change ...string) []string {
	return append([]string{
		"{handle: content, site: main}", "{handle: content, site: main, websocket: true}",
		"{handle: small, site: main,", "{handle: small, site: main, websocket: true,",
	}, change...)
}

// WithRedis is the change after which the server uses a Redis.
func WithRedis(url string) []string {
	return []string{"rate_limit:", "redis: {url: \"" + url + "\"}\nrate_limit:"}
}

// OnBothStores runs a test with state in memory and with state in Redis. change is the change of the settings for it.
func OnBothStores(t *testing.T, test func(t *testing.T, change []string)) {
	t.Run("memory", func(t *testing.T) { test(t, nil) })
	t.Run("redis", func(t *testing.T) { test(t, WithRedis(testdb.StartRedis(t).URL)) })
}

// WithSite is the change after which there is another site, followed by further changes.
func WithSite(dsn string, more ...string) []string {
	other := `other: {dsn: "` + dsn + `", max_open_conns: 4, statement_timeout: 10s, allow_wide_grants: true}`
	return append([]string{"sites:\n", "sites:\n  " + other + "\n"}, more...)
}
