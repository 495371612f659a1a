// Package personal identifies callers by the personal access tokens that the PHP package created for a site. It is the part of
// authentication that needs the site's database.
//
// The token's hash is looked up in emcp_tokens of the server's site. Three statements read the token, its owner, role,
// permission and groups, and the result is used for 2 seconds. They have two connections of their own, which calls cannot take
// away. A blockedafter in the past blocks too, as at Evolution's own login. expires_at is read in auth.pat.timezone. Nothing is
// written, so last_used_at does not change.
package personal
