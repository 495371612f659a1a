// Package profile has the contracts of platforms that call a server and ask for more than MCP does. Each is one value
// of the type Profile: what the platform refuses about tools, and its codes of errors. Package config chooses the
// contract, and mcp follows it without knowing the platform. The only one is TOMO (docs/hosters/tomo.md).
//
// # Tools
//
// Tools are checked when the configuration is loaded: a platform reports mistakes hours later, when it examines the
// server. A server with a profile has only declared tools, because a platform refuses a list with tools that it does
// not know. emcp only reads, so a tool cannot declare a role such as create, although the platform has it.
//
// # Calls
//
// Arguments about a call, its envelope, need not be in the schema of a tool, which therefore allows additional ones.
// The id of the request goes to the audit line. Two calls with a key are the same if they differ only in that id, which
// is new with every try. A session has limits of its own below that of its caller, because one user of a platform must
// not use up what is for all. It is no identity and gives no rights.
//
// Clients of a platform read JSON-RPC errors only. So refusals by HTTP have such a body, with the id of the message if
// the body was read.
package profile
