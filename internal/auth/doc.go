// Package auth identifies callers by their tokens: tokens of the configuration, JSON Web Tokens, tokens of an
// authorization server, and personal access tokens of a site; and by client certificates.
//
// It knows the modes of the configuration and no database: package personal looks up personal tokens. A session id
// never gives rights.
//
// The token of a request is that of Authorization: Bearer, otherwise that of X-Partner-Auth, and has at most 8 KiB.
//
// # Tokens of the configuration
//
// The configuration has SHA-256 hashes. The hash of a request's token is compared with each of them in constant time.
// An entry can have fingerprints of client certificates as an alternative:
//
//   - Only a chain that TLS has verified on the connection itself counts. Headers of proxies are ignored, because
//     anybody can send them.
//   - The certificate counts only if the request has neither Authorization nor X-Partner-Auth. A wrong token must not
//     become another caller's request, and a token keeps its meaning for clients that also have a certificate.
//   - A connection can outlive a certificate. So each request, and each look at the caller of an open stream, checks
//     the dates of the chain again.
//   - The configuration names certificates, not subjects or authorities: an authority that signs one more certificate
//     gives nobody access.
//
// # JSON Web Tokens
//
// The configuration names the algorithm, and the key must fit it: HS256 takes only the secret (at least 32 bytes, RFC
// 7518), the others only keys of the JWK set. exp is required. nbf is checked if present, iss and aud if configured.
// The leeway is 60 seconds. Header and claims are read strictly: names are case-sensitive and appear once per object,
// so that SCOPES is never taken for scopes.
//
// An accepted token is used for one second without another check of its signature, but never beyond exp. At most 1,000
// are kept, by their hash. A key set behind a URL is fetched with the first token that needs it, then hourly, and for
// an unknown key id at most every 10 seconds.
//
// # Authorization servers
//
// Tokens of an issuer are checked as JWTs with its key set, as strictly as above, or by introspection (RFC 7662), whose
// answers are used for 2 seconds. Tokens that look like those of the site are never sent to the issuer. Its metadata
// are fetched with the first token that needs them, then hourly, and must name exactly the configured issuer. While
// they cannot be read, callers get 503 instead of 401. The first entry of auth.oauth.map that fits an account decides
// on view, scopes and servers; an account without one is refused.
package auth
