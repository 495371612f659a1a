package config

// file is emcp.yaml as the owner writes it, and the table of its keys. table.go explains the tags. To add a key, add it
// here and where its value is used. TestReference writes docs/hosters/configure.md.
type file struct {
	Listen      string                  `yaml:"listen" default:"127.0.0.1:8787" restart:"yes" doc:"address and port where emcp listens; a loopback address is reachable from this computer only"`
	Route       fileRoute               `yaml:"route" doc:"The paths that clients call."`
	TLS         fileTLS                 `yaml:"tls" restart:"yes" doc:"HTTPS by emcp itself. Leave this out if a web server in front does HTTPS."`
	Sites       map[string]fileSite     `yaml:"sites" restart:"entries" doc:"The databases, each under a name that you choose."`
	Servers     []fileServer            `yaml:"servers" doc:"What emcp serves, each with its own address. Without this list, emcp serves the only site as content."`
	Bundles     map[string]fileBundle   `yaml:"bundles" doc:"Your own tools, prompts and resources, which servers add ([bundles.md](bundles.md))."`
	Upstreams   map[string]fileUpstream `yaml:"upstreams" doc:"Other MCP servers whose tools, resources and prompts servers add ([upstreams.md](upstreams.md))."`
	Groups      map[string]fileGroup    `yaml:"groups" doc:"Groups of tools: clients see two tools for each group instead of all its tools ([groups.md](groups.md))."`
	Auth        fileAuth                `yaml:"auth" doc:"Who may call over HTTP ([access.md](access.md))."`
	Stdio       fileCaller              `yaml:"stdio" doc:"The caller of emcp stdio, which needs no token."`
	Redis       fileRedis               `yaml:"redis" restart:"yes" doc:"What several processes for the same site share."`
	StateDir    string                  `yaml:"state_dir" restart:"yes" doc:"folder that keeps who has signed in over restarts, for one process; several need redis.url. Empty: emcp writes nothing to disk"`
	Limits      fileLimits              `yaml:"limits" doc:"The size of requests and answers."`
	Search      fileSearch              `yaml:"search" restart:"yes" doc:"The index of each site's texts, in which emcp searches ([operate.md](operate.md#memory-of-searches))."`
	Cache       fileCache               `yaml:"cache" restart:"yes" doc:"Results that answer repeated calls without the database."`
	RateLimit   fileRateLimit           `yaml:"rate_limit" doc:"How many requests emcp answers; beyond, it answers 429."`
	Idempotency fileIdempotency         `yaml:"idempotency" doc:"A call that is repeated with the same Idempotency-Key gets the same answer."`
	Metrics     fileMetrics             `yaml:"metrics" restart:"yes" doc:"Metrics for Prometheus ([operate.md](operate.md#metrics))."`
	Tracing     fileTracing             `yaml:"tracing" restart:"yes" doc:"Traces for an OpenTelemetry collector, by OTLP over HTTP, and comments in SQL."`
	Domain      fileDomain              `yaml:"domain" doc:"How far lists go, and which models callers can read: without domain.models.allow, all that their view allows."`
	Security    fileSecurity            `yaml:"security" doc:"What emcp refuses, and which proxies it trusts."`
	Logging     fileLogging             `yaml:"logging" doc:"The log on standard error."`
	Include     []string                `yaml:"include" doc:"more files with keys, relative to the folder of this one. Sections are joined and lists appended; a value can stand in one file only"`
}

type fileTLS struct {
	CertFile     string `yaml:"cert_file" doc:"PEM file with the certificate and its intermediates, read again when it changes; empty: plain HTTP"`
	KeyFile      string `yaml:"key_file" doc:"PEM file with its private key"`
	ClientCAFile string `yaml:"client_ca_file" doc:"PEM file with certificate authorities, one of which must have issued clients' certificates; empty: clients need none"`
	ClientAuth   string `yaml:"client_auth" default:"required" doc:"with client_ca_file: required, or optional (clients may have no certificate, but no wrong one)"`
}

type fileRoute struct {
	Prefixes []string `yaml:"prefixes" default:"/mcp, /api/v1/mcp" doc:"paths of the servers: POST {prefix}/{handle} or {prefix}/{handle}/dispatch. {prefix} alone is the first server"`
}

type fileSite struct {
	DSN              string                       `yaml:"dsn" required:"yes" doc:"address of the database: user:password@tcp(host:port)/database"`
	TablePrefix      string                       `yaml:"table_prefix" doc:"prefix of the table names; empty: found if the database has one site"`
	BaseURL          string                       `yaml:"base_url" restart:"no" doc:"start of document addresses, such as https://www.example.com/; empty: the site's setting"`
	TVTypes          map[string]map[string]string `yaml:"tv_types" restart:"no" doc:"what numbers of template variables mean, such as {price: {money: EUR}, weight: {unit: g}}: answers have them as typed, conditions compare numbers"`
	HiddenTVs        []string                     `yaml:"hidden_tvs" doc:"template variables that the public view hides, such as purchase_*; * is any characters, case does not matter"`
	Synonyms         [][]string                   `yaml:"synonyms" restart:"no" doc:"words that mean the same to a search: at most 500 groups of 2 to 20, such as [[tent, shelter]]"`
	ProductLinks     string                       `yaml:"product_links" default:"root" restart:"no" doc:"root, catalog or category: what the addresses of products begin with, as product.link_rule of sCommerce says"`
	MaxOpenConns     int                          `yaml:"max_open_conns" default:"8" range:"1 to 256" doc:"most connections for calls; a few more serve health checks, personal tokens and ending statements"`
	StatementTimeout string                       `yaml:"statement_timeout" default:"3s" range:"50ms to 1m" doc:"time limit of all statements of a call together"`
	AllowWideGrants  bool                         `yaml:"allow_wide_grants" doc:"true: serve although the database user may do more than SELECT"`
	Pages            filePages                    `yaml:"pages" restart:"no"`
}

type filePages struct {
	Enabled bool `yaml:"enabled" restart:"no" doc:"true: the public view can read pages as the site serves them (needs base_url; [security.md](security.md#pages-that-emcp-fetches))"`
}

type fileServer struct {
	Handle       string              `yaml:"handle" required:"yes" doc:"last part of the address: lower-case letters, digits, - and _"`
	Site         string              `yaml:"site" required:"yes" doc:"a name in sites"`
	Enabled      bool                `yaml:"enabled" default:"true" doc:"false: not served, but tokens can name it"`
	Limits       fileLimits          `yaml:"limits" inherits:"limits"`
	RateLimit    fileServerRate      `yaml:"rate_limit" inherits:"rate_limit"`
	ScopeMap     map[string][]string `yaml:"scope_map" doc:"replaces auth.scope_map"`
	Security     fileDeny            `yaml:"security"`
	Bundles      []fileMount         `yaml:"bundles"`
	Upstreams    []string            `yaml:"upstreams" doc:"names in upstreams, whose tools, resources and prompts it adds"`
	Groups       []string            `yaml:"groups" doc:"names in groups"`
	ListGrouped  bool                `yaml:"list_grouped" doc:"true: tools/list also has the tools in groups"`
	WebSocket    bool                `yaml:"websocket" doc:"true: clients can also connect by [WebSocket](websocket.md)"`
	Tools        []string            `yaml:"tools" doc:"the only tools it has, such as evo.content.*; empty: all"`
	Profile      string              `yaml:"profile" doc:"chatgpt: search and fetch, which ChatGPT's connectors call; tomo: tools of bundles, as [TOMO](tomo.md) asks; empty: all tools"`
	Elements     bool                `yaml:"elements" doc:"true: the manager view can read template variables and [code](security.md#the-code-of-elements), with evo.elements.list and evo.elements.get"`
	Name         string              `yaml:"name" doc:"name for clients: letters, digits, ., _ and -; empty: emcp. Connected sites need different names"`
	Title        string              `yaml:"title" doc:"name for people, at most 100 characters; empty: the site's site_name"`
	ToolNames    string              `yaml:"tool_names" default:"auto" doc:"names in tools/list: dotted (evo.content.get), underscore (evo_content_get), or auto (underscore for clients known to refuse dots)"`
	Brief        string              `yaml:"brief" default:"auto" doc:"who gets the short tools/list for assistants: auto (clients that name their revision of MCP), always or never. Clients below /api/v1/mcp never do"`
	ToolErrors   string              `yaml:"tool_errors" default:"auto" doc:"form of errors about arguments and refused calls: rpc (JSON-RPC errors, HTTP statuses), result (results that models read), or auto (result from MCP 2025-11-25, except below /api/v1/mcp)"`
	Dates        string              `yaml:"dates" default:"unix" doc:"times without the argument dates: unix (seconds, as in the contract) or rfc3339 (2026-01-01T00:01:19Z)"`
	ErrorCodes   string              `yaml:"error_codes" default:"plain" doc:"plain (invalid_params), or namespaced (adds evo.invalid_params as namespaced_code, and error_details), for clients of several systems"`
	Output       string              `yaml:"output" default:"both" doc:"where results stand: both (structuredContent and text, as in the contract), structured or text. Some clients give both to the model, for twice the tokens"`
	Instructions string              `yaml:"instructions" doc:"what assistants should know about the site, at most 4,000 bytes"`
}

type fileMount struct {
	Name   string `yaml:"name" required:"yes" doc:"a name in bundles"`
	Prefix string `yaml:"prefix" doc:"stands before the names of its tools and prompts, such as shop_"`
}

type fileBundle struct {
	Tools     []fileTool     `yaml:"tools"`
	Prompts   []filePrompt   `yaml:"prompts"`
	Resources []fileResource `yaml:"resources"`
}

type fileUpstream struct {
	URL               string            `yaml:"url" doc:"address, such as https://crm.example.com/mcp (streamable HTTP) or wss://crm.example.com/mcp (WebSocket); empty: see command"`
	Command           []string          `yaml:"command" doc:"program that speaks MCP over stdio, with arguments, such as [/usr/bin/node, /srv/crm.js]; run without a shell"`
	Env               map[string]string `yaml:"env" doc:"its only environment variables, such as {PATH: /usr/bin}"`
	Token             string            `yaml:"token" doc:"token that emcp sends to url; empty: none. Callers' tokens are not sent, except with pass_personal_token"`
	PassPersonalToken bool              `yaml:"pass_personal_token" doc:"true: calls carry their caller's personal token instead, for a server of the same site; other callers are refused"`
	Prefix            string            `yaml:"prefix" doc:"stands before the names of its tools and prompts; empty: the upstream's name and _"`
	Allow             []string          `yaml:"allow" doc:"the only tools used, by their names there, such as search_*; empty: all"`
	Deny              []string          `yaml:"deny" doc:"tools not used, by their names there"`
	Write             []string          `yaml:"write" doc:"tools that may change something, for callers with the scope mcp:write. Others are used if they say that they only read (readOnlyHint)"`
	Resources         []string          `yaml:"resources" doc:"resources used, by URI, such as crm://prices/*; empty: none"`
	Prompts           []string          `yaml:"prompts" doc:"prompts used, by their names there, such as write_*; empty: none"`
	Timeout           string            `yaml:"timeout" default:"10s" range:"100ms to 10m" doc:"time limit of a call"`
}

type fileGroup struct {
	Title       string   `yaml:"title" doc:"name for people"`
	Description string   `yaml:"description" required:"yes" doc:"what the tools are for, at most 1,000 bytes; assistants choose by it"`
	Tools       []string `yaml:"tools" required:"yes" doc:"tools of the server, its bundles and upstreams, by the names that emcp shows, such as evo.content.* or crm_*"`
	LLM         fileLLM  `yaml:"llm"`
}

type fileLLM struct {
	URL     string `yaml:"url" doc:"address of a service with language models, without /chat/completions, such as https://api.openai.com/v1: adds a [tool for tasks](groups.md#tasks). The model reads what tools return"`
	Model   string `yaml:"model" doc:"a model that can call tools"`
	Key     string `yaml:"key" doc:"key for that service; empty: none"`
	Tokens  int    `yaml:"tokens" default:"50000" range:"1000 to 1000000" doc:"most tokens for a task; emcp makes no request that would exceed it"`
	PerDay  int    `yaml:"tokens_per_day" default:"200000" range:"1000 to 1000000000" doc:"most tokens of a caller for tasks of the group in a day of UTC"`
	AtATime int    `yaml:"at_a_time" default:"2" range:"1 to 16" doc:"most tasks of the group at the same time"`
}

type fileTool struct {
	Name        string      `yaml:"name" required:"yes" doc:"name: letters, digits, _ and -, at most 64 with the prefix"`
	Title       string      `yaml:"title" doc:"name for people"`
	Description string      `yaml:"description" required:"yes" doc:"what the tool does, at most 1,000 bytes; assistants choose by it"`
	Arguments   fileValue   `yaml:"arguments" doc:"JSON Schema of the arguments: type object, with properties and required"`
	Call        string      `yaml:"call" doc:"the tool that it calls, such as evo.content.search; empty: see steps"`
	With        fileValue   `yaml:"with" doc:"arguments of that call; {$argument: NAME} is the value of an argument"`
	NotFound    string      `yaml:"not_found" doc:"message of the error if that call finds nothing, at most 300 bytes; empty: a result without it"`
	Steps       []fileStep  `yaml:"steps"`
	Result      fileValue   `yaml:"result" doc:"object that it returns; absent: the last call's result, of which {$path: /items/0/url} is a part. {$text: \"{name}: {price}\", name: ..., price: ...} makes a string"`
	Codes       fileCodes   `yaml:"codes"`
	Prices      filePrices  `yaml:"pricing_range" json:"-"` // tools/list does not show it
	Meta        fileValue   `yaml:"meta" doc:"the tool's _meta in tools/list, for platforms that read it"`
	Examples    []fileValue `yaml:"examples" doc:"arguments with which emcp check calls it"`
}

type fileCodes struct {
	InvalidParams string `yaml:"invalid_params" doc:"the tool's own code of errors in arguments, such as INVALID_DATES or shop.invalid_dates; empty: the platform's or emcp's"`
	NothingFound  string `yaml:"nothing_found" doc:"likewise for not_found"`
}

type filePrices struct {
	Lowest   float64 `yaml:"lowest" default:"0" doc:"lowest price of what the tool offers, for the manifest of TOMO"`
	Highest  float64 `yaml:"highest" default:"0" doc:"highest price; 0: no range"`
	Currency string  `yaml:"currency" doc:"currency of both, such as INR"`
}

type fileStep struct {
	Name     string    `yaml:"name" doc:"name for {$step: NAME, $path: /items/0/id} in later steps and in result"`
	Call     string    `yaml:"call" required:"yes" doc:"the tool that the step calls"`
	With     fileValue `yaml:"with" doc:"arguments of that call"`
	NotFound string    `yaml:"not_found" doc:"message of the error if this step finds nothing or is skipped, at most 300 bytes; empty: later steps go on"`
}

type filePrompt struct {
	Name        string               `yaml:"name" required:"yes" doc:"name: letters, digits, _ and -"`
	Title       string               `yaml:"title" doc:"name for people"`
	Description string               `yaml:"description" required:"yes" doc:"what the prompt is for"`
	Arguments   []filePromptArgument `yaml:"arguments"`
	Text        string               `yaml:"text" required:"yes" doc:"the task. {NAME} is the value of an argument; lines with an absent one are left out"`
}

type filePromptArgument struct {
	Name        string `yaml:"name" required:"yes" doc:"name of the argument"`
	Description string `yaml:"description" doc:"what people should fill in"`
	Required    bool   `yaml:"required" doc:"true: required"`
}

type fileResource struct {
	URI         string    `yaml:"uri" required:"yes" doc:"address for clients, such as shop://prices"`
	Name        string    `yaml:"name" required:"yes" doc:"name"`
	Title       string    `yaml:"title" doc:"name for people"`
	Description string    `yaml:"description" doc:"what it contains"`
	Tool        string    `yaml:"tool" required:"yes" doc:"tool of the bundle whose result it is"`
	Arguments   fileValue `yaml:"arguments" doc:"its arguments"`
}

type fileAuth struct {
	Modes         []string            `yaml:"modes" default:"token" doc:"how callers prove who they are: token, jwt and pat; or none alone, on a loopback address, where everybody may call"`
	RequireScopes bool                `yaml:"require_scopes" default:"true" doc:"false: callers need no scopes"`
	ScopeMap      map[string][]string `yaml:"scope_map" doc:"methods of each scope, such as {mcp:read: [initialize, tools/list]}; empty: the built-in map"`
	Tokens        []fileToken         `yaml:"tokens"`
	JWT           fileJWT             `yaml:"jwt"`
	PAT           filePAT             `yaml:"pat"`
	None          fileCaller          `yaml:"none"`
	OAuth         fileOAuth           `yaml:"oauth"`
}

type fileOAuth struct {
	PublicURL     string            `yaml:"public_url" doc:"with issuer: scheme and host of the address that clients use"`
	Issuer        string            `yaml:"issuer" doc:"https identifier of the authorization server where people sign in; empty: none"`
	Audience      string            `yaml:"audience" doc:"value that aud may have instead of the server's address, if the authorization server cannot put that there"`
	Introspection fileIntrospection `yaml:"introspection"`
	Map           []fileMapping     `yaml:"map"`
	Builtin       fileBuiltin       `yaml:"builtin"`
}

type fileBuiltin struct {
	PublicURL    string     `yaml:"public_url" doc:"scheme and host of the address that clients use, such as https://www.example.com; empty: no sign-in at emcp"`
	Registration bool       `yaml:"registration" doc:"true: clients without a metadata document may register"`
	GrantTime    string     `yaml:"grant_time" default:"2160h" range:"1h to 8760h" doc:"time after which people must sign in again"`
	OpenID       fileOpenID `yaml:"openid"`
}

type fileOpenID struct {
	Issuer       string        `yaml:"issuer" doc:"https identifier of an OpenID Connect provider where people can sign in, such as https://accounts.google.com; empty: tokens only. Register the redirect address PUBLIC_URL/oauth/callback there"`
	ClientID     string        `yaml:"client_id" doc:"id of emcp at the provider"`
	ClientSecret string        `yaml:"client_secret" doc:"its secret; empty: emcp is a public client there"`
	Name         string        `yaml:"name" doc:"provider's name on the sign-in page, at most 50 characters; empty: host of issuer"`
	Scopes       []string      `yaml:"scopes" default:"openid, email" doc:"what emcp asks the provider for"`
	MaxAge       string        `yaml:"max_age" default:"168h" range:"10m to 8760h" doc:"time after which people must sign in at the provider again; emcp learns only then that an account is blocked there"`
	Map          []fileAccount `yaml:"map"`
}

type fileAccount struct {
	Claim   string   `yaml:"claim" doc:"claim of the ID token, or a path such as realm_access.roles; empty: every account. email and email_domain count only if verified. The first matching entry counts; without one, an account is refused"`
	Value   string   `yaml:"value" doc:"value that it must equal or contain; empty: any"`
	View    string   `yaml:"view" default:"public" doc:"public or manager; none: refused"`
	Scopes  []string `yaml:"scopes" otherwise:"mcp:read, mcp:call" doc:"what they may do"`
	Servers []string `yaml:"servers" default:"*" doc:"handles of servers that they may use"`
}

type fileIntrospection struct {
	ClientID     string `yaml:"client_id" doc:"id with which emcp asks the authorization server about tokens; empty: tokens are JWTs"`
	ClientSecret string `yaml:"client_secret" doc:"its secret"`
}

type fileMapping struct {
	Claim   string   `yaml:"claim" doc:"claim, or a path such as realm_access.roles; empty: every account. The first matching entry counts; without one, an account is refused. An empty map shows everybody the view public"`
	Value   string   `yaml:"value" doc:"value that it must equal or contain; empty: any"`
	View    string   `yaml:"view" default:"public" doc:"public or manager; none: refused"`
	Scopes  []string `yaml:"scopes" doc:"what they may do; empty: scopes of their tokens"`
	Servers []string `yaml:"servers" default:"*" doc:"handles of servers that they may use"`
}

type fileJWT struct {
	Algorithms []string `yaml:"algorithms" default:"HS256" doc:"accepted algorithms: HS256, RS256, ES256, EdDSA"`
	Secret     string   `yaml:"secret" doc:"key for HS256, at least 32 characters"`
	JWKSURL    string   `yaml:"jwks_url" doc:"https address of the keys for the others, fetched every hour"`
	JWKSFile   string   `yaml:"jwks_file" doc:"file with these keys instead"`
	Issuer     string   `yaml:"issuer" doc:"required value of iss; empty: any"`
	Audience   string   `yaml:"audience" doc:"value that aud must equal or contain; empty: any"`
	View       string   `yaml:"view" default:"manager" doc:"what callers see: public or manager"`
}

type filePAT struct {
	Permission string `yaml:"permission" default:"emcp" doc:"permission in the manager that a token's owner needs"`
	Timezone   string `yaml:"timezone" default:"UTC" doc:"time zone of expiry times in the site, such as Europe/Berlin"`
}

type fileRedis struct {
	URL string `yaml:"url" doc:"redis:// or rediss:// address. Its processes count requests and keep answers of calls with keys together; empty: each by itself"`
}

type fileRateLimit struct {
	Enabled    bool  `yaml:"enabled" default:"true" doc:"false: no limits"`
	PerMinute  int64 `yaml:"per_minute" default:"60" range:"1 to 1000000" doc:"requests a minute per caller"`
	PerAddress int64 `yaml:"per_address" default:"600" range:"1 to 1000000" doc:"requests a minute per address, whoever calls"`
}

// fileServerRate overrides the rate limit for one server; a nil field does not.
type fileServerRate struct {
	Enabled   *bool  `yaml:"enabled" doc:"for this server"`
	PerMinute *int64 `yaml:"per_minute" range:"1 to 1000000" doc:"for this server, which then counts its requests separately"`
}

type fileIdempotency struct {
	TTLSeconds int64 `yaml:"ttl_seconds" default:"86400" range:"1 to 2678400" restart:"yes" doc:"seconds for which answers are kept"`
}

type fileSecurity struct {
	DenyTools      []string `yaml:"deny_tools" doc:"tools that nobody can see or call, such as evo.model.*"`
	AllowOrigins   []string `yaml:"allow_origins" doc:"origins of web pages that may call from a browser, such as https://example.com; empty: this computer's"`
	AllowHosts     []string `yaml:"allow_hosts" doc:"the only host names under which emcp answers, such as www.example.com; empty: this computer's"`
	TrustedProxies []string `yaml:"trusted_proxies" doc:"addresses or networks of proxies whose X-Forwarded-For counts"`
	CursorKey      string   `yaml:"cursor_key" restart:"yes" doc:"key that signs cursors, at least 32 characters, the same for several processes; empty: made at start"`
}

type fileDeny struct {
	DenyTools []string `yaml:"deny_tools" doc:"in addition to security.deny_tools"`
}

type fileToken struct {
	Name         string   `yaml:"name" required:"yes" doc:"name in the log and in limits"`
	SHA256       string   `yaml:"sha256" doc:"SHA-256 hash, printed by emcp token new; empty: see certificates"`
	Certificates []string `yaml:"certificates" doc:"SHA-256 fingerprints of [client certificates](access.md#client-certificates) that stand for the token"`
	Scopes       []string `yaml:"scopes" otherwise:"mcp:read, mcp:call" doc:"mcp:read, mcp:call, or others of scope_map"`
	View         string   `yaml:"view" default:"public" doc:"public or manager"`
	Servers      []string `yaml:"servers" default:"*" doc:"handles of servers that it may use"`
	Expires      string   `yaml:"expires" doc:"such as 2027-12-31T00:00:00Z; empty: never"`
}

type fileCaller struct {
	Scopes []string `yaml:"scopes" otherwise:"mcp:read, mcp:call" doc:"what the caller may do"`
	View   string   `yaml:"view" default:"public" doc:"public or manager"`
}

// fileLimits has the limits of all servers, or overrides them for one server; a nil field does not override.
type fileLimits struct {
	MaxPayloadKB    *int64 `yaml:"max_payload_kb" default:"256" range:"1 to 65536" doc:"largest request in KiB"`
	MaxResultItems  *int64 `yaml:"max_result_items" default:"100" range:"1 to 1000" doc:"highest limit of a list"`
	MaxResultTokens *int64 `yaml:"max_result_tokens" default:"20000" range:"1 to 16777216" doc:"size at which a list ends early, in tokens of 4 bytes, for calls with arguments beyond the contract"`
	MaxResultBytes  *int64 `yaml:"max_result_bytes" default:"1048576" range:"1 to 67108864" doc:"largest result of a tool in bytes; a result has the answer twice, as object and text"`
}

type fileSearch struct {
	MaxMemory fileSize `yaml:"max_memory" default:"128MiB" range:"8MiB to 64GiB" doc:"for the indexes of all sites together; 100,000 usual documents need less"`
}

type fileCache struct {
	TTL string `yaml:"ttl" default:"1s" range:"0s to 1m" doc:"how long a result counts; 0s: none is kept"`
}

type fileMetrics struct {
	Listen string `yaml:"listen" doc:"address and port for /metrics, without a token; empty: no metrics"`
}

type fileTracing struct {
	Endpoint    string            `yaml:"endpoint" doc:"address of the collector, such as http://127.0.0.1:4318; empty: no traces"`
	Headers     map[string]string `yaml:"headers" doc:"HTTP headers for it, such as {Authorization: \"Basic ...\"}"`
	SampleRatio float64           `yaml:"sample_ratio" default:"1" range:"0 to 1" doc:"share of requests that are traced"`
	SQLComments bool              `yaml:"sql_comments" default:"true" doc:"true: statements begin with /* trace:ID */ for slow logs, also without endpoint"`
}

type fileDomain struct {
	Content struct {
		MaxOffset int64 `yaml:"max_offset" default:"5000" range:"0 to 1000000" doc:"highest offset of a list of documents. Cursors go further"`
	} `yaml:"content"`
	Models struct {
		MaxOffset int64       `yaml:"max_offset" default:"5000" range:"0 to 1000000" doc:"highest offset of a list of records. Cursors go further"`
		Allow     []fileModel `yaml:"allow"`
	} `yaml:"models"`
}

type fileModel struct {
	Model  string   `yaml:"model" required:"yes" doc:"a model that callers can read, such as Category; users and roles only with the manager view"`
	Fields []string `yaml:"fields" doc:"its fields that they can read; absent: all in TOOLSET.md"`
}

type fileLogging struct {
	Level        string `yaml:"level" default:"info" doc:"debug, info, warn or error"`
	Format       string `yaml:"format" default:"json" restart:"yes" doc:"json or text"`
	AuditEnabled bool   `yaml:"audit_enabled" default:"true" restart:"yes" doc:"true: a line for each request"`
}

// defaults returns the file in which every key has its default. Sites, servers and tokens get their defaults when they
// are read.
func defaults() file { return withDefaults[file]() }
