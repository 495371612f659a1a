package bundle

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Values fill the places of a template.
type Values struct {
	Arguments map[string]jsontext.Value
	Results   map[string]jsontext.Value // of the preceding steps, by name
	Last      jsontext.Value            // result of the previous step, or the element inside of $each; nil: none
	Now       time.Time                 // of the call
}

// argument returns the value of an argument, or of a member of one; nil if it is absent.
func (v Values) argument(path string) jsontext.Value {
	name, rest, inside := strings.Cut(path, ".")
	value := v.Arguments[name]
	for inside {
		name, rest, inside = strings.Cut(rest, ".")
		value = child(value, name)
	}
	return value
}

// Fill returns the value of a template, and false if a value that it needs is absent. The outermost object leaves out
// members whose value is absent, and arrays leave out such elements. An inner object that needs an absent value is
// absent as a whole.
func (t Template) Fill(v Values) (jsontext.Value, bool) {
	if t.Members == nil {
		return t.fill(v)
	}
	text := jsontext.Value("{")
	for _, m := range t.Members {
		if value, ok := m.Value.fill(v); ok {
			text = AppendMember(text, m.Name, value)
		}
	}
	return append(text, '}'), true
}

// Show fills a template for the result of a tool. Unlike in Fill, absent values become null.
func (t Template) Show(v Values) jsontext.Value {
	switch {
	case t.Members != nil:
		text := jsontext.Value("{")
		for _, m := range t.Members {
			text = AppendMember(text, m.Name, m.Value.Show(v))
		}
		return append(text, '}')
	case t.Elements != nil:
		text := jsontext.Value("[")
		for _, element := range t.Elements {
			text = appendElement(text, element.Show(v))
		}
		return append(text, ']')
	case t.Result != nil && t.Result.Each != nil:
		value, ok := t.Result.each(v, func(each Template, v Values) (jsontext.Value, bool) { return each.Show(v), true })
		if ok {
			return value
		}
	default:
		if value, ok := t.fill(v); ok {
			return value
		}
	}
	return jsontext.Value("null")
}

func (t Template) fill(v Values) (jsontext.Value, bool) {
	switch {
	case t.Literal != nil:
		return t.Literal, true
	case t.Argument != "":
		value := v.argument(t.Argument)
		if value == nil {
			value = t.Default
		}
		return value, value != nil
	case t.Result != nil && t.Result.Each != nil:
		return t.Result.each(v, func(each Template, v Values) (jsontext.Value, bool) { return each.fill(v) })
	case t.Result != nil:
		return t.Result.find(v)
	case t.Text != nil:
		return t.Text.show(v)
	case t.Now != nil:
		return jsontext.Value(strconv.Quote(v.Now.Add(*t.Now).UTC().Format(time.RFC3339))), true
	case t.Elements != nil:
		text, some := jsontext.Value("["), false
		for _, element := range t.Elements {
			if value, ok := element.fill(v); ok {
				text, some = appendElement(text, value), true
			}
		}
		return append(text, ']'), some
	}
	text := jsontext.Value("{")
	for _, m := range t.Members {
		value, ok := m.Value.fill(v)
		if !ok {
			return nil, false
		}
		text = AppendMember(text, m.Name, value)
	}
	return append(text, '}'), true
}

// Ready reports whether all results that the template needs are present.
func (t Template) Ready(v Values) bool {
	if t.Result != nil {
		_, ok := t.Result.find(v)
		return ok
	}
	return !slices.ContainsFunc(t.Members, func(m Member) bool { return !m.Value.Ready(v) }) &&
		!slices.ContainsFunc(t.Elements, func(element Template) bool { return !element.Ready(v) })
}

// ArgumentAt returns the name of the argument at a path of the template's value, such as tv_filters[0].value, or "" if
// there is none.
func (t Template) ArgumentAt(path string, v Values) string { return t.argumentAt("", path, v) }

func (t Template) argumentAt(here, path string, v Values) string {
	switch {
	case here == path:
		return t.Argument
	case t.Argument != "" && (strings.HasPrefix(path, here+"[") || strings.HasPrefix(path, here+".")): // a part of it
		return t.Argument + strings.TrimPrefix(path, here)
	case !strings.HasPrefix(path, here):
		return ""
	}
	for _, m := range t.Members {
		if name := m.Value.argumentAt(strings.TrimPrefix(here+"."+m.Name, "."), path, v); name != "" {
			return name
		}
	}
	at := 0
	for _, element := range t.Elements {
		if _, ok := element.fill(v); !ok {
			continue
		}
		if name := element.argumentAt(here+"["+strconv.Itoa(at)+"]", path, v); name != "" {
			return name
		}
		at++
	}
	return ""
}

// find returns the part of a result. null counts as absent.
func (r *Result) find(v Values) (jsontext.Value, bool) {
	value := v.Last
	if r.Step != "" {
		value = v.Results[r.Step]
	}
	for _, token := range r.Path {
		value = child(value, token)
	}
	return value, value != nil && value.Kind() != 'n'
}

// each returns the array of the values that the inner template makes of the elements of an array.
func (r *Result) each(v Values, fillEach func(each Template, v Values) (jsontext.Value, bool)) (jsontext.Value, bool) {
	list, ok := r.find(v)
	if !ok || list.Kind() != '[' {
		return nil, false
	}
	text := jsontext.Value("[")
	err := EachElement(list, func(element jsontext.Value) error {
		inside := v
		inside.Last = element
		if value, ok := fillEach(*r.Each, inside); ok {
			text = appendElement(text, value)
		}
		return nil
	})
	return append(text, ']'), err == nil
}

// AppendMember appends a member to an object without its end. The name must be UTF-8.
func AppendMember(text jsontext.Value, name string, value jsontext.Value) jsontext.Value {
	if len(text) > 1 {
		text = append(text, ',')
	}
	quoted, _ := jsontext.AppendQuote(text, name) // YAML and JSON names are UTF-8
	return append(append(quoted, ':'), value...)
}

func appendElement(text, value jsontext.Value) jsontext.Value {
	if len(text) > 1 {
		text = append(text, ',')
	}
	return append(text, value...)
}
