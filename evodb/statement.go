package evodb

import (
	"context"

	"emcp/internal/tracing"
)

// Statement is SQL with a placeholder for every value, and the values.
type Statement struct {
	SQL  string
	Args []any
}

// comment returns the comment that begins a statement: the trace id of its request, so that it appears in the server's
// slow log and list of processes. By its type, the id contains nothing that could end the comment. Without an id, the
// comment is "".
func comment(ctx context.Context) string {
	id := tracing.IDOf(ctx)
	if id == (tracing.ID{}) {
		return ""
	}
	return "/* trace:" + id.String() + " */ "
}

// startStatement begins the span of a statement. The span has its SQL, which contains no values.
func startStatement(ctx context.Context, s Statement) (context.Context, tracing.Span) {
	ctx, span := tracing.StartClient(ctx, "statement")
	if span.Recording() {
		span.Say(tracing.Text("db.system.name", "mysql"), tracing.Text("db.query.text", s.SQL))
	}
	return ctx, span
}
