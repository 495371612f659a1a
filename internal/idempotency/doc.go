// Package idempotency stores the answers of calls that carry a key. A client that does not know whether its call
// arrived can repeat the call: it runs once, and both get the same answer.
//
// It stores bytes and knows nothing of calls. Package mcp decides whether a stored answer may still be shown.
//
// # Claims
//
// A claim finds the state of the key, or takes the key for the owner; in Redis it is one Lua script. Its lease is the time that
// the call can take plus 10 seconds. Only the owner can complete or release it. A process that dies loses its claim when the
// lease ends. One that is stopped for longer can run a call a second time, which does no harm, because calls only read. If
// Redis does not answer, the claim is released in the background when it does.
//
// # Bounds
//
// Memory and Redis keep the newest answers: 8 MiB per caller and 64 MiB in total. An answer counts as at least 8 KiB, which
// limits their number. An answer of more than 2 MiB is not kept. In Redis, two sorted sets record which are the oldest.
//
// Keys in Redis begin with emcp: and a hash of the sites' addresses, so that two installations can share one Redis. Processes
// of one installation must write the dsn in the same way.
package idempotency
