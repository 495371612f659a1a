package config

// file is emcp.yaml as the owner writes it, and the table of its keys. table.go explains the tags. To add a key, add it
// here and where its value is used. TestReference writes docs/hosters/configure.md.
type file struct {
	Listen      string                  `yaml:"listen" default:"127.0.0.1:8787" restart:"yes" doc:"address and port where emcp listens. A loopback address can be reached from this computer only"`
	Route       fileRoute               `yaml:"route" doc:"The paths that clients call."`
	TLS         fileTLS                 `yaml:"tls" restart:"yes" doc:"HTTPS by emcp itself. Leave this out if a web server in front does HTTPS."`
	Sites       map[string]fileSite     `yaml:"sites" restart:"entries" doc:"The databases, each under a name that you choose."`
	Servers     []fileServer            `yaml:"servers" doc:"What emcp serves. Each server has its own address. Without this list, emcp serves the only site as content."`
	Bundles     map[string]fileBundle   `yaml:"bundles" doc:"Tools, prompts and resources of your own, which servers add to those of emcp. [bundles.md](bundles.md) explains them."`
	Upstreams   map[string]fileUpstream `yaml:"upstreams" doc:"Other MCP servers whose tools, resources and prompts servers of emcp show beside their own. [upstreams.md](upstreams.md) explains them."`
	Groups      map[string]fileGroup    `yaml:"groups" doc:"Groups of tools. Clients see two tools for each group instead of all its tools. [groups.md](groups.md) explains them."`
	Auth        fileAuth                `yaml:"auth" doc:"Who may call over HTTP. [access.md](access.md) helps you choose."`
	Stdio       fileCaller              `yaml:"stdio" doc:"The caller of emcp stdio. It needs no token."`
	Redis       fileRedis               `yaml:"redis" restart:"yes" doc:"What several processes share that serve the same site."`
	StateDir    string                  `yaml:"state_dir" restart:"yes" doc:"folder for what must survive a restart: who has signed in. Only one process at a time can use it; several need redis.url. Empty: emcp writes nothing to disk"`
	Limits      fileLimits              `yaml:"limits" doc:"The size of requests and answers."`
	Search      fileSearch              `yaml:"search" restart:"yes" doc:"emcp keeps an index of the texts of each site in memory, and searches for words with it."`
	Cache       fileCache               `yaml:"cache" restart:"yes" doc:"emcp keeps results for a short time, so that repeated calls do not reach the database."`
	RateLimit   fileRateLimit           `yaml:"rate_limit" doc:"How many requests emcp answers. It refuses more with 429."`
	Idempotency fileIdempotency         `yaml:"idempotency" doc:"A client can repeat a call with the same key, in the header Idempotency-Key, and get the same answer."`
	Metrics     fileMetrics             `yaml:"metrics" restart:"yes" doc:"Figures for Prometheus. [operate.md](operate.md#metrics) lists them."`
	Tracing     fileTracing             `yaml:"tracing" restart:"yes" doc:"What emcp sends to an OpenTelemetry collector by OTLP over HTTP, and the comments in SQL statements."`
	Domain      fileDomain              `yaml:"domain" doc:"How far lists go, and which models callers can read. Without domain.models.allow, they can read every model that their view allows."`
	Security    fileSecurity            `yaml:"security" doc:"What emcp refuses, and which proxies it trusts."`
	Logging     fileLogging             `yaml:"logging" doc:"The log on standard error."`
	Include     []string                `yaml:"include" doc:"more files with keys, such as sites/*.yaml, relative to the folder of this file. Sections of several files are joined, and lists are appended. A value can stand in one file only"`
}

type fileTLS struct {
	CertFile     string `yaml:"cert_file" doc:"PEM file with the certificate and its intermediate certificates; empty: plain HTTP. emcp reads it again when it changes, without a restart"`
	KeyFile      string `yaml:"key_file" doc:"PEM file with the private key of the certificate"`
	ClientCAFile string `yaml:"client_ca_file" doc:"PEM file with certificate authorities. Clients then need a certificate from one of them; empty: clients need no certificate"`
	ClientAuth   string `yaml:"client_auth" default:"required" doc:"required: with client_ca_file, every client needs a certificate; optional: clients can also connect without one. A wrong certificate is refused in both cases"`
}

type fileRoute struct {
	Prefixes []string `yaml:"prefixes" default:"/mcp, /api/v1/mcp" doc:"paths of the servers: POST {prefix}/{handle} or {prefix}/{handle}/dispatch. POST {prefix} calls the first server"`
}

type fileSite struct {
	DSN              string                       `yaml:"dsn" required:"yes" doc:"address of the database: user:password@tcp(host:port)/database"`
	TablePrefix      string                       `yaml:"table_prefix" doc:"prefix of the table names; empty: emcp finds it if the database has one site"`
	BaseURL          string                       `yaml:"base_url" restart:"no" doc:"start of the addresses of documents, such as https://www.example.com/; empty: the site's own setting"`
	TVTypes          map[string]map[string]string `yaml:"tv_types" restart:"no" doc:"what the numbers of template variables mean, such as {price: {money: EUR}, weight: {unit: g}}. Answers then have them as typed, and conditions compare them as numbers"`
	HiddenTVs        []string                     `yaml:"hidden_tvs" doc:"names of template variables that callers with the public view do not see, such as purchase_*; * stands for any characters, upper and lower case are the same"`
	Synonyms         [][]string                   `yaml:"synonyms" restart:"no" doc:"groups of words that mean the same to a search, such as [[tent, shelter], [bike, bicycle]]. At most 500 groups of 2 to 20 words"`
	MaxOpenConns     int                          `yaml:"max_open_conns" default:"8" range:"1 to 256" doc:"most connections for calls at the same time. emcp uses a few more for health checks, for personal tokens and for ending statements"`
	StatementTimeout string                       `yaml:"statement_timeout" default:"3s" range:"50ms to 1m" doc:"time limit of a call, for all its statements together"`
	AllowWideGrants  bool                         `yaml:"allow_wide_grants" doc:"true: serve although the database user may do more than SELECT"`
	Pages            filePages                    `yaml:"pages" restart:"no"`
}

type filePages struct {
	Enabled bool `yaml:"enabled" restart:"no" doc:"true: callers with the public view can read pages as the site serves them, with the format page of evo.content.get. emcp then fetches pages below base_url, which must be set; see [security.md](security.md#pages-that-emcp-fetches)"`
}

type fileServer struct {
	Handle       string              `yaml:"handle" required:"yes" doc:"last part of the address: lower-case letters, digits, - and _"`
	Site         string              `yaml:"site" required:"yes" doc:"name of a site in sites"`
	Enabled      bool                `yaml:"enabled" default:"true" doc:"false: emcp does not serve it, but tokens can name it"`
	Limits       fileLimits          `yaml:"limits" inherits:"limits"`
	RateLimit    fileServerRate      `yaml:"rate_limit" inherits:"rate_limit"`
	ScopeMap     map[string][]string `yaml:"scope_map" doc:"replaces auth.scope_map for this server"`
	Security     fileDeny            `yaml:"security"`
	Bundles      []fileMount         `yaml:"bundles"`
	Upstreams    []string            `yaml:"upstreams" doc:"names of upstreams in upstreams, whose tools, resources and prompts the server adds"`
	Groups       []string            `yaml:"groups" doc:"names of groups in groups. Clients of the server see two tools for each group instead of the tools in it"`
	ListGrouped  bool                `yaml:"list_grouped" doc:"true: tools/list also shows the tools in groups"`
	WebSocket    bool                `yaml:"websocket" doc:"true: clients can also connect by WebSocket, at the same address with the subprotocol mcp; see [websocket.md](websocket.md)"`
	Tools        []string            `yaml:"tools" doc:"the only tools that the server has, such as evo.content.*; empty: all"`
	Profile      string              `yaml:"profile" doc:"chatgpt: only the tools search and fetch, which ChatGPT's connectors call; tomo: only the tools of bundles, in the form that TOMO asks for, see [tomo.md](tomo.md); empty: all tools"`
	Elements     bool                `yaml:"elements" doc:"true: callers with the manager view can read template variables and the code of templates, chunks, snippets and plugins, with evo.elements.list and evo.elements.get; see [security.md](security.md#the-code-of-elements)"`
	Name         string              `yaml:"name" doc:"name of the server for clients: letters, digits, ., _ and -; empty: emcp. Give each of several connected sites its own name"`
	Title        string              `yaml:"title" doc:"name of the server for people, at most 100 characters; empty: the site's setting site_name"`
	ToolNames    string              `yaml:"tool_names" default:"auto" doc:"tool names in tools/list: dotted (evo.content.get), underscore (evo_content_get), or auto (underscore for clients that are known to refuse dots, else dotted)"`
	Brief        string              `yaml:"brief" default:"auto" doc:"who gets the short tools/list for assistants, which leaves out tools that others can do without: auto (clients that name their revision of MCP, except below /api/v1/mcp), always (all clients, except below /api/v1/mcp), or never"`
	ToolErrors   string              `yaml:"tool_errors" default:"auto" doc:"form of errors about wrong arguments and refused calls of tools: rpc (JSON-RPC errors, HTTP statuses), result (results that models read), or auto (result for clients of MCP 2025-11-25 and later, except below /api/v1/mcp)"`
	Dates        string              `yaml:"dates" default:"unix" doc:"form of times in answers to calls without the argument dates: unix (seconds, as in the contract) or rfc3339 (2026-01-01T00:01:19Z)"`
	ErrorCodes   string              `yaml:"error_codes" default:"plain" doc:"codes of errors: plain (invalid_params), or namespaced (also evo.invalid_params as namespaced_code, and error_details), for clients that have to tell the codes of several systems apart"`
	Output       string              `yaml:"output" default:"both" doc:"where results of tools stand: both (structuredContent and its JSON as text), structured, or text. Some clients give both to the model, which costs twice the tokens; the contract has both"`
	Instructions string              `yaml:"instructions" doc:"what assistants should know about the site, at most 4,000 bytes"`
}

type fileMount struct {
	Name   string `yaml:"name" required:"yes" doc:"name of a bundle in bundles, whose tools, prompts and resources the server adds"`
	Prefix string `yaml:"prefix" doc:"what the server puts before the names of its tools and prompts, such as shop_"`
}

type fileBundle struct {
	Tools     []fileTool     `yaml:"tools"`
	Prompts   []filePrompt   `yaml:"prompts"`
	Resources []fileResource `yaml:"resources"`
}

type fileUpstream struct {
	URL               string            `yaml:"url" doc:"address of the server: streamable HTTP, such as https://crm.example.com/mcp, or WebSocket, such as wss://crm.example.com/mcp; empty: see command"`
	Command           []string          `yaml:"command" doc:"program that speaks MCP over stdio, and its arguments, such as [/usr/bin/node, /srv/crm.js]. emcp runs it without a shell"`
	Env               map[string]string `yaml:"env" doc:"environment variables of the program, such as {PATH: /usr/bin}; it gets no others"`
	Token             string            `yaml:"token" doc:"token that emcp sends to the server at url; empty: none. Tokens of callers are not sent, except with pass_personal_token"`
	PassPersonalToken bool              `yaml:"pass_personal_token" doc:"true: calls carry the personal token of their caller instead of token, for a server of the same site; other callers are refused"`
	Prefix            string            `yaml:"prefix" doc:"what emcp puts before the names of its tools and prompts; empty: the name of the upstream and _"`
	Allow             []string          `yaml:"allow" doc:"the only tools that are used, by their names at the upstream, such as search_*; empty: all"`
	Deny              []string          `yaml:"deny" doc:"tools that are not used, by their names at the upstream"`
	Write             []string          `yaml:"write" doc:"tools that may change something, by their names at the upstream; callers need the scope mcp:write for them. Of the other tools, emcp uses those that say that they only read (readOnlyHint)"`
	Resources         []string          `yaml:"resources" doc:"resources that are used, by their URIs, such as crm://prices/*; empty: none"`
	Prompts           []string          `yaml:"prompts" doc:"prompts that are used, by their names at the upstream, such as write_*; empty: none"`
	Timeout           string            `yaml:"timeout" default:"10s" range:"100ms to 10m" doc:"time limit of a call"`
}

type fileGroup struct {
	Title       string   `yaml:"title" doc:"name for people"`
	Description string   `yaml:"description" required:"yes" doc:"what the tools of the group are for, at most 1,000 bytes; assistants choose by it"`
	Tools       []string `yaml:"tools" required:"yes" doc:"tools of the server, of its bundles and of its upstreams, by the names that emcp shows, such as evo.content.* or crm_*"`
	LLM         fileLLM  `yaml:"llm"`
}

type fileLLM struct {
	URL     string `yaml:"url" doc:"address of a service with language models, without /chat/completions, such as https://api.openai.com/v1. The group then has a tool for tasks, and the model reads what tools return; empty: none"`
	Model   string `yaml:"model" doc:"name of the model, which must be able to call tools"`
	Key     string `yaml:"key" doc:"key for the service at url; empty: none"`
	Tokens  int    `yaml:"tokens" default:"50000" range:"1000 to 1000000" doc:"highest number of tokens of the model for a task. emcp makes no request that would exceed it"`
	PerDay  int    `yaml:"tokens_per_day" default:"200000" range:"1000 to 1000000000" doc:"highest number of tokens that a caller may spend on tasks of the group in a day of UTC"`
	AtATime int    `yaml:"at_a_time" default:"2" range:"1 to 16" doc:"highest number of tasks of the group that run at the same time"`
}

type fileTool struct {
	Name        string      `yaml:"name" required:"yes" doc:"name for assistants: letters, digits, _ and -, at most 64 with the prefix"`
	Title       string      `yaml:"title" doc:"name for people"`
	Description string      `yaml:"description" required:"yes" doc:"what the tool does, at most 1,000 bytes; assistants choose by it"`
	Arguments   fileValue   `yaml:"arguments" doc:"JSON Schema of the arguments: type object, with properties and required; absent: none"`
	Call        string      `yaml:"call" doc:"the tool of emcp that it calls, such as evo.content.search; empty: see steps"`
	With        fileValue   `yaml:"with" doc:"arguments of that call. {$argument: NAME} is the value of an argument"`
	NotFound    string      `yaml:"not_found" doc:"message of the error that the tool returns if that call finds nothing, at most 300 bytes; empty: a result without it"`
	Steps       []fileStep  `yaml:"steps"`
	Result      fileValue   `yaml:"result" doc:"object that it returns. {$path: /items/0/url} is a part of the result of the last call; absent: that result. {$text: \"{name}: {price}\", name: ..., price: ...} is a text"`
	Codes       fileCodes   `yaml:"codes"`
	Prices      filePrices  `yaml:"pricing_range" json:"-"` // tools/list does not show it
	Meta        fileValue   `yaml:"meta" doc:"object that tools/list shows as _meta of the tool, for platforms that read it; absent: none"`
	Examples    []fileValue `yaml:"examples" doc:"arguments with which emcp check calls it"`
}

type fileCodes struct {
	InvalidParams string `yaml:"invalid_params" doc:"code of errors in arguments of the tool, for platforms that ask for their own, such as INVALID_DATES or shop.invalid_dates; empty: that of the platform or of emcp"`
	NothingFound  string `yaml:"nothing_found" doc:"code of the errors that not_found makes, likewise"`
}

type filePrices struct {
	Lowest   float64 `yaml:"lowest" default:"0" doc:"lowest price of what the tool offers, for the manifest that TOMO asks for"`
	Highest  float64 `yaml:"highest" default:"0" doc:"highest price, likewise; 0: no range"`
	Currency string  `yaml:"currency" doc:"currency of both prices, such as INR"`
}

type fileStep struct {
	Name     string    `yaml:"name" doc:"name of the step, for {$step: NAME, $path: /items/0/id} in later steps and in result"`
	Call     string    `yaml:"call" required:"yes" doc:"the tool of emcp that the step calls"`
	With     fileValue `yaml:"with" doc:"arguments of that call"`
	NotFound string    `yaml:"not_found" doc:"message of the error that ends the call if this step finds nothing or is skipped, at most 300 bytes; empty: later steps go on"`
}

type filePrompt struct {
	Name        string               `yaml:"name" required:"yes" doc:"name of the prompt: letters, digits, _ and -"`
	Title       string               `yaml:"title" doc:"name for people"`
	Description string               `yaml:"description" required:"yes" doc:"what the prompt is for"`
	Arguments   []filePromptArgument `yaml:"arguments"`
	Text        string               `yaml:"text" required:"yes" doc:"the task. {NAME} is the value of an argument; lines with an absent one are left out"`
}

type filePromptArgument struct {
	Name        string `yaml:"name" required:"yes" doc:"name of the argument"`
	Description string `yaml:"description" doc:"what people should fill in"`
	Required    bool   `yaml:"required" doc:"true: the prompt needs it"`
}

type fileResource struct {
	URI         string    `yaml:"uri" required:"yes" doc:"address of the resource for clients, such as shop://prices"`
	Name        string    `yaml:"name" required:"yes" doc:"name of the resource"`
	Title       string    `yaml:"title" doc:"name for people"`
	Description string    `yaml:"description" doc:"what it contains"`
	Tool        string    `yaml:"tool" required:"yes" doc:"tool of the bundle whose result it is"`
	Arguments   fileValue `yaml:"arguments" doc:"arguments of the tool"`
}

type fileAuth struct {
	Modes         []string            `yaml:"modes" default:"token" doc:"how callers prove who they are: any of token, jwt and pat; or none alone, on a loopback address, where everybody may call"`
	RequireScopes bool                `yaml:"require_scopes" default:"true" doc:"false: callers need no scopes"`
	ScopeMap      map[string][]string `yaml:"scope_map" doc:"methods of each scope, such as {mcp:read: [initialize, tools/list]}; empty: the built-in map"`
	Tokens        []fileToken         `yaml:"tokens"`
	JWT           fileJWT             `yaml:"jwt"`
	PAT           filePAT             `yaml:"pat"`
	None          fileCaller          `yaml:"none"`
	OAuth         fileOAuth           `yaml:"oauth"`
}

type fileOAuth struct {
	PublicURL     string            `yaml:"public_url" doc:"with issuer: scheme and host of the address that clients use, such as https://www.example.com"`
	Issuer        string            `yaml:"issuer" doc:"https address that identifies the authorization server where people sign in; empty: no sign-in by OAuth"`
	Audience      string            `yaml:"audience" doc:"value that aud may contain instead of the server's address, for authorization servers that do not put the address there; empty: none"`
	Introspection fileIntrospection `yaml:"introspection"`
	Map           []fileMapping     `yaml:"map"`
	Builtin       fileBuiltin       `yaml:"builtin"`
}

type fileBuiltin struct {
	PublicURL    string     `yaml:"public_url" doc:"scheme and host of the address that clients use, such as https://www.example.com; empty: emcp has no sign-in pages of its own"`
	Registration bool       `yaml:"registration" doc:"true: clients that have no metadata document may register themselves"`
	GrantTime    string     `yaml:"grant_time" default:"2160h" range:"1h to 8760h" doc:"time after which people must sign in again"`
	OpenID       fileOpenID `yaml:"openid"`
}

type fileOpenID struct {
	Issuer       string        `yaml:"issuer" doc:"https address that identifies an OpenID Connect provider at which people can sign in, such as https://accounts.google.com; empty: people sign in with tokens only. Register there the redirect address PUBLIC_URL/oauth/callback"`
	ClientID     string        `yaml:"client_id" doc:"id that the provider has given emcp"`
	ClientSecret string        `yaml:"client_secret" doc:"secret of client_id; empty: the provider has emcp as a public client"`
	Name         string        `yaml:"name" doc:"name of the provider on the sign-in page, at most 50 characters; empty: the host of issuer"`
	Scopes       []string      `yaml:"scopes" default:"openid, email" doc:"what emcp asks the provider for"`
	MaxAge       string        `yaml:"max_age" default:"168h" range:"10m to 8760h" doc:"time after which people must sign in at the provider again. Until then, emcp does not learn that the provider has blocked an account"`
	Map          []fileAccount `yaml:"map"`
}

type fileAccount struct {
	Claim   string   `yaml:"claim" doc:"name of a claim of the ID token, or a path such as realm_access.roles. email and email_domain count only if the provider says that the address is verified; empty: every account of the provider. The first matching entry counts, and accounts without one are refused"`
	Value   string   `yaml:"value" doc:"value that the claim must equal or contain; empty: any"`
	View    string   `yaml:"view" default:"public" doc:"what these accounts see: public or manager; none: they are refused"`
	Scopes  []string `yaml:"scopes" otherwise:"mcp:read, mcp:call" doc:"what these accounts may do"`
	Servers []string `yaml:"servers" default:"*" doc:"handles of the servers that these accounts may use"`
}

type fileIntrospection struct {
	ClientID     string `yaml:"client_id" doc:"id with which emcp asks the authorization server about every token; empty: emcp checks tokens as JWTs"`
	ClientSecret string `yaml:"client_secret" doc:"secret of client_id"`
}

type fileMapping struct {
	Claim   string   `yaml:"claim" doc:"name of a claim, or a path such as realm_access.roles; empty: every account. The first matching entry counts, and accounts without one are refused. Without any entry, all accounts have the view public"`
	Value   string   `yaml:"value" doc:"value that the claim must equal or contain; empty: any"`
	View    string   `yaml:"view" default:"public" doc:"what these accounts see: public or manager; none: they are refused"`
	Scopes  []string `yaml:"scopes" doc:"what these accounts may do; empty: the scopes of their tokens"`
	Servers []string `yaml:"servers" default:"*" doc:"handles of the servers that these accounts may use"`
}

type fileJWT struct {
	Algorithms []string `yaml:"algorithms" default:"HS256" doc:"accepted algorithms: HS256, RS256, ES256, EdDSA"`
	Secret     string   `yaml:"secret" doc:"key for HS256, at least 32 characters"`
	JWKSURL    string   `yaml:"jwks_url" doc:"https address of the key set for the other algorithms. emcp fetches it every hour"`
	JWKSFile   string   `yaml:"jwks_file" doc:"file with the key set, instead of jwks_url"`
	Issuer     string   `yaml:"issuer" doc:"required value of iss; empty: any"`
	Audience   string   `yaml:"audience" doc:"value that aud must equal or contain; empty: any"`
	View       string   `yaml:"view" default:"manager" doc:"what the callers see: public or manager"`
}

type filePAT struct {
	Permission string `yaml:"permission" default:"emcp" doc:"permission that the owner of a token needs in the manager"`
	Timezone   string `yaml:"timezone" default:"UTC" doc:"time zone of the expiry times that the site stores, such as Europe/Berlin"`
}

type fileRedis struct {
	URL string `yaml:"url" doc:"redis:// or rediss:// address. Processes with the same Redis count requests together and share the answers to calls with keys; empty: each process by itself"`
}

type fileRateLimit struct {
	Enabled    bool  `yaml:"enabled" default:"true" doc:"false: no limits on requests"`
	PerMinute  int64 `yaml:"per_minute" default:"60" range:"1 to 1000000" doc:"requests a minute per caller"`
	PerAddress int64 `yaml:"per_address" default:"600" range:"1 to 1000000" doc:"requests a minute per address, whoever calls"`
}

// fileServerRate overrides the rate limit for one server; a nil field does not.
type fileServerRate struct {
	Enabled   *bool  `yaml:"enabled" doc:"replaces rate_limit.enabled for this server"`
	PerMinute *int64 `yaml:"per_minute" range:"1 to 1000000" doc:"replaces rate_limit.per_minute for this server, which then counts its requests separately"`
}

type fileIdempotency struct {
	TTLSeconds int64 `yaml:"ttl_seconds" default:"86400" range:"1 to 2678400" restart:"yes" doc:"how long emcp keeps answers, in seconds"`
}

type fileSecurity struct {
	DenyTools      []string `yaml:"deny_tools" doc:"tools that nobody can see or call, such as evo.model.*"`
	AllowOrigins   []string `yaml:"allow_origins" doc:"origins of web pages that may call from a browser, such as https://example.com; empty: only those of this computer"`
	AllowHosts     []string `yaml:"allow_hosts" doc:"the only host names under which emcp answers, such as www.example.com; empty: only those of this computer"`
	TrustedProxies []string `yaml:"trusted_proxies" doc:"addresses or networks of proxies whose X-Forwarded-For emcp trusts"`
	CursorKey      string   `yaml:"cursor_key" restart:"yes" doc:"key that signs the cursors of lists, at least 32 characters, the same for several processes; empty: emcp makes one at start"`
}

type fileDeny struct {
	DenyTools []string `yaml:"deny_tools" doc:"adds to security.deny_tools for this server"`
}

type fileToken struct {
	Name         string   `yaml:"name" required:"yes" doc:"name of the caller in the log and in limits"`
	SHA256       string   `yaml:"sha256" doc:"SHA-256 hash of the token, printed by emcp token new; empty: callers need one of certificates"`
	Certificates []string `yaml:"certificates" doc:"SHA-256 fingerprints of client certificates that stand for the token; see [access.md](access.md#client-certificates). Needs tls.client_ca_file"`
	Scopes       []string `yaml:"scopes" otherwise:"mcp:read, mcp:call" doc:"what the token may do: mcp:read, mcp:call, or other scopes of scope_map"`
	View         string   `yaml:"view" default:"public" doc:"what the caller sees: public or manager"`
	Servers      []string `yaml:"servers" default:"*" doc:"handles of the servers that the token may use"`
	Expires      string   `yaml:"expires" doc:"when the token expires, such as 2027-12-31T00:00:00Z; empty: never"`
}

type fileCaller struct {
	Scopes []string `yaml:"scopes" otherwise:"mcp:read, mcp:call" doc:"what the caller may do"`
	View   string   `yaml:"view" default:"public" doc:"what the caller sees: public or manager"`
}

// fileLimits has the limits of all servers, or overrides them for one server; a nil field does not override.
type fileLimits struct {
	MaxPayloadKB    *int64 `yaml:"max_payload_kb" default:"256" range:"1 to 65536" doc:"largest request in KiB"`
	MaxResultItems  *int64 `yaml:"max_result_items" default:"100" range:"1 to 1000" doc:"highest limit of a list"`
	MaxResultTokens *int64 `yaml:"max_result_tokens" default:"20000" range:"1 to 16777216" doc:"size at which a list ends early, in tokens of 4 bytes. It applies to calls with arguments beyond the contract"`
	MaxResultBytes  *int64 `yaml:"max_result_bytes" default:"1048576" range:"1 to 67108864" doc:"largest result of a tool in bytes. A result contains the answer twice, as an object and as text"`
}

type fileSearch struct {
	MaxMemory fileSize `yaml:"max_memory" default:"128MiB" range:"8MiB to 64GiB" doc:"about how much memory the indexes of all sites take together. 128MiB are enough for 100,000 documents of usual length. If they need more, emcp drops the one that was not used for longest; of one that alone needs more, it has only the beginning of long texts"`
}

type fileCache struct {
	TTL string `yaml:"ttl" default:"1s" range:"0s to 1m" doc:"how long a result answers the same call again; 0s: emcp keeps no results"`
}

type fileMetrics struct {
	Listen string `yaml:"listen" doc:"address and port where Prometheus reads /metrics, without a token; empty: no metrics"`
}

type fileTracing struct {
	Endpoint    string            `yaml:"endpoint" doc:"address of an OpenTelemetry collector, such as http://127.0.0.1:4318; empty: no traces"`
	Headers     map[string]string `yaml:"headers" doc:"HTTP headers that the collector needs, such as {Authorization: \"Basic ...\"}"`
	SampleRatio float64           `yaml:"sample_ratio" default:"1" range:"0 to 1" doc:"share of the requests that emcp traces"`
	SQLComments bool              `yaml:"sql_comments" default:"true" doc:"true: statements begin with /* trace:ID */, which slow logs show; also without endpoint"`
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
	Model  string   `yaml:"model" required:"yes" doc:"a model that callers can read, such as Category; those of users and roles only with the manager view"`
	Fields []string `yaml:"fields" doc:"the fields that callers can read; absent: all fields of the model in TOOLSET.md"`
}

type fileLogging struct {
	Level        string `yaml:"level" default:"info" doc:"debug, info, warn or error"`
	Format       string `yaml:"format" default:"json" restart:"yes" doc:"json or text"`
	AuditEnabled bool   `yaml:"audit_enabled" default:"true" restart:"yes" doc:"true: the log has a line for each request"`
}

// defaults returns the file in which every key has its default. Sites, servers and tokens get their defaults when they
// are read.
func defaults() file { return withDefaults[file]() }
