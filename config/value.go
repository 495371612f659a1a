package config

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v3"
)

// fileValue is a value of any shape as JSON, with members in the order of the file; nil: absent.
type fileValue jsontext.Value

// UnmarshalYAML reads a value that the method value has accepted.
func (v *fileValue) UnmarshalYAML(n *yaml.Node) error {
	text, err := appendJSON(nil, n, 0)
	*v = fileValue(text)
	return err
}

// value checks a value that can have any type, for shape.
func (m *mistakes) value(n *yaml.Node, path string) bool {
	_, err := appendJSON(nil, n, 0)
	if err != nil {
		m.add("%w in %s", err, path)
	}
	return err == nil
}

// Limits of values of any shape. Aliases stand for other values and could make a value endless.
const (
	maxValue      = 64 << 10 // in bytes of JSON
	maxValueDepth = 30
)

// appendJSON appends a value as JSON. The error names the line but no value, which could be a secret.
func appendJSON(text []byte, n *yaml.Node, depth int) (_ []byte, err error) {
	if depth > maxValueDepth || len(text) > maxValue {
		return nil, fmt.Errorf("line %d: there are more than %d levels, or %d bytes,", n.Line, maxValueDepth, maxValue)
	}
	switch n.Kind {
	case yaml.AliasNode:
		return appendJSON(text, n.Alias, depth+1)
	case yaml.SequenceNode:
		text = append(text, '[')
		for i, element := range n.Content {
			if i > 0 {
				text = append(text, ',')
			}
			if text, err = appendJSON(text, element, depth+1); err != nil {
				return nil, err
			}
		}
		return append(text, ']'), nil
	case yaml.MappingNode:
		return appendObject(text, n, depth)
	}
	return appendScalar(text, n)
}

func appendObject(text []byte, n *yaml.Node, depth int) (_ []byte, err error) {
	lines := map[string]int{}
	text = append(text, '{')
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			return nil, fmt.Errorf("line %d: a key is not a string", key.Line)
		}
		if first, twice := lines[key.Value]; twice {
			return nil, fmt.Errorf("lines %d and %d: the key %s appears twice", first, key.Line, key.Value)
		}
		lines[key.Value] = key.Line
		if i > 0 {
			text = append(text, ',')
		}
		if text, err = jsontext.AppendQuote(text, key.Value); err != nil {
			return nil, fmt.Errorf("line %d: a key is not valid UTF-8", key.Line)
		}
		if text, err = appendJSON(append(text, ':'), n.Content[i+1], depth+1); err != nil {
			return nil, err
		}
	}
	return append(text, '}'), nil
}

func appendScalar(text []byte, n *yaml.Node) ([]byte, error) {
	switch n.ShortTag() {
	case "!!null":
		return append(text, "null"...), nil
	case "!!bool":
		return append(text, strings.ToLower(n.Value)...), nil
	case "!!int", "!!float":
		number := jsontext.Value(n.Value)
		if !number.IsValid() || number.Kind() != '0' {
			return nil, fmt.Errorf("line %d: a number must be written as in JSON, such as 12 or 0.5", n.Line)
		}
		return append(text, number...), nil
	}
	text, err := jsontext.AppendQuote(text, n.Value)
	if err != nil {
		return nil, fmt.Errorf("line %d: a string is not valid UTF-8", n.Line)
	}
	return text, nil
}
