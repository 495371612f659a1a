// Package catalog has what an MCP server offers a caller: tools, prompts and resources of emcp, of the owner, of
// upstreams and of groups, as lists show them. It finds them by name or URI, and refuses what is denied or needs a
// right that the caller does not have.
//
// It knows the toolset, the lists of upstreams, and groups. It never calls a tool, reads a document or waits for an
// upstream longer than for its first list. It does not know messages and sessions.
//
// # Whose names count
//
// A name of emcp or of the owner, also one that is denied, is never replaced by one of an upstream. Of several
// upstreams the first counts. Resources and prompts of upstreams need the same rights as their tools: where a caller
// may not call tools, they do not exist.
//
// # Lists of tools
//
// The whole list has output schemas and bounds, as clients of the contract read them. All other clients get the brief
// list, which Toolset.Brief derives from the same schemas. It has no output schemas: a model does not need them to call
// a tool, and MCP allows structuredContent without one. Every argument keeps its type, and every array that of its
// elements, because some clients refuse the whole list otherwise. Of the hints only readOnlyHint is left: MCP gives the
// others a meaning only for tools that write, except openWorldHint.
package catalog
