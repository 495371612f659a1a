// Package wire reads the messages of clients: strict JSON, the envelope of JSON-RPC 2.0, and what each revision of MCP
// says about a request in _meta and in the headers of HTTP. It also writes notifications.
//
// It knows no servers and callers, and of methods only those whose params say what a request is about. What is wrong
// with a message is its Err, so that package mcp can answer it with its id.
//
// # Messages
//
// A message is one JSON object. Names are unique at every level, strings are valid UTF-8 without lone surrogates,
// nesting is at most 64 levels deep, and nothing follows the object. Ids are strings or integers, and come back digit
// by digit. Batches are refused (-32600), because MCP dropped them in 2025-06-18.
//
// # Revisions
//
// Each request has the revision that its _meta names; a request that names none is of an earlier revision than
// 2026-07-28. A request of 2026-07-28 needs two members of _meta, and over HTTP the headers that repeat the body.
// Otherwise it gets 400.
package wire
