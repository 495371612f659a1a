package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

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

// scalar quotes a string for YAML.
func scalar(value any) string {
	text, err := yaml.Marshal(&yaml.Node{
		Kind: yaml.ScalarNode, Style: yaml.DoubleQuotedStyle, Tag: "!!str", Value: fmt.Sprint(value),
	})
	if err != nil {
		return fmt.Sprint(value) // is not UTF-8, which nobody accepts
	}
	return strings.TrimSuffix(string(text), "\n")
}

// fileSize is a number of bytes as people write it, such as 128MiB.
type fileSize string

// sizeUnits are the units of sizes, in bytes.
var sizeUnits = []struct {
	name  string
	bytes int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}}

// parseSize returns the bytes of a size.
func parseSize(text string) (int64, error) {
	for _, unit := range sizeUnits {
		if digits, ok := strings.CutSuffix(text, unit.name); ok {
			n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 63)
			if err != nil || int64(n) > math.MaxInt64/unit.bytes { //nolint:gosec // 63 bits
				break
			}
			return int64(n) * unit.bytes, nil //nolint:gosec // 63 bits
		}
	}
	return 0, fmt.Errorf("%q is not a size such as 128MiB", text)
}

// size returns the bytes of a size. Its bounds were checked before, so an invalid size is already reported.
func size(text fileSize) int64 {
	n, _ := parseSize(string(text))
	return n
}

// duration reads a duration. Its bounds were checked before, so an invalid duration is already reported.
func duration(text string) time.Duration {
	d, _ := time.ParseDuration(text)
	return d
}
