// Package config reads emcp.yaml into one checked, immutable Config. It reports all errors of a file at once.
// An unknown key is an error.
package config

import (
	"log/slog"
	"net/netip"
	"time"

	"emcp/allowlist"
	"emcp/bundle"
	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/openid"
	"emcp/internal/profile"
	"emcp/internal/quantity"
	"emcp/internal/secret"
)

// Config is a checked configuration.
type Config struct {
	Listen         string   // host:port
	Prefixes       []string // of the MCP routes, such as /mcp
	TLS            TLS
	Sites          map[string]Site
	Servers        []Server // the enabled ones; the first answers on the bare prefix
	Upstreams      map[string]Upstream
	Groups         map[string]Group
	Auth           Auth
	Stdio          identity.Principal // the caller over stdio
	Redis          Redis
	StateDir       string        // folder for state that must survive a restart; empty: none
	AddressLimit   int           // requests a minute from one address, counted before the caller is known; 0: no limit
	SearchMemory   int64         // bytes that the indexes of all sites take together, about
	CacheTTL       time.Duration // how long a result answers the same call again; 0: never
	IdempotencyTTL time.Duration // how long the answer of a call with a key is kept
	Security       Security
	Metrics        Metrics
	Tracing        Tracing
	Log            Log

	written func() file // the parsed file; a function, because functions are never printed with their secrets
}

// TLS names the files of the listener's certificates, PEM; without CertFile it speaks plain HTTP.
type TLS struct {
	CertFile, KeyFile string
	ClientCAFile      string // CAs that sign the certificates that clients must have; empty: clients need none
	ClientOptional    bool   // clients can also connect without a certificate
}

// Site says how to reach a site's database.
type Site struct {
	DSN         Secret
	TablePrefix string // empty: emcp finds it
	// of the site; the beginning of the addresses of documents; empty: from the site's settings
	BaseURL          string
	Pages            bool                      // whether pages below BaseURL may be fetched, as visitors see them
	TVTypes          map[string]*quantity.Type // by the names of template variables
	HiddenTVs        []identity.Pattern        // names of template variables that callers with the public view do not see
	Synonyms         [][]string                // groups of words that mean the same to a search
	ProductLinks     string                    // rule of the addresses of products, root, catalog or category
	MaxOpenConns     int
	StatementTimeout time.Duration
	AllowWideGrants  bool // whether the database account may do more than read
}

// Server is an MCP server: a handle in the URL and the site behind it.
type Server struct {
	Handle string
	Site   string // key of Config.Sites
	Limits Limits
	Models []allowlist.Model // models that evo.model.* may read
	Scopes identity.ScopeMap
	Deny   []identity.Pattern // tools that no caller may call
	Tools  []identity.Pattern // the only tools; nil: all
	// ChatGPT says that the server has the tools search and fetch, as ChatGPT wants them, and no others.
	ChatGPT bool
	// Profile has the rules of the platform that calls the server; nil: none.
	Profile *profile.Profile `json:"-"` // rules are functions
	// Elements says that the server has the tools evo.elements.*.
	Elements     bool
	Name         string // in serverInfo; empty: emcp
	Title        string // for people; empty: from the site's settings
	ToolNames    ToolNames
	Brief        BriefLists
	ToolErrors   ToolErrors
	ErrorCodes   ErrorCodes
	Dates        Dates
	Output       Output
	Instructions string        // the owner's text about the site for assistants; can be empty
	Bundle       bundle.Bundle // the owner's declarations in all bundles that the server mounts
	Upstreams    []string      // keys of Config.Upstreams
	Groups       []string      // keys of Config.Groups
	ListGrouped  bool          // tools/list shows the tools in groups, too
	Rate         Rate
	WebSocket    bool // whether clients can connect by WebSocket, at the same address
}

// Group is a group of tools. Clients see two tools for it instead of all tools in it.
type Group struct {
	Title       string // can be empty
	Description string
	Tools       []identity.Pattern
	LLM         *LLM // nil: the group does no tasks
}

// LLM is a language model that does tasks with the tools of a group, with the limits of a task.
type LLM struct {
	URL     string // before /chat/completions
	Model   string
	Key     Secret // empty: none
	Tokens  int
	PerDay  int           // tokens of a caller in a day
	Timeout time.Duration // TaskTime
	AtATime int           // tasks
}

// Upstream is another MCP server. Either URL or Command is set.
type Upstream struct {
	URL               string
	Command           []string
	Env               map[string]Secret  // all that the program has
	Token             Secret             // for the server; empty: none
	PassPersonalToken bool               // calls carry the personal token of their caller instead
	Prefix            string             // before the names of its tools and prompts
	Allow             []identity.Pattern // of its tools, by its own names; nil: all
	Deny              []identity.Pattern
	Write             []identity.Pattern // those that may change something
	Resources         []identity.Pattern // URIs of its resources; nil: none
	Prompts           []identity.Pattern // its own names of its prompts; nil: none
	Timeout           time.Duration      // of a call
}

// ToolNames selects the names that tools/list shows. Tools can be called by either name.
type ToolNames string

// The kinds of names.
const (
	NamesAuto       ToolNames = "auto"       // with underscores for clients that refuse dots, else with dots
	NamesDotted     ToolNames = "dotted"     // evo.content.get
	NamesUnderscore ToolNames = "underscore" // evo_content_get
)

// BriefLists selects who gets a brief tools/list.
type BriefLists string

// The choices.
const (
	BriefAuto   BriefLists = "auto"   // clients that name their revision of MCP, except below /api/v1/mcp
	BriefAlways BriefLists = "always" // all clients, except below /api/v1/mcp
	BriefNever  BriefLists = "never"  // none
)

// ToolErrors selects how clients get errors in the arguments of a tool.
type ToolErrors string

// The forms of such errors.
const (
	ErrorsAuto   ToolErrors = "auto"   // as the client's revision of MCP defines
	ErrorsRPC    ToolErrors = "rpc"    // JSON-RPC errors
	ErrorsResult ToolErrors = "result" // results of the tool, which models read
)

// ErrorCodes selects how errors name their kind.
type ErrorCodes string

// The codes.
const (
	CodesPlain      ErrorCodes = "plain"      // invalid_params
	CodesNamespaced ErrorCodes = "namespaced" // evo.invalid_params in addition, with details
)

// Dates selects the form of times in calls that do not choose one.
type Dates string

// The forms.
const (
	DatesUnix    Dates = "unix"    // seconds; 0 is none
	DatesRFC3339 Dates = "rfc3339" // strings with an offset; null is none
)

// Output selects where the results of tools are in an answer.
type Output string

// The places.
const (
	OutputBoth       Output = "both"       // structuredContent, and its JSON as text in content
	OutputStructured Output = "structured" // structuredContent alone
	OutputText       Output = "text"       // content alone
)

// Rate bounds the requests of one caller.
type Rate struct {
	PerMinute int // 0: no limit
	// Own says that the server counts separately. All others count together.
	Own bool
}

// Limits are the bounds of one server's calls.
type Limits struct {
	PayloadBytes  int64 // of a request
	ResultTokens  int   // size that lists with extension arguments aim at; a token is 4 bytes
	ResultBytes   int   // of a tool's result as it is sent
	ListLimit     int64 // highest limit of a list
	ContentOffset int64 // highest offset of evo.content.*
	ModelOffset   int64 // highest offset of evo.model.*
}

// Auth says who may call over HTTP. With Open, everybody may; otherwise a caller needs a token of one of
// the kinds that are not nil.
type Auth struct {
	Open     *identity.Principal
	Tokens   auth.Tokens // can be empty; that is enough for stdio
	JWT      *auth.JWTOptions
	Personal *auth.PersonalOptions
	OAuth    *OAuth // nil: nobody signs in by OAuth
}

// OAuth says where callers sign in (MCP, Authorization): at Issuer or at Builtin. The other ways of Auth work as well.
type OAuth struct {
	PublicURL string              // scheme and host of the address that clients know, without a path
	Issuer    *auth.IssuerOptions // the authorization server; nil with Builtin
	Builtin   *Builtin            // that of emcp itself; nil with Issuer
}

// Builtin is the authorization server of emcp.
type Builtin struct {
	Registration bool            // clients may register themselves
	GrantTime    time.Duration   // time after which people must sign in again
	OpenID       *openid.Options // the provider at which people can sign in; nil: none
}

// Authority returns the identifier of the authorization server.
func (o OAuth) Authority() string {
	if o.Builtin != nil {
		return o.PublicURL
	}
	return o.Issuer.Issuer
}

// Redis is where several processes share counts of requests and stored answers.
type Redis struct {
	URL Secret // redis:// or rediss://; empty: no Redis, so each process counts and stores by itself
}

// Security says where browsers may call from, which proxies are trusted, and which key signs cursors.
type Security struct {
	Origins []string // allowed values of Origin, in lower case; nil: those of a loopback host
	Hosts   []string // allowed values of Host, in lower case, with or without port; nil: loopback hosts
	Proxies []netip.Prefix
	// CursorKey signs the cursors of lists; empty: each process has its own key.
	CursorKey Secret
}

// Log says what is logged and how.
type Log struct {
	Level slog.Level
	JSON  bool
	Audit bool // one line for every request
}

// Metrics says where Prometheus reads metrics.
type Metrics struct {
	Listen string // host:port; empty: nowhere
}

// Tracing says what emcp sends to an OpenTelemetry collector, and whether statements have comments.
type Tracing struct {
	Endpoint    string // address of OTLP over HTTP for traces; empty: nothing is sent
	Headers     map[string]Secret
	SampleRatio float64 // share of the requests that are traced, from 0 to 1
	SQLComments bool    // whether statements have the trace id of their request in a comment
}

// Secret is a string that must not be printed.
type Secret = secret.Text

// defaultHandle is the handle of the only server of a configuration without servers, as in the PHP package.
const defaultHandle = "content"
