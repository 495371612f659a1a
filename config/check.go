package config

import (
	"maps"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"emcp/internal/loopback"
)

// check turns a file into a Config and reports wrong values.
func (m *mistakes) check(f file) *Config {
	m.bounds("", reflect.ValueOf(f.used()))
	upstreams, groups := m.upstreams(f.Upstreams), m.groups(f.Groups)
	c := &Config{
		written:  func() file { return f },
		Listen:   f.Listen,
		Prefixes: f.Route.Prefixes,
		TLS:      m.tls(f.TLS),
		Sites:    m.sites(f.Sites),
		Servers:  m.servers(f, upstreams, groups),
		Redis:    Redis{Secret(f.Redis.URL)},
		StateDir: f.StateDir,
		Security: m.security(f.Security),
	}
	c.Upstreams, c.Groups = upstreams, groups
	m.routes(f.Route.Prefixes)
	c.IdempotencyTTL = time.Duration(f.Idempotency.TTLSeconds) * time.Second
	c.CacheTTL = duration(f.Cache.TTL)
	c.SearchMemory = size(f.Search.MaxMemory)
	if f.RateLimit.Enabled {
		c.AddressLimit = int(f.RateLimit.PerAddress)
	}
	host, _, err := net.SplitHostPort(f.Listen)
	if err != nil {
		m.add("listen: %q is not host:port", f.Listen)
	}
	scopes := f.scopes()
	c.Stdio = m.caller("stdio", f.Stdio, "stdio", scopes)
	c.Auth = m.auth(f.Auth, loopback.Is(host), scopes)
	m.tokenServers(f)
	m.tokenCertificates(f)
	m.oauth(f, c, scopes)
	c.Metrics = m.metrics(f.Metrics)
	c.Tracing = m.tracing(f.Tracing)
	c.Log = m.logging(f.Logging)
	return c
}

// used returns f with the keys that have no effect set to their defaults, so that they are not checked.
func (f file) used() file {
	absent := defaults()
	if !slices.Contains(f.Auth.Modes, "jwt") {
		f.Auth.JWT = absent.Auth.JWT
	}
	if !f.RateLimit.Enabled {
		f.RateLimit.PerAddress = absent.RateLimit.PerAddress
	}
	return f
}

func (m *mistakes) logging(f fileLogging) Log {
	l := Log{JSON: f.Format == "json", Audit: f.AuditEnabled}
	if err := l.Level.UnmarshalText([]byte(f.Level)); err != nil {
		m.add("logging.level: %q is not one of debug, info, warn, error", f.Level)
	}
	if f.Format != "json" && f.Format != "text" {
		m.add("logging.format: %q is neither json nor text", f.Format)
	}
	return l
}

func (m *mistakes) tls(f fileTLS) TLS {
	switch {
	case (f.CertFile == "") != (f.KeyFile == ""):
		m.add("tls: cert_file and key_file must both be set, or neither")
	case f.ClientCAFile != "" && f.CertFile == "":
		m.add("tls.client_ca_file: needs tls.cert_file and tls.key_file")
	}
	optional := f.ClientAuth == "optional"
	switch {
	case !optional && f.ClientAuth != "required":
		m.add("tls.client_auth: %q is neither required nor optional", f.ClientAuth)
	case optional && f.ClientCAFile == "":
		m.add(
			"tls.client_auth: optional needs tls.client_ca_file, with the authorities that sign the certificates of clients")
	}
	return TLS{CertFile: f.CertFile, KeyFile: f.KeyFile, ClientCAFile: f.ClientCAFile, ClientOptional: optional}
}

// hostPattern matches the host of a URL, with or without a port.
var hostPattern = regexp.MustCompile(`^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]+)?$`)

func (m *mistakes) security(f fileSecurity) Security {
	s := Security{CursorKey: Secret(f.CursorKey)}
	if f.CursorKey != "" && len(f.CursorKey) < minSecret {
		m.add("security.cursor_key: needs at least %d random characters", minSecret)
	}
	for i, text := range f.AllowOrigins {
		origin := strings.ToLower(text)
		scheme, host, _ := strings.Cut(origin, "://")
		if scheme != "http" && scheme != "https" || !hostPattern.MatchString(host) {
			m.add("security.allow_origins[%d]: %q is not an origin such as https://example.com", i, text)
		}
		s.Origins = append(s.Origins, origin)
	}
	for i, text := range f.AllowHosts {
		host := strings.ToLower(text)
		if !hostPattern.MatchString(host) {
			m.add("security.allow_hosts[%d]: %q is not a host such as example.com or example.com:8787", i, text)
		}
		s.Hosts = append(s.Hosts, host)
	}
	for i, text := range f.TrustedProxies {
		network, err := networkOf(text)
		if err != nil {
			m.add("security.trusted_proxies[%d]: %q is not an address or network such as 10.0.0.0/8", i, text)
		}
		s.Proxies = append(s.Proxies, network)
	}
	return s
}

// networkOf parses a network, or an address as the network of this address alone.
func networkOf(text string) (netip.Prefix, error) {
	if network, err := netip.ParsePrefix(text); err == nil {
		return network, nil
	}
	address, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, err
	}
	return netip.PrefixFrom(address, address.BitLen()), nil
}

var prefixPattern = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)+$`)

func (m *mistakes) routes(prefixes []string) {
	if len(prefixes) == 0 {
		m.add("route.prefixes: list at least one path, such as /mcp")
	}
	for i, p := range prefixes {
		if !prefixPattern.MatchString(p) {
			m.add("route.prefixes[%d]: %q is not a path such as /mcp", i, p)
		}
		if slices.Contains(prefixes[:i], p) {
			m.add("route.prefixes[%d]: %q appears twice", i, p)
		}
	}
}

func (m *mistakes) sites(files map[string]fileSite) map[string]Site {
	if len(files) == 0 {
		m.add("sites: add at least one site with its dsn")
	}
	sites := map[string]Site{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, path := files[name], "sites."+name
		site := Site{
			DSN: Secret(f.DSN), TablePrefix: f.TablePrefix, BaseURL: f.BaseURL, Pages: f.Pages.Enabled,
			MaxOpenConns: f.MaxOpenConns, StatementTimeout: duration(f.StatementTimeout), AllowWideGrants: f.AllowWideGrants,
		}
		if f.DSN == "" {
			m.add(`%s.dsn: must not be empty; write it as user:password@tcp(127.0.0.1:3306)/database`, path)
		}
		if !tablePrefix.MatchString(f.TablePrefix) {
			m.add("%s.table_prefix: can contain only letters, digits and _", path)
		}
		if u, err := url.Parse(f.BaseURL); f.BaseURL != "" &&
			(err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
			m.add("%s.base_url: %q is not an address such as https://www.example.com/", path, f.BaseURL)
		}
		if u, err := url.Parse(f.BaseURL); f.Pages.Enabled && (f.BaseURL == "" || err == nil && u.User != nil) {
			m.add("%s.pages: needs %[1]s.base_url without a user name; emcp fetches pages below it", path)
		}
		site.TVTypes = m.tvTypes(path+".tv_types", f.TVTypes)
		site.ProductLinks = oneOf(m, path+".product_links", f.ProductLinks, "root", "catalog", "category")
		site.HiddenTVs = m.hiddenTVs(path+".hidden_tvs", f.HiddenTVs)
		site.Synonyms = m.synonyms(path+".synonyms", f.Synonyms)
		sites[name] = site
	}
	return sites
}

var tablePrefix = regexp.MustCompile(`^[A-Za-z0-9_]*$`)
