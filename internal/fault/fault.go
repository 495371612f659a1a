// Package fault has the one error type that reaches callers, and the one table of how each kind looks on the wire.
// Every error between a request and its answer ends as a *fault.Error. Other errors become Internal faults, so that no
// text of a driver or of the runtime leaves the process.
package fault

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// Kind is the stable public code of a fault, as it stands in error.data.code (JSON-RPC) or error.code (HTTP).
type Kind string

// Faults of a JSON-RPC message. They are answered with HTTP 200 and a JSON-RPC error.
const (
	ParseError          Kind = "parse_error"
	InvalidRequest      Kind = "invalid_request"
	UnknownMethod       Kind = "unknown_method"
	UnknownTool         Kind = "unknown_tool"
	UnknownModel        Kind = "unknown_model"
	UnknownServer       Kind = "unknown_server"
	InvalidParams       Kind = "invalid_params"
	UnknownTV           Kind = "unknown_tv"
	ResourceNotFound    Kind = "resource_not_found"
	NothingFound        Kind = "nothing_found"
	DatabaseUnavailable Kind = "database_unavailable"
	QueryTimeout        Kind = "query_timeout"
	UpstreamUnavailable Kind = "upstream_unavailable"
	UpstreamFailed      Kind = "upstream_failed"
	Internal            Kind = "internal"
)

// Faults in how a message names its revision of MCP (MCP 2026-07-28). Over HTTP they are answered with a status of
// their own and a JSON-RPC error.
const (
	InvalidMetadata    Kind = "invalid_metadata"
	HeaderMismatch     Kind = "header_mismatch"
	UnsupportedVersion Kind = "unsupported_version"
)

// Faults of the transport. They are answered with an HTTP status of their own, over stdio with a JSON-RPC error.
const (
	BadRequest            Kind = "bad_request"
	Unauthenticated       Kind = "unauthenticated"
	InvalidToken          Kind = "invalid_token"
	UserBlocked           Kind = "user_blocked"
	UserHasNoRole         Kind = "user_has_no_role"
	Forbidden             Kind = "forbidden"
	ScopeDenied           Kind = "scope_denied"
	ServerDenied          Kind = "server_denied"
	ToolDenied            Kind = "tool_denied"
	RateLimited           Kind = "rate_limited"
	IdempotencyConflict   Kind = "idempotency_conflict"
	IdempotencyInProgress Kind = "idempotency_in_progress"
	Unavailable           Kind = "unavailable"
	NotFound              Kind = "not_found"
	MethodNotAllowed      Kind = "method_not_allowed"
	PayloadTooLarge       Kind = "payload_too_large"
	ResultTooLarge        Kind = "result_too_large"
	UnsupportedMediaType  Kind = "unsupported_media_type"
	InternalError         Kind = "internal_error"
)

// Party is who has to change something for a call to succeed.
type Party string

// The parties.
const (
	Caller Party = "caller" // with another call, or the same one later
	Server Party = "server" // whoever runs emcp, its database and Redis: such faults are logged, and no answer to keep
)

// Layer is the layer that answers a request with a fault over HTTP.
type Layer string

// The layers. Over stdio every fault is answered by a message.
const (
	Message   Layer = "message"   // with a JSON-RPC error, beside the status
	Transport Layer = "transport" // with a status alone, because the request did not become a call
)

// Codes are the numbers by which clients recognize a fault.
type Codes struct {
	RPC  int // of the JSON-RPC error
	HTTP int // status; 200 where a JSON-RPC error says it all
}

// same means that a kind has the same codes in every revision of MCP.
var same = Codes{}

// Class is how a Kind looks on the wire, and who can fix it.
type Class struct {
	Codes

	Layer     Layer
	Retryable bool // whether the same call may succeed later
	Party     Party
	Stateless Codes // in MCP 2026-07-28; zero where they are the same
}

// classes is the table of kinds. The answers of JSON-RPC and HTTP, the log, the metrics, and what is kept for a key are
// derived from it. TOOLSET.md and docs/hosters/operate.md are compared with it.
var classes = map[Kind]Class{
	ParseError:          {Codes{-32700, http.StatusOK}, Message, false, Caller, same},
	InvalidRequest:      {Codes{-32600, http.StatusOK}, Message, false, Caller, same},
	UnknownMethod:       {Codes{-32601, http.StatusOK}, Message, false, Caller, Codes{-32601, http.StatusNotFound}},
	UnknownTool:         {Codes{-32601, http.StatusOK}, Message, false, Caller, same},
	UnknownModel:        {Codes{-32601, http.StatusOK}, Message, false, Caller, same},
	UnknownServer:       {Codes{-32601, http.StatusOK}, Message, false, Caller, Codes{-32601, http.StatusNotFound}},
	InvalidParams:       {Codes{-32602, http.StatusOK}, Message, false, Caller, same},
	UnknownTV:           {Codes{-32602, http.StatusOK}, Message, false, Caller, same},
	ResourceNotFound:    {Codes{-32002, http.StatusOK}, Message, false, Caller, Codes{-32602, http.StatusOK}},
	NothingFound:        {Codes{-32602, http.StatusOK}, Message, false, Caller, same},
	DatabaseUnavailable: {Codes{-32603, http.StatusOK}, Message, true, Server, same},
	QueryTimeout:        {Codes{-32603, http.StatusOK}, Message, true, Server, same},
	UpstreamUnavailable: {Codes{-32603, http.StatusOK}, Message, true, Server, same},
	UpstreamFailed:      {Codes{-32603, http.StatusOK}, Message, false, Server, same},
	Internal:            {Codes{-32603, http.StatusOK}, Message, false, Server, same},

	InvalidMetadata:    {Codes{-32602, http.StatusBadRequest}, Message, false, Caller, same},
	HeaderMismatch:     {Codes{-32020, http.StatusBadRequest}, Message, false, Caller, same},
	UnsupportedVersion: {Codes{-32022, http.StatusBadRequest}, Message, false, Caller, same},

	BadRequest:            {Codes{-32600, http.StatusBadRequest}, Transport, false, Caller, same},
	Unauthenticated:       {Codes{-32000, http.StatusUnauthorized}, Transport, false, Caller, same},
	InvalidToken:          {Codes{-32000, http.StatusUnauthorized}, Transport, false, Caller, same},
	Forbidden:             {Codes{-32003, http.StatusForbidden}, Transport, false, Caller, same},
	ScopeDenied:           {Codes{-32003, http.StatusForbidden}, Transport, false, Caller, same},
	ServerDenied:          {Codes{-32003, http.StatusForbidden}, Transport, false, Caller, same},
	ToolDenied:            {Codes{-32003, http.StatusForbidden}, Transport, false, Caller, same},
	UserBlocked:           {Codes{-32003, http.StatusForbidden}, Transport, false, Caller, same},
	UserHasNoRole:         {Codes{-32003, http.StatusForbidden}, Transport, false, Caller, same},
	RateLimited:           {Codes{-32001, http.StatusTooManyRequests}, Transport, true, Caller, same},
	IdempotencyConflict:   {Codes{-32005, http.StatusConflict}, Transport, false, Caller, same},
	IdempotencyInProgress: {Codes{-32005, http.StatusConflict}, Transport, true, Caller, same},
	Unavailable: {
		Codes{-32002, http.StatusServiceUnavailable}, Transport, true, Server, Codes{-32603, http.StatusServiceUnavailable},
	},
	NotFound:             {Codes{-32601, http.StatusNotFound}, Transport, false, Caller, same},
	MethodNotAllowed:     {Codes{-32600, http.StatusMethodNotAllowed}, Transport, false, Caller, same},
	PayloadTooLarge:      {Codes{-32004, http.StatusRequestEntityTooLarge}, Transport, false, Caller, same},
	ResultTooLarge:       {Codes{-32004, http.StatusRequestEntityTooLarge}, Transport, false, Caller, same},
	UnsupportedMediaType: {Codes{-32600, http.StatusUnsupportedMediaType}, Transport, false, Caller, same},
	InternalError:        {Codes{-32603, http.StatusInternalServerError}, Transport, false, Server, same},
}

// Namespaced returns the code with the namespace of emcp's codes, for clients that tell the codes
// of several systems apart.
func (k Kind) Namespaced() string { return "evo." + string(k) }

// Class returns how the kind looks on the wire.
func (k Kind) Class() Class { return classes[k] }

// In2026 returns the codes of the class in MCP 2026-07-28.
func (c Class) In2026() Codes { return cmp.Or(c.Stateless, c.Codes) }

// OfTransport reports whether faults of the kind are answered over HTTP without a JSON-RPC error.
func (k Kind) OfTransport() bool { return k.Class().Layer == Transport }

// Kinds returns every kind with its class, for the test that compares them with the documented table.
func Kinds() map[Kind]Class { return classes }

// Error is a fault. Message, Field and Suggestions are shown to the caller; the cause is only for the log.
type Error struct {
	Kind    Kind
	Message string // one sentence that says what to do next
	// code that the owner gives the error of a declared tool, for platforms that ask for theirs; empty: none
	Own         string
	Field       string        // path of the wrong argument, such as tv_filters[0].op; empty: none
	Suggestions []string      // nearest known names for an unknown name
	RetryAfter  time.Duration // when a retry makes sense; 0: unknown
	Logged      bool          // whoever made the fault has logged its cause already; it gets no line of its own
	cause       error
}

// Namespaced returns the owner's code, or else that of the kind, with its namespace.
func (e *Error) Namespaced() string { return cmp.Or(e.Own, e.Kind.Namespaced()) }

// NeedsLine reports whether the log must have the fault: it is one of the server, and its cause was not logged before.
func (e *Error) NeedsLine() bool { return e.Kind.Class().Party == Server && !e.Logged }

// Details are the parts of a fault from which programs can correct a call.
type Details struct {
	Field       string   `json:"field,omitzero"`
	Suggestions []string `json:"suggestions,omitzero"`
	RetryAfter  int64    `json:"retry_after_seconds,omitzero"`
}

// Details returns the details, or nil if there are none.
func (e *Error) Details() *Details {
	if e.Field == "" && len(e.Suggestions) == 0 && e.RetryAfter == 0 {
		return nil
	}
	return &Details{e.Field, e.Suggestions, e.RetrySeconds()}
}

// RetrySeconds returns RetryAfter in whole seconds, rounded up.
func (e *Error) RetrySeconds() int64 { return int64(math.Ceil(e.RetryAfter.Seconds())) }

// New returns a fault with a message for the caller.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Invalid returns an InvalidParams fault of the argument at the path field.
func Invalid(field, format string, args ...any) *Error {
	return &Error{Kind: InvalidParams, Field: field, Message: fmt.Sprintf(format, args...)}
}

// Wrap returns a fault with a message for the caller and a cause for the log.
func Wrap(kind Kind, cause error, message string) *Error {
	return &Error{Kind: kind, Message: message, cause: cause}
}

// Error returns the message and the cause: a text for the log, not for the caller.
func (e *Error) Error() string {
	text := string(e.Kind) + ": " + e.Message
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// At returns the fault with path put before its field: At("tv_filters[1]") makes "tv_filters[1].op" of "op".
func (e *Error) At(path string) *Error {
	moved := *e
	if moved.Field == "" {
		moved.Field = path
	} else {
		moved.Field = path + "." + moved.Field
	}
	return &moved
}

// maxTold is the longest field that messages mention. Longer ones are not names of arguments.
const maxTold = 100

// Told returns the message, with the field if the message does not mention it, and with the suggestions. Most clients
// show nothing else of an error.
func (e *Error) Told() string {
	text := e.Message
	if e.Field != "" && len(e.Field) <= maxTold && !names(text, e.Field) {
		text = e.Field + ": " + text
	}
	if n := len(e.Suggestions); n > 0 {
		near := e.Suggestions[n-1]
		if n > 1 {
			near = strings.Join(e.Suggestions[:n-1], ", ") + " or " + near
		}
		text += "; did you mean " + near + "?"
	}
	return text
}

// names reports whether a text contains the field as a word.
func names(text, field string) bool {
	return regexp.MustCompile(`(^|\W)` + regexp.QuoteMeta(field) + `(\W|$)`).MatchString(text)
}

// Cause returns the cause of an error, which is for the log and for owners, not for callers.
func Cause(err error) error { return cmp.Or(errors.Unwrap(From(err)), err) }

// From returns err itself if it is a fault, otherwise an Internal fault that hides it.
func From(err error) *Error {
	var f *Error
	if errors.As(err, &f) {
		return f
	}
	return Wrap(Internal, err, "emcp failed on this call; the trace id finds the reason in its log")
}
