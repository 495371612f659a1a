// Package method answers the messages for one MCP server: it has the table of the methods of MCP, and runs them. An
// Endpoint admits a message that has been read, runs its method within the time of the site or upstream, and gives the
// result the form of the message's revision.
//
// It knows the toolset, what the server offers (package catalog), upstreams, groups and the subscribers of sessions. It
// repeats no answers, counts no requests but the calls of a task, and never writes to a client. It does not know
// transports.
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
// # The name of the site
//
// serverInfo has the name of the site, so that a client with several sites can tell them apart. initialize waits at
// most half a second for it. Other results use the last name that was read, without waiting.
package method
