package check

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/toolset"
)

// tokens looks for tokens that expired or expire soon.
func tokens(c config.Auth) []Finding {
	all := c.Tokens
	var findings []Finding
	for _, t := range all {
		name := strings.TrimPrefix(t.Principal.Subject, "token:")
		end := t.Expires.UTC().Format(time.RFC3339)
		do := "create a new token with emcp token new, and remove this one"
		if t.Hash.IsZero() {
			do = "set expires to a later time, or remove the token"
		}
		switch now := time.Now(); {
		case t.Expires.IsZero():
		case !now.Before(t.Expires):
			findings = append(findings,
				warning("auth.tokens", fmt.Sprintf("the token %q expired at %s", name, end),
					"callers with this token are refused", do))
		case now.Add(soon).After(t.Expires):
			findings = append(findings,
				warning("auth.tokens", fmt.Sprintf("the token %q expires at %s", name, end),
					"after that, callers with this token are refused", do))
		}
	}
	switch {
	case c.CheckHTTP() != nil:
		return []Finding{
			warning("auth.tokens", "the list is empty", "emcp serve does not start; emcp stdio needs no token",
				"create one with emcp token new"),
		}
	case len(findings) == 0 && len(all) > 0:
		return []Finding{ok("auth.tokens", fmt.Sprintf("%d token(s); none expires within two weeks", len(all)))}
	}
	return findings
}

// keys checks the keys for JSON Web Tokens.
func keys(ctx context.Context, o *auth.JWTOptions) []Finding {
	if o == nil {
		return nil
	}
	var findings []Finding
	if o.Audience == "" {
		findings = append(findings,
			warning("auth.jwt.audience", "is empty", "tokens that the issuer made for other programs are accepted here too",
				"set audience to the value of aud in the tokens that the issuer makes for emcp"))
	}
	if o.KeyFile == "" && o.KeyURL == "" {
		return findings
	}
	const why = "tokens that are signed with these keys are refused"
	n, err := auth.CountKeys(ctx, *o)
	switch {
	case err != nil:
		return append(findings,
			failure("auth.jwt", err.Error(), why,
				advice(err, "check that jwks_url or jwks_file leads to a JWK set, and that emcp can read it")))
	case n == 0:
		return append(findings,
			failure("auth.jwt", "no key of the set is for "+strings.Join(o.Algorithms, ", "), why,
				"set algorithms to those that the issuer signs with"))
	}
	return append(findings, ok("auth.jwt", fmt.Sprintf("the key set has %d usable key(s)", n)))
}

// denied looks for patterns that match no tool.
func denied(c *config.Config) []Finding {
	idle := map[string]bool{}
	names := toolset.Names() // a pattern for all servers may match a tool that only a server with another profile has
	for _, server := range c.Servers {
		for _, pattern := range server.Deny {
			idle[pattern.String()] = !slices.ContainsFunc(names, pattern.Matches)
		}
	}
	var findings []Finding
	for _, pattern := range slices.Sorted(maps.Keys(idle)) {
		if !idle[pattern] {
			continue
		}
		findings = append(findings, warning("security.deny_tools", fmt.Sprintf("%q matches no tool", pattern),
			"it forbids nothing", "correct it; a name looks like evo.content.search, and * stands for any characters"))
	}
	return findings
}
