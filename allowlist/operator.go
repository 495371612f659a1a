package allowlist

import (
	"strings"

	"emcp/internal/fault"
)

// Operator is a comparison that a filter may use, on template variables and on model fields alike. The zero value is
// not an operator; values come from ParseOperator.
type Operator struct{ name string }

// The operators of the contract (section 6).
var (
	Equal          = Operator{"="}
	NotEqual       = Operator{"!="}
	Greater        = Operator{">"}
	GreaterOrEqual = Operator{">="}
	Less           = Operator{"<"}
	LessOrEqual    = Operator{"<="}
	In             = Operator{"in"}
	NotIn          = Operator{"not_in"}
	Contains       = Operator{"like"}
	EndsWith       = Operator{"like-l"} // the wildcard stands left of the text
	StartsWith     = Operator{"like-r"} // the wildcard stands right of the text
	IsNull         = Operator{"null"}
	IsNotNull      = Operator{"!null"}
)

var operators = []Operator{
	Equal, NotEqual, Greater, GreaterOrEqual, Less, LessOrEqual, In, NotIn,
	Contains, EndsWith, StartsWith, IsNull, IsNotNull,
}

// OperatorNames returns the wire names of all operators in the order of the contract.
func OperatorNames() []string {
	names := make([]string, len(operators))
	for i, op := range operators {
		names[i] = op.name
	}
	return names
}

// ParseOperator returns the operator of a wire name such as "not_in". The field of the fault for any other name is op.
func ParseOperator(name string) (Operator, error) {
	for _, op := range operators {
		if op.name == name {
			return op, nil
		}
	}
	return Operator{}, fault.Invalid("op", "op must be one of %s", strings.Join(OperatorNames(), ", "))
}

// String returns the wire name.
func (op Operator) String() string { return op.name }

// Compares reports whether the operator is one of = != > >= < <=, the only ones that take a cast.
func (op Operator) Compares() bool {
	switch op {
	case Equal, NotEqual, Greater, GreaterOrEqual, Less, LessOrEqual:
		return true
	}
	return false
}

// TakesList reports whether the operator's value is a list.
func (op Operator) TakesList() bool { return op == In || op == NotIn }

// TakesNothing reports whether the operator ignores a value.
func (op Operator) TakesNothing() bool { return op == IsNull || op == IsNotNull }
