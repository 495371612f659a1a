package bundle

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// ParseTemplate reads a template, and returns what is wrong with it, each with its path in the template. A wrong part
// is null in the template. Names in its objects must be unique.
func ParseTemplate(text jsontext.Value) (Template, []error) {
	var p parser
	return p.template(text, "", 0), p.wrong
}

// parser collects what is wrong with a template.
type parser struct{ wrong []error }

// null is in the place of what is wrong.
var null = jsontext.Value("null")

// refuse reports what is wrong at a path, and returns what takes its place.
func (p *parser) refuse(path, format string, args ...any) Template {
	err := fmt.Errorf(format, args...)
	if path != "" {
		err = fmt.Errorf("%s: %w", path, err)
	}
	p.wrong = append(p.wrong, err)
	return Template{Literal: null}
}

// template reads the value at a path, inside of depth others.
func (p *parser) template(text jsontext.Value, path string, depth int) Template {
	if depth > maxTemplate {
		return p.refuse("", "is nested more than %d levels", maxTemplate)
	}
	switch text.Kind() {
	case '{':
		return p.object(text, path, depth)
	case '[':
		return p.array(text, path, depth)
	}
	return Template{Literal: text}
}

func (p *parser) array(text jsontext.Value, path string, depth int) Template {
	t := Template{Elements: []Template{}}
	constant := true
	_ = EachElement(text, func(element jsontext.Value) error { // it has been parsed before
		parsed := p.template(element, path+"["+strconv.Itoa(len(t.Elements))+"]", depth+1)
		t.Elements = append(t.Elements, parsed)
		constant = constant && parsed.Literal != nil
		return nil
	})
	if constant {
		return Template{Literal: text}
	}
	return t
}

func (p *parser) object(text jsontext.Value, path string, depth int) Template {
	t := Template{Members: []Member{}}
	special := map[string]jsontext.Value{}
	constant := true
	_ = EachMember(text, func(name string, value jsontext.Value) error { // it has been parsed before
		if strings.HasPrefix(name, "$") {
			special[name] = value
			return nil
		}
		parsed := p.template(value, strings.TrimPrefix(path+"."+name, "."), depth+1)
		t.Members = append(t.Members, Member{name, parsed})
		constant = constant && parsed.Literal != nil
		return nil
	})
	switch {
	case special[textKey] != nil:
		return p.text(special, t.Members, path)
	case len(special) > 0 && len(t.Members) > 0:
		return p.refuse(path, "an object with %s can have no other members than %s", argumentKey+", "+stepKey+" or "+pathKey,
			specialKeys)
	case len(special) > 0:
		return p.special(special, path, depth)
	case constant:
		return Template{Literal: text}
	}
	return t
}

const specialKeys = argumentKey + " and " + defaultKey + ", or " + stepKey + ", " + pathKey + " and " + eachKey +
	", or " + textKey + ", or " + nowKey

// special reads an object that stands for a value.
func (p *parser) special(keys map[string]jsontext.Value, path string, depth int) Template {
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		switch name {
		case argumentKey, stepKey, pathKey, nowKey:
			if keys[name].Kind() != '"' {
				return p.refuse(path, "%s must be a string", name)
			}
		case defaultKey, eachKey:
		default:
			return p.refuse(path, "there is no key %s; known here: %s", name, specialKeys)
		}
	}
	if _, ok := keys[nowKey]; ok {
		return p.now(keys, path)
	}
	if _, ok := keys[argumentKey]; ok {
		return p.argument(keys, path)
	}
	if _, ok := keys[defaultKey]; ok {
		return p.refuse(path, "%s can be combined only with %s", defaultKey, argumentKey)
	}
	return p.result(keys, path, depth)
}

// now reads the place of a time.
func (p *parser) now(keys map[string]jsontext.Value, path string) Template {
	offset, err := time.ParseDuration(unquoted(keys[nowKey]))
	if err != nil || len(keys) > 1 {
		return p.refuse(path, "%s must be the only key, with an offset such as 15m, -24h or 0s", nowKey)
	}
	return Template{Now: &offset}
}

// argument reads the place of an argument.
func (p *parser) argument(keys map[string]jsontext.Value, path string) Template {
	t := Template{Argument: unquoted(keys[argumentKey]), Default: keys[defaultKey]}
	delete(keys, argumentKey)
	delete(keys, defaultKey)
	if len(keys) > 0 {
		return p.refuse(path, "%s can be combined only with %s", argumentKey, defaultKey)
	}
	for name := range strings.SplitSeq(t.Argument, ".") { // members of objects
		if err := CheckName(name); err != nil {
			return p.refuse(path, "%w", err)
		}
	}
	return t
}

// result reads the place of a part of a result.
func (p *parser) result(keys map[string]jsontext.Value, path string, depth int) Template {
	result := &Result{Step: unquoted(keys[stepKey])}
	pointer := unquoted(keys[pathKey])
	if pointer != "" && !strings.HasPrefix(pointer, "/") {
		return p.refuse(path, "%s must begin with /, such as /items/0/id", pathKey)
	}
	if pointer != "" {
		unescape := strings.NewReplacer("~1", "/", "~0", "~")
		for token := range strings.SplitSeq(pointer[1:], "/") {
			result.Path = append(result.Path, unescape.Replace(token))
		}
	}
	if each, ok := keys[eachKey]; ok {
		parsed := p.template(each, strings.TrimPrefix(path+"."+eachKey, "."), depth+1)
		result.Each = &parsed
	}
	return Template{Result: result}
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
