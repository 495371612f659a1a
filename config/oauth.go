package config

import (
	"net"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/loopback"
)

// oauth reads where callers sign in. The other kinds of Auth and the hosts must have been read before.
func (m *mistakes) oauth(f file, c *Config, scopes []string) {
	o := f.Auth.OAuth
	issuer, builtin := o.Issuer != "", o.Builtin.PublicURL != ""
	if !issuer {
		m.onlyWithIssuer(o)
	}
	if !builtin && o.Builtin.Registration {
		m.add("auth.oauth.builtin.public_url: is empty, so that registration has no effect")
	}
	if !builtin && o.Builtin.OpenID.Issuer != "" {
		m.add("auth.oauth.builtin.public_url: is empty, so that openid has no effect")
	}
	switch {
	case !issuer && !builtin:
		return
	case issuer && builtin:
		m.add("auth.oauth: people sign in at issuer or at builtin; leave out one of the two")
		return
	case c.Auth.Open != nil:
		m.add("auth.oauth: nobody needs to sign in with auth.modes none; leave out one of the two")
		return
	}
	if issuer {
		c.Auth.OAuth = &OAuth{
			PublicURL: m.publicURL("auth.oauth.public_url", o.PublicURL, c.Security.Hosts), Issuer: m.issuer(o, scopes),
		}
		return
	}
	provider := m.openID(o.Builtin.OpenID, scopes)
	untyped := c.Auth.Tokens == nil || len(c.Auth.Tokens) > 0 && !c.Auth.Tokens.Typed() // CheckHTTP reports an empty list
	if untyped && c.Auth.Personal == nil && provider == nil {
		m.add(
			"auth.oauth.builtin: nobody could sign in; add a token with sha256 to auth.tokens, or pat to auth.modes, or set " +
				"openid")
	}
	c.Auth.OAuth = &OAuth{
		PublicURL: m.publicURL("auth.oauth.builtin.public_url", o.Builtin.PublicURL, c.Security.Hosts),
		Builtin:   &Builtin{Registration: o.Builtin.Registration, GrantTime: duration(o.Builtin.GrantTime), OpenID: provider},
	}
}

// onlyWithIssuer reports keys that have no meaning without an issuer.
func (m *mistakes) onlyWithIssuer(o fileOAuth) {
	mapped := slices.ContainsFunc(o.Map, func(f fileMapping) bool {
		return !reflect.DeepEqual(f, withDefaults[fileMapping]())
	})
	if o.PublicURL != "" || o.Audience != "" || o.Introspection != (fileIntrospection{}) || mapped {
		m.add("auth.oauth.issuer: is empty, so that the keys beside it have no effect; name the authorization server")
	}
}

// publicURL reads the scheme and host under which clients know emcp.
func (m *mistakes) publicURL(path, text string, hosts []string) string {
	u, err := url.Parse(text)
	switch {
	case err != nil || !loopback.OrHTTPS(text) || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" ||
		u.Fragment != "" || u.User != nil:
		m.add("%s: %q is not a scheme and a host such as https://www.example.com; plain http is for a loopback host only",
			path, text)
		return ""
	case !answersTo(strings.ToLower(u.Host), hosts):
		m.add("%s: emcp does not answer to %s; add it to security.allow_hosts", path, u.Host)
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}

// answersTo reports whether emcp accepts requests for a host, with or without a port.
func answersTo(host string, hosts []string) bool {
	name := host
	if without, _, err := net.SplitHostPort(host); err == nil {
		name = without
	}
	if len(hosts) == 0 {
		return loopback.Is(strings.Trim(name, "[]"))
	}
	return slices.Contains(hosts, host) || slices.Contains(hosts, name)
}

// issuer reads how tokens of an authorization server are checked, and which rights they give.
func (m *mistakes) issuer(f fileOAuth, scopes []string) *auth.IssuerOptions {
	o := &auth.IssuerOptions{Issuer: f.Issuer, Audience: f.Audience}
	u, err := url.Parse(f.Issuer)
	if err != nil || !loopback.OrHTTPS(f.Issuer) || u.RawQuery != "" || u.Fragment != "" {
		m.add(
			"auth.oauth.issuer: %q is not an https address without a query, such as https://login.example.com/realms/office",
			f.Issuer)
	}
	if in := f.Introspection; in != (fileIntrospection{}) {
		o.Introspection = &auth.Introspection{ClientID: in.ClientID, Secret: Secret(in.ClientSecret)}
		if in.ClientID == "" || in.ClientSecret == "" {
			m.add("auth.oauth.introspection: needs client_id and client_secret")
		}
	}
	o.Map = m.mappings("auth.oauth.map", f.Map, scopes)
	if len(o.Map) == 0 {
		o.Map = []auth.Mapping{{View: identity.Public, Servers: []string{identity.AllServers}}}
	}
	return o
}
