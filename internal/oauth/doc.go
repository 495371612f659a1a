// Package oauth is an authorization server with one purpose (MCP 2026-07-28, Authorization; OAuth 2.1): it gives the
// client of an assistant access to an MCP server of emcp, on behalf of a person who proves on a page that they hold a
// token of emcp, or an account of an OpenID Connect provider. A grant never gives more rights than that token or account,
// its source, and ends with it.
//
// It never reads the passwords of the site. It has one flow, authorization codes with PKCE S256, and no other can be switched
// on. Package openid does the sign-in at a provider, and package state stores what must be kept.
//
// # Grants
//
// A grant stores the hash of the token with which the person signed in. This token is its source, and each request looks it
// up again. The caller has the rights of the source, limited to what the person allowed: the scopes, the one server, and the
// public view if the page showed that one. When the source is revoked, expired or blocked, the grant is refused within
// 5 seconds, because grant and source are used for 2 seconds each. A source has 50 grants at most; then the least recently
// used one ends.
//
// # Accounts
//
// An account of a provider is a source, too. State, nonce and verifier of the sign-in are derived from a secret in a sealed
// cookie of the browser, so people who never come back leave nothing in the store. All claims of the ID token are stored,
// because a reload can map other ones: with fewer claims, an entry that refuses accounts could be skipped. Rights follow from
// the map of the present configuration. emcp does not keep the provider's refresh tokens: they would be secrets of other
// services in the store, and some providers give none. Instead, a grant ends max_age after the sign-in, and an entry with
// view: none refuses an account at once.
//
// # Codes and tokens
//
// A code works once, within 60 seconds, for the same client, redirect address, resource and verifier. A second use ends the
// grant that was made from the code. The end is stored beside the code, so that a grant also ends that the first use is still
// opening.
//
// Access tokens are JWTs for one address and one grant. They are good for 10 minutes. They are signed with HS256, because only
// emcp reads them. The key changes every 30 days; the old one still checks the tokens that it has signed.
//
// A refresh token changes with each use. It contains the number of its generation, signed with a secret of the grant, so only
// that number is stored. A token that was used before ends the grant: two parties hold it.
//
// # Clients
//
// A client id is the https address of a metadata document, whose client_id must be the same. It is in ASCII, because people
// read its host on the page of consent, and other alphabets have letters that look alike. Package publicnet fetches the
// document: 5 seconds, 64 KB, public addresses only. It is kept as its headers say, from one minute to one day. A client that
// asks for private_key_jwt must use it, and each assertion works once.
//
// Registration (RFC 7591) is off by default. Nothing is stored for a registered client: its id contains what it registered,
// with a MAC. So 10,000 registrations cost nothing.
//
// Redirect addresses must be equal to the letter; only the port of a loopback address is free (RFC 8252). Errors before a
// decision are shown on a page, so that emcp is no open redirector (RFC 9700). After it, state and iss go back.
//
// # Pages
//
// Pages need no script and have no inline style. Their policy allows one style sheet, the icon, and forms to emcp and to the
// client's address, because browsers apply form-action to the redirect too. The icon is /favicon.ico of the page's own host:
// the site's icon where the site's web server passes on the page, otherwise none. So no other host learns of a sign-in.
//
// The client's host and where the code goes stand above the button "Allow", and "Do not allow" is on the first screen of a
// phone. Pages cannot be framed or cached, and send no referrer. Forms need a token derived from the browser's cookie, and
// their origin is checked. Signing in changes the cookie. Names of clients are cleaned and shown as text, beside the host of
// their id.
//
// Attempts to sign in are limited to 10 a minute for an address and for a token, whatever rate_limit says. Documents of
// clients that must be fetched are limited to 30 a minute for an address.
package oauth
