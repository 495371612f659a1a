package tvfilter_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/tvfilter"
)

// lookup knows price, whose default is 0, and sku without a default.
func lookup(name string) (tvfilter.TV, error) {
	switch name {
	case "price":
		return tvfilter.TV{ID: 1, Default: new("0")}, nil
	case "sku":
		return tvfilter.TV{ID: 5}, nil
	}
	f := fault.New(fault.UnknownTV, "there is no %q", name)
	f.Suggestions = []string{"price"}
	return tvfilter.TV{}, f
}

var (
	textValue = allowlist.TextValue
	listValue = allowlist.ListValue
	equal     = cmp.AllowUnexported(fault.Error{})
)

// operand is the content of a tvfilter.Operand.
type operand struct {
	TV      int64
	Cast    string
	Default *string
}

func operandOf(o tvfilter.Operand) operand { return operand{o.TV(), o.Cast().String(), o.Default()} }

func TestParseFilter(t *testing.T) {
	type filter struct {
		Operand operand
		Op      string
		Values  []string
	}
	price, sku := operand{TV: 1}, operand{TV: 5}
	for _, c := range []struct {
		name string
		in   tvfilter.FilterInput
		want filter
	}{
		{"=", tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue("A-1:x;y")}, filter{sku, "=", []string{"A-1:x;y"}}},
		{"= an empty text", tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue("")}, filter{sku, "=", []string{""}}},
		{"!=", tvfilter.FilterInput{TV: "sku", Op: "!=", Value: textValue("a,b")}, filter{sku, "!=", []string{"a,b"}}},
		{">", tvfilter.FilterInput{TV: "price", Op: ">", Value: textValue("9")}, filter{price, ">", []string{"9"}}},
		{">=", tvfilter.FilterInput{TV: "price", Op: ">=", Value: textValue("9")}, filter{price, ">=", []string{"9"}}},
		{"<", tvfilter.FilterInput{TV: "price", Op: "<", Value: textValue("9")}, filter{price, "<", []string{"9"}}},
		{"<=", tvfilter.FilterInput{TV: "price", Op: "<=", Value: textValue("9")}, filter{price, "<=", []string{"9"}}},
		{
			"in a list", tvfilter.FilterInput{TV: "sku", Op: "in", Value: listValue("a", " b", "c,d")},
			filter{sku, "in", []string{"a", " b", "c,d"}},
		},
		{
			"in a text", tvfilter.FilterInput{TV: "sku", Op: "in", Value: textValue("a, b ,c d")},
			filter{sku, "in", []string{"a", "b", "c d"}},
		},
		{
			"not_in", tvfilter.FilterInput{TV: "sku", Op: "not_in", Value: textValue("a")}, filter{sku, "not_in", []string{"a"}},
		},
		{
			"like", tvfilter.FilterInput{TV: "sku", Op: "like", Value: textValue("50%_")}, filter{sku, "like", []string{"50%_"}},
		},
		{
			"like-l", tvfilter.FilterInput{TV: "sku", Op: "like-l", Value: textValue("x")}, filter{sku, "like-l", []string{"x"}},
		},
		{
			"like-r", tvfilter.FilterInput{TV: "sku", Op: "like-r", Value: textValue("x")}, filter{sku, "like-r", []string{"x"}},
		},
		{"null", tvfilter.FilterInput{TV: "sku", Op: "null"}, filter{sku, "null", nil}},
		{
			"!null, its value ignored", tvfilter.FilterInput{TV: "sku", Op: "!null", Value: listValue()},
			filter{sku, "!null", nil},
		},
		{
			"with the default",
			tvfilter.FilterInput{TV: "price", Op: "=", Value: textValue("0"), UseDefault: true},
			filter{operand{TV: 1, Default: new("0")}, "=", []string{"0"}},
		},
		{
			"with a default that is NULL",
			tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue("0"), UseDefault: true},
			filter{sku, "=", []string{"0"}},
		},
		{
			"with a cast",
			tvfilter.FilterInput{TV: "price", Op: ">=", Value: textValue("-19.99"), Cast: "DECIMAL(10,2)", UseDefault: true},
			filter{operand{1, "DECIMAL(10,2)", new("0")}, ">=", []string{"-19.99"}},
		},
		{
			"with a cast and the longest number",
			tvfilter.FilterInput{
				TV: "price", Op: "=", Value: textValue("+" + strings.Repeat("9", 35) + "." + strings.Repeat("9", 30)),
				Cast: "UNSIGNED",
			},
			filter{
				operand{TV: 1, Cast: "UNSIGNED"}, "=", []string{"+" + strings.Repeat("9", 35) + "." + strings.Repeat("9", 30)},
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := tvfilter.ParseFilter(c.in, lookup)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, filter{operandOf(f.Operand()), f.Op().String(), f.Values()}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseFilterErrors(t *testing.T) {
	const (
		operators = "op must be one of =, !=, >, >=, <, <=, in, not_in, like, like-l, like-r, null, !null"
		number    = "with cast the value must be a number such as 100 or 19.99, without exponent and with at most 35 " +
			"digits before the point"
		length = "the list must have between 1 and 100 values"
		empty  = "the list must not have an empty value"
	)
	for _, c := range []struct {
		name           string
		in             tvfilter.FilterInput
		field, message string
	}{
		{"no operator", tvfilter.FilterInput{TV: "sku", Value: textValue("1")}, "op", operators},
		{"unknown operator", tvfilter.FilterInput{TV: "sku", Op: "regexp", Value: textValue("1")}, "op", operators},
		{"operator in another case", tvfilter.FilterInput{TV: "sku", Op: "LIKE", Value: textValue("1")}, "op", operators},

		{"no value", tvfilter.FilterInput{TV: "sku", Op: "="}, "value", "the operator = needs a value"},
		{"no list", tvfilter.FilterInput{TV: "sku", Op: "in"}, "value", "the operator in needs a value"},
		{"a list where one value belongs", tvfilter.FilterInput{TV: "sku", Op: ">", Value: listValue("1")},
			"value", "the operator > takes one value; use in or not_in for a list"},
		{"an empty list", tvfilter.FilterInput{TV: "sku", Op: "in", Value: listValue()}, "value", length},
		{
			"a list that is too long", tvfilter.FilterInput{TV: "sku", Op: "not_in", Value: listValue(make([]string, 101)...)},
			"value", length,
		},
		{
			"a text that is too long a list",
			tvfilter.FilterInput{TV: "sku", Op: "in", Value: textValue(strings.Repeat("a,", 100) + "a")}, "value", length,
		},
		{"an empty value in a list", tvfilter.FilterInput{TV: "sku", Op: "in", Value: listValue("a", "")}, "value", empty},
		{"an empty value in a text", tvfilter.FilterInput{TV: "sku", Op: "in", Value: textValue("a, ,b")}, "value", empty},
		{"an empty text for a list", tvfilter.FilterInput{TV: "sku", Op: "in", Value: textValue("")}, "value", empty},

		{"a cast with in", tvfilter.FilterInput{TV: "sku", Op: "in", Value: listValue("1"), Cast: "SIGNED"},
			"cast", castOperatorsMessage + " in"},
		{"a cast with like", tvfilter.FilterInput{TV: "sku", Op: "like", Value: textValue("1"), Cast: "SIGNED"},
			"cast", castOperatorsMessage + " like"},
		{"a cast with null", tvfilter.FilterInput{TV: "sku", Op: "null", Cast: "SIGNED"},
			"cast", castOperatorsMessage + " null"},
		{
			"a cast of no number", tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue("abc"), Cast: "SIGNED"}, "value",
			number,
		},
		{
			"a cast of an empty text", tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue(""), Cast: "SIGNED"}, "value",
			number,
		},
		{
			"a cast of an exponent", tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue("1e3"), Cast: "SIGNED"}, "value",
			number,
		},
		{
			"a cast of spaces", tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue(" 1"), Cast: "SIGNED"}, "value",
			number,
		},
		{
			"a cast of other digits", tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue("١"), Cast: "SIGNED"}, "value",
			number,
		},
		{
			"a cast of a line", tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue("1\n"), Cast: "SIGNED"}, "value",
			number,
		},
		{
			"a cast of half a fraction", tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue("1."), Cast: "SIGNED"},
			"value", number,
		},
		{
			"a cast of too many digits",
			tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue(strings.Repeat("1", 36)), Cast: "SIGNED"}, "value", number,
		},
		{
			"a cast of too long a fraction",
			tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue("1." + strings.Repeat("1", 31)), Cast: "SIGNED"}, "value",
			number,
		},
		{"unknown cast", tvfilter.FilterInput{TV: "sku", Op: "=", Value: textValue("1"), Cast: "INT"},
			"cast", wrongCastMessage},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := tvfilter.ParseFilter(c.in, lookup)
			isInvalid(t, err, c.field, c.message)
		})
	}
}

// isInvalid says that err is exactly this fault.
func isInvalid(t *testing.T, err error, field, message string) {
	t.Helper()
	want := &fault.Error{Kind: fault.InvalidParams, Field: field, Message: message}
	var got *fault.Error
	if !errors.As(err, &got) {
		t.Fatalf("%v, want %v", err, want)
	}
	if diff := cmp.Diff(want, got, equal); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUnknownTV(t *testing.T) {
	_, filterErr := tvfilter.ParseFilter(tvfilter.FilterInput{TV: "Price", Op: "null"}, lookup)
	_, orderErr := tvfilter.ParseOrder(tvfilter.OrderInput{TV: "Price"}, lookup)
	_, selectionErr := tvfilter.ParseSelection("Price:d", lookup)
	for _, c := range []struct {
		name  string
		err   error
		field string
	}{
		{"in a filter", filterErr, "tv"},
		{"in an order", orderErr, "tv"},
		{"in a selection", selectionErr, ""}, // which is the name itself
	} {
		want := &fault.Error{
			Kind: fault.UnknownTV, Field: c.field, Message: `there is no "Price"`, Suggestions: []string{"price"},
		}
		if diff := cmp.Diff(want, fault.From(c.err), equal); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// What goes wrong while a TV is looked for is not the caller's fault.
func TestLookupFails(t *testing.T) {
	broken := func(string) (tvfilter.TV, error) {
		return tvfilter.TV{}, fault.New(fault.DatabaseUnavailable, "the database is away")
	}
	_, err := tvfilter.ParseFilter(tvfilter.FilterInput{TV: "price", Op: "null"}, broken)
	if kind := fault.From(err).Kind; kind != fault.DatabaseUnavailable {
		t.Errorf("%v, want %s", err, fault.DatabaseUnavailable)
	}
}

func TestParseOrder(t *testing.T) {
	type order struct {
		Operand    operand
		Descending bool
	}
	for _, c := range []struct {
		in   tvfilter.OrderInput
		want order
	}{
		{tvfilter.OrderInput{TV: "sku"}, order{operand{TV: 5}, false}},
		{tvfilter.OrderInput{TV: "sku", Dir: "asc"}, order{operand{TV: 5}, false}},
		{tvfilter.OrderInput{TV: "sku", Dir: "desc"}, order{operand{TV: 5}, true}},
		{tvfilter.OrderInput{TV: "price", UseDefault: true}, order{operand{TV: 1, Default: new("0")}, false}},
		{
			tvfilter.OrderInput{TV: "price", Dir: "desc", Cast: "DECIMAL(8,3)"},
			order{operand{TV: 1, Cast: "DECIMAL(8,3)"}, true},
		},
	} {
		o, err := tvfilter.ParseOrder(c.in, lookup)
		if diff := cmp.Diff(c.want, order{operandOf(o.Operand()), o.Descending()}); diff != "" || err != nil {
			t.Errorf("%+v: %v (-want +got):\n%s", c.in, err, diff)
		}
	}
	for _, dir := range []string{"ASC", "up", "desc ", "desc, id"} {
		_, err := tvfilter.ParseOrder(tvfilter.OrderInput{TV: "sku", Dir: dir}, lookup)
		isInvalid(t, err, "dir", "dir must be asc or desc")
	}
	_, err := tvfilter.ParseOrder(tvfilter.OrderInput{TV: "sku", Cast: "signed"}, lookup)
	isInvalid(t, err, "cast", wrongCastMessage)
}

func TestParseSelection(t *testing.T) {
	type selection struct {
		Name    string
		Operand operand
	}
	for text, want := range map[string]selection{
		"price":   {"price", operand{TV: 1}},
		"price:d": {"price", operand{TV: 1, Default: new("0")}},
		"sku:d":   {"sku", operand{TV: 5}},
	} {
		s, err := tvfilter.ParseSelection(text, lookup)
		if diff := cmp.Diff(want, selection{s.Name(), operandOf(s.Operand())}); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", text, err, diff)
		}
	}
	for _, text := range []string{"", ":d", "price:D", "price:d:d", "price,sku", " price"} {
		if _, err := tvfilter.ParseSelection(text, lookup); fault.From(err).Kind != fault.UnknownTV {
			t.Errorf("ParseSelection(%q): %v, want %s", text, err, fault.UnknownTV)
		}
	}
}

func TestParseTags(t *testing.T) {
	tags, err := tvfilter.ParseTags(tvfilter.TagsInput{TV: 6, Tags: []string{"wood", "a, b"}})
	if err != nil || tags.TV() != 6 || !cmp.Equal(tags.Any(), []string{"wood", "a, b"}) {
		t.Errorf("%d, %q, %v, want 6, wood and a, b", tags.TV(), tags.Any(), err)
	}
	const length = "tags must have between 1 and 100 tags"
	for _, c := range []struct {
		tags    []string
		message string
	}{
		{nil, length},
		{[]string{}, length},
		{make([]string, 101), length},
		{[]string{"wood", ""}, "tags must not have an empty tag"},
	} {
		_, err := tvfilter.ParseTags(tvfilter.TagsInput{TV: 6, Tags: c.tags})
		isInvalid(t, err, "tags", c.message)
	}
}

func TestParseCast(t *testing.T) {
	for text, want := range map[string]string{
		"UNSIGNED": "UNSIGNED", "SIGNED": "SIGNED", "DECIMAL(10,2)": "DECIMAL(10,2)", "DECIMAL(1,0)": "DECIMAL(1,0)",
		"DECIMAL(1,1)": "DECIMAL(1,1)", "DECIMAL(65,30)": "DECIMAL(65,30)", "DECIMAL(30,30)": "DECIMAL(30,30)",
		"DECIMAL(09,02)": "DECIMAL(9,2)",
	} {
		c, err := tvfilter.ParseCast(text)
		if err != nil || c.String() != want || c.None() {
			t.Errorf("ParseCast(%q) = %s, none %t, %v, want %s", text, c, c.None(), err, want)
		}
	}
	if c := (tvfilter.Cast{}); !c.None() || c.String() != "" {
		t.Errorf("the zero value is %q, want no cast", c)
	}

	const (
		unknown   = wrongCastMessage
		precision = "the precision of DECIMAL must be between 1 and 65"
	)
	for text, message := range map[string]string{
		"": unknown, "signed": unknown, "INT": unknown, "DECIMAL": unknown, "DECIMAL(10)": unknown, "DECIMAL(10, 2)": unknown,
		"DECIMAL(-1,2)": unknown, "DECIMAL(100,2)": unknown, "DECIMAL(10,2": unknown, "DECIMAL(10,2) ": unknown,
		"DECIMAL(10,2)\n": unknown, "SIGNED) OR (1": unknown, "decimal(10,2)": unknown, "DECIMAL(١,٠)": unknown,
		"DECIMAL(0,0)": precision, "DECIMAL(66,0)": precision,
		"DECIMAL(65,31)": "the scale of DECIMAL must be between 0 and 30",
		"DECIMAL(2,3)":   "the scale of DECIMAL must not be greater than its precision",
	} {
		_, err := tvfilter.ParseCast(text)
		isInvalid(t, err, "cast", message)
	}
}
