package upstream

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// elsewhere has the keywords that change what a reference means.
var elsewhere = []string{"$dynamicRef", "$recursiveRef"}

// atRoot has the keywords that give a part of a schema its own address or version. They are allowed only at the root.
var atRoot = []string{"$id", "$schema"}

// oldSchemas are the addresses of the version of JSON Schema in which id has the meaning of $id.
var oldSchemas = []string{"http://json-schema.org/draft-04/schema", "https://json-schema.org/draft-04/schema"}

// survey returns the size of a schema with that many levels, and refuses schemas that emcp does not support. The size
// estimates the memory of the compiled schema: its values, and the parts of its patterns, which are smaller.
func survey(document map[string]any, levels int) (size int, err error) {
	if version, _ := document["$schema"].(string); slices.Contains(oldSchemas, strings.TrimSuffix(version, "#")) {
		return 0, errors.New("its schema is of a version of JSON Schema that emcp does not check")
	}
	if levels > maxSchemaDepth {
		return 0, fmt.Errorf("its schema has more than %d levels", maxSchemaDepth)
	}
	size = count(document)
	if size > maxSchemaSize {
		return 0, errLarge
	}
	patterns, err := surveyed(document, true)
	if err != nil {
		return 0, err
	}
	if size += int(patterns / partsOfValue); size > maxSchemaSize {
		return 0, errLarge
	}
	return size, nil
}

var errLarge = fmt.Errorf("its schema has more than %d values and parts of patterns", maxSchemaSize)

// partsOfValue is how many parts of a pattern take as much memory as a value.
const partsOfValue = 10

// surveyed checks all keywords of a schema, also in parts that nothing refers to. It returns the size of the patterns.
func surveyed(value any, root bool) (patterns float64, err error) {
	var parts []any
	switch value := value.(type) {
	case []any:
		parts = value
	case map[string]any:
		for _, keyword := range elsewhere {
			if _, ok := value[keyword].(string); ok {
				return 0, fmt.Errorf("its schema has %s, which emcp does not follow", keyword)
			}
		}
		for _, keyword := range atRoot {
			if _, ok := value[keyword].(string); ok && !root {
				return 0, fmt.Errorf("its schema has %s inside, which emcp does not follow", keyword)
			}
		}
		for _, p := range patternsOf(value) {
			size, err := patternSize(p)
			if err != nil {
				return 0, err
			}
			patterns += size
		}
		for _, part := range value {
			parts = append(parts, part)
		}
	}
	for _, part := range parts {
		more, err := surveyed(part, false)
		if err != nil {
			return 0, err
		}
		patterns += more
	}
	return patterns, nil
}

// patternsOf returns the patterns of a schema, without those of its subschemas.
func patternsOf(object map[string]any) (patterns []string) {
	if p, ok := object["pattern"].(string); ok {
		patterns = append(patterns, p)
	}
	if properties, ok := object["patternProperties"].(map[string]any); ok {
		for p := range properties {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// maxPattern bounds the size of a pattern.
const maxPattern = maxSchemaSize * partsOfValue

var errPattern = errors.New("its schema has a pattern that emcp cannot check")

// patternSize estimates the memory of a compiled pattern, in parts of some 50 bytes, without compiling it.
func patternSize(pattern string) (float64, error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return 0, errPattern
	}
	return partsIn(parsed), nil
}

// partsIn returns the number of parts of a pattern, with those that repetitions add.
func partsIn(re *syntax.Regexp) float64 {
	parts := 1 + float64(len(re.Rune))
	for _, sub := range re.Sub {
		parts += partsIn(sub)
	}
	if re.Op == syntax.OpRepeat {
		parts *= float64(max(re.Min+1, re.Max, 1))
	}
	return parts
}

// compilePattern compiles a pattern of a schema, or one in arguments, if it is not too large.
func compilePattern(pattern string) (jsonschema.Regexp, error) {
	size, err := patternSize(pattern)
	if err != nil {
		return nil, err
	}
	if size > maxPattern {
		return nil, errLarge
	}
	return regexp.Compile(pattern)
}

// count returns how many values a value has, itself included.
func count(value any) int {
	n := 1
	switch value := value.(type) {
	case map[string]any:
		for _, v := range value {
			n += count(v)
		}
	case []any:
		for _, v := range value {
			n += count(v)
		}
	}
	return n
}
