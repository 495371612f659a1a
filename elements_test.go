package emcp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
)

// TestElementTypes compares the table of the chapter Elements with the types of elements.
func TestElementTypes(t *testing.T) {
	var served [][]string
	for _, e := range allowlist.Elements() {
		var others []string
		for _, text := range e.Texts[1:] {
			others = append(others, text.Column)
		}
		served = append(served, []string{e.Type, e.Texts[0].Column, strings.Join(others, ", "), e.Permission})
	}
	if diff := cmp.Diff(table(t, "TOOLSET.md", "## Elements"), served); diff != "" {
		t.Errorf("documented (-) and served (+) types differ:\n%s", diff)
	}
}

// TestElementTools compares the arguments of evo.elements.* with those of a server that has them, which lists nothing
// else beside the tools of every server.
func TestElementTools(t *testing.T) {
	served := listedBy(t, `
sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}
servers: [{handle: content, site: main, elements: true}]
auth: {modes: [none], none: {view: manager}}`)
	every := listedTools(t)
	for name, s := range served {
		if !strings.HasPrefix(name, "evo.elements.") {
			if diff := cmp.Diff(every[name], s); diff != "" {
				t.Errorf("%s is another tool where elements are on:\n%s", name, diff)
			}
			delete(served, name)
			continue
		}
		var got, want [][4]string
		for argument, property := range s.Properties {
			need := ""
			if slices.Contains(s.Required, argument) {
				need = "required"
			}
			bound := bounds(argument, property)
			if property.MaxLength > 0 {
				bound = fmt.Sprintf("at most %d characters", property.MaxLength)
			}
			got = append(got, [4]string{argument, fmt.Sprint(property.Type), bound, need})
		}
		for _, row := range table(t, "TOOLSET.md", "### "+name) {
			need := ""
			if strings.HasSuffix(row[3], "; required") {
				need = "required"
			}
			want = append(want, [4]string{row[0], row[1], row[2], need})
		}
		byName := func(a, b [4]string) int { return strings.Compare(a[0], b[0]) }
		slices.SortFunc(got, byName)
		slices.SortFunc(want, byName)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("documented (-) and served (+) arguments of %s differ:\n%s", name, diff)
		}
	}
	if len(served) != 2 {
		t.Errorf("there are %d tools evo.elements.*, want 2", len(served))
	}
}
