package check

import (
	"fmt"
	"slices"
	"strings"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/identity"
)

const (
	tenancyWhy = "one token then reads all sites; if it leaks, or an assistant mixes up sites, nothing keeps them apart"
	tenancyDo  = "list the servers that each one needs in servers, even if these are all; a token for each site is safest"
)

// tenancy looks for callers whose servers are not listed although the servers belong to several sites.
func tenancy(c *config.Config) []Finding {
	sites := map[string]bool{}
	for _, server := range c.Servers {
		sites[server.Site] = true
	}
	if len(sites) < 2 {
		return nil
	}
	var findings []Finding
	add := func(subject, what string) { findings = append(findings, warning(subject, what, tenancyWhy, tenancyDo)) }
	var names []string
	for _, t := range c.Auth.Tokens {
		if slices.Contains(t.Principal.Servers, identity.AllServers) {
			names = append(names, fmt.Sprintf("%q", strings.TrimPrefix(t.Principal.Subject, "token:")))
		}
	}
	if len(names) > 0 {
		add("auth.tokens", fmt.Sprintf("may use every server of %d sites: %s", len(sites), strings.Join(names, ", ")))
	}
	everyServer := func(m auth.Mapping) bool { return !m.Refuse && slices.Contains(m.Servers, identity.AllServers) }
	if signIn := c.Auth.OAuth; signIn != nil {
		if signIn.Issuer != nil && slices.ContainsFunc(signIn.Issuer.Map, everyServer) {
			add("auth.oauth.map", fmt.Sprintf("an entry gives every server of %d sites", len(sites)))
		}
		if signIn.Builtin != nil && signIn.Builtin.OpenID != nil &&
			slices.ContainsFunc(signIn.Builtin.OpenID.Map, everyServer) {
			add("auth.oauth.builtin.openid.map", fmt.Sprintf("an entry gives every server of %d sites", len(sites)))
		}
	}
	if c.Auth.JWT != nil {
		findings = append(findings,
			warning("auth.jwt", fmt.Sprintf("every JSON Web Token may use every server of %d sites", len(sites)), tenancyWhy,
				"let callers sign in with auth.oauth, where map lists servers, or run emcp once for each site"))
	}
	return findings
}
