package config

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// The struct file is the table of keys. The tags of its fields say of each key
//
//	yaml      its name
//	default   its value where it is absent; elements of a list are separated by ", "
//	otherwise what docs/hosters/configure.md shows as the default, if that depends on other keys
//	required  "yes" where it has no default
//	range     "lowest to highest" of a number, a duration or a size
//	inherits  in a section of a server: the section whose values replace absent ones
//	restart   "yes" if a change of the key or section needs a restart; "entries" if a change of any key in an entry of
//	          the map needs one, except of keys with "no"
//	doc       what docs/hosters/configure.md says
//
// Defaults, bounds, the keys that a reload reports, and docs/hosters/configure.md come from these tags.

// fill sets every key of a section to its default. For elements of lists and maps see withDefaults.
func fill(section reflect.Value) {
	for i := range section.NumField() {
		field, value := section.Type().Field(i), section.Field(i)
		text, ok := field.Tag.Lookup("default")
		_, inherited := field.Tag.Lookup("inherits")
		switch {
		case inherited:
		case ok:
			setText(value, text)
		case value.Kind() == reflect.Struct:
			fill(value)
		}
	}
}

// setText sets a value from the text of a tag.
func setText(value reflect.Value, text string) {
	var err error
	switch value.Kind() {
	case reflect.Pointer:
		value.Set(reflect.New(value.Type().Elem()))
		setText(value.Elem(), text)
	case reflect.String:
		value.SetString(text)
	case reflect.Bool:
		var b bool
		b, err = strconv.ParseBool(text)
		value.SetBool(b)
	case reflect.Float64:
		var n float64
		n, err = parseNumber(text)
		value.SetFloat(n)
	case reflect.Slice:
		value.Set(reflect.ValueOf(strings.Split(text, ", ")))
	default:
		var n int64
		n, err = parseInteger(text)
		value.SetInt(n)
	}
	if err != nil {
		panic(fmt.Sprintf("the tag default:%q is not for this key: %v", text, err))
	}
}

// withDefaults returns an element of a list or map in which every key has its default.
func withDefaults[T any]() (element T) {
	fill(reflect.ValueOf(&element).Elem())
	return element
}

// UnmarshalYAML reads a site.
func (f *fileSite) UnmarshalYAML(n *yaml.Node) error {
	type keys fileSite
	*f = withDefaults[fileSite]()
	return n.Decode((*keys)(f))
}

// UnmarshalYAML reads a server.
func (f *fileServer) UnmarshalYAML(n *yaml.Node) error {
	type keys fileServer
	*f = withDefaults[fileServer]()
	return n.Decode((*keys)(f))
}

// UnmarshalYAML reads an upstream.
func (f *fileUpstream) UnmarshalYAML(n *yaml.Node) error {
	type keys fileUpstream
	*f = withDefaults[fileUpstream]()
	return n.Decode((*keys)(f))
}

// UnmarshalYAML reads a group.
func (f *fileGroup) UnmarshalYAML(n *yaml.Node) error {
	type keys fileGroup
	*f = withDefaults[fileGroup]()
	return n.Decode((*keys)(f))
}

// UnmarshalYAML reads a token.
func (f *fileToken) UnmarshalYAML(n *yaml.Node) error {
	type keys fileToken
	*f = withDefaults[fileToken]()
	return n.Decode((*keys)(f))
}

// UnmarshalYAML reads an entry of auth.oauth.map.
func (f *fileMapping) UnmarshalYAML(n *yaml.Node) error {
	type keys fileMapping
	*f = withDefaults[fileMapping]()
	return n.Decode((*keys)(f))
}

// UnmarshalYAML reads an entry of auth.oauth.builtin.openid.map.
func (f *fileAccount) UnmarshalYAML(n *yaml.Node) error {
	type keys fileAccount
	*f = withDefaults[fileAccount]()
	return n.Decode((*keys)(f))
}

// bounds reports numbers and durations outside of the range of their key.
func (m *mistakes) bounds(path string, section reflect.Value) {
	for i := range section.NumField() {
		field, value := section.Type().Field(i), reflect.Indirect(section.Field(i))
		below := join(path, field.Tag.Get("yaml"))
		switch {
		case !value.IsValid(): // a server has the global value
		case field.Tag.Get("range") != "":
			m.bound(below, field.Tag, value)
		case value.Kind() == reflect.Struct:
			m.bounds(below, value)
		case value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.Struct:
			for i := range value.Len() {
				m.bounds(m.element(below, i), value.Index(i))
			}
		case value.Kind() == reflect.Map && value.Type().Elem().Kind() == reflect.Struct:
			for _, name := range sortedKeys(value) {
				m.bounds(join(below, name), value.MapIndex(reflect.ValueOf(name)))
			}
		}
	}
}

// bound reports a value outside of its range.
func (m *mistakes) bound(path string, tag reflect.StructTag, value reflect.Value) {
	lowest, highest, _ := strings.Cut(tag.Get("range"), " to ")
	switch kind := value.Kind(); {
	case value.Type() == reflect.TypeFor[fileSize]():
		n, err := parseSize(value.String())
		if err != nil || n < parsed(parseSize, lowest) || n > parsed(parseSize, highest) {
			m.add("%s: %q is not a size from %s to %s, such as %s", path, value.String(), lowest, highest, tag.Get("default"))
		}
	case kind == reflect.String:
		least, most := parsed(time.ParseDuration, lowest), parsed(time.ParseDuration, highest)
		if d, err := time.ParseDuration(value.String()); err != nil || d < least || d > most {
			m.add("%s: %q is not a time from %s to %s, such as %s", path, value.String(), least, most, tag.Get("default"))
		}
	case kind == reflect.Float64:
		n := value.Float()
		if !(n >= parsed(parseNumber, lowest) && n <= parsed(parseNumber, highest)) { // also if it is not a number
			m.add("%s: %g is not between %s and %s", path, n, lowest, highest)
		}
	default:
		if n := value.Int(); n < parsed(parseInteger, lowest) || n > parsed(parseInteger, highest) {
			m.add("%s: %d is not between %s and %s", path, n, lowest, highest)
		}
	}
}

func parseInteger(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) }

func parseNumber(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

// parsed reads the text of a tag.
func parsed[T any](parse func(string) (T, error), text string) T {
	value, err := parse(text)
	if err != nil {
		panic(fmt.Sprintf("a tag range has %q: %v", text, err))
	}
	return value
}

// restarts returns the keys of a section that need a restart and have changed.
func restarts(path string, was, is reflect.Value) (changed []string) {
	for i := range is.NumField() {
		field := is.Type().Field(i)
		key, before, now := join(path, field.Tag.Get("yaml")), was.Field(i), is.Field(i)
		switch needed := field.Tag.Get("restart"); {
		case needed == "yes":
			if !reflect.DeepEqual(before.Interface(), now.Interface()) {
				changed = append(changed, key)
			}
		case needed == "entries":
			for _, name := range sortedKeys(now) {
				if !sameEntry(before.MapIndex(reflect.ValueOf(name)), now.MapIndex(reflect.ValueOf(name))) {
					changed = append(changed, join(key, name))
				}
			}
		case now.Kind() == reflect.Struct:
			changed = append(changed, restarts(key, before, now)...)
		}
	}
	return changed
}

// sameEntry reports whether an entry of a map existed before, with the same values of all keys that need a restart.
func sameEntry(was, is reflect.Value) bool {
	if !was.IsValid() {
		return false
	}
	for i := range is.NumField() {
		if is.Type().Field(i).Tag.Get("restart") != "no" &&
			!reflect.DeepEqual(was.Field(i).Interface(), is.Field(i).Interface()) {
			return false
		}
	}
	return true
}

// sortedKeys returns the keys of a map in order.
func sortedKeys(m reflect.Value) []string {
	var all []string
	for _, key := range m.MapKeys() {
		all = append(all, key.String())
	}
	slices.Sort(all)
	return all
}
