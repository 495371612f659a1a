// Package reply writes the answers to requests: results of tools and of other methods, and JSON-RPC errors. A Reply is
// an answer without the id of its request. It also writes the form in which replies are stored under idempotency keys.
//
// It knows the kinds of faults and the revisions of MCP. It never runs anything, and it does not know servers and
// callers.
//
// A result of a tool is written once, into an array with room before and behind it, and becomes the response there.
package reply
