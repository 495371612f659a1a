package allowlist

import (
	"strings"

	"emcp/internal/fault"
)

// ConditionInput is an unchecked element of filters.where.
type ConditionInput struct {
	Field string `json:"field"`
	Op    string `json:"op"`
	Value *Value `json:"value"`
}

// Condition is a comparison with a public field of a model. Values come only from ParseCondition.
type Condition struct {
	field  Field
	op     Operator
	values []any
}

// ParseCondition parses one condition on a model. Operators and values are those of template variables, but an integer
// field is compared with numbers. The field of an error is the name within the condition.
func ParseCondition(m Model, in ConditionInput) (Condition, error) {
	field, err := m.ParseField(in.Field)
	if err != nil {
		return Condition{}, fault.From(err).At("field")
	}
	op, err := ParseOperator(in.Op)
	if err != nil {
		return Condition{}, err
	}
	texts, err := ParseValues(op, in.Value)
	if err != nil {
		return Condition{}, err
	}
	if field.Integer() && (op.Compares() || op.TakesList()) {
		op, values := compareInteger(op, texts)
		return Condition{field, op, values}, nil
	}
	values := make([]any, len(texts))
	for i, text := range texts {
		values[i] = text
	}
	return Condition{field, op, values}, nil
}

// Field returns the field to compare.
func (c Condition) Field() Field { return c.field }

// Op returns the operator.
func (c Condition) Op() Operator { return c.op }

// Values returns the values to compare with, as many as ParseValues says for the operator: int64 or uint64 for an
// integer field, otherwise strings. For integers, In and NotIn may have no values. Then In never holds, and NotIn holds
// for all values except NULL.
func (c Condition) Values() []any { return c.values }

// ParseField returns the public field with a name. The fault for any other name suggests similar names and has no path.
func (m Model) ParseField(name string) (Field, error) {
	field, ok := m.Field(name)
	if !ok {
		f := fault.Invalid("", "%s has no public field of this name; it has %s", m.Name, strings.Join(m.FieldNames(), ", "))
		f.Suggestions = fault.Nearest(name, m.FieldNames())
		return Field{}, f
	}
	return field, nil
}
