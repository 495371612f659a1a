package tracing

import (
	"context"
	"encoding/hex"
	"regexp"
	"strings"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/trace"
)

// ID is the trace id of a request: at most 64 letters, digits and hyphens of ASCII, so that it is safe in a log line
// and in an SQL comment. The zero ID means no id.
type ID struct{ text string }

// NewID returns a fresh id, a UUID of version 4.
func NewID() ID { return ID{uuid.NewString()} }

var idPattern = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// ParseID returns the id that a client sent, or the zero ID if it is not valid.
func ParseID(text string) ID {
	if !idPattern.MatchString(text) {
		return ID{}
	}
	return ID{text}
}

// String returns the id as text, or "" for the zero ID.
func (id ID) String() string { return id.text }

// traceID returns the id in OpenTelemetry's form, if it is 16 bytes in hexadecimal digits, as a UUID is.
func (id ID) traceID() (t trace.TraceID, ok bool) {
	digits := strings.ReplaceAll(id.text, "-", "")
	if len(digits) != hex.EncodedLen(len(t)) {
		return t, false
	}
	_, err := hex.Decode(t[:], []byte(digits))
	return t, err == nil && t.IsValid()
}

type idKey struct{}

// WithID returns a context that carries the id of a request.
func WithID(ctx context.Context, id ID) context.Context { return context.WithValue(ctx, idKey{}, id) }

// IDOf returns the id of the request that the context belongs to.
func IDOf(ctx context.Context) ID {
	id, _ := ctx.Value(idKey{}).(ID)
	return id
}
