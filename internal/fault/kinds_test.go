package fault_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
)

// A kind without a class would be code 0 on the wire.
func TestEveryDeclaredKindHasAClass(t *testing.T) {
	declared := declaredKinds(t)
	slices.Sort(declared)
	if diff := cmp.Diff(declared, slices.Sorted(maps.Keys(fault.Kinds()))); diff != "" {
		t.Errorf("kinds (-declared +with a class):\n%s", diff)
	}
}

// declaredKinds reads the constants of type Kind from the source.
func declaredKinds(t *testing.T) []fault.Kind {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "fault.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []fault.Kind
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == "Kind" {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, fault.Kind(text))
		}
		return true
	})
	return kinds
}

func TestErrorText(t *testing.T) {
	for want, err := range map[string]error{
		"unknown_tool: there is no tool of this name": fault.New(fault.UnknownTool, "there is no tool of this %s", "name"),
		"invalid_params: limit must be at least 1":    fault.Invalid("limit", "limit must be at least %d", 1),
		"internal: emcp failed: unexpected EOF":       fault.Wrap(fault.Internal, io.ErrUnexpectedEOF, "emcp failed"),
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err.Error(), want)
		}
	}
}

func TestAtKeepsEverythingElse(t *testing.T) {
	inner := fault.Wrap(fault.UnknownTV, io.ErrUnexpectedEOF, "there is none")
	inner.Suggestions = []string{"price"}
	outer := inner.At("tv")
	want := *inner
	want.Field = "tv"
	if !reflect.DeepEqual(outer, &want) {
		t.Errorf("%+v, want %+v", outer, want)
	}
}

// Letters are counted, whatever their length in bytes.
func TestNearestCountsLetters(t *testing.T) {
	for _, c := range []struct {
		name  string
		known []string
		want  []string
	}{
		{"kolier", []string{"kontur"}, nil},
		{"кольор", []string{"контур"}, nil}, // three of six letters differ, too
		{"цена", []string{"ціна", "колір"}, []string{"ціна"}},
	} {
		if diff := cmp.Diff(c.want, fault.Nearest(c.name, c.known)); diff != "" {
			t.Errorf("Nearest(%q, %q) (-want +got):\n%s", c.name, c.known, diff)
		}
	}
}
