// Package tracing follows a request by an id, which is in its answer, its log lines and its SQL statements, and by spans, which
// go to an OpenTelemetry collector if one is configured.
//
// # Ids
//
// The id is X-Trace-Id (1 to 64 letters, digits and hyphens), otherwise the trace id of a valid traceparent, otherwise a UUID.
// It is a type that only these three produce. Package evodb takes nothing else for the comment before each statement of a
// request. The comment comes first, because process lists and the performance schema cut long statements. It makes a query
// cache of the server useless, because that compares statements as text; tracing.sql_comments turns it off. Calls that share
// an execution, or a reading of the schema, have the id of the first.
//
// # Spans
//
// There is a span for the request and for each step: authenticate, count the request (per address, per caller), claim the key,
// run the method, execute the tool, read the schema, run each statement (its SQL without values), and settle the key. A call
// whose result was kept or shared has no execute span.
//
// A trace has the request's id if that is 16 bytes in hexadecimal digits, as a UUID is. A client's traceparent is joined. It can
// keep its requests out of the traces, but not raise their share above sample_ratio. Ratio and id are compared by the last 56
// bits; the SDK's sampler also looks at two bits that are the same in all UUIDs.
//
// Spans wait in a queue of 2,048 and are dropped when it is full. A call never waits for the collector. Traced, a call over one
// document takes 1.15 times as long, and a ping 1.6 times.
package tracing
