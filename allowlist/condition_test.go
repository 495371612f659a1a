package allowlist_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/internal/fault"
)

func TestParseConditionErrors(t *testing.T) {
	text, texts := allowlist.TextValue, allowlist.ListValue
	const fields = "id, templatename, description, editor_type, icon, category, locked"
	templates := allowlist.Models()[0]
	for _, c := range []struct {
		name string
		in   allowlist.ConditionInput
		want fault.Error
	}{
		{
			name: "unknown field",
			in:   allowlist.ConditionInput{Field: "template", Op: "="},
			want: fault.Error{
				Field: "field", Message: "SiteTemplate " + noFieldMessage + " " + fields, Suggestions: []string{"templatename"},
			},
		},
		{
			name: "column that is not public",
			in:   allowlist.ConditionInput{Field: "content", Op: "=", Value: text("x")},
			want: fault.Error{Field: "field", Message: "SiteTemplate " + noFieldMessage + " " + fields},
		},
		{
			name: "field in another case",
			in:   allowlist.ConditionInput{Field: "ID", Op: "=", Value: text("1")},
			want: fault.Error{
				Field: "field", Message: "SiteTemplate " + noFieldMessage + " " + fields, Suggestions: []string{"id"},
			},
		},
		{
			name: "unknown operator",
			in:   allowlist.ConditionInput{Field: "id", Op: "<>", Value: text("1")},
			want: fault.Error{
				Field: "op", Message: "op must be one of =, !=, >, >=, <, <=, in, not_in, like, like-l, like-r, null, !null",
			},
		},
		{
			name: "no value",
			in:   allowlist.ConditionInput{Field: "id", Op: "="},
			want: fault.Error{Field: "value", Message: "the operator = needs a value"},
		},
		{
			name: "a list where one value belongs",
			in:   allowlist.ConditionInput{Field: "id", Op: "like", Value: texts("1")},
			want: fault.Error{Field: "value", Message: "the operator like takes one value; use in or not_in for a list"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.Kind = fault.InvalidParams
			_, err := allowlist.ParseCondition(templates, c.in)
			if diff := cmp.Diff(c.want.Error(), errorText(err)); diff != "" {
				t.Fatal(diff)
			}
			got := fault.From(err)
			if got.Field != c.want.Field || !slices.Equal(got.Suggestions, c.want.Suggestions) {
				t.Errorf("field %q, suggestions %q, want %q, %q", got.Field, got.Suggestions, c.want.Field, c.want.Suggestions)
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return "no error"
	}
	return err.Error()
}
