package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"emcp/config"
	"emcp/internal/auth"
)

// checkSignIn checks how people sign in.
func checkSignIn(ctx context.Context, c *config.Config) []Finding {
	switch oauth := c.Auth.OAuth; {
	case oauth == nil:
		return nil
	case oauth.Builtin != nil:
		return append(builtin(c), provider(ctx, oauth)...)
	default:
		return issuer(ctx, oauth)
	}
}

// builtin reports where emcp stores sign-ins.
func builtin(c *config.Config) []Finding {
	const subject = "auth.oauth.builtin"
	switch {
	case c.Redis.URL != "":
		return []Finding{ok(subject, "who has signed in is stored in Redis")}
	case c.StateDir == "":
		return []Finding{warning(subject, "who has signed in is kept in memory only",
			"after a restart of emcp everybody must sign in again",
			"set state_dir to a folder of emcp's user, or redis.url")}
	}
	info, err := os.Stat(c.StateDir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Finding{ok(subject, "emcp serve makes the folder "+c.StateDir+" for who has signed in")}
	case err != nil || !info.IsDir():
		return []Finding{
			failure("state_dir", c.StateDir+" is not a folder that can be read", "emcp serve does not start",
				advice(err, "name a folder of emcp's user")),
		}
	case info.Mode().Perm()&0o077 != 0:
		return []Finding{warning("state_dir",
			fmt.Sprintf("others may look into %s (mode %04o)", c.StateDir, info.Mode().Perm()),
			"the file in it has the keys that sign access tokens; it is for emcp's user only, but a folder of its own is safer",
			"chmod 700 "+c.StateDir)}
	}
	return []Finding{ok(subject, "who has signed in is stored in "+c.StateDir)}
}

// issuer reads the metadata of the authorization server, and reports what assistants would miss in them.
func issuer(ctx context.Context, o *config.OAuth) []Finding {
	const subject = "auth.oauth.issuer"
	m, err := auth.Discover(ctx, o.Issuer.Issuer)
	if err != nil {
		return []Finding{failure(subject, err.Error(), "nobody can sign in, and no token can be checked",
			"copy the issuer from the metadata of the authorization server, and see that emcp can reach it")}
	}
	findings := []Finding{ok(subject, "its metadata can be read")}
	findings = append(findings, missingForClients(m)...)
	return append(findings, checked(ctx, m, o.Issuer)...)
}

// missingForClients returns what Claude, ChatGPT and other clients look for in the metadata and do not find.
func missingForClients(m auth.Metadata) []Finding {
	const subject = "auth.oauth.issuer"
	var findings []Finding
	if m.AuthorizationEndpoint == "" || m.TokenEndpoint == "" {
		findings = append(findings,
			failure(subject, "its metadata have no authorization_endpoint or no token_endpoint", "no client can sign in",
				"use an authorization server with the authorization code grant"))
	}
	if !slices.Contains(m.ChallengeMethods, "S256") {
		findings = append(findings,
			failure(subject, "its metadata do not name S256 in code_challenge_methods_supported",
				"clients of MCP refuse to sign in without PKCE",
				"switch PKCE on at the authorization server"))
	}
	public := slices.Contains(m.ClientAuthentication, "none")
	documents := m.ClientIDDocuments && public
	switch {
	case documents:
		findings = append(findings, ok(subject, "clients introduce themselves by client id metadata documents"))
	case m.RegistrationEndpoint != "":
		findings = append(findings,
			warning(subject, "it registers clients, but does not take client id metadata documents with authentication none",
				"Claude registers a new client with every connection, and registration is deprecated in MCP",
				"switch client id metadata documents on if the authorization server has them"))
	default:
		findings = append(findings,
			failure(subject, "it takes neither client id metadata documents with authentication none nor registrations",
				"Claude and ChatGPT cannot introduce themselves; only clients whose id is entered by hand can sign in",
				"switch one of the two on, or make a client by hand with the redirect addresses of Claude and ChatGPT, and enter "+
					"its id there"))
	}
	if !public && m.RegistrationEndpoint != "" {
		findings = append(findings, warning(subject, "its metadata do not name none in token_endpoint_auth_methods_supported",
			"clients on people's computers cannot keep a secret", "allow public clients at the authorization server"))
	}
	if !slices.Contains(m.GrantTypes, "refresh_token") {
		findings = append(findings, warning(subject, "its metadata do not name refresh_token in grant_types_supported",
			"people have to sign in again whenever an access token expires", "switch refresh tokens on for the clients"))
	}
	if !m.IssuerInResponse {
		findings = append(findings,
			warning(subject, "its metadata do not have authorization_response_iss_parameter_supported",
				"ChatGPT has another redirect address for each connection, and clients cannot notice mixed-up servers (RFC 9207)",
				"switch the parameter iss on if the authorization server has it"))
	}
	return findings
}

// checked reports whether emcp can check the tokens of the authorization server.
func checked(ctx context.Context, m auth.Metadata, o *auth.IssuerOptions) []Finding {
	const subject = "auth.oauth"
	if o.Introspection != nil {
		if m.IntrospectionEndpoint == "" {
			return []Finding{failure(subject+".introspection", "the metadata have no introspection_endpoint",
				"no token can be checked",
				"leave introspection out, so that tokens are checked as JWTs")}
		}
		return []Finding{ok(subject+".introspection", "emcp asks "+host(m.IntrospectionEndpoint)+" about tokens")}
	}
	if m.JWKSURI == "" {
		return []Finding{
			failure(subject, "the metadata have no jwks_uri", "no token can be checked",
				"set introspection, or use an authorization server that issues JWTs"),
		}
	}
	n, err := auth.CountKeys(ctx, auth.JWTOptions{Algorithms: auth.IssuerAlgorithms, KeyURL: m.JWKSURI})
	switch {
	case err != nil:
		return []Finding{failure(subject, err.Error(), "no token can be checked", "see that emcp can reach "+host(m.JWKSURI))}
	case n == 0:
		return []Finding{failure(subject, "no key of the issuer is for "+strings.Join(auth.IssuerAlgorithms, ", "),
			"no token can be checked",
			"let the authorization server sign with one of these, or set introspection")}
	}
	return []Finding{ok(subject, fmt.Sprintf("keys of the issuer that can be used: %d", n))}
}
