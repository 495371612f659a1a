// Package server brings messages to package mcp over HTTP, stdio and WebSocket, and sends the answers. It also opens
// the databases and Redis, and replaces the configuration on a reload.
//
// It decides nothing about messages. HTTP concerns that do not depend on MCP are in package middleware.
//
// # Life of a configuration
//
// The base holds what outlives a configuration: connections and counters. The front holds what one configuration
// defines: endpoints, callers and routes. It uses the base, which knows no front. Server has both: a reload builds a
// second front and swaps it in with one step, so each request, including its log line and metrics, has one
// configuration from beginning to end. A file with an error changes nothing.
//
// A changed file is applied when the same content was read twice, 2 seconds apart: half a file can be valid and allow
// more than the whole. A reload leaves out servers of sites that did not exist at start. Keeping an old server instead
// could allow what the file no longer allows. Key sets and upstreams whose settings are the same are kept. emcp stdio
// reads its configuration once.
//
// # HTTP
//
// The order of the middleware: trace id, span, audit line, recovery from panics, rate per address (429), route (404,
// 405), host and origin (403), media type (415), caller (401), size (413). A browser that opens the address of a server
// gets a page in its language, which says what the address is for and is the same for every server. GET gets 405 unless
// it asks for an event stream.
//
// What must be read before its sender is known shares 8 MiB, of which one address takes at most 1 MiB, and gets 503
// beyond (middleware.Budget): forms and registrations of the sign-in, messages where callers need no token, refused
// messages whose id a platform wants back, and first messages over WebSocket. 1,500 slow strangers took 512 MB before.
//
// Headers must arrive within 5 seconds and the body within 15. A client has 30 seconds to read an answer, counted from
// its head, so a slow reader does not hold a connection for the time of the longest call. Idle connections close after
// 60 seconds. Each takes 20 KB, so above 1,000 the one idle for longest is closed. New connections are never refused.
//
// # The resource server of OAuth
//
// Without auth.oauth, no route, header or answer changes. With it, each address of a server has protected resource
// metadata (RFC 9728) behind /.well-known/oauth-protected-resource; that path alone has those of the first server. The
// member resource is exactly the address, with its path, because clients compare it with what the user typed. Metadata
// are public, so they show which servers exist. A 401 names the metadata and the usual scopes in its challenge, a 403
// for a missing scope that scope (insufficient_scope). They follow from the server's scope map.
//
// # stdio and WebSocket
//
// Both are conversations (conversation.go): one connection of one caller, with the same messages, order, cancellation,
// revisions and bounds of calls. 8 calls run at a time, or max_open_conns if that is less. 64 more can wait, with 1 MiB
// of messages. Then emcp reads on only as calls begin. Requests over stdio are not rate limited, because their caller
// started emcp.
//
// WebSocket is a GET with Upgrade: websocket and the subprotocol mcp. The handshake passes the steps of HTTP, without
// media type and size, and counts as a request. Then each message counts as a request of its address and of its caller,
// and has its own audit line, metrics and span. The connection counts as a session until it ends.
//
//   - A token that is offered as a subprotocol (bearer.TOKEN) is moved to Authorization before anything else reads it,
//     so no answer or log repeats it. A token in a header counts before it.
//   - A client that presents nothing gets its connection before it is authenticated, because SDKs offer mcp and send no
//     headers. Its first message must be initialize with the token in _meta. It has 5 seconds and 16 KiB for that,
//     which count for the budget of strangers from the start: one address has at most 64 such connections, and all have
//     512. Each attempt with a wrong token takes a handshake. The refused message is answered, and has an audit line of
//     its own.
//   - The caller is authenticated again every 2 seconds, as for streams. While that is not possible, streams stay open,
//     but connections only for a minute, because calls come over them.
//   - After 100 messages in a row that were refused for their number, the connection ends; also above 5 pings and pongs
//     of the client a second (50 at once), because each would be answered.
//   - A message has the bound of a body, and 15 seconds to arrive. There is no compression, so no message is larger in
//     memory than on the wire.
//   - A client that does not take a message within 30 seconds loses its connection. A ping every 15 seconds finds out
//     whether the client is there; it waits while emcp does not read.
//
// # The end
//
// On SIGTERM readyz returns 503, the listener closes, and running calls have 9 seconds. Over WebSocket, at the end and
// on a reload, no further message is read, the calls that run are answered, and the connection closes with 1001 or
// 1012; the client has half a second to confirm. A revoked token ends running calls.
//
// # TLS
//
// TLS is 1.2 or later. With tls.client_auth: optional, a client can connect without a certificate, but a wrong one ends
// the handshake. The certificate files are looked at every 5 seconds. While they do not fit together, the old ones are
// used.
//
// # Many sites
//
// One process can serve 200 sites. Nothing is made for a site before somebody asks: lists of tools are rendered with
// the first tools/list, connections are opened by calls, and idle ones close within a minute. Servers with the same
// tools share their schemas and rendered lists. Each site has its own connections and its own turns, so a slow or dead
// database delays no other site. A probe asks one site, the one that answered last.
package server
