package config

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the tables of docs/hosters/configure.md")

// bare is what every configuration must have, and a second server, so that one is left when the other changes its site.
func bare() file {
	f := defaults()
	site := withDefaults[fileSite]()
	site.DSN = "u:p@tcp(127.0.0.1:1)/d"
	f.Sites = map[string]fileSite{"*": site}
	for _, handle := range []string{"content", "more"} {
		server := withDefaults[fileServer]()
		server.Handle, server.Site = handle, "*"
		f.Servers = append(f.Servers, server)
	}
	token := withDefaults[fileToken]()
	token.Name, token.SHA256 = "claude", strings.Repeat("a", 64)
	f.Auth.Tokens = []fileToken{token}
	f.Auth.OAuth.Map = []fileMapping{withDefaults[fileMapping]()}
	f.Auth.OAuth.Builtin.OpenID.Map = []fileAccount{withDefaults[fileAccount]()}
	f.Domain.Models.Allow = []fileModel{{Model: "Category"}}
	f.Servers[0].Bundles = []fileMount{{Name: "*"}}
	f.Bundles = map[string]fileBundle{"*": {
		Tools: []fileTool{{
			Name: "find", Description: "Finds pages", Steps: []fileStep{{Call: "evo.content.search"}},
		}},
		Prompts: []filePrompt{{
			Name: "ask", Description: "Asks", Text: "Look at {page}", Arguments: []filePromptArgument{{Name: "page"}},
		}},
		Resources: []fileResource{{URI: "shop://pages", Name: "pages", Tool: "find"}},
	}}
	f.Servers[0].Upstreams = []string{"*"}
	upstream := withDefaults[fileUpstream]()
	upstream.URL, upstream.Prefix = "https://crm.example.com/mcp", "crm_"
	f.Upstreams = map[string]fileUpstream{"*": upstream}
	group := withDefaults[fileGroup]()
	group.Description, group.Tools = "Pages", []string{"evo.*"}
	f.Groups = map[string]fileGroup{"*": group}
	return f
}

// TestOtherwise has keys whose default depends on others have the documented value where these are absent.
func TestOtherwise(t *testing.T) {
	var m mistakes
	absent, written := m.check(bare()), bare()
	visitKeys("", reflect.ValueOf(&written).Elem(), func(k configKey) {
		if value, ok := k.field.Tag.Lookup("otherwise"); ok {
			setText(k.value, value)
		}
	})
	if got := m.check(written); !reflect.DeepEqual(absent.Auth, got.Auth) || !reflect.DeepEqual(absent.Stdio, got.Stdio) ||
		len(m.list) > 0 {
		t.Errorf("absent: %+v, written: %+v; %v", absent.Auth, got.Auth, m)
	}
}

// TestRequired takes away each of the keys that have no default.
func TestRequired(t *testing.T) {
	for _, k := range reference() {
		if k.field.Tag.Get("required") == "" {
			continue
		}
		f := bare()
		change(&f, k.path, func(value reflect.Value) { value.SetZero() })
		var m mistakes
		if m.check(f); len(m.list) == 0 {
			t.Errorf("nothing is wrong without %s", k.path)
		}
	}
}

// configKey is a key of emcp.yaml that has a value.
type configKey struct {
	path    string // such as sites.*.dsn or servers[].handle
	field   reflect.StructField
	value   reflect.Value // its default
	inherit string        // the key whose value counts where this one is absent; empty: none
	restart bool          // whether a change needs one
}

// visitKeys walks over what lies below a struct and calls visit with every key; a struct in a map or list is walked
// over once, at its only or first element. A key that is set by visit is set in the file.
func visitKeys(path string, v reflect.Value, visit func(configKey)) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		below, value, restart := join(path, field.Tag.Get("yaml")), v.Field(i), field.Tag.Get("restart")
		visitBelow := func(k configKey) {
			if section := field.Tag.Get("inherits"); section != "" {
				k.inherit = section + strings.TrimPrefix(k.path, below)
			}
			k.restart = k.restart || restart == "yes" || restart == "entries" && k.field.Tag.Get("restart") != "no"
			visit(k)
		}
		switch {
		case value.Kind() == reflect.Struct:
			visitKeys(below, value, visitBelow)
		case value.Kind() == reflect.Slice && field.Type.Elem().Kind() == reflect.Struct:
			visitKeys(below+"[]", value.Index(0), visitBelow)
		case value.Kind() == reflect.Map && field.Type.Elem().Kind() == reflect.Struct:
			element := reflect.New(field.Type.Elem()).Elem()
			element.Set(value.MapIndex(reflect.ValueOf("*")))
			visitKeys(below+".*", element, func(k configKey) {
				visitBelow(k)
				value.SetMapIndex(reflect.ValueOf("*"), element)
			})
		default:
			visit(configKey{path: below, field: field, value: value, restart: restart == "yes"})
		}
	}
}

// change sets the key at the path.
func change(f *file, path string, set func(value reflect.Value)) {
	visitKeys("", reflect.ValueOf(f).Elem(), func(k configKey) {
		if k.path == path {
			set(k.value)
		}
	})
}

// another sets a key to another value, right or wrong.
func another(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		value := reflect.New(v.Type().Elem())
		if !v.IsNil() {
			value.Elem().Set(v.Elem())
		}
		another(value.Elem())
		v.Set(value)
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Float64:
		v.SetFloat(v.Float() + 1)
	case reflect.Slice:
		v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("x"), reflect.Zero(v.Type().Elem()))
	default:
		v.SetInt(v.Int() + 1)
	}
}

// reference returns all keys with their defaults.
func reference() []configKey {
	var found []configKey
	f := bare()
	f.Servers[0].Upstreams, f.Upstreams["*"] = nil, withDefaults[fileUpstream]()
	f.Groups["*"], f.Auth.Tokens = withDefaults[fileGroup](), []fileToken{withDefaults[fileToken]()}
	visitKeys("", reflect.ValueOf(&f).Elem(), func(k configKey) { found = append(found, k) })
	return found
}

// TestRestarts changes one key after the other. A reload reports the key where it needs a restart, and only then.
func TestRestarts(t *testing.T) {
	for _, k := range reference() {
		var m mistakes
		started, f := m.check(bare()), bare()
		change(&f, k.path, another)
		_, restart, err := m.check(f).Over(started)
		if err != nil {
			t.Fatalf("%s: %v", k.path, err)
		}
		var want []string
		if k.restart {
			want = []string{reported(k.path)}
		}
		if diff := cmp.Diff(want, restart); diff != "" {
			t.Errorf("%s (-want +got):\n%s", k.path, diff)
		}
	}
}

// reported is the key by which a reload reports a changed one: sections are reported as a whole.
func reported(path string) string {
	section, _, _ := strings.Cut(path, ".")
	switch section {
	case "idempotency", "logging", "security":
		return path
	case "sites":
		return "sites.*"
	}
	return section
}

// row is a key's line in its table.
func (k configKey) row() string {
	kind := k.kind()
	if bounds := k.field.Tag.Get("range"); bounds != "" {
		kind += ", " + bounds
	}
	if k.restart {
		kind += ", *restart*"
	}
	return fmt.Sprintf("| `%s` | %s | %s | %s |\n", k.path, kind, k.standard(), k.field.Tag.Get("doc"))
}

func (k configKey) kind() string {
	t := k.field.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "number"
	case reflect.Slice:
		switch t {
		case reflect.TypeFor[fileValue]():
			return "value"
		case reflect.TypeFor[[]fileValue]():
			return "list of values"
		case reflect.TypeFor[[][]string]():
			return "lists of strings"
		}
		return "list of strings"
	case reflect.Map:
		if t.Elem().Kind() == reflect.Slice {
			return "lists of strings by name"
		}
		if t.Elem().Kind() == reflect.Map {
			return "types by name"
		}
		return "strings by name"
	case reflect.String:
		if t == reflect.TypeFor[fileSize]() {
			return "size"
		}
		if _, err := time.ParseDuration(k.value.String()); err == nil {
			return "duration"
		}
		return "string"
	}
	return "integer"
}

// standard is the default.
func (k configKey) standard() string {
	if text := k.field.Tag.Get("otherwise"); text != "" {
		return "`[" + text + "]`"
	}
	switch v := reflect.Indirect(k.value); {
	case k.field.Tag.Get("required") != "":
		return "required"
	case k.inherit != "":
		return "as `" + k.inherit + "`"
	case v.Type() == reflect.TypeFor[fileValue]():
		return "absent"
	case v.Type() == reflect.TypeFor[[]fileValue](), v.Type() == reflect.TypeFor[[][]string]():
		return "`[]`"
	case v.Kind() == reflect.Slice:
		return "`[" + strings.ReplaceAll(strings.Join(v.Interface().([]string), ", "), "*", `"*"`) + "]`"
	case v.Kind() == reflect.Map:
		return "`{}`"
	case v.Kind() == reflect.String && v.String() == "":
		return "`\"\"`"
	default:
		return fmt.Sprintf("`%v`", v)
	}
}

// TestReference compares the tables of docs/hosters/configure.md with the keys, or writes them.
func TestReference(t *testing.T) {
	const page, mark = "../docs/hosters/configure.md",
		"<!-- From here on written by: go test ./config -run TestReference -update -->\n"
	var text strings.Builder
	sections := map[string]string{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[file]()) {
		sections[field.Tag.Get("yaml")] = field.Tag.Get("doc")
	}
	section := ""
	for _, k := range reference() {
		if k.field.Tag.Get("doc") == "" {
			t.Errorf("%s has no doc in file.go", k.path)
		}
		name := regexp.MustCompile(`^\w+`).FindString(k.path)
		if name != section {
			section = name
			fmt.Fprintf(&text, "\n## %s\n\n", name)
			if name != k.path {
				text.WriteString(sections[name] + "\n\n")
			}
			text.WriteString("| key | value | default | meaning |\n|---|---|---|---|\n")
		}
		text.WriteString(k.row())
	}
	was, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, tables, found := strings.Cut(string(was), mark)
	if !found {
		t.Fatalf("%s has no line %s", page, mark)
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+mark+text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(tables, text.String()); diff != "" {
		t.Errorf("%s is not what file.go says; run the test with -update (-page +keys):\n%s", page, diff)
	}
}

// TestRanges tries the ends of every range, and what lies beyond.
func TestRanges(t *testing.T) {
	for _, k := range reference() {
		lowest, highest, found := strings.Cut(k.field.Tag.Get("range"), " to ")
		if !found {
			continue
		}
		for text, right := range map[string]bool{
			lowest: true, highest: true, beyond(t, lowest, -1): false, beyond(t, highest, 1): false,
		} {
			f := bare()
			f.Auth.Modes = append(f.Auth.Modes, "jwt")
			f.Auth.JWT.Secret = strings.Repeat("x", minSecret)
			change(&f, k.path, func(value reflect.Value) { setText(value, text) })
			var m mistakes
			m.check(f)
			if (len(m.list) == 0) != right {
				t.Errorf("%s: %s: %v", k.path, text, errors.Join(m.list...))
			}
		}
	}
}

// beyond returns the next value after an end of a range.
func beyond(t *testing.T, end string, step int) string {
	t.Helper()
	if n, err := parseInteger(end); err == nil {
		return strconv.FormatInt(n+int64(step), 10)
	}
	if n, err := parseSize(end); err == nil {
		return strconv.FormatInt(n>>10+int64(step), 10) + "KiB"
	}
	d, err := time.ParseDuration(end)
	if err != nil {
		t.Fatal(err)
	}
	return (d + time.Duration(step)).String()
}
