package config

// file is emcp.yaml as it is written, with the defaults of its keys.
type file struct {
	Listen      string              `yaml:"listen"`
	Route       fileRoute           `yaml:"route"`
	TLS         fileTLS             `yaml:"tls"`
	Sites       map[string]fileSite `yaml:"sites"`
	Servers     []fileServer        `yaml:"servers"`
	Auth        fileAuth            `yaml:"auth"`
	Stdio       fileCaller          `yaml:"stdio"`
	Redis       fileRedis           `yaml:"redis"`
	Limits      fileLimits          `yaml:"limits"`
	Cache       fileCache           `yaml:"cache"`
	RateLimit   fileRateLimit       `yaml:"rate_limit"`
	Idempotency fileIdempotency     `yaml:"idempotency"`
	Trace       fileTrace           `yaml:"trace"`
	Metrics     fileMetrics         `yaml:"metrics"`
	Tracing     fileTracing         `yaml:"tracing"`
	Domain      fileDomain          `yaml:"domain"`
	Security    fileSecurity        `yaml:"security"`
	Logging     fileLogging         `yaml:"logging"`
}

type fileTLS struct {
	CertFile     string `yaml:"cert_file"`
	KeyFile      string `yaml:"key_file"`
	ClientCAFile string `yaml:"client_ca_file"`
}

type fileRoute struct {
	Prefixes []string `yaml:"prefixes"`
}

type fileSite struct {
	DSN              string `yaml:"dsn"`
	TablePrefix      string `yaml:"table_prefix"`
	BaseURL          string `yaml:"base_url"`
	MaxOpenConns     *int   `yaml:"max_open_conns"`
	StatementTimeout string `yaml:"statement_timeout"`
	AllowWideGrants  bool   `yaml:"allow_wide_grants"`
}

type fileServer struct {
	Handle       string              `yaml:"handle"`
	Site         string              `yaml:"site"`
	Enabled      *bool               `yaml:"enabled"`
	Limits       fileLimits          `yaml:"limits"`
	RateLimit    fileServerRate      `yaml:"rate_limit"`
	ScopeMap     map[string][]string `yaml:"scope_map"`
	Security     fileDeny            `yaml:"security"`
	Profile      string              `yaml:"profile"`
	ToolNames    string              `yaml:"tool_names"`
	Instructions string              `yaml:"instructions"`
}

type fileAuth struct {
	Modes         []string            `yaml:"modes"`
	RequireScopes bool                `yaml:"require_scopes"`
	ScopeMap      map[string][]string `yaml:"scope_map"`
	Tokens        []fileToken         `yaml:"tokens"`
	JWT           fileJWT             `yaml:"jwt"`
	PAT           filePAT             `yaml:"pat"`
	None          fileCaller          `yaml:"none"`
}

type fileJWT struct {
	Algorithms []string `yaml:"algorithms"`
	Secret     string   `yaml:"secret"`
	JWKSURL    string   `yaml:"jwks_url"`
	JWKSFile   string   `yaml:"jwks_file"`
	Issuer     string   `yaml:"issuer"`
	Audience   string   `yaml:"audience"`
	Leeway     string   `yaml:"leeway"`
	View       string   `yaml:"view"`
}

type filePAT struct {
	Permission string `yaml:"permission"`
	Timezone   string `yaml:"timezone"`
}

type fileRedis struct {
	URL string `yaml:"url"`
}

type fileRateLimit struct {
	Enabled    bool  `yaml:"enabled"`
	PerMinute  int64 `yaml:"per_minute"`
	PerAddress int64 `yaml:"per_address"`
}

// fileServerRate is nil where a server does not override the global value.
type fileServerRate struct {
	Enabled   *bool  `yaml:"enabled"`
	PerMinute *int64 `yaml:"per_minute"`
}

type fileIdempotency struct {
	Header     string `yaml:"header"`
	TTLSeconds int64  `yaml:"ttl_seconds"`
}

type fileSecurity struct {
	DenyTools      []string `yaml:"deny_tools"`
	AllowOrigins   []string `yaml:"allow_origins"`
	AllowHosts     []string `yaml:"allow_hosts"`
	TrustedProxies []string `yaml:"trusted_proxies"`
	CursorKey      string   `yaml:"cursor_key"`
}

type fileDeny struct {
	DenyTools []string `yaml:"deny_tools"`
}

type fileToken struct {
	Name    string   `yaml:"name"`
	SHA256  string   `yaml:"sha256"`
	Scopes  []string `yaml:"scopes"`
	View    string   `yaml:"view"`
	Servers []string `yaml:"servers"`
	Expires string   `yaml:"expires"`
}

type fileCaller struct {
	Scopes []string `yaml:"scopes"`
	View   string   `yaml:"view"`
}

// fileLimits are nil where a server does not override the global value.
type fileLimits struct {
	MaxPayloadKB    *int64 `yaml:"max_payload_kb"`
	MaxResultItems  *int64 `yaml:"max_result_items"`
	MaxResultTokens *int64 `yaml:"max_result_tokens"`
	MaxResultBytes  *int64 `yaml:"max_result_bytes"`
}

type fileCache struct {
	TTL      string `yaml:"ttl"`
	MaxBytes int64  `yaml:"max_bytes"`
}

type fileTrace struct {
	Header            string `yaml:"header"`
	GenerateIfMissing bool   `yaml:"generate_if_missing"`
}

type fileMetrics struct {
	Listen string `yaml:"listen"`
}

type fileTracing struct {
	Endpoint    string            `yaml:"endpoint"`
	Headers     map[string]string `yaml:"headers"`
	SampleRatio float64           `yaml:"sample_ratio"`
	SQLComments bool              `yaml:"sql_comments"`
}

type fileDomain struct {
	Content struct {
		MaxDepth  int64 `yaml:"max_depth"`
		MaxLimit  int64 `yaml:"max_limit"`
		MaxOffset int64 `yaml:"max_offset"`
	} `yaml:"content"`
	Models struct {
		MaxOffset int64       `yaml:"max_offset"`
		Allow     []fileModel `yaml:"allow"`
	} `yaml:"models"`
}

type fileModel struct {
	Model  string   `yaml:"model"`
	Fields []string `yaml:"fields"`
}

type fileLogging struct {
	Level        string `yaml:"level"`
	Format       string `yaml:"format"`
	AuditEnabled bool   `yaml:"audit_enabled"`
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
