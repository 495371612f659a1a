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

// tokens looks for tokens whose time is over.
func tokens(all auth.Tokens) []Finding {
	var findings []Finding
	for _, t := range all {
		name := strings.TrimPrefix(t.Principal.Subject, "token:")
		end := t.Expires.UTC().Format(time.RFC3339)
		const do = "make a new one with emcp token new, and take this one out"
		switch now := time.Now(); {
		case t.Expires.IsZero():
		case !now.Before(t.Expires):
			findings = append(findings, warning("auth.tokens", fmt.Sprintf("the token %q has expired at %s", name, end), "who has it is refused", do))
		case now.Add(soon).After(t.Expires):
			findings = append(findings, warning("auth.tokens", fmt.Sprintf("the token %q expires at %s", name, end), "from then on who has it is refused", do))
		}
	}
	switch {
	case all != nil && len(all) == 0:
		return []Finding{warning("auth.tokens", "there is none", "emcp serve does not start; emcp stdio needs none", "make one with emcp token new")}
	case len(findings) == 0 && len(all) > 0:
		return []Finding{ok("auth.tokens", fmt.Sprintf("%d, none of which expires within two weeks", len(all)))}
	}
	return findings
}

// keys looks at what JSON Web Tokens are checked with.
func keys(ctx context.Context, o *auth.JWTOptions) []Finding {
	if o == nil {
		return nil
	}
	var findings []Finding
	if o.Audience == "" {
		findings = append(findings, warning("auth.jwt.audience", "is empty", "tokens that the issuer has made for other programs are good here as well",
			"set audience to the name that the issuer gives emcp's tokens"))
	}
	if o.KeyFile == "" && o.KeyURL == "" {
		return findings
	}
	const why = "tokens that are signed with these keys are refused"
	n, err := auth.CountKeys(ctx, *o)
	switch {
	case err != nil:
		return append(findings, failure("auth.jwt", err.Error(), why, advice(err, "see that jwks_url or jwks_file names a JWK set, and that emcp gets at it")))
	case n == 0:
		return append(findings, failure("auth.jwt", "no key of the set is for "+strings.Join(o.Algorithms, ", "), why, "name in algorithms those that the issuer signs with"))
	}
	return append(findings, ok("auth.jwt", fmt.Sprintf("keys of the set that can be used: %d", n)))
}

// denied looks for patterns of tools that stand for none.
func denied(c *config.Config) []Finding {
	idle := map[string]bool{}
	names := toolset.Names() // a pattern for all servers may stand for a tool of one with another profile
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
			"what it should forbid is allowed", "correct it; names are such as evo.content.search, and * stands for any text"))
	}
	return findings
}
