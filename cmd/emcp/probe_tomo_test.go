package main

import (
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/page"
)

const tomoProbed = `URL
example-shop 1.2.3, profile tomo

CHECK                           VERDICT      SEEN
HTTPS                           passed
TLS 1.2 or later                passed       TLS 1.3
no Origin needed                passed
initialize                      passed
protocolVersion                 passed       2024-11-05
notifications/initialized       passed
capabilities.tools              passed
serverInfo.name                 passed       example-shop
tools/list                      passed       2 tools
tool names                      passed
descriptions                    passed
input schemas                   passed
idempotency_key                 passed
_meta.tomo                      passed
_meta.tomo.intent               passed
_meta.tomo.intent_version       passed
_meta.tomo.tool_role            passed
_meta.tomo.result_widget        passed
_meta.tomo.ttbs_signals         passed
_meta.tomo.service_area         passed
_meta.tomo.pricing_band         passed
_meta.tomo.completion_callback  passed
tool sets                       not checked  no shape has the tools of marketplace.buy_product; ` +
	`compare them with §3 ` +
	`of its specification
call get_product                passed
latency get_product MEASURED
call search_products            passed
latency search_products MEASURED
invalid request                 passed
unknown method                  passed
unknown tool                    passed
bad params                      passed
tomo_field                      passed
no token                        passed
wrong token                     passed
X-Partner-Auth                  passed
wrong X-Partner-Auth            passed
forbidden fields                passed
expires_at                      not checked  no payload has it
error codes                     passed
RATE_LIMITED                    not checked  the server did not limit this program
JSON or events                  passed       application/json
INTERNAL_ERROR                  not checked  this program does not make servers fail
PARTNER_MAINTENANCE             not checked  this program does not make servers fail
mutual TLS                      not checked  optional, and this program has no certificate of TOMO
intent catalog                  not checked  not public: compare the intents and widgets with it
intent specifications           not checked  not public: compare arguments, results and error codes with §3, §4 and §10
cached results                  not checked  a client cannot see how old a result is; search tools may keep it for 60 s
`

// tomoExample returns the configuration that docs/hosters/tomo.md shows, over the site of the tests and with the token
// of that hash. For change see page.Configuration.
func tomoExample(t *testing.T, hash string, change ...string) string {
	t.Helper()
	own := []string{"emcp:${EMCP_DB_PASSWORD}@tcp(127.0.0.1:3306)/evolution", site(t), "c0ff...", hash}
	return page.Configuration(t, "../../docs/hosters/tomo.md", append(own, change...)...)
}

// TestProbeTOMO checks the server of docs/hosters/tomo.md over TLS: it meets every requirement of TOMO that applies to
// a server that only reads.
func TestProbeTOMO(t *testing.T) {
	token, line := newTokenLine(t)
	certificate, key := certificateFiles(t)
	s := start(t, "tls: {cert_file: "+certificate+", key_file: "+key+"}\n"+
		tomoExample(t, regexp.MustCompile("[0-9a-f]{64}").FindString(line)))
	url := strings.Replace(s.url, "http:", "https:", 1) + "/mcp/tomo"
	t.Setenv("SSL_CERT_FILE", certificate)
	t.Setenv("EMCP_TOKEN", token)
	stdout, stderr, _ := emcp(t, "", "probe", url, "--profile", "tomo") // its exit status depends on latencies
	table, _, _ := strings.Cut(strings.ReplaceAll(stdout, url, "URL"), "webhook signing")
	measured := regexp.MustCompile(`(?m)^(latency \S+) +(?:passed|failed) .* of 3 calls$`)
	if diff := cmp.Diff(tomoProbed, measured.ReplaceAllString(table, "$1 MEASURED")); diff != "" {
		t.Errorf("%s%s\n%s", stderr, diff, stdout)
	}

	const refused = "3 passed, 1 failed, 40 not checked"
	stdout, stderr, status := emcp(t, "", "probe", url, "--profile", "tomo", "--token", "other")
	if !strings.Contains(stdout, refused) || stderr != "emcp: probe: 1 of 44 checks failed\n" || status != 1 {
		t.Errorf("a wrong token: status %d, stderr %q\n%s", status, stderr, stdout)
	}
	var list struct {
		URL, Profile, Server string
		Checks               []struct{ Name, Verdict string }
	}
	stdout, _, _ = emcp(t, "", "probe", url, "--profile", "tomo", "--repeat", "1", "--json")
	if err := json.Unmarshal([]byte(stdout), &list); err != nil || list.URL != url || list.Profile != "tomo" ||
		list.Server != "example-shop 1.2.3" || len(list.Checks) != 48 {
		t.Errorf("%v, %s", err, stdout)
	}
	s.stop(t)
}

// certificateFiles writes a certificate for 127.0.0.1, which is its own authority, and its key.
func certificateFiles(t *testing.T) (certificate, key string) {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	pair := server.TLS.Certificates[0]
	private, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write := func(name string, block *pem.Block) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", &pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]}),
		write("key.pem", &pem.Block{Type: "PRIVATE KEY", Bytes: private})
}
