package config

import (
	"errors"
	"slices"
	"strings"
	"time"

	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/loopback"
)

func (m *mistakes) auth(f fileAuth, private bool, scopes []string) Auth {
	var a Auth
	for i, mode := range f.Modes {
		switch mode {
		case "token":
			a.Tokens = m.tokens(f.Tokens, scopes)
		case "jwt":
			a.JWT = m.jwt(f.JWT)
		case "pat":
			a.Personal = m.personal(f.PAT)
		case "none":
			anybody := m.caller("auth.none", f.None, identity.Anonymous, scopes)
			a.Open = &anybody
			if len(f.Modes) > 1 {
				m.add("auth.modes: none cannot be combined with other modes")
			}
			if !private {
				m.add("auth.modes: none lets everybody call, so listen must be a loopback address such as 127.0.0.1")
			}
		default:
			m.add("auth.modes[%d]: %q is not one of token, jwt, pat, none", i, mode)
		}
	}
	if len(f.Modes) == 0 {
		m.add("auth.modes: list at least one of token, jwt, pat; or none alone")
	}
	return a
}

// CheckHTTP returns an error if callers need a token and there is none. Only emcp serve needs tokens.
func (a Auth) CheckHTTP() error {
	elsewhere := a.OAuth != nil && (a.OAuth.Issuer != nil || a.OAuth.Builtin.OpenID != nil)
	if a.Tokens != nil && len(a.Tokens) == 0 && !elsewhere {
		return errors.New("auth.tokens: the list is empty, so nobody could call; create a token with emcp token new")
	}
	return nil
}

// minSecret is the length of the shortest secret, in bytes: an HMAC key must be as long as its
// hash (RFC 7518, section 3.2).
const minSecret = 32

// jwtLeeway is the accepted difference between the clocks of emcp and the issuer of tokens.
const jwtLeeway = time.Minute

func (m *mistakes) jwt(f fileJWT) *auth.JWTOptions {
	o := &auth.JWTOptions{
		Algorithms: f.Algorithms, Secret: Secret(f.Secret), KeyFile: f.JWKSFile, KeyURL: f.JWKSURL,
		Issuer: f.Issuer, Audience: f.Audience, Leeway: jwtLeeway,
	}
	if len(f.Algorithms) == 0 {
		m.add("auth.jwt.algorithms: list at least one of %s", strings.Join(auth.JWTAlgorithms, ", "))
	}
	secret, keys := false, false
	for i, name := range f.Algorithms {
		if !slices.Contains(auth.JWTAlgorithms, name) {
			m.add("auth.jwt.algorithms[%d]: %q is not one of %s", i, name, strings.Join(auth.JWTAlgorithms, ", "))
		}
		secret = secret || name == "HS256"
		keys = keys || name != "HS256"
	}
	switch {
	case secret && len(f.Secret) < minSecret:
		m.add("auth.jwt.secret: HS256 needs at least %d random characters (RFC 7518)", minSecret)
	case !secret && f.Secret != "":
		m.add("auth.jwt.secret: is only for HS256; add HS256 to algorithms, or remove secret")
	}
	switch single := (f.JWKSURL != "") != (f.JWKSFile != ""); {
	case keys && !single:
		m.add("auth.jwt: RS256, ES256 and EdDSA need exactly one of jwks_url and jwks_file")
	case !keys && (f.JWKSURL != "" || f.JWKSFile != ""):
		m.add(
			"auth.jwt: jwks_url and jwks_file are for RS256, ES256 and EdDSA; add one of these to algorithms, or remove the " +
				"key set")
	}
	if f.JWKSURL != "" && !loopback.OrHTTPS(f.JWKSURL) {
		m.add("auth.jwt.jwks_url: must begin with https://; http:// is allowed only for a loopback host")
	}
	view, ok := identity.ParseView(f.View)
	if !ok {
		m.add("auth.jwt.view: %q is neither public nor manager", f.View)
	}
	o.View = view
	return o
}

func (m *mistakes) personal(f filePAT) *auth.PersonalOptions {
	if f.Permission == "" {
		m.add("auth.pat.permission: must not be empty")
	}
	zone, err := time.LoadLocation(f.Timezone)
	if err != nil || f.Timezone == "" || f.Timezone == "Local" {
		m.add("auth.pat.timezone: %q is not a time zone such as UTC or Europe/Berlin", f.Timezone)
	}
	return &auth.PersonalOptions{Permission: f.Permission, Zone: zone}
}

func (m *mistakes) tokens(files []fileToken, scopes []string) auth.Tokens {
	tokens := auth.Tokens{}
	names := map[string]bool{}
	for i, f := range files {
		path := m.element("auth.tokens", i)
		switch {
		case f.Name == "":
			m.add("%s.name: must not be empty", path)
		case names[f.Name]:
			m.add("%s.name: %q appears twice; each token needs its own name", path, f.Name)
		}
		names[f.Name] = true
		token := auth.Token{
			Hash: m.tokenHash(path, f, tokens), Certificates: m.certificates(path, f.Certificates, tokens),
			Principal: m.caller(path, fileCaller{f.Scopes, f.View}, "token:"+f.Name, scopes),
		}
		token.Principal.Servers = f.Servers
		if len(f.Servers) == 0 {
			m.add("%s.servers: is empty, so the token could use no server; remove the key to allow all servers", path)
		}
		if f.Expires != "" {
			var err error
			if token.Expires, err = time.Parse(time.RFC3339, f.Expires); err != nil {
				m.add("%s.expires: %q is not a time such as 2027-01-31T00:00:00Z", path, f.Expires)
			}
		}
		tokens = append(tokens, token)
	}
	return tokens
}

// tokenHash reads the hash of a token, which can be absent where there are certificates. others
// are the tokens before it.
func (m *mistakes) tokenHash(path string, f fileToken, others auth.Tokens) auth.TokenHash {
	if f.SHA256 == "" && len(f.Certificates) > 0 {
		return auth.TokenHash{}
	}
	hash, err := auth.ParseTokenHash(f.SHA256)
	if err != nil {
		m.add("%s.sha256: %w", path, err)
		return hash
	}
	if slices.ContainsFunc(others, func(t auth.Token) bool { return t.Hash == hash }) {
		m.add("%s.sha256: another token has the same hash; each token needs its own", path)
	}
	return hash
}

// certificates reads the fingerprints of a token. others are the tokens before it.
func (m *mistakes) certificates(path string, texts []string, others auth.Tokens) (fingerprints []auth.Fingerprint) {
	for i, text := range texts {
		fingerprint, err := auth.ParseFingerprint(text)
		switch {
		case err != nil:
			m.add("%s.certificates[%d]: %w", path, i, err)
			continue
		case slices.Contains(fingerprints, fingerprint),
			slices.ContainsFunc(others, func(t auth.Token) bool { return slices.Contains(t.Certificates, fingerprint) }):
			m.add("%s.certificates[%d]: the fingerprint appears twice; a certificate can stand for one token only", path, i)
		}
		fingerprints = append(fingerprints, fingerprint)
	}
	return fingerprints
}

// tokenCertificates reports tokens that name certificates although emcp does not request any from clients.
func (m *mistakes) tokenCertificates(f file) {
	for i, token := range f.Auth.Tokens {
		if len(token.Certificates) > 0 && f.TLS.ClientCAFile == "" {
			m.add(
				"%s.certificates: needs tls.client_ca_file, with the authorities that sign the certificates of clients; emcp "+
					"does not accept certificates that a web server in front has checked", m.element("auth.tokens", i))
		}
	}
}

// tokenServers reports tokens and claims for unknown servers. A disabled server counts as known.
func (m *mistakes) tokenServers(f file) {
	handles := []string{identity.AllServers}
	for _, server := range f.Servers {
		handles = append(handles, server.Handle)
	}
	if len(f.Servers) == 0 {
		handles = append(handles, defaultHandle)
	}
	known := func(path string, servers []string) {
		for _, handle := range servers {
			if !slices.Contains(handles, handle) {
				m.add("%s.servers: there is no server %q", path, handle)
			}
		}
	}
	for i, token := range f.Auth.Tokens {
		known(m.element("auth.tokens", i), token.Servers)
	}
	for i, mapping := range f.Auth.OAuth.Map {
		known(m.element("auth.oauth.map", i), mapping.Servers)
	}
	for i, account := range f.Auth.OAuth.Builtin.OpenID.Map {
		known(m.element("auth.oauth.builtin.openid.map", i), account.Servers)
	}
}

// caller checks scopes and view. The default scopes allow reading and calling.
func (m *mistakes) caller(path string, f fileCaller, subject string, scopes []string) identity.Principal {
	p := identity.Principal{Subject: subject, Scopes: f.Scopes, Servers: []string{identity.AllServers}}
	if f.Scopes != nil && len(f.Scopes) == 0 {
		m.add("%s.scopes: is empty, so nothing could be called; remove the key to allow mcp:read and mcp:call", path)
	}
	if f.Scopes == nil {
		p.Scopes = usualScopes(scopes)
		if len(p.Scopes) == 0 && path != "stdio" {
			m.add("%s.scopes: must be set, because scope_map has neither mcp:read nor mcp:call", path)
		}
	}
	for _, scope := range f.Scopes {
		if !slices.Contains(scopes, scope) {
			m.add("%s.scopes: %q is not one of %s", path, scope, strings.Join(scopes, ", "))
		}
	}
	view, ok := identity.ParseView(f.View)
	if !ok {
		m.add("%s.view: %q is neither public nor manager", path, f.View)
	}
	p.View = view
	return p
}

// usualScopes returns mcp:read and mcp:call, as far as they are among the scopes.
func usualScopes(scopes []string) (usual []string) {
	for _, scope := range []string{identity.ScopeRead, identity.ScopeCall} {
		if slices.Contains(scopes, scope) {
			usual = append(usual, scope)
		}
	}
	return usual
}

// mappings reads which rights accounts get by their claims.
func (m *mistakes) mappings(list string, entries []fileMapping, scopes []string) (all []auth.Mapping) {
	for i, entry := range entries {
		path := m.element(list, i)
		if entry.Claim == "" && entry.Value != "" {
			m.add("%s.value: needs the claim that has it", path)
		}
		refuse := entry.View == "none"
		view, ok := identity.ParseView(entry.View)
		if !ok && !refuse {
			m.add("%s.view: %q is not one of public, manager, none", path, entry.View)
		}
		for _, scope := range entry.Scopes {
			if !slices.Contains(scopes, scope) {
				m.add("%s.scopes: %q is not one of %s", path, scope, strings.Join(scopes, ", "))
			}
		}
		if len(entry.Servers) == 0 {
			m.add("%s.servers: is empty, so the token could use no server; remove the key to allow all servers", path)
		}
		mapping := auth.Mapping{Claim: entry.Claim, Value: entry.Value, View: view, Servers: entry.Servers, Refuse: refuse}
		if len(entry.Scopes) > 0 {
			mapping.Scopes = entry.Scopes
		}
		all = append(all, mapping)
	}
	return all
}
