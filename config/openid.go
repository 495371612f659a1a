package config

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"emcp/internal/loopback"
	"emcp/internal/openid"
)

// maxProviderName bounds the name of a provider on a button, in characters.
const maxProviderName = 50

// openID reads at which provider people can sign in; nil if at none.
func (m *mistakes) openID(f fileOpenID, scopes []string) *openid.Options {
	const path = "auth.oauth.builtin.openid"
	if f.Issuer == "" {
		if f.ClientID != "" || f.ClientSecret != "" {
			m.add("%s.issuer: is empty, so that the keys beside it have no effect; name the provider", path)
		}
		return nil
	}
	u, err := url.Parse(f.Issuer)
	if err != nil || !loopback.OrHTTPS(f.Issuer) || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		m.add("%s.issuer: %q is not an https address without a query, such as https://accounts.google.com", path, f.Issuer)
	}
	if f.ClientID == "" {
		m.add("%s.client_id: is empty; register emcp at the provider, which gives it an id", path)
	}
	if utf8.RuneCountInString(f.Name) > maxProviderName {
		m.add("%s.name: is longer than %d characters", path, maxProviderName)
	}
	if !slices.Contains(f.Scopes, "openid") {
		m.add("%s.scopes: must have openid", path)
	}
	if len(f.Map) == 0 {
		m.add("%s.map: is empty, so that nobody could sign in; name e-mail addresses, their domains or other claims", path)
	}
	entries := make([]fileMapping, len(f.Map))
	for i, account := range f.Map {
		entries[i] = fileMapping(account)
	}
	o := &openid.Options{
		Issuer: f.Issuer, ClientID: f.ClientID, ClientSecret: Secret(f.ClientSecret), Name: f.Name, Scopes: f.Scopes,
		MaxAge: duration(f.MaxAge), Map: m.mappings(path+".map", entries, scopes),
	}
	for i := range o.Map {
		entry := &o.Map[i]
		switch domain := entry.Claim == openid.EmailDomain; {
		case !domain && entry.Claim != openid.Email || entry.Value == "":
		case domain == strings.Contains(entry.Value, "@"):
			m.add("%s.value: %q does not fit the claim %s; write email as ada@example.com, and email_domain as example.com",
				m.element(path+".map", i), entry.Value, entry.Claim)
		}
		if entry.Claim == openid.Email || entry.Claim == openid.EmailDomain {
			entry.Value = strings.ToLower(entry.Value)
		}
		if entry.Scopes == nil {
			entry.Scopes = usualScopes(scopes)
		}
	}
	return o
}
