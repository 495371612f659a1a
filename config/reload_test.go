package config_test

import (
	stdcmp "cmp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
)

const started = `
sites:
  shop: {dsn: "u:p@tcp(127.0.0.1:1)/shop", statement_timeout: 2s, base_url: "https://a.example/"}
  blog: {dsn: "u:p@tcp(127.0.0.1:1)/blog"}
servers:
  - {handle: shop, site: shop}
  - {handle: blog, site: blog}
auth: {modes: [none]}
`

// TestOver shows for every key whether it needs a restart, and what servers and sites keep until then.
func TestOver(t *testing.T) {
	for _, test := range []struct {
		name, text string
		started    string // empty: the usual
		restart    []string
		servers    []string
		sites      map[string]config.Site
		err        string
	}{
		{name: "nothing", text: started, servers: []string{"shop", "blog"}},
		{
			name: "what can be taken over", servers: []string{"small"}, text: `
sites: {shop: {dsn: "u:p@tcp(127.0.0.1:1)/shop", statement_timeout: 2s, base_url: "https://a.example/"}}
servers: [{handle: small, site: shop, limits: {max_result_items: 7}, profile: chatgpt, instructions: hello}]
route: {prefixes: [/tools]}
auth: {modes: [jwt], jwt: {secret: "0123456789012345678901234567890123456789"}, scope_map: {admin: ["*"]}}
stdio: {view: manager}
limits: {max_payload_kb: 1}
rate_limit: {per_minute: 7, per_address: 8}
domain: {content: {max_offset: 3}, models: {allow: [{model: SiteTemplate, fields: [id]}]}}
security: {deny_tools: [evo.model.*], allow_origins: ["https://b.example"], allow_hosts: [b.example], ` +
				`trusted_proxies: [10.0.0.0/8]}
logging: {level: debug}
`,
		},
		{
			name: "what needs a start", servers: []string{"shop", "blog"}, text: started + `
listen: 127.0.0.1:1
tls: {cert_file: a, key_file: b}
redis: {url: "redis://127.0.0.1:1/0"}
cache: {ttl: 2s}
search: {max_memory: 64MiB}
idempotency: {ttl_seconds: 7}
metrics: {listen: 127.0.0.1:2}
tracing: {headers: {a: b}, endpoint: "http://127.0.0.1:4318/v1/traces"}
security: {cursor_key: "0123456789012345678901234567890123456789"}
logging: {format: text, audit_enabled: false}
`,
			restart: []string{
				"cache", "idempotency.ttl_seconds", "listen", "logging.audit_enabled", "logging.format", "metrics", "redis",
				"search", "security.cursor_key", "tls", "tracing",
			},
		},
		{
			name: "sites", servers: []string{"shop"}, text: `
sites:
  shop: {dsn: "u:q@tcp(127.0.0.1:1)/shop", statement_timeout: 3s, base_url: "https://b.example/", ` +
				`pages: {enabled: true}, synonyms: [[tent, shelter]]}
  docs: {dsn: "u:p@tcp(127.0.0.1:1)/docs"}
servers:
  - {handle: docs, site: docs}
  - {handle: shop, site: shop}
auth: {modes: [none]}
`,
			restart: []string{"sites.docs", "sites.shop"},
			sites: map[string]config.Site{"shop": {
				DSN: "u:p@tcp(127.0.0.1:1)/shop", StatementTimeout: 2e9, BaseURL: "https://b.example/", Pages: true,
				Synonyms: [][]string{{"tent", "shelter"}}, ProductLinks: "root", MaxOpenConns: 8,
			}},
		},
		{
			name:    "everybody, where others arrive",
			started: strings.Replace(started, "[none]", "[token], tokens: []", 1) + "listen: 0.0.0.0:1\n",
			text:    started + "listen: 127.0.0.1:1\n",
			err: "auth.modes: none lets everybody call, but emcp listens on an address that is not loopback; restart emcp " +
				"with another listen",
		},
		{
			name: "other sites only", text: `
sites: {docs: {dsn: "u:p@tcp(127.0.0.1:1)/docs"}}
auth: {modes: [none]}
`,
			err: "servers: emcp was started without the sites of these servers; restart emcp",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			over, restart, err := parse(t, test.text).Over(parse(t, stdcmp.Or(test.started, started)))
			if err != nil {
				if err.Error() != test.err {
					t.Error(err)
				}
				return
			}
			var servers []string
			for _, s := range over.Servers {
				servers = append(servers, s.Handle)
			}
			if diff := cmp.Diff(test.restart, restart); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.servers, servers); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.sites, over.Sites); test.sites != nil && diff != "" {
				t.Error(diff)
			}
		})
	}
}
