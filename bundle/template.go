package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Keys of an object that stands for a value which is known only when the tool is called.
const (
	argumentKey = "$argument"
	defaultKey  = "$default"
	stepKey     = "$step"
	pathKey     = "$path"
	eachKey     = "$each"
)

// Template is a JSON value with places for arguments and for results of steps. A place is filled by a whole value, so
// no value can become part of an expression.
type Template struct {
	Literal  jsontext.Value // a value without places; then the other members are empty
	Argument string         // {"$argument": NAME}
	Default  jsontext.Value // {"$argument": NAME, "$default": VALUE}: used if the argument is absent; can be nil
	Result   *Result
	Members  []Member   // of an object
	Elements []Template // of an array
}

// Member is a member of an object.
type Member struct {
	Name  string
	Value Template
}

// Result is a part of a step's result, {"$step": NAME, "$path": POINTER}, or of an element of a list.
type Result struct {
	Step string   // empty: the element inside of $each, otherwise the previous step
	Path []string // the tokens of a JSON pointer (RFC 6901)
	Each *Template
}

// maxTemplate is the deepest nesting of a template.
const maxTemplate = 20

// ParseTemplate reads a template. Names in its objects must be unique.
func ParseTemplate(text jsontext.Value) (Template, error) { return parseTemplate(text, 0) }

func parseTemplate(text jsontext.Value, depth int) (Template, error) {
	if depth > maxTemplate {
		return Template{}, fmt.Errorf("is nested more than %d levels", maxTemplate)
	}
	switch text.Kind() {
	case '{':
		return parseObject(text, depth)
	case '[':
		return parseArray(text, depth)
	}
	return Template{Literal: text}, nil
}

func parseArray(text jsontext.Value, depth int) (Template, error) {
	t := Template{Elements: []Template{}}
	constant := true
	err := EachElement(text, func(element jsontext.Value) error {
		parsed, err := parseTemplate(element, depth+1)
		t.Elements = append(t.Elements, parsed)
		constant = constant && parsed.Literal != nil
		return err
	})
	if constant {
		t = Template{Literal: text}
	}
	return t, err
}

func parseObject(text jsontext.Value, depth int) (Template, error) {
	t := Template{Members: []Member{}}
	special := map[string]jsontext.Value{}
	constant := true
	err := EachMember(text, func(name string, value jsontext.Value) error {
		if strings.HasPrefix(name, "$") {
			special[name] = value
			return nil
		}
		parsed, err := parseTemplate(value, depth+1)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		t.Members = append(t.Members, Member{name, parsed})
		constant = constant && parsed.Literal != nil
		return nil
	})
	switch {
	case err != nil:
		return Template{}, err
	case len(special) > 0 && len(t.Members) > 0:
		return Template{}, fmt.Errorf("an object with %s can have no other members than %s", argumentKey+", "+stepKey+" or "+pathKey, specialKeys)
	case len(special) > 0:
		return parseSpecial(special, depth)
	case constant:
		return Template{Literal: text}, nil
	}
	return t, nil
}

const specialKeys = argumentKey + " and " + defaultKey + ", or " + stepKey + ", " + pathKey + " and " + eachKey

func parseSpecial(keys map[string]jsontext.Value, depth int) (Template, error) {
	for name, value := range keys {
		switch name {
		case argumentKey, stepKey, pathKey:
			if value.Kind() != '"' {
				return Template{}, fmt.Errorf("%s must be a string", name)
			}
		case defaultKey, eachKey:
		default:
			return Template{}, fmt.Errorf("there is no key %s; known here: %s", name, specialKeys)
		}
	}
	if argument, ok := keys[argumentKey]; ok {
		t := Template{Argument: unquoted(argument), Default: keys[defaultKey]}
		delete(keys, argumentKey)
		delete(keys, defaultKey)
		if len(keys) > 0 {
			return Template{}, fmt.Errorf("%s can be combined only with %s", argumentKey, defaultKey)
		}
		return t, CheckName(t.Argument)
	}
	if _, ok := keys[defaultKey]; ok {
		return Template{}, fmt.Errorf("%s can be combined only with %s", defaultKey, argumentKey)
	}
	result := &Result{Step: unquoted(keys[stepKey])}
	path := unquoted(keys[pathKey])
	if path != "" && !strings.HasPrefix(path, "/") {
		return Template{}, fmt.Errorf("%s must begin with /, such as /items/0/id", pathKey)
	}
	if path != "" {
		unescape := strings.NewReplacer("~1", "/", "~0", "~")
		for token := range strings.SplitSeq(path[1:], "/") {
			result.Path = append(result.Path, unescape.Replace(token))
		}
	}
	if each, ok := keys[eachKey]; ok {
		parsed, err := parseTemplate(each, depth+1)
		if err != nil {
			return Template{}, fmt.Errorf("%s: %w", eachKey, err)
		}
		result.Each = &parsed
	}
	return Template{Result: result}, nil
}

func unquoted(text jsontext.Value) string {
	if text == nil {
		return ""
	}
	value, err := jsontext.AppendUnquote(nil, text)
	if err != nil {
		panic(err) // it is a JSON string
	}
	return string(value)
}

// isObject reports whether the template makes an object, whatever fills its places.
func (t Template) isObject() bool {
	return t.Members != nil || t.Literal != nil && t.Literal.Kind() == '{'
}

// Walk calls visit for the template and every template in it.
func (t Template) Walk(visit func(Template)) {
	visit(t)
	for _, m := range t.Members {
		m.Value.Walk(visit)
	}
	for _, element := range t.Elements {
		element.Walk(visit)
	}
	if t.Result != nil && t.Result.Each != nil {
		t.Result.Each.Walk(visit)
	}
}

// Arguments returns the names of the arguments in the template.
func (t Template) Arguments() []string {
	var found []string
	t.Walk(func(t Template) {
		if t.Argument != "" && !slices.Contains(found, t.Argument) {
			found = append(found, t.Argument)
		}
	})
	return found
}

// checkSteps refuses references to steps that are not in steps, the names of the preceding ones. before says whether a
// step precedes.
func (t Template) checkSteps(steps []string, before bool) (err error) {
	t.Walk(func(t Template) {
		switch {
		case t.Result == nil || err != nil:
		case t.Result.Step != "" && !slices.Contains(steps, t.Result.Step):
			err = fmt.Errorf("there is no step %q before this one", t.Result.Step)
		case !before:
			err = errors.New("no step before this one has a result; the first step can use only arguments")
		}
	})
	return err
}

// Values fill the places of a template.
type Values struct {
	Arguments map[string]jsontext.Value
	Results   map[string]jsontext.Value // of the preceding steps, by name
	Last      jsontext.Value            // result of the previous step, or the element inside of $each; nil: none
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
			text = appendMember(text, m.Name, value)
		}
	}
	return append(text, '}'), true
}

// Show is Fill for the result of a tool: absent values become null.
func (t Template) Show(v Values) jsontext.Value {
	switch {
	case t.Members != nil:
		text := jsontext.Value("{")
		for _, m := range t.Members {
			text = appendMember(text, m.Name, m.Value.Show(v))
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
		value := v.Arguments[t.Argument]
		if value == nil {
			value = t.Default
		}
		return value, value != nil
	case t.Result != nil && t.Result.Each != nil:
		return t.Result.each(v, func(each Template, v Values) (jsontext.Value, bool) { return each.fill(v) })
	case t.Result != nil:
		return t.Result.find(v)
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
		text = appendMember(text, m.Name, value)
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
	case here == path, t.Argument != "" && strings.HasPrefix(path, here+"["): // or an element of it
		return t.Argument
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

// child returns a member or an element of a value, or nil if it does not exist.
func child(value jsontext.Value, token string) (found jsontext.Value) {
	switch {
	case value == nil:
	case value.Kind() == '{':
		_ = EachMember(value, func(name string, member jsontext.Value) error {
			if name == token {
				found = member
			}
			return nil
		})
	case value.Kind() == '[':
		at, err := strconv.Atoi(token)
		if err != nil {
			return nil
		}
		_ = EachElement(value, func(element jsontext.Value) error {
			if at == 0 {
				found = element
			}
			at--
			return nil
		})
	}
	return found
}

func appendMember(text jsontext.Value, name string, value jsontext.Value) jsontext.Value {
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

// EachMember calls visit for each member of an object. The JSON must be valid.
func EachMember(object jsontext.Value, visit func(name string, value jsontext.Value) error) error {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != '}' {
		var name jsontext.Token
		if name, err = d.ReadToken(); err != nil {
			break
		}
		key := name.String()
		var value jsontext.Value
		if value, err = d.ReadValue(); err == nil {
			err = visit(key, bytes.Clone(value))
		}
	}
	return err
}

// EachElement calls visit for each element of an array. The JSON must be valid.
func EachElement(array jsontext.Value, visit func(value jsontext.Value) error) error {
	d := jsontext.NewDecoder(bytes.NewReader(array))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != ']' {
		var value jsontext.Value
		if value, err = d.ReadValue(); err == nil {
			err = visit(bytes.Clone(value))
		}
	}
	return err
}
