package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/identity"
)

const open = "auth: {modes: [none]}\n"

func TestTLSMistakes(t *testing.T) {
	for _, test := range []struct{ tls, want string }{
		{`{}`, ""},
		{`{cert_file: "", key_file: "", client_ca_file: ""}`, ""},
		{`{cert_file: c, key_file: k}`, ""},
		{`{cert_file: c, key_file: k, client_ca_file: a}`, ""},
		{`{cert_file: c}`, halvesMessage},
		{`{key_file: k}`, halvesMessage},
		{`{key_file: k, client_ca_file: a}`, halvesMessage},
		{`{client_ca_file: a}`, "tls.client_ca_file: needs tls.cert_file and tls.key_file"},
		{`{client_auth: required}`, ""},
		{`{cert_file: c, key_file: k, client_ca_file: a, client_auth: required}`, ""},
		{`{cert_file: c, key_file: k, client_ca_file: a, client_auth: optional}`, ""},
		{`{cert_file: c, key_file: k, client_auth: optional}`, noAuthorityMessage},
		{`{client_auth: optional}`, noAuthorityMessage},
		{
			`{cert_file: c, key_file: k, client_ca_file: a, client_auth: Optional}`,
			`tls.client_auth: "Optional" is neither required nor optional`,
		},
		{
			`{cert_file: c, key_file: k, client_ca_file: a, client_auth: ""}`,
			`tls.client_auth: "" is neither required nor optional`,
		},
	} {
		expectMistakes(t, open+"tls: "+test.tls, test.want)
	}
}

func TestBounds(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"rate_limit: {per_minute: 1, per_address: 1}", ""},
		{"rate_limit: {per_minute: 1000000, per_address: 1000000}", ""},
		{"rate_limit: {per_minute: 0}", "rate_limit.per_minute: 0 is not between 1 and 1000000"},
		{"rate_limit: {per_minute: -1}", "rate_limit.per_minute: -1 is not between 1 and 1000000"},
		{"rate_limit: {per_minute: 1000001}", "rate_limit.per_minute: 1000001 is not between 1 and 1000000"},
		{"rate_limit: {per_address: 0}", "rate_limit.per_address: 0 is not between 1 and 1000000"},
		{"rate_limit: {per_address: 1000001}", "rate_limit.per_address: 1000001 is not between 1 and 1000000"},
		{"limits: {max_result_tokens: 1}", ""},
		{"cache: {ttl: 0s}", ""},
		{"cache: {ttl: 1m}", ""},
		{"cache: {ttl: 61s}", `cache.ttl: "61s" is not a time from 0s to 1m0s, such as 1s`},
		{"cache: {ttl: -1s}", `cache.ttl: "-1s" is not a time from 0s to 1m0s, such as 1s`},
		{"cache: {ttl: soon}", `cache.ttl: "soon" is not a time from 0s to 1m0s, such as 1s`},
		{"limits: {max_result_tokens: 0}", "limits.max_result_tokens: 0 is not between 1 and 16777216"},
		{"rate_limit: {enabled: 1}", "line 3: rate_limit.enabled must be true or false"},
		{
			"servers: [{handle: a, site: main, rate_limit: {per_minute: 0}}]",
			"servers[0].rate_limit.per_minute: 0 is not between 1 and 1000000",
		},
		{"servers: [{handle: a, site: main, rate_limit: {per_minute: 1000000}}]", ""},
		{
			"servers: [{handle: a, site: main, rate_limit: {per_address: 1}}]",
			"line 3: unknown key servers[0].rate_limit.per_address",
		},
		{`metrics: {listen: ":9464"}`, ""},
		{"metrics: {listen: 9464}", `metrics.listen: "9464" is not host:port`},
		{"tracing: {endpoint: http://127.0.0.1:4318, sample_ratio: 0}", ""},
		{"tracing: {endpoint: https://example.com/otlp/v1/traces, sample_ratio: 1}", ""},
		{"tracing: {endpoint: example.com:4318}", wrongCollectorMessage},
		{"tracing: {endpoint: grpc://example.com:4317}", wrongCollectorMessage},
		{
			"tracing: {endpoint: http://me:secret@example.com}",
			"tracing.endpoint: contains a user; use the header Authorization in tracing.headers instead",
		},
		{"tracing: {headers: {X-Key: a}}", ""},
		{`tracing: {headers: {"X Key": a}}`, `tracing.headers: "X Key" ` + wrongHeaderMessage},
		{"tracing: {sample_ratio: 1.1}", "tracing.sample_ratio: 1.1 is not between 0 and 1"},
		{"tracing: {sample_ratio: -0.1}", "tracing.sample_ratio: -0.1 is not between 0 and 1"},
		{"tracing: {sample_ratio: .nan}", "tracing.sample_ratio: NaN is not between 0 and 1"},
		{"tracing: {sample_ratio: half}", "line 3: tracing.sample_ratio must be a number"},
		{"idempotency: {ttl_seconds: 1}", ""},
		{"idempotency: {ttl_seconds: 2678400}", ""},
		{"idempotency: {ttl_seconds: 0}", "idempotency.ttl_seconds: 0 is not between 1 and 2678400"},
		{"idempotency: {ttl_seconds: 2678401}", "idempotency.ttl_seconds: 2678401 is not between 1 and 2678400"},
		{"idempotency: {ttl_seconds: 1h}", "line 3: idempotency.ttl_seconds must be an integer"},
	} {
		expectMistakes(t, open+test.text, test.want)
	}
}

func TestSecurityMistakes(t *testing.T) {
	origin := func(text string) string {
		return `security.allow_origins[0]: "` + text + `" ` + wrongOriginMessage
	}
	host := func(text string) string {
		return `security.allow_hosts[0]: "` + text + `" ` + wrongHostMessage
	}
	proxy := func(text string) string {
		return `security.trusted_proxies[0]: "` + text + `" ` + wrongNetworkMessage
	}
	pattern := func(path, text string) string {
		return path + `: "` + text + `" ` + wrongPatternMessage
	}
	for _, test := range []struct{ security, want string }{
		{`allow_origins: []`, ""},
		{`allow_origins: ["https://example.com", "HTTPS://EXAMPLE.COM:8443", "http://[::1]:80", "http://a-b.c"]`, ""},
		{`allow_origins: ["*"]`, origin("*")},
		{`allow_origins: ["null"]`, origin("null")},
		{`allow_origins: [""]`, origin("")},
		{`allow_origins: [example.com]`, origin("example.com")},
		{`allow_origins: ["https://*.example.com"]`, origin("https://*.example.com")},
		{`allow_origins: ["https://example.com/"]`, origin("https://example.com/")},
		{`allow_origins: ["https://example.com/page"]`, origin("https://example.com/page")},
		{`allow_origins: ["https://user@example.com"]`, origin("https://user@example.com")},
		{`allow_origins: ["https://"]`, origin("https://")},
		{`allow_origins: ["app://example.com"]`, origin("app://example.com")},
		{`allow_hosts: [example.com, "EXAMPLE.com:1", "127.0.0.1", "[::1]", "[::1]:8787"]`, ""},
		{`allow_hosts: [""]`, host("")},
		{`allow_hosts: ["*"]`, host("*")},
		{`allow_hosts: ["https://example.com"]`, host("https://example.com")},
		{`allow_hosts: ["example.com/"]`, host("example.com/")},
		{`allow_hosts: ["example.com:"]`, host("example.com:")},
		{`trusted_proxies: [10.0.0.0/8, 10.1.2.3, "::1", "fd00::/8", "::/0"]`, ""},
		{`cursor_key: "32 characters that nobody guesses"`, ""},
		{`cursor_key: "31 characters are too few of it"`, "security.cursor_key: needs at least 32 random characters"},
		{`trusted_proxies: [10.0.0.0/33]`, proxy("10.0.0.0/33")},
		{`trusted_proxies: [proxy.example.com]`, proxy("proxy.example.com")},
		{`trusted_proxies: ["*"]`, proxy("*")},
		{`trusted_proxies: [""]`, proxy("")},
		{`deny_tools: [evo.model.*, "*", "*.get", evo.content.get]`, ""},
		{`deny_tools: [""]`, pattern("security.deny_tools[0]", "")},
		{`deny_tools: [evo.content.get, "evo content"]`, pattern("security.deny_tools[1]", "evo content")},
		{`deny_tools: ["evo.(content|model)"]`, pattern("security.deny_tools[0]", "evo.(content|model)")},
		{`deny_tools: ["evo?"]`, pattern("security.deny_tools[0]", "evo?")},
		{`deny_tool: []`, "line 3: unknown key security.deny_tool; did you mean deny_tools?"},
	} {
		expectMistakes(t, open+"security: {"+test.security+"}", test.want)
	}
	expectMistakes(t, open+"servers: [{handle: a, site: main, security: {deny_tools: [\"a b\"]}}]",
		pattern("servers[0].security.deny_tools[0]", "a b"))
	expectMistakes(t, "auth: {modes: [none], none: {scopes: [a]}, scope_map: {a: [ping], b: [\"a,b\"]}}",
		pattern("auth.scope_map.b", "a,b"))
}

func TestLoggingMistakes(t *testing.T) {
	for _, test := range []struct{ logging, want string }{
		{`format: json`, ""},
		{`format: text`, ""},
		{`format: ""`, `logging.format: "" ` + wrongFormatMessage},
		{`format: JSON`, `logging.format: "JSON" ` + wrongFormatMessage},
		{`audit_enabled: maybe`, "line 3: logging.audit_enabled must be true or false"},
	} {
		expectMistakes(t, open+"logging: {"+test.logging+"}", test.want)
	}
}

// TestServerOverrides shows what a server makes of the global sections that it overrides in part.
func TestServerOverrides(t *testing.T) {
	for _, test := range []struct {
		global, own string
		want        config.Rate
	}{
		{"", "", config.Rate{PerMinute: 60}},
		{"", "rate_limit: {}", config.Rate{PerMinute: 60}},
		{"", "rate_limit: {per_minute: 5}", config.Rate{PerMinute: 5, Own: true}},
		{"", "rate_limit: {per_minute: 60}", config.Rate{PerMinute: 60, Own: true}},
		{"", "rate_limit: {enabled: false}", config.Rate{}},
		{"", "rate_limit: {enabled: false, per_minute: 5}", config.Rate{}},
		{"", "rate_limit: {enabled: true}", config.Rate{PerMinute: 60, Own: true}},
		{"rate_limit: {per_minute: 30}", "", config.Rate{PerMinute: 30}},
		{"rate_limit: {enabled: false}", "", config.Rate{}},
		{"rate_limit: {enabled: false}", "rate_limit: {per_minute: 5}", config.Rate{}},
		{"rate_limit: {enabled: false}", "rate_limit: {enabled: true}", config.Rate{PerMinute: 60, Own: true}},
		{"rate_limit: {enabled: false, per_minute: 9}", "rate_limit: {enabled: true}", config.Rate{PerMinute: 9, Own: true}},
	} {
		c := parse(t, oneSite+open+test.global+"\nservers: [{handle: a, site: main, "+test.own+"}]")
		if got := c.Servers[0].Rate; got != test.want {
			t.Errorf("%s, %s: %+v, want %+v", test.global, test.own, got, test.want)
		}
	}

	for _, test := range []struct {
		global, own string
		want        []identity.Pattern
	}{
		{"", "", nil},
		{"deny_tools: [a, b]", "", patterns(t, "a", "b")},
		{"", "deny_tools: [c]", patterns(t, "c")},
		// A server can deny more, but not take back what is denied everywhere.
		{"deny_tools: [a, b]", "deny_tools: [c]", patterns(t, "a", "b", "c")},
		{"deny_tools: [a, b]", "deny_tools: []", patterns(t, "a", "b")},
	} {
		c := parse(t, oneSite+open+"security: {"+test.global+
			"}\nservers: [{handle: z, site: main}, {handle: a, site: main, security: {"+test.own+"}}]")
		if diff := cmp.Diff(test.want, c.Servers[1].Deny, comparer); diff != "" {
			t.Errorf("%s, %s (-want +got):\n%s", test.global, test.own, diff)
		}
	}
}

// TestAddressLimit is off together with the limit of callers.
func TestAddressLimit(t *testing.T) {
	for text, want := range map[string]int{
		"": 600, "rate_limit: {per_address: 7}": 7, "rate_limit: {enabled: false}": 0,
		"rate_limit: {enabled: false, per_address: 7}": 0,
	} {
		if got := parse(t, oneSite+open+text).AddressLimit; got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// TestPresentationMistakes is how servers and documents show themselves.
func TestPresentationMistakes(t *testing.T) {
	server := func(settings string) string {
		return "auth: {modes: [none]}\nservers: [{handle: a, site: main, " + settings + "}]"
	}
	for _, test := range []struct{ text, want string }{
		{server("tool_names: dotted, instructions: \"" + strings.Repeat("x", 4000) + `"`), ""},
		{server("tool_names: auto, tool_errors: auto"), ""},
		{server("tool_names: underscore, tool_errors: rpc"), ""},
		{server("tool_errors: result"), ""},
		{server("dates: rfc3339, error_codes: namespaced"), ""},
		{server("dates: iso"), `servers[0].dates: "iso" is not one of unix, rfc3339`},
		{server("error_codes: evo"), `servers[0].error_codes: "evo" is not one of plain, namespaced`},
		{server("output: structured"), ""},
		{server("output: texts"), `servers[0].output: "texts" is not one of both, structured, text`},
		{server("tool_names: dots"), `servers[0].tool_names: "dots" is not one of auto, dotted, underscore`},
		{server("tool_errors: results"), `servers[0].tool_errors: "results" is not one of auto, rpc, result`},
		{server("name: Shop-1._x, title: Крамниця «Стільці» & more"), ""},
		{server("name: \"" + strings.Repeat("x", 64) + "\", title: \"" + strings.Repeat("ї", 100) + `"`), ""},
		{server("name: my shop"), `servers[0].name: "my shop" ` + wrongInfoMessage},
		{
			server("name: " + strings.Repeat("x", 65)),
			`servers[0].name: "` + strings.Repeat("x", 65) + `" ` + wrongInfoMessage,
		},
		{
			server("title: \"" + strings.Repeat("ї", 101) + `"`),
			"servers[0]" + longTitleMessage + "100 characters, on one line",
		},
		{server(`title: "a\nb"`), "servers[0]" + longTitleMessage + "100 characters, on one line"},
		{
			server("profile: claude"),
			`servers[0].profile: "claude" is not one of chatgpt, tomo; remove the key to serve all tools`,
		},
		{
			server("profile: compact"),
			"servers[0].profile: assistants get a short list of tools without it; remove the key, or name the tools in tools",
		},
		{server("brief: never"), ""},
		{server("brief: sometimes"), `servers[0].brief: "sometimes" is not one of auto, always, never`},
		{server("tools: [evo.content.*, evo.site.describe], elements: true"), ""},
		{server("tools: [evo.content.*, \"evo content\"]"), `servers[0].tools[1]: "evo content" ` + wrongPatternMessage},
		{
			server("tools: [evo.content.*], profile: chatgpt"), "servers[0].tools: the profile chatgpt " + toolsOfProfileMessage,
		},
		{server("elements: true"), ""},
		{
			server("elements: true, profile: chatgpt"),
			"servers[0].elements: the profile chatgpt " + chatGPTElementsMessage,
		},
		{
			server("instructions: \"" + strings.Repeat("x", 4001) + `"`),
			"servers[0].instructions: has more than 4000 bytes; assistants read it in every conversation, so shorten it",
		},
	} {
		expectMistakes(t, test.text, test.want)
	}
	for _, url := range []string{"", "https://user:password@www.example.com/"} {
		_, err := config.Parse([]byte(`{sites: {main: {dsn: "u:p@tcp(h)/d", base_url: "`+url+
			`", pages: {enabled: true}}}, auth: {modes: [none]}}`), environment)
		if want := "sites.main.pages: needs sites.main.base_url without a user name; emcp fetches pages below it"; err ==
			nil || err.Error() != want {
			t.Errorf("%s: %v", url, err)
		}
	}
	for _, url := range []string{"www.example.com", "/", "ftp://example.com/", "https:///x", "https://exa mple"} {
		_, err := config.Parse([]byte(`{sites: {main: {dsn: "u:p@tcp(h)/d", base_url: "`+url+`"}}, auth: {modes: [none]}}`),
			environment)
		want := `sites.main.base_url: "` + url + `"` + notSiteAddressMessage
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v", url, err)
		}
	}
}
