// Package upstream uses the tools, resources and prompts of other MCP servers. An Upstream is one such server: its
// connection, the lists that it shows, and calls. Package mcp lists what upstreams have after emcp's own, and
// docs/hosters/upstreams.md is for owners.
//
// It knows MCP as a client speaks it. It knows nothing of sites, and it never trusts what an upstream sends: everything
// is checked, cleaned and bounded here, because it is somebody else's.
//
// # What callers see
//
// The names, titles and descriptions of an upstream are bounded and cleaned. Each title and description begins with the
// name of the upstream, and its instructions are not used. The name of a tool has the prefix of its upstream, so it
// cannot pose as a tool of emcp.
//
// Resources and prompts are off until the owner chooses them, because a prompt speaks to the assistant. Their URIs have
// no prefix. So the scheme evo is refused, a declared resource counts before one of an upstream, and of two upstreams
// with the same URI the second gets a URI with its name. Only listed URIs can be read: a template of an upstream could
// match any URI. An answer is about the URI that was asked for, whatever it says itself.
//
// # Lists
//
// Lists are read at the start, every 3 minutes, and at most every 5 seconds when the upstream says that they have
// changed. The lists of resources and prompts are read after the tools. Each list stays as it was if it cannot be read,
// also while the upstream is down. So a list that hangs or lies takes none of the others away, and clients keep theirs.
//
// # Calls
//
// A tool is used only if it says that it only reads, or if the owner names it in write. Tools that write are called
// once and never again. They are finished even if the client leaves. Any other call that nobody waits for is cancelled
// at the upstream (notifications/cancelled). When a connection breaks, net/http repeats a request with the header
// Idempotency-Key, so emcp spells that header in another way.
//
// Arguments are checked before the upstream sees them. The cost of a check follows from the schema and from the depth,
// length and number of values of the arguments; a call beyond the bound is refused, so no schema can keep emcp busy.
// The compiler of schemas takes quadratic time and 900 bytes per value, and makes 139 MB of a pattern of 21 KB. So
// values and parts of patterns are counted before it runs: 2,000 per schema, 20,000 per upstream.
//
// After 5 failures in a row an upstream gets no calls for 15 seconds, or until it was connected again. Then one call
// tries. An answer that is not passed on is no failure here: a caller could keep others away with it. The log says when
// calls stop and when they run again. Calls in between have no line there, because callers could fill the log with
// them.
//
// # Credentials
//
// The credential of an upstream is its own. A caller's token reaches an upstream only with pass_personal_token, and
// only if it is a personal token of the site. A result, tool, resource or prompt with a credential in it is not passed
// on, however JSON writes it, also in the Base64 of resources, images and sounds. The log has no credentials. Those of
// a program are the variables whose names are names of secrets, such as CRM_API_KEY.
//
// # Progress
//
// Progress is passed on to a caller with a token, and never asked for otherwise. It must grow, and it has no
// credentials. A caller gets 4 reports a second; 4 wait for a caller that is slow to read, and more are dropped. Up to
// 10,000 are read per call; further ones count as messages that nobody asked for. The goroutine of the call sends them,
// so a slow caller delays no other call.
//
// # Bounds
//
// An answer has 8 MiB and a result 64 levels. A list has 4 MiB, 50,000 entries and 20 pages, and a schema 32 KiB.
// Callers see 200 tools with 256 KiB of text, and 200 resources and 100 prompts with 64 KiB for each list. 4 calls run
// at a time. That is less than a client may have, so an upstream that hangs leaves room for other calls.
//
// # Connections
//
// Over HTTP a session is ended with DELETE. It has ended when a request gets 404. A 404 to anything else, such as the
// stream, only has the lists read again.
//
// A program runs without a shell, with the variables that the configuration names, in a process group of its own. emcp
// ends it by closing its standard input, after a second by SIGTERM, and after another by SIGKILL. If it ends by itself,
// it is started again after 1 second, then 2, 4 and so on, up to 3 minutes.
//
// Over WebSocket there is one connection with the token in its handshake. It ends when the server sends anything but
// bounded text messages, or does not answer a ping. Programs and WebSocket share duplex.go.
package upstream
