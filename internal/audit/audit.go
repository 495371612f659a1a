package audit

import (
	"context"
	"net/http"
	"time"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/tracing"
)

// Record is the content of a request's audit line. The transport fills it in, with the outcome that package mcp
// returns.
type Record struct {
	Outcome

	Server  string // handle
	Subject string
	View    identity.View
	Bytes   int64
	Client  string // address
	Network string // by which the sender is counted: the address, or the /64 network of an IPv6 address; not in the line
	// Certificate is the subject of the client's TLS certificate; empty if there is none.
	Certificate string
	started     time.Time
}

// Outcome says what a message asked for and what became of it.
type Outcome struct {
	RequestID       string   // id of the JSON-RPC message
	ClientRequestID string   // that a platform gives to the request of its user; empty: none
	Method          string   // of JSON-RPC
	Tool            string   // of tools/call
	Upstream        string   // that the tool belongs to; empty: emcp itself
	Group           string   // through which the tool is called; empty: none
	Steps           int      // of a task of a group's agent: calls of tools
	Tokens          int      // likewise: what the language model has cost
	Used            []string // likewise: the tools that were called
	Status          int      // of HTTP
	Code            string   // public code of the error, or CodeOK, or CodeCancelled
	Rows            int      // documents or rows of a model in the answer
	Replayed        bool     // the answer is that of an earlier call with the same idempotency key
}

// Codes of requests that did not end in an error.
const (
	CodeOK        = "ok"
	CodeCancelled = "cancelled"
)

// StatusCancelled is the status of a request whose client did not wait for an answer. nginx logs the same.
const StatusCancelled = 499

// NewRecord returns the record of a request that begins now.
func NewRecord() *Record { return &Record{Outcome: NewOutcome(), started: time.Now()} }

// NewOutcome returns the outcome of a message with which nothing is wrong.
func NewOutcome() Outcome { return Outcome{Status: http.StatusOK, Code: CodeOK} }

type recordKey struct{}

// WithRecord returns a context that carries the record of a request.
func WithRecord(ctx context.Context, r *Record) context.Context {
	return context.WithValue(ctx, recordKey{}, r)
}

// RecordOf returns the record of the context's request. Without a request, it returns a new record, so
// that callers need no check.
func RecordOf(ctx context.Context) *Record {
	if r, ok := ctx.Value(recordKey{}).(*Record); ok {
		return r
	}
	return &Record{}
}

// Elapsed returns how long ago the request began.
func (r *Record) Elapsed() time.Duration { return time.Since(r.started) }

// EndSpan ends the span of the request with the content of its audit line, except its caller.
func (r *Record) EndSpan(ctx context.Context) {
	span := tracing.SpanOf(ctx)
	if span.Recording() {
		span.Say(
			tracing.Text("emcp.server", note(r.Server)), tracing.Text("mcp.method.name", note(r.Method)),
			tracing.Text("gen_ai.tool.name", note(r.Tool)), tracing.Text("emcp.code", r.Code),
			tracing.Number("http.response.status_code", int64(r.Status)),
			tracing.Number("emcp.rows", int64(r.Rows)), tracing.Number("emcp.bytes", r.Bytes),
		)
	}
	var failed error
	if kind := fault.Kind(r.Code); kind.Class().Party == fault.Server {
		failed = fault.New(kind, "")
	}
	span.End(failed)
}
