// Package mcp is the Model Context Protocol without a transport. A transport reads a message, hands a Request to
// Service.Handle and sends the Answer. Handle admits the message, runs its method once for a key, and writes the
// answer.
//
// It knows servers, callers, tools, groups, prompts and resources. It never sees HTTP, a socket or SQL. Below it,
// package wire reads messages, and package watch finds out which documents have changed.
//
// # Revisions
//
// Package wire reads messages of every revision. In 2026-07-28 an unknown method gets 404, and results have resultType
// and serverInfo. Those that a client may keep say for how long: one minute if only a configuration can change them,
// otherwise not at all, and always for one caller only.
//
// The handshake of earlier revisions is optional: every request stands alone, with or without the MCP-Session-Id that
// initialize returns. If a client asks for a revision that emcp does not speak, it is offered 2025-11-25.
//
// # Errors in arguments
//
// Clients of MCP 2025-11-25 and later get wrong arguments and refused calls as a result with isError (SEP-1303). The
// official TypeScript SDK throws at a status such as 403 or 429, and the connection is lost. These clients show the
// model a JSON-RPC error only as "Tool execution failed", or drop its data, and then the model cannot correct the call.
// eMCP v1 requires -32602; its clients name no revision, or call below /api/v1/mcp, and get that. Faults of the server
// are always JSON-RPC errors, because other arguments would not help.
//
// # Names
//
// client.go lists the clients that refuse dots in tool names. Over HTTP nothing of initialize is stored. Instead, the
// session id of such a client begins with underscore-.
//
// serverInfo has the name of the site, so that a client with several sites can tell them apart. initialize waits at
// most half a second for it. Other results use the last name that was read, without waiting.
//
// # Lists of tools
//
// The whole list has output schemas and bounds, as clients of the contract read them. All other clients get the brief
// list, which toolset.Brief derives from the same schemas. It has no output schemas: a model does not need them to call
// a tool, and MCP allows structuredContent without one. Every argument keeps its type, and every array that of its
// elements, because some clients refuse the whole list otherwise. Of the hints only readOnlyHint is left: MCP gives the
// others a meaning only for tools that write, except openWorldHint.
//
// # Instructions
//
// initialize and server/discover say what the caller's view shows of the site, with the statements of evo.site.describe
// and of the tree tools. So hidden titles cannot appear. A reading is kept for 60 seconds, by rights. A client waits at
// most half a second for it; the reading goes on, so the next client gets it.
//
// A name in instructions is a way to instruct an assistant. So names are short, on one line and in quotes, without
// quotes, control characters and other invisible characters inside, and the first sentences say that they are data.
// Some clients show only the first 512 characters, so the rules of the view, the site and its sections come first.
// Instructions get what the brief list leaves of 9 KB, at least 1 KB and at most 1.5 KB.
//
// # Changes of lists
//
// Lists of tools, prompts and resources change with the configuration, its bundles, and the lists of upstreams. The
// documents of the site are no part of this: they change all the time, and clients subscribe to those that matter.
//
// Each stream compares digests of what its caller sees of each list with what the client knows, so a caller is notified
// only if its own list differs. A client knows a list as it was when its session, connection or subscriptions/listen
// began, when it was last notified, or when it last asked for the list. A stream compares 5 seconds after the first
// sign of a change. Everything in between is one notification per list, and a change that is undone in between causes
// none.
//
// A reload ends streams and connections, and clients ask for their lists again. Before a stream over HTTP ends, a
// client that the new configuration accepts is notified of lists that differ in it. What could not be sent comes in the
// next stream of the session. Each process notifies its own streams.
//
// # Sessions
//
// A session begins with its first subscription, or with an event stream. It belongs to the caller's subject and view
// and to the server. It lives in the process: with several replicas, requests with the same MCP-Session-Id must reach
// the same one. It is dropped 10 minutes after its stream ended. Above 50 sessions per caller, 500 per address or 1,000
// in total, the least recently used one without a stream is dropped; if all have streams, a new one gets 503. The limit
// per address is high, because all callers behind a proxy that is not in trusted_proxies share one address.
//
// A session has 100 subscriptions, a caller 500 to documents of a site, and all callers together can watch 2,000
// documents. Callers without a name are told apart by address.
//
// A stream ends after 10 minutes, when emcp ends, and within 5 seconds when its token is no longer accepted or gives
// other rights: its caller is authenticated again every 2 seconds. While the database is down, streams stay open. The
// end of a stream interrupts a write, so a client that does not read cannot delay it. The next stream gets what changed
// meanwhile. If it resumes a stream (Last-Event-ID) whose session is gone, it gets 404 and begins again with
// initialize.
//
// # Repeated calls
//
// An answer is kept under its idempotency key together with what its caller saw: the ids of its documents, of the
// documents above them and behind their links, and a hash of the template variables that the caller could name. Before
// it is repeated, one statement finds out whether the caller still sees all these documents. If not, the call runs
// again. It also runs again where the statement cannot decide: for models, for descriptions, above 1,000 documents, and
// for tasks of groups. Of such answers only a hash is kept. While the database does not answer, nothing is repeated.
//
// The form of an answer is part of the key: clients of different revisions get the same error as a result, or as a
// JSON-RPC error. Nothing is kept under keys that emcp makes itself. /dispatch runs initialize again under a repeated
// key, because its answer shows titles.
package mcp
