// Package probe checks an MCP server the way a client meets it for the first time, and reports what is wrong with the
// answers. It knows nothing about emcp's own server: it works with every server that speaks MCP over HTTP.
//
// It makes arguments from a tool's input schema: only required ones, with values that the schema names
// (const, examples, default, enum), otherwise a small value of each type that the schema accepts. If none
// fits, as with most patterns without an example, the tool is not called. A tool may refuse made-up
// arguments, but it must not fail on them.
//
// A server can send at most 8 MiB per answer, 500 tools and 50 pages. The probe waits --timeout per request and 2
// seconds for each check of a schema. After three steps in a row without an answer it stops. If the server asks it to
// wait for the rate limit, it does so for up to 10 seconds. Schemas cannot make it read files or addresses, and it
// follows no redirects. Strings of the server are shown without control characters, at most 100 characters long, and
// with TOKEN where they repeat the token.
//
// # TOMO
//
// --profile tomo checks the requirements of the TOMO MCP Server Specification (docs/hosters/compat/tomo.md). Each has
// one verdict. What cannot be seen from outside is listed as not checked, with the reason. Calls are as far apart as
// TOMO's own. A tool is called if its annotation or role says that it only reads, and neither its name nor its role
// says that it writes. The tables of what TOMO asks for are the probe's own: with those of package profile it would
// find no mistake in them.
package probe
