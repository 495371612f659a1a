package evodb

import (
	"context"

	"emcp/internal/tracing"
)

// comment returns what a statement begins with, so that the server's slow log and list of processes say which request it
// belongs to: the trace id, which by its type has nothing in it that could end the comment. Without one it is empty.
func (db *DB) comment(ctx context.Context) string {
	id := tracing.IDOf(ctx)
	if !db.options.Comments || id == (tracing.ID{}) {
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
