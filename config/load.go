package config

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"emcp/internal/fault"
)

// Load reads and checks the file at path. env looks up environment variables, as os.LookupEnv does. The error lists
// every mistake on a line of its own.
func Load(path string, env func(string) (string, bool)) (*Config, error) {
	text, err := os.ReadFile(path) //nolint:gosec // the path is the operator's
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	c, err := Parse(text, env)
	if err != nil {
		return nil, fmt.Errorf("%s:\n%w", path, err)
	}
	return c, nil
}

// Parse is Load of a text.
func Parse(text []byte, env func(string) (string, bool)) (*Config, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	var mistakes mistakes
	raw := defaults()
	if len(document.Content) > 0 {
		root := document.Content[0]
		mistakes.expand(root, env)
		mistakes.unknownKeys(root, reflect.TypeFor[file](), "")
		mistakes.decode(root, &raw)
	}
	c := mistakes.check(raw)
	if len(mistakes) > 0 {
		return nil, errors.Join(mistakes...)
	}
	return c, nil
}

// mistakes collects what is wrong with a file.
type mistakes []error

func (m *mistakes) add(format string, args ...any) { *m = append(*m, fmt.Errorf(format, args...)) }

var (
	variable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)
	typed    = regexp.MustCompile(`^(-?[0-9]+|true|false)$`)
)

// expand puts the environment's values in the places of ${NAME}. It works on the parsed tree, so that no value can
// change the structure of the file.
func (m *mistakes) expand(n *yaml.Node, env func(string) (string, bool)) {
	for _, child := range n.Content {
		m.expand(child, env)
	}
	if n.Kind != yaml.ScalarNode || !variable.MatchString(n.Value) {
		return
	}
	n.Value = variable.ReplaceAllStringFunc(n.Value, func(match string) string {
		name := variable.FindStringSubmatch(match)[1]
		value, ok := env(name)
		if !ok {
			m.add("line %d: the environment has no variable %s", n.Line, name)
		}
		return value
	})
	if typed.MatchString(n.Value) {
		n.Tag, n.Style = "", 0 // a number or a flag now, found out again when decoded
	}
}

// unknownKeys reports the keys of a mapping that the struct type does not have.
func (m *mistakes) unknownKeys(n *yaml.Node, t reflect.Type, path string) {
	switch {
	case n.Kind == yaml.SequenceNode && t.Kind() == reflect.Slice:
		for i, element := range n.Content {
			m.unknownKeys(element, t.Elem(), fmt.Sprintf("%s[%d]", path, i))
		}
	case n.Kind == yaml.MappingNode && t.Kind() == reflect.Map:
		for i := 0; i+1 < len(n.Content); i += 2 {
			m.unknownKeys(n.Content[i+1], t.Elem(), join(path, n.Content[i].Value))
		}
	case n.Kind == yaml.MappingNode && t.Kind() == reflect.Struct:
		fields := map[string]reflect.Type{}
		var names []string
		for i := range t.NumField() {
			name := t.Field(i).Tag.Get("yaml")
			fields[name] = t.Field(i).Type
			names = append(names, name)
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			name := n.Content[i].Value
			field, ok := fields[name]
			if !ok {
				m.add("line %d: unknown key %s%s", n.Content[i].Line, join(path, name), didYouMean(name, names))
				continue
			}
			m.unknownKeys(n.Content[i+1], field, join(path, name))
		}
	}
}

func join(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

func didYouMean(name string, known []string) string {
	if near := fault.Nearest(name, known); len(near) > 0 {
		return "; did you mean " + near[0] + "?"
	}
	return ""
}

// decode reports values of a wrong type.
func (m *mistakes) decode(n *yaml.Node, into *file) {
	err := n.Decode(into)
	var wrong *yaml.TypeError
	switch {
	case errors.As(err, &wrong):
		for _, text := range wrong.Errors {
			m.add("%s", text)
		}
	case err != nil:
		m.add("%w", err)
	}
}
