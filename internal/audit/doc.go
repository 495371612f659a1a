// Package audit has the record of a request, on every transport, and writes its log line.
//
// A line is one JSON object with the members that the contract names, and client, the address. Names from the client are cut at
// 128 bytes. A client that leaves before it has its whole answer gets the code cancelled. That is not an error of emcp, so the
// log does not mention it.
//
// Requests above the limit of their address share one line a minute. Its suppressed counts the requests without a line since the
// line before. So an address causes at most 601 lines a minute. Metrics count every request.
package audit
