// Package openid signs people in at another provider, by OpenID Connect Core 1.0: the authorization code flow with PKCE S256,
// state, nonce and iss. What the provider says of an account gives the account its rights.
//
// The provider's address is the owner's choice, so it may be private. An answer has 5 seconds and 256 KB, and redirects are
// not followed. An e-mail address counts only if the provider says that it is verified, and if it is ASCII, because some
// other letters look alike or have a Latin lower case.
package openid
