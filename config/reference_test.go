package config

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the tables of docs/configure.md")

// bare is what every configuration must have, and a second server, so that one is left when the other changes its site.
func bare() file {
	f := defaults()
	f.Sites = map[string]fileSite{"*": {DSN: "u:p@tcp(127.0.0.1:1)/d"}}
	f.Servers = []fileServer{{Handle: "content", Site: "*"}, {Handle: "more", Site: "*"}}
	f.Auth.Tokens = []fileToken{{Name: "claude", SHA256: strings.Repeat("a", 64)}}
	f.Domain.Models.Allow = []fileModel{{Model: "Category"}}
	return f
}

// spelled is bare with the defaults of what can be there several times, which are not in defaults.
func spelled() file {
	f, caller := bare(), fileCaller{Scopes: []string{"mcp:read", "mcp:call"}, View: "public"}
	site := f.Sites["*"]
	site.MaxOpenConns, site.StatementTimeout = new(defaultConns), defaultTimeout.String()
	f.Sites["*"] = site
	f.Servers[0].Enabled, f.Servers[0].ToolNames, f.Servers[0].ToolErrors = new(true), "auto", "auto"
	f.Auth.Tokens[0].Scopes, f.Auth.Tokens[0].View, f.Auth.Tokens[0].Servers = caller.Scopes, caller.View, []string{"*"}
	f.Auth.None, f.Stdio = caller, caller
	return f
}

func TestSpelled(t *testing.T) {
	var m mistakes
	if !reflect.DeepEqual(m.check(bare()), m.check(spelled())) || len(m) > 0 {
		t.Errorf("the defaults of sites, servers and tokens are others than those that are documented; %v", m)
	}
}

// key is a key of emcp.yaml that has a value.
type key struct {
	path    string // such as sites.*.dsn or servers[].handle
	field   reflect.StructField
	value   reflect.Value // its default
	restart bool
}

// keys walks over what lies below a struct and calls visit with every key; a struct in a map or list is walked over once, at
// its only or first element. A key that is set by visit is set in the file.
func keys(path string, v reflect.Value, visit func(key)) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		below, value := join(path, field.Tag.Get("yaml")), v.Field(i)
		switch {
		case value.Kind() == reflect.Struct:
			keys(below, value, visit)
		case value.Kind() == reflect.Slice && field.Type.Elem().Kind() == reflect.Struct:
			keys(below+"[]", value.Index(0), visit)
		case value.Kind() == reflect.Map && field.Type.Elem().Kind() == reflect.Struct:
			element := reflect.New(field.Type.Elem()).Elem()
			element.Set(value.MapIndex(reflect.ValueOf("*")))
			keys(below+".*", element, func(k key) {
				visit(k)
				value.SetMapIndex(reflect.ValueOf("*"), element)
			})
		default:
			visit(key{path: below, field: field, value: value})
		}
	}
}

// change sets a key to another value, right or wrong.
func change(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		value := reflect.New(v.Type().Elem())
		if !v.IsNil() {
			value.Elem().Set(v.Elem())
		}
		change(value.Elem())
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

// reference returns all keys. Whether one needs a restart is what Over says when only this one has changed.
func reference(t *testing.T) []key {
	t.Helper()
	var found []key
	documented := spelled()
	keys("", reflect.ValueOf(&documented).Elem(), func(k key) { found = append(found, k) })
	for i := range found {
		f := spelled()
		var m mistakes
		started := m.check(f)
		f = spelled()
		keys("", reflect.ValueOf(&f).Elem(), func(k key) {
			if k.path == found[i].path {
				change(k.value)
			}
		})
		_, restart, err := m.check(f).Over(started)
		if err != nil {
			t.Fatalf("%s: %v", found[i].path, err)
		}
		found[i].restart = len(restart) > 0
	}
	return found
}

// row is a key's line in its table.
func (k key) row() string {
	after := "reload"
	if k.restart {
		after = "restart"
	}
	return fmt.Sprintf("| `%s` | %s | %s | %s | %s |\n", k.path, k.kind(), k.standard(), after, k.field.Tag.Get("doc"))
}

func (k key) kind() string {
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
		return "list of strings"
	case reflect.Map:
		if t.Elem().Kind() == reflect.Slice {
			return "lists of strings by name"
		}
		return "strings by name"
	case reflect.String:
		if _, err := time.ParseDuration(k.value.String()); err == nil {
			return "duration"
		}
		return "string"
	}
	return "integer"
}

// standard is the default.
func (k key) standard() string {
	switch v := reflect.Indirect(k.value); {
	case strings.HasSuffix(k.field.Tag.Get("doc"), "; required"):
		return ""
	case !v.IsValid(): // a pointer to nothing: of a server, which then has the global value
		return "as `" + strings.TrimPrefix(k.path, "servers[].") + "`"
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

// TestReference compares the tables of docs/configure.md with the keys that there are, or writes them.
func TestReference(t *testing.T) {
	const page, mark = "../docs/configure.md", "<!-- From here on written by: go test ./config -run TestReference -update -->\n"
	var text strings.Builder
	sections := map[string]string{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[file]()) {
		sections[field.Tag.Get("yaml")] = field.Tag.Get("doc")
	}
	section := ""
	for _, k := range reference(t) {
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
			text.WriteString("| key | value | default | change | meaning |\n|---|---|---|---|---|\n")
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

// TestDocumentedBounds tries the bounds that the texts name.
func TestDocumentedBounds(t *testing.T) {
	for _, k := range reference(t) {
		named := regexp.MustCompile(`\b(\d+) to (\d+)\b`).FindStringSubmatch(k.field.Tag.Get("doc"))
		if named == nil || k.kind() != "integer" {
			continue
		}
		for value, right := range map[int64]bool{number(named[1]) - 1: false, number(named[1]): true, number(named[2]): true, number(named[2]) + 1: false} {
			f := spelled()
			keys("", reflect.ValueOf(&f).Elem(), func(other key) {
				if other.path != k.path {
					return
				}
				if other.value.Kind() == reflect.Pointer {
					other.value.Set(reflect.New(other.value.Type().Elem()))
				}
				reflect.Indirect(other.value).SetInt(value)
			})
			var m mistakes
			m.check(f)
			if (len(m) == 0) != right {
				t.Errorf("%s: %d: %v", k.path, value, errors.Join(m...))
			}
		}
	}
}

func number(digits string) int64 {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return math.MinInt64
	}
	return n
}
