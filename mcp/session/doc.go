// Package session has the clients that are notified of changes: their sessions, their streams, and what they know of
// the lists of a server. It knows callers, and which documents have changed (package watch). It never runs a method,
// and it does not know what a list contains: a Source gives it digests.
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
// # Names of tools
//
// program.go lists the clients that refuse dots in tool names. Over HTTP nothing of initialize is stored. Instead, the
// session id of such a client begins with underscore-.
package session
