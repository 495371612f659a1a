// Package mcp is the Model Context Protocol without a transport. A transport reads a message, hands a Request to
// Service.Handle and sends the Answer. Handle admits the message, runs its method once for a key, and writes the
// answer.
//
// It knows servers, callers, their rates and idempotency keys. It never sees HTTP, a socket or SQL. The packages below
// it have one part of the protocol each:
//
//   - wire reads messages,
//   - reply writes answers,
//   - watch finds out which documents have changed,
//   - session has the clients that are notified of changes,
//   - catalog has what a server offers, as lists show it,
//   - method runs the methods of one server.
//
// # Errors in arguments
//
// Clients of MCP 2025-11-25 and later get wrong arguments and refused calls as a result with isError (SEP-1303). The
// official TypeScript SDK throws at a status such as 403 or 429, and the connection is lost. These clients show the
// model a JSON-RPC error only as "Tool execution failed", or drop its data, and then the model cannot correct the call.
// eMCP v1 requires -32602; its clients name no revision, or call below /api/v1/mcp, and get that. Faults of the server
// are always JSON-RPC errors, because other arguments would not help.
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
