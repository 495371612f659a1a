package config

// file is emcp.yaml as it is written. A doc says what docs/configure.md says of the key; TestReference writes that page.
type file struct {
	Listen      string              `yaml:"listen" doc:"address and port where emcp answers; a loopback address is for this computer only"`
	Route       fileRoute           `yaml:"route" doc:"Where clients call."`
	TLS         fileTLS             `yaml:"tls" doc:"HTTPS by emcp itself. Behind a web server that speaks it, leave this out."`
	Sites       map[string]fileSite `yaml:"sites" doc:"The databases, each by a name of your choice."`
	Servers     []fileServer        `yaml:"servers" doc:"What is served, each at an address of its own. Without any, the only site is served as content."`
	Auth        fileAuth            `yaml:"auth" doc:"Who may call over HTTP; [access.md](access.md) says which to take."`
	Stdio       fileCaller          `yaml:"stdio" doc:"The caller of emcp stdio, who needs no token."`
	Redis       fileRedis           `yaml:"redis" doc:"For several processes that serve the same site."`
	Limits      fileLimits          `yaml:"limits" doc:"How large requests and answers may be."`
	Cache       fileCache           `yaml:"cache" doc:"Results are kept for a moment, so that assistants that ask the same do not ask the database."`
	RateLimit   fileRateLimit       `yaml:"rate_limit" doc:"How many requests are answered; others get 429."`
	Idempotency fileIdempotency     `yaml:"idempotency" doc:"Answers to calls that are repeated with the same key."`
	Trace       fileTrace           `yaml:"trace" doc:"Ids of requests, which stand in answers, in the log and in front of SQL statements."`
	Metrics     fileMetrics         `yaml:"metrics" doc:"Figures for Prometheus; [operate.md](operate.md#metrics) lists them."`
	Tracing     fileTracing         `yaml:"tracing" doc:"What is told to a collector of OpenTelemetry by OTLP over HTTP, and to the database."`
	Domain      fileDomain          `yaml:"domain" doc:"What a call can ask for."`
	Security    fileSecurity        `yaml:"security" doc:"What nobody may, and whom to believe."`
	Logging     fileLogging         `yaml:"logging" doc:"Lines on standard error."`
}

type fileTLS struct {
	CertFile     string `yaml:"cert_file" doc:"PEM file with the certificate and those between it and its authority; empty: plain HTTP. Looked at every 5 seconds, so that a renewed one needs no restart"`
	KeyFile      string `yaml:"key_file" doc:"PEM file with the key of the certificate"`
	ClientCAFile string `yaml:"client_ca_file" doc:"PEM file with the authorities of which clients need a certificate; empty: they need none"`
}

type fileRoute struct {
	Prefixes []string `yaml:"prefixes" doc:"paths of the servers: POST {prefix}/{handle} or {prefix}/{handle}/dispatch; POST {prefix} is the first server"`
}

type fileSite struct {
	DSN              string `yaml:"dsn" doc:"how the database is reached, user:password@tcp(host:port)/database; needed"`
	TablePrefix      string `yaml:"table_prefix" doc:"what the names of the tables begin with; empty: found by itself, when there is one site in the database"`
	BaseURL          string `yaml:"base_url" doc:"before the addresses of documents, such as https://www.example.com/; empty: the site's own setting"`
	MaxOpenConns     *int   `yaml:"max_open_conns" doc:"connections to the database at the same time, 1 to 256; two more are for looking whether it answers and for ending statements"`
	StatementTimeout string `yaml:"statement_timeout" doc:"how long a call may take, all its statements together, 50ms to 1m"`
	AllowWideGrants  bool   `yaml:"allow_wide_grants" doc:"serve although the database user may do more than SELECT"`
}

type fileServer struct {
	Handle       string              `yaml:"handle" doc:"last part of the address, lower-case letters, digits, - and _; needed"`
	Site         string              `yaml:"site" doc:"name of the site in sites; needed"`
	Enabled      *bool               `yaml:"enabled" doc:"false: not served, though tokens can name it"`
	Limits       fileLimits          `yaml:"limits"`
	RateLimit    fileServerRate      `yaml:"rate_limit"`
	ScopeMap     map[string][]string `yaml:"scope_map" doc:"as auth.scope_map, for this server instead of it"`
	Security     fileDeny            `yaml:"security"`
	Profile      string              `yaml:"profile" doc:"chatgpt: the tools search and fetch only, which ChatGPT asks for in deep research"`
	Elements     bool                `yaml:"elements" doc:"true: callers with the manager view read the code of templates, chunks, snippets and plugins, and template variables, with evo.elements.list and evo.elements.get; see [security.md](security.md#the-code-of-elements)"`
	Name         string              `yaml:"name" doc:"the name of the server for clients, letters, digits, ., _ and -; tells several connected sites apart"`
	Title        string              `yaml:"title" doc:"the name of the server for people, 100 characters at most; empty: the site's setting site_name"`
	ToolNames    string              `yaml:"tool_names" doc:"in tools/list: dotted (evo.content.get), underscore (evo_content_get), or auto: underscore for clients that are known to refuse dots"`
	ToolErrors   string              `yaml:"tool_errors" doc:"wrong arguments of tools: rpc (JSON-RPC errors), result (results that models read), or auto: result for clients of MCP 2025-11-25 and later, but not below /api/v1/mcp"`
	Instructions string              `yaml:"instructions" doc:"what assistants should know about the site, 4,000 bytes at most"`
}

type fileAuth struct {
	Modes         []string            `yaml:"modes" doc:"who may call: any of token, jwt and pat, or none alone, on a loopback address"`
	RequireScopes bool                `yaml:"require_scopes" doc:"false: callers need no scopes"`
	ScopeMap      map[string][]string `yaml:"scope_map" doc:"methods by scope, such as {mcp:read: [initialize, tools/list]}; empty: the built-in map"`
	Tokens        []fileToken         `yaml:"tokens"`
	JWT           fileJWT             `yaml:"jwt"`
	PAT           filePAT             `yaml:"pat"`
	None          fileCaller          `yaml:"none"`
}

type fileJWT struct {
	Algorithms []string `yaml:"algorithms" doc:"HS256, RS256, ES256, EdDSA; others are refused"`
	Secret     string   `yaml:"secret" doc:"of HS256, at least 32 characters"`
	JWKSURL    string   `yaml:"jwks_url" doc:"https address of the key set of the other algorithms, fetched hourly"`
	JWKSFile   string   `yaml:"jwks_file" doc:"the same as a file, instead of jwks_url"`
	Issuer     string   `yaml:"issuer" doc:"what iss must be; empty: anything"`
	Audience   string   `yaml:"audience" doc:"what aud must be or have; empty: anything"`
	Leeway     string   `yaml:"leeway" doc:"how far clocks may be apart, at most 10m"`
	View       string   `yaml:"view" doc:"what callers see: public or manager"`
}

type filePAT struct {
	Permission string `yaml:"permission" doc:"that a token's owner needs in the manager"`
	Timezone   string `yaml:"timezone" doc:"in which the site writes when tokens expire, such as Europe/Berlin"`
}

type fileRedis struct {
	URL string `yaml:"url" doc:"redis:// or rediss://, where several processes count calls together and remember keyed ones; empty: each by itself"`
}

type fileRateLimit struct {
	Enabled    bool  `yaml:"enabled" doc:"false: no limits of requests"`
	PerMinute  int64 `yaml:"per_minute" doc:"requests of a caller, 1 to 1000000"`
	PerAddress int64 `yaml:"per_address" doc:"requests a minute of an address, whoever calls, 1 to 1000000"`
}

// fileServerRate is nil where a server does not override the global value.
type fileServerRate struct {
	Enabled   *bool  `yaml:"enabled" doc:"instead of rate_limit.enabled"`
	PerMinute *int64 `yaml:"per_minute" doc:"instead of rate_limit.per_minute, and counted apart from other servers"`
}

type fileIdempotency struct {
	Header     string `yaml:"header" doc:"with the key under which a repeated call is answered again"`
	TTLSeconds int64  `yaml:"ttl_seconds" doc:"how long answers are kept, 1 to 2678400"`
}

type fileSecurity struct {
	DenyTools      []string `yaml:"deny_tools" doc:"tools that nobody can call or see, such as evo.model.*"`
	AllowOrigins   []string `yaml:"allow_origins" doc:"of web pages that may call from a browser, such as https://example.com; empty: those of this computer"`
	AllowHosts     []string `yaml:"allow_hosts" doc:"the only names under which emcp answers, such as www.example.com; empty: those of this computer"`
	TrustedProxies []string `yaml:"trusted_proxies" doc:"addresses or networks whose X-Forwarded-For is believed"`
	CursorKey      string   `yaml:"cursor_key" doc:"signs the cursors of lists, at least 32 characters, the same for several processes; empty: made at start"`
}

type fileDeny struct {
	DenyTools []string `yaml:"deny_tools" doc:"further ones, beside security.deny_tools"`
}

type fileToken struct {
	Name    string   `yaml:"name" doc:"tells callers apart in the log; needed"`
	SHA256  string   `yaml:"sha256" doc:"hash of the token, from emcp token new; needed"`
	Scopes  []string `yaml:"scopes" doc:"what the token may do: mcp:read, mcp:call, or others of scope_map"`
	View    string   `yaml:"view" doc:"what the caller sees: public or manager"`
	Servers []string `yaml:"servers" doc:"handles of the servers that it may use"`
	Expires string   `yaml:"expires" doc:"such as 2027-12-31T00:00:00Z; empty: never"`
}

type fileCaller struct {
	Scopes []string `yaml:"scopes" doc:"what the caller may do"`
	View   string   `yaml:"view" doc:"what the caller sees: public or manager"`
}

// fileLimits are nil where a server does not override the global value.
type fileLimits struct {
	MaxPayloadKB    *int64 `yaml:"max_payload_kb" doc:"largest request in KiB, 1 to 65536"`
	MaxResultItems  *int64 `yaml:"max_result_items" doc:"highest limit of a list, 1 to 1000; domain.content.max_limit can be lower"`
	MaxResultTokens *int64 `yaml:"max_result_tokens" doc:"at which a list with arguments beyond the contract ends early, a token being 4 bytes, 1 to 16777216"`
	MaxResultBytes  *int64 `yaml:"max_result_bytes" doc:"largest result of a tool as it is sent, 1 to 67108864; it has the answer twice, as an object and as text"`
	MaxTVFilters    *int64 `yaml:"max_tv_filters" doc:"conditions in tv_filters of a search, 1 to 20"`
	MaxTVOrder      *int64 `yaml:"max_tv_order" doc:"sort keys in tv_order of a search, 1 to 10"`
	MaxWithTVs      *int64 `yaml:"max_with_tvs" doc:"template variables in with_tvs of a call, 1 to 100"`
}

type fileCache struct {
	TTL      string `yaml:"ttl" doc:"how long a result answers the same call again, at most 1m; 0s: not at all"`
	MaxBytes int64  `yaml:"max_bytes" doc:"of all results together, 1048576 to 1073741824"`
}

type fileTrace struct {
	Header            string `yaml:"header" doc:"where a client can send an id for a request, and gets it back"`
	GenerateIfMissing bool   `yaml:"generate_if_missing" doc:"false: requests without an id have none"`
}

type fileMetrics struct {
	Listen string `yaml:"listen" doc:"address and port where Prometheus reads /metrics, without a token; empty: nowhere"`
}

type fileTracing struct {
	Endpoint    string            `yaml:"endpoint" doc:"of a collector of OpenTelemetry, such as http://127.0.0.1:4318; empty: no traces"`
	Headers     map[string]string `yaml:"headers" doc:"that the collector wants, such as {Authorization: \"Basic ...\"}"`
	SampleRatio float64           `yaml:"sample_ratio" doc:"of the requests that are traced, from 0 to 1"`
	SQLComments bool              `yaml:"sql_comments" doc:"begin statements with /* trace:ID */, for slow logs; also without endpoint"`
}

type fileDomain struct {
	Content struct {
		MaxDepth  int64 `yaml:"max_depth" doc:"levels of the tree in one call, 1 to 20"`
		MaxLimit  int64 `yaml:"max_limit" doc:"highest limit of a list, 1 to 1000"`
		MaxOffset int64 `yaml:"max_offset" doc:"highest offset of a list of documents, 0 to 1000000; cursors go further"`
	} `yaml:"content"`
	Models struct {
		MaxOffset int64       `yaml:"max_offset" doc:"highest offset of a list of records, 0 to 1000000; cursors go further"`
		Allow     []fileModel `yaml:"allow"`
	} `yaml:"models"`
}

type fileModel struct {
	Model  string   `yaml:"model" doc:"that callers can read, such as Category; needed"`
	Fields []string `yaml:"fields" doc:"of the model; absent: all that TOOLSET.md names"`
}

type fileLogging struct {
	Level        string `yaml:"level" doc:"debug, info, warn or error"`
	Format       string `yaml:"format" doc:"json or text"`
	AuditEnabled bool   `yaml:"audit_enabled" doc:"a line in the log for every request"`
}

func defaults() file {
	f := file{
		Listen: "127.0.0.1:8787",
		Route:  fileRoute{Prefixes: []string{"/mcp", "/api/v1/mcp"}},
		Auth: fileAuth{
			Modes: []string{"token"}, RequireScopes: true,
			JWT: fileJWT{Algorithms: []string{"HS256"}, Leeway: "60s", View: "manager"},
			PAT: filePAT{Permission: "emcp", Timezone: "UTC"},
		},
		Limits: fileLimits{
			MaxPayloadKB:    new(int64(256)),
			MaxResultItems:  new(int64(100)),
			MaxResultTokens: new(int64(20_000)),
			MaxResultBytes:  new(int64(1 << 20)),
			MaxTVFilters:    new(int64(10)),
			MaxTVOrder:      new(int64(5)),
			MaxWithTVs:      new(int64(20)),
		},
		Cache:       fileCache{TTL: "1s", MaxBytes: 32 << 20},
		RateLimit:   fileRateLimit{Enabled: true, PerMinute: 60, PerAddress: 600},
		Idempotency: fileIdempotency{Header: "Idempotency-Key", TTLSeconds: 86400},
		Trace:       fileTrace{Header: "X-Trace-Id", GenerateIfMissing: true},
		Tracing:     fileTracing{SampleRatio: 1, SQLComments: true},
		Logging:     fileLogging{Level: "info", Format: "json", AuditEnabled: true},
	}
	f.Domain.Content.MaxDepth = 6
	f.Domain.Content.MaxLimit = 100
	f.Domain.Content.MaxOffset = 5000
	f.Domain.Models.MaxOffset = 5000
	return f
}
