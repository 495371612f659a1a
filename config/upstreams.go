package config

import (
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"emcp/bundle"
	"emcp/internal/identity"
)

var (
	upstreamPrefix = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
	variableName   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// MaxUpstreamTime is the longest time limit of calls of an upstream.
const MaxUpstreamTime = 10 * time.Minute

// maxUpstreamName bounds the name of an upstream, which begins the descriptions of its tools, in bytes.
const maxUpstreamName = 32

// upstreams reads the other servers whose tools are used.
func (m *mistakes) upstreams(f map[string]fileUpstream) map[string]Upstream {
	upstreams := map[string]Upstream{}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		upstreams[name] = m.upstream(name, join("upstreams", name), f[name])
	}
	return upstreams
}

func (m *mistakes) upstream(name, path string, f fileUpstream) Upstream {
	if len(name) > maxUpstreamName || strings.ContainsFunc(name, unicode.IsControl) {
		m.add("upstreams: %q must have at most %d characters, on one line", name, maxUpstreamName)
	}
	u := Upstream{
		URL: f.URL, Command: f.Command, Env: map[string]Secret{}, Token: Secret(f.Token),
		PassPersonalToken: f.PassPersonalToken, Prefix: f.Prefix,
		Allow: m.patterns(path+".allow", f.Allow), Deny: m.patterns(path+".deny", f.Deny),
		Write:     m.patterns(path+".write", f.Write),
		Resources: m.uriPatterns(path+".resources", f.Resources), Prompts: m.patterns(path+".prompts", f.Prompts),
		Timeout: duration(f.Timeout),
	}
	if u.Prefix == "" {
		u.Prefix = name + "_"
	}
	if !upstreamPrefix.MatchString(u.Prefix) {
		m.add("%s.prefix: %q can contain only letters, digits, _ and -, at most 32 characters", path, f.Prefix)
	}
	if strings.HasPrefix(strings.ToLower(u.Prefix), "evo_") || strings.HasPrefix(strings.ToLower(u.Prefix), "evo-") {
		m.add("%s.prefix: tools that begin with evo are those of emcp; choose another prefix", path)
	}
	switch {
	case (f.URL == "") == (len(f.Command) == 0):
		m.add("%s: set either url or command", path)
	case f.URL != "":
		m.upstreamURL(path, f)
	default:
		m.upstreamCommand(path, f)
	}
	for name, value := range f.Env {
		if !variableName.MatchString(name) || strings.ContainsRune(value, 0) {
			m.add("%s.env: %q is not a valid name of a variable, or has an invalid value", path, name)
		}
		u.Env[name] = Secret(value)
	}
	return u
}

// uriPatterns reads patterns of the URIs of an upstream.
func (m *mistakes) uriPatterns(path string, texts []string) (patterns []identity.Pattern) {
	for i, text := range texts {
		pattern, err := identity.ParseURIPattern(text)
		switch {
		case err != nil:
			m.add("%s[%d]: %w", path, i, err)
		case strings.HasPrefix(strings.ToLower(text), "evo:"):
			m.add(
				"%s[%d]: %q: the scheme evo is that of emcp's own resources; emcp does not use such resources of other servers",
				path, i, text)
		}
		patterns = append(patterns, pattern)
	}
	return patterns
}

// upstreamURL checks the keys of a server that is reached by HTTP. Private addresses are the owner's to choose.
func (m *mistakes) upstreamURL(path string, f fileUpstream) {
	u, err := url.Parse(f.URL)
	if err != nil || !slices.Contains([]string{"http", "https", "ws", "wss"}, u.Scheme) || u.Host == "" || u.User != nil ||
		u.Fragment != "" {
		m.add(
			"%s.url: must be an http, https, ws or wss address without user and password, such as https://crm.example.com/mcp",
			path)
	} else if f.PassPersonalToken && strings.HasPrefix(u.Scheme, "ws") {
		m.add("%s.pass_personal_token: a connection over WebSocket has one token for all calls; use an https address", path)
	}
	if len(f.Env) > 0 {
		m.add("%s.env: is for a command; remove it", path)
	}
	if strings.ContainsFunc(f.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		m.add("%s.token: has characters that a header cannot have", path)
	}
}

// upstreamCommand checks the keys of a server that is a program.
func (m *mistakes) upstreamCommand(path string, f fileUpstream) {
	if !filepath.IsAbs(f.Command[0]) {
		m.add("%s.command: %q is not an absolute path; emcp does not search for programs", path, f.Command[0])
	}
	if f.Token != "" {
		m.add("%s.token: is for a url; give a program its credentials in env", path)
	}
	if f.PassPersonalToken {
		m.add("%s.pass_personal_token: is for a url; remove it", path)
	}
}

// connected returns the upstreams that a server shows. Their tools and prompts must be told apart by their prefixes,
// and not take the names of declared ones.
func (m *mistakes) connected(
	path string, upstreams map[string]Upstream, names []string, declared bundle.Bundle,
) []string {
	byPrefix := map[string]string{}
	for i, name := range names {
		place := m.element(path+".upstreams", i)
		u, ok := upstreams[name]
		if !ok {
			m.add("%s: there is no upstream %q%s", place, name, didYouMean(name, slices.Collect(maps.Keys(upstreams))))
			continue
		}
		prefix := strings.ReplaceAll(u.Prefix, "-", "_")
		for other, of := range byPrefix {
			if strings.HasPrefix(prefix, other) || strings.HasPrefix(other, prefix) {
				m.add(
					"%s: the prefixes of %s and %s begin alike, so their tools could have the same name; set another prefix in "+
						"upstreams", place, of, name)
			}
		}
		byPrefix[prefix] = name
		for _, t := range declared.Tools {
			if strings.HasPrefix(strings.ReplaceAll(t.Name, "-", "_"), prefix) {
				m.add("%s: %s has the name %s, which could be that of a tool of %s; rename it, or set another prefix", place,
					t.Place, t.Name, name)
			}
		}
		for _, p := range declared.Prompts {
			if u.Prompts != nil && strings.HasPrefix(strings.ReplaceAll(p.Name, "-", "_"), prefix) {
				m.add("%s: %s has the name %s, which could be that of a prompt of %s; rename it, or set another prefix", place,
					p.Place, p.Name, name)
			}
		}
	}
	return names
}
