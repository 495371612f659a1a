package bundle

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

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
		for name := range strings.SplitSeq(t.Argument, ".") { // members of objects
			if err := CheckName(name); err != nil {
				return Template{}, err
			}
		}
		return t, nil
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
