package query

import (
	"slices"
	"strconv"

	"emcp/evodb"
	"emcp/internal/itemtype"
)

// Limits of methods of delivery and payment.
const (
	maxMethods    = 50
	maxMethodText = 20_000 // of a title or description in all languages, in characters
)

// Methods returns the methods of delivery or payment that visitors can choose, in their order: title and description as
// JSON with a member for each language, and cost and currency, which are NULL in a table without them.
func (c Compiler) Methods(t itemtype.Table) (evodb.Statement, error) {
	methods := newSelect().From(c.table(t.Name)+" AS m").Where("m.active = 1").OrderBy("m.position", "m.id").
		Limit(maxMethods)
	for _, column := range []string{"title", "description"} {
		methods = methods.Column("LEFT(m." + column + ", " + strconv.Itoa(maxMethodText) + ")")
	}
	for _, column := range []string{"cost", "currency"} {
		if !slices.Contains(t.Columns, column) {
			methods = methods.Column("NULL")
			continue
		}
		methods = methods.Column("m." + column)
	}
	return statement(methods)
}
