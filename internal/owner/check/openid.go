package check

import (
	"context"
	"slices"
	"strings"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/openid"
)

// provider reads what the OpenID Connect provider publishes about itself, and reports what
// sign-in there would miss in it.
func provider(ctx context.Context, o *config.OAuth) []Finding {
	const subject = "auth.oauth.builtin.openid"
	if o.Builtin.OpenID == nil {
		return nil
	}
	m, err := openid.Discover(ctx, o.Builtin.OpenID.Issuer)
	if err != nil {
		return []Finding{failure(subject, err.Error(), "nobody can sign in at the provider",
			"copy the issuer from the provider's /.well-known/openid-configuration, to the letter, and see that emcp can "+
				"reach it")}
	}
	findings := []Finding{
		ok(subject, "its metadata can be read. The provider must know the redirect address "+o.PublicURL+"/oauth/callback"),
	}
	if !slices.Contains(m.ChallengeMethods, "S256") {
		findings = append(findings, warning(subject, "its metadata do not name S256 in code_challenge_methods_supported",
			"emcp sends a challenge, but the provider may not check it; state and nonce still bind a sign-in to its browser",
			"switch PKCE on at the provider if it has it"))
	}
	algorithms := []string{"RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "EdDSA"}
	switch n, err := auth.CountKeys(ctx, auth.JWTOptions{Algorithms: algorithms, KeyURL: m.JWKSURI}); {
	case err != nil:
		findings = append(findings,
			failure(subject, err.Error(), "no sign-in can be checked", "see that emcp can reach "+host(m.JWKSURI)))
	case n == 0:
		findings = append(findings,
			failure(subject, "no key of the provider is for "+strings.Join(algorithms, ", "), "no sign-in can be checked",
				"let the provider sign ID tokens with one of these"))
	}
	for _, entry := range o.Builtin.OpenID.Map {
		if entry.Claim == "" && !entry.Refuse {
			findings = append(findings, warning(subject+".map", "an entry without claim admits every account of the provider",
				"at a public provider, such as Google, that is everybody",
				"name e-mail addresses, domains or other claims, unless the provider has only your people"))
		}
	}
	return findings
}
