package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Load reads and checks the file at path with the files that it includes. See Source.Load.
func Load(path string, env func(string) (string, bool)) (*Config, error) { return Read(path).Load(env) }

// Load checks what was read of a file. env looks up environment variables, as os.LookupEnv does. The error names the
// file, and lists every mistake on its own line.
func (s Source) Load(env func(string) (string, bool)) (*Config, error) {
	c, err := s.Config(env)
	var unread *fs.PathError
	switch {
	case errors.As(err, &unread):
		return nil, fmt.Errorf("read the configuration: %w", err)
	case err != nil:
		return nil, fmt.Errorf("%s:\n%w", s.path, err)
	}
	return c, nil
}

// Parse reads and checks the text of a file in the current folder.
func Parse(text []byte, env func(string) (string, bool)) (*Config, error) {
	return including(".", string(text)).Config(env)
}

// Config does what Load does; its errors do not name the file.
func (s Source) Config(env func(string) (string, bool)) (*Config, error) {
	if s.err != nil {
		return nil, s.err
	}
	found := mistakes{elements: map[string][]string{}}
	raw := defaults()
	whole := joined{&yaml.Node{Kind: yaml.MappingNode}, map[string]string{}}
	for _, f := range s.files {
		root, err := found.tree(f, env)
		if err != nil {
			return nil, err
		}
		whole.add(&found, whole.root, root, "", f)
	}
	found.decode(whole.root, &raw)
	c := found.check(raw)
	if len(found.list) > 0 {
		return nil, errors.Join(found.list...)
	}
	return c, nil
}

// tree returns the keys and values of a file. It adds mistakes for wrong keys and types, and leaves them out. An error
// means that the file is not YAML.
func (m *mistakes) tree(f sourceFile, env func(string) (string, bool)) (*yaml.Node, error) {
	d := yaml.NewDecoder(strings.NewReader(f.text))
	var document, second yaml.Node
	switch err := d.Decode(&document); {
	case errors.Is(err, io.EOF): // an empty file
		return &yaml.Node{}, nil
	case err != nil:
		return nil, fmt.Errorf("%s%w", f.prefix(), notYAML(f.text, err))
	}
	var own mistakes
	root := document.Content[0]
	own.expand(root, env)
	if !own.shape(root, reflect.TypeFor[file](), "") {
		root = &yaml.Node{}
	}
	if err := d.Decode(&second); !errors.Is(err, io.EOF) {
		own.add("the file has a second document after ---; put everything into the first")
	}
	for _, err := range own.list {
		m.add("%s%w", f.prefix(), err)
	}
	return root, nil
}

// indentedByTab matches a line with a tab in its indentation. The dashes of lists belong to the indentation.
var indentedByTab = regexp.MustCompile(`^[ -]*\t`)

// notYAML explains the parser's error. The line that the parser names is at times one before or after the mistake.
func notYAML(text string, err error) error {
	if tab := tabbed(text); tab != nil {
		return errors.Join(tab, err)
	}
	return fmt.Errorf(
		"%w; look at this line and at those around it: at the indentation, the closing quotes, and the space after each "+
			"colon", err)
}

// tabbed reports the first tab in the indentation of a file that is not valid YAML. A tab is the most frequent mistake,
// but the parser only reports an unexpected character.
func tabbed(text string) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if indentedByTab.MatchString(line) {
			return fmt.Errorf("line %d: is indented with a tab; YAML allows only spaces", number)
		}
	}
	return nil
}

var (
	variable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)
	typed    = regexp.MustCompile(`^(-?[0-9]+(\.[0-9]+)?|true|false)$`)
)

// expand replaces ${NAME} by the values of the environment. It works on the parsed tree, so that no value can change
// the structure of the file.
func (m *mistakes) expand(n *yaml.Node, env func(string) (string, bool)) {
	for _, child := range n.Content {
		m.expand(child, env)
	}
	if n.Kind != yaml.ScalarNode || !variable.MatchString(n.Value) {
		return
	}
	var missing []string
	n.Value, missing = substitute(n.Value, env)
	for _, name := range missing {
		m.add("line %d: the environment variable %s is not set", n.Line, name)
	}
	if typed.MatchString(n.Value) {
		n.Tag, n.Style = "", 0 // the value can be a number or a boolean now; decoding finds out
	}
}

// Expand replaces ${NAME} in a text with the environment variable, as Parse does in every value.
func Expand(text string, env func(string) (string, bool)) (string, error) {
	expanded, missing := substitute(text, env)
	if len(missing) > 0 {
		return "", fmt.Errorf("the environment variable %s is not set", strings.Join(missing, ", "))
	}
	return expanded, nil
}

func substitute(text string, env func(string) (string, bool)) (expanded string, missing []string) {
	expanded = variable.ReplaceAllStringFunc(text, func(match string) string {
		name := variable.FindStringSubmatch(match)[1]
		value, ok := env(name)
		if !ok {
			missing = append(missing, name)
		}
		return value
	})
	return expanded, missing
}

// shape reports unknown keys and values that do not have the type of their key. It never shows a value, because a
// misplaced value can be a DSN. It removes keys without a value, and wrong values. It returns whether n itself has its
// type.
func (m *mistakes) shape(n *yaml.Node, t reflect.Type, path string) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if t == reflect.TypeFor[fileValue]() {
		return m.value(n, path)
	}
	want, wrong := "", false
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		want, wrong = "keys with values", n.Kind != yaml.MappingNode
	case reflect.Slice:
		want, wrong = "a list", n.Kind != yaml.SequenceNode
	case reflect.Bool:
		want, wrong = "true or false", n.ShortTag() != "!!bool"
	case reflect.String:
		want, wrong = "a string", n.Kind != yaml.ScalarNode
	case reflect.Float64:
		want, wrong = "a number", n.ShortTag() != "!!float" && n.ShortTag() != "!!int"
	default:
		want, wrong = "an integer", n.ShortTag() != "!!int"
	}
	if wrong {
		m.add("line %d: %s must be %s", n.Line, cmp.Or(path, "the file"), want)
		return false
	}
	switch n.Kind {
	case yaml.SequenceNode:
		for i, element := range n.Content {
			m.shape(element, t.Elem(), fmt.Sprintf("%s[%d]", path, i))
		}
	case yaml.MappingNode:
		m.keys(n, t, path)
	}
	return true
}

// keys checks the keys of a mapping for shape.
func (m *mistakes) keys(n *yaml.Node, t reflect.Type, path string) {
	fields := map[string]reflect.Type{}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			fields[t.Field(i).Tag.Get("yaml")] = t.Field(i).Type
		}
	}
	var kept []*yaml.Node
	lines := map[string]int{} // of the known keys
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		field, known := fields[key.Value]
		if t.Kind() == reflect.Map {
			field, known = t.Elem(), true
		}
		if !known {
			m.unknown(key, path, slices.Collect(maps.Keys(fields)))
			continue
		}
		first, twice := lines[key.Value]
		lines[key.Value] = key.Line
		switch {
		case twice:
			m.add("lines %d and %d: %s appears twice; keep one of them", first, key.Line, join(path, key.Value))
		case value.ShortTag() != "!!null" && m.shape(value, field, join(path, key.Value)):
			kept = append(kept, key, value)
		}
	}
	n.Content = kept
}

// unknown reports a key of the section at path, which has the keys known.
func (m *mistakes) unknown(key *yaml.Node, path string, known []string) {
	full := join(path, key.Value)
	if advice := removed(full); advice != "" {
		m.add("line %d: %s is no longer a key: %s", key.Line, full, advice)
		return
	}
	m.add("line %d: unknown key %s%s", key.Line, full, didYouMean(key.Value, known))
}

// decode reads the values. After shape they fit, except for numbers beyond 64 bits and the like.
func (m *mistakes) decode(n *yaml.Node, into *file) {
	if err := n.Decode(into); err != nil && len(m.list) == 0 {
		m.add("a value is too large for its key")
	}
}
