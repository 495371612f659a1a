package toolset

import (
	"math"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/toolset/document"
	"emcp/toolset/schema"
	"emcp/toolset/view"
)

// maxText is the longest string in arguments, in characters.
const maxText = 1024

const anyID = math.MaxInt64

func datesArgument(o view.Options) schema.Property {
	return schema.Optional("dates", schema.Choice("Of times; "+document.DefaultDates(o)+" if absent",
		document.Unix, document.RFC3339).InBrief(""))
}

func operator() *schema.Schema {
	return schema.Choice("like: contains, like-l: ends with, like-r: starts with; null, !null: without value",
		allowlist.OperatorNames()...).
		InBrief("like: contains, like-l: ends with, like-r: starts with")
}

// operand is the value of a condition.
func operand() *schema.Schema {
	return schema.ScalarOrList("For in and not_in a list", maxText, allowlist.MaxListValues)
}

// checkTemplate refuses a call that names a template both by id and by name.
func checkTemplate(id *schema.Int64, name string) error {
	if id != nil && name != "" {
		return fault.Invalid("template_name", "template already names a template; remove one of them")
	}
	return nil
}
