// Package config reads emcp.yaml into one checked, immutable Config. All mistakes of a file are reported at once, and
// a key that emcp does not know is a mistake.
package config

import (
	"log/slog"
	"time"

	"emcp/allowlist"
	"emcp/identity"
)

// Config is a checked configuration.
type Config struct {
	Listen   string   // host:port
	Prefixes []string // of the MCP routes, such as /mcp
	Sites    map[string]Site
	Servers  []Server // the enabled ones; the first answers on the bare prefix
	Auth     Auth
	Stdio    identity.Principal // the caller over stdio
	Trace    Trace
	LogLevel slog.Level
}

// Site is how a site's database is reached.
type Site struct {
	DSN              Secret
	TablePrefix      string // empty: found by looking
	MaxOpenConns     int
	StatementTimeout time.Duration
}

// Server is an MCP server: a handle in the URL and the site behind it.
type Server struct {
	Handle string
	Site   string // key of Config.Sites
	Limits Limits
	Models []allowlist.Model // what evo.model.* may read
}

// Limits are the bounds of one server's calls.
type Limits struct {
	PayloadBytes  int64 // of a request
	ResultBytes   int   // of a tool's serialized result
	ListLimit     int64 // highest limit of a list
	ContentOffset int64 // highest offset of evo.content.*
	ModelOffset   int64 // highest offset of evo.model.*
	Depth         int64 // deepest walk of the tree
}

// Auth says who may call over HTTP: the Tokens, or with Open everybody.
type Auth struct {
	Open   *identity.Principal
	Tokens identity.Tokens
}

// Trace says where a request's trace id comes from.
type Trace struct {
	Header            string
	GenerateIfMissing bool
}

// Secret is a text that must not be printed.
type Secret string

// String hides the secret.
func (Secret) String() string { return "redacted" }

// GoString hides the secret.
func (Secret) GoString() string { return "redacted" }

// Reveal returns the secret.
func (s Secret) Reveal() string { return string(s) }
