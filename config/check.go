package config

import (
	"cmp"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"

	"emcp/allowlist"
	"emcp/identity"
)

// check turns a file into a Config and reports what is wrong with its values.
func (m *mistakes) check(f file) *Config {
	c := &Config{
		Listen:   f.Listen,
		Prefixes: f.Route.Prefixes,
		Sites:    m.sites(f.Sites),
		Servers:  m.servers(f),
		Stdio:    m.caller("stdio", f.Stdio, "stdio"),
		Trace:    Trace{f.Trace.Header, f.Trace.GenerateIfMissing},
	}
	m.routes(f.Route.Prefixes)
	host, _, err := net.SplitHostPort(f.Listen)
	if err != nil {
		m.add("listen: %q is not host:port", f.Listen)
	}
	c.Auth = m.auth(f.Auth, loopback(host))
	m.tokenServers(f)
	if f.Trace.Header == "" {
		m.add("trace.header: must not be empty")
	}
	if err := c.LogLevel.UnmarshalText([]byte(f.Logging.Level)); err != nil {
		m.add("logging.level: %q is none of debug, info, warn, error", f.Logging.Level)
	}
	return c
}

func loopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

var prefixPattern = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)+$`)

func (m *mistakes) routes(prefixes []string) {
	if len(prefixes) == 0 {
		m.add("route.prefixes: name at least one, such as /mcp")
	}
	for i, p := range prefixes {
		if !prefixPattern.MatchString(p) {
			m.add("route.prefixes[%d]: %q is not a path such as /mcp", i, p)
		}
		if slices.Contains(prefixes[:i], p) {
			m.add("route.prefixes[%d]: %q is there twice", i, p)
		}
	}
}

// Bounds of a site's settings.
const (
	defaultConns   = 8
	maxConns       = 256
	defaultTimeout = 3 * time.Second
	minTimeout     = 50 * time.Millisecond
	maxTimeout     = time.Minute
)

func (m *mistakes) sites(files map[string]fileSite) map[string]Site {
	if len(files) == 0 {
		m.add("sites: name at least one site with its dsn")
	}
	sites := map[string]Site{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, path := files[name], "sites."+name
		site := Site{
			DSN: Secret(f.DSN), TablePrefix: f.TablePrefix,
			MaxOpenConns: defaultConns, StatementTimeout: defaultTimeout,
		}
		if f.DSN == "" {
			m.add(`%s.dsn: must not be empty; it is like user:password@tcp(127.0.0.1:3306)/database`, path)
		}
		if !tablePrefix.MatchString(f.TablePrefix) {
			m.add("%s.table_prefix: may have letters, digits and _ only", path)
		}
		if f.MaxOpenConns != nil {
			site.MaxOpenConns = *f.MaxOpenConns
			m.between(path+".max_open_conns", int64(*f.MaxOpenConns), 1, maxConns)
		}
		if f.StatementTimeout != "" {
			timeout, err := time.ParseDuration(f.StatementTimeout)
			if err != nil || timeout < minTimeout || timeout > maxTimeout {
				m.add("%s.statement_timeout: %q is not a time from %s to %s, such as 3s", path, f.StatementTimeout, minTimeout, maxTimeout)
			}
			site.StatementTimeout = timeout
		}
		sites[name] = site
	}
	return sites
}

// defaultHandle is the server of a configuration that has none, as in the PHP package.
const defaultHandle = "content"

var (
	tablePrefix   = regexp.MustCompile(`^[A-Za-z0-9_]*$`)
	handlePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)
)

// servers returns the enabled servers with their effective limits. Without any, the only site is served as defaultHandle.
func (m *mistakes) servers(f file) []Server {
	entries := f.Servers
	if len(entries) == 0 && len(f.Sites) == 1 {
		for site := range f.Sites {
			entries = []fileServer{{Handle: defaultHandle, Site: site}}
		}
	}
	models := m.models(f.Domain.Models.Allow)
	global := m.limits("", f, f.Limits)
	handles := map[string]bool{}
	var servers []Server
	for i, entry := range entries {
		path := fmt.Sprintf("servers[%d]", i)
		if !handlePattern.MatchString(entry.Handle) {
			m.add("%s.handle: %q must have lower-case letters, digits, - and _ only, 64 at most", path, entry.Handle)
		}
		if handles[entry.Handle] {
			m.add("%s.handle: %q is there twice", path, entry.Handle)
		}
		handles[entry.Handle] = true
		if _, ok := f.Sites[entry.Site]; !ok {
			m.add("%s.site: there is no site %q", path, entry.Site)
		}
		limits := global
		if entry.Limits != (fileLimits{}) {
			limits = m.limits(path+".", f, entry.Limits)
		}
		if entry.Enabled == nil || *entry.Enabled {
			servers = append(servers, Server{entry.Handle, entry.Site, limits, models})
		}
	}
	if len(servers) == 0 {
		m.add("servers: name at least one that is enabled")
	}
	return servers
}

// limits returns the bounds that come of the global ones and of what a server overrides.
func (m *mistakes) limits(path string, f file, override fileLimits) Limits {
	pick := func(key string, own, global *int64, highest int64) int64 {
		if own != nil {
			m.between(path+"limits."+key, *own, 1, highest)
		}
		return *cmp.Or(own, global)
	}
	items := pick("max_result_items", override.MaxResultItems, f.Limits.MaxResultItems, 1000)
	limits := Limits{
		PayloadBytes:  pick("max_payload_kb", override.MaxPayloadKB, f.Limits.MaxPayloadKB, 64<<10) << 10,
		ResultBytes:   int(pick("max_result_bytes", override.MaxResultBytes, f.Limits.MaxResultBytes, 64<<20)),
		ListLimit:     min(items, f.Domain.Content.MaxLimit),
		ContentOffset: f.Domain.Content.MaxOffset,
		ModelOffset:   f.Domain.Models.MaxOffset,
		Depth:         f.Domain.Content.MaxDepth,
	}
	if path == "" {
		m.between("domain.content.max_depth", f.Domain.Content.MaxDepth, 1, 20)
		m.between("domain.content.max_limit", f.Domain.Content.MaxLimit, 1, 1000)
		m.between("domain.content.max_offset", f.Domain.Content.MaxOffset, 0, 1_000_000)
		m.between("domain.models.max_offset", f.Domain.Models.MaxOffset, 0, 1_000_000)
	}
	return limits
}

func (m *mistakes) between(path string, value, lowest, highest int64) {
	if value < lowest || value > highest {
		m.add("%s: %d is not between %d and %d", path, value, lowest, highest)
	}
}

func (m *mistakes) models(allow []fileModel) []allowlist.Model {
	known := allowlist.Models()
	if len(allow) == 0 {
		return known
	}
	var models []allowlist.Model
	for i, entry := range allow {
		path := fmt.Sprintf("domain.models.allow[%d]", i)
		at := slices.IndexFunc(known, func(k allowlist.Model) bool { return k.Name == entry.Model })
		if at < 0 {
			m.add("%s.model: emcp knows no model %q", path, entry.Model)
			continue
		}
		if slices.ContainsFunc(models, func(k allowlist.Model) bool { return k.Name == entry.Model }) {
			m.add("%s.model: %s is there twice", path, entry.Model)
		}
		model := known[at]
		if len(entry.Fields) > 0 {
			narrowed, err := model.Narrow(entry.Fields)
			if err != nil {
				m.add("%s.fields: %w", path, err)
			}
			model = narrowed
		}
		models = append(models, model)
	}
	return models
}

func (m *mistakes) auth(f fileAuth, loopback bool) Auth {
	var a Auth
	for i, mode := range f.Modes {
		switch mode {
		case "token":
			a.Tokens = m.tokens(f.Tokens)
		case "none":
			anybody := m.caller("auth.none", f.None, "anonymous")
			a.Open = &anybody
			if len(f.Modes) > 1 {
				m.add("auth.modes: none stands alone")
			}
			if !loopback {
				m.add("auth.modes: none lets everybody in and is refused unless listen is a loopback address such as 127.0.0.1")
			}
		default:
			m.add("auth.modes[%d]: %q is none of token, none", i, mode)
		}
	}
	if len(f.Modes) == 0 {
		m.add("auth.modes: name token or none")
	}
	return a
}

func (m *mistakes) tokens(files []fileToken) identity.Tokens {
	if len(files) == 0 {
		m.add("auth.tokens: there is none, so nobody could call; emcp token new makes one")
	}
	var tokens identity.Tokens
	for i, f := range files {
		path := fmt.Sprintf("auth.tokens[%d]", i)
		if f.Name == "" {
			m.add("%s.name: must not be empty", path)
		}
		hash, err := identity.ParseTokenHash(f.SHA256)
		if err != nil {
			m.add("%s.sha256: %w", path, err)
		}
		token := identity.Token{Hash: hash, Principal: m.caller(path, fileCaller{f.Scopes, f.View}, f.Name)}
		if f.Servers != nil {
			token.Principal.Servers = f.Servers
		}
		if f.Servers != nil && len(f.Servers) == 0 {
			m.add("%s.servers: is empty, so that no server could be used; leave it out for all", path)
		}
		if f.Expires != "" {
			if token.Expires, err = time.Parse(time.RFC3339, f.Expires); err != nil {
				m.add("%s.expires: %q is not a time such as 2027-01-31T00:00:00Z", path, f.Expires)
			}
		}
		tokens = append(tokens, token)
	}
	return tokens
}

// tokenServers reports tokens for servers that there are not. A server that is not enabled counts as one.
func (m *mistakes) tokenServers(f file) {
	handles := []string{"*"}
	for _, server := range f.Servers {
		handles = append(handles, server.Handle)
	}
	if len(f.Servers) == 0 {
		handles = append(handles, defaultHandle)
	}
	for i, token := range f.Auth.Tokens {
		for _, handle := range token.Servers {
			if !slices.Contains(handles, handle) {
				m.add("auth.tokens[%d].servers: there is no server %q", i, handle)
			}
		}
	}
}

// caller checks scopes and view; without scopes a caller may read and call.
func (m *mistakes) caller(path string, f fileCaller, subject string) identity.Principal {
	p := identity.Principal{Subject: subject, Scopes: f.Scopes, Servers: []string{"*"}}
	if f.Scopes != nil && len(f.Scopes) == 0 {
		m.add("%s.scopes: is empty, so that nothing could be called; leave it out for mcp:read and mcp:call", path)
	}
	if f.Scopes == nil {
		p.Scopes = []string{identity.ScopeRead, identity.ScopeCall}
	}
	for _, scope := range f.Scopes {
		if !slices.Contains(identity.Scopes, scope) {
			m.add("%s.scopes: %q is none of %s", path, scope, strings.Join(identity.Scopes, ", "))
		}
	}
	view, ok := identity.ParseView(f.View)
	if !ok {
		m.add("%s.view: %q is neither public nor manager", path, f.View)
	}
	p.View = view
	return p
}
