package emcp_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// literals returns the string literals in each Go file of the module, by its path.
func literals(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, file := range goFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if ok && literal.Kind == token.STRING {
				text, _ := strconv.Unquote(literal.Value) // the parser has accepted it
				found[file] = append(found[file], text)
			}
			return true
		})
	}
	return found
}

// formatVerb matches a verb of package fmt.
var formatVerb = regexp.MustCompile(`%[-+# 0-9.]*(\[[0-9]\])?[a-zA-Z]`)

// wordingStart is the length of the shortest wording, in bytes.
const wordingStart = 24

// wordings returns the wordings in literals of the product, by their beginnings: lines of at least four words between the verbs of a
// format.
func wordings(files map[string][]string) map[string][]string {
	found := map[string][]string{}
	for file, texts := range files {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "internal/test/") {
			continue
		}
		for _, text := range texts {
			for line := range strings.SplitSeq(formatVerb.ReplaceAllString(text, "\n"), "\n") {
				line = strings.TrimSpace(line)
				if len(line) < wordingStart || strings.Count(line, " ") < 3 || slices.Contains(found[line[:wordingStart]], line) {
					continue
				}
				found[line[:wordingStart]] = append(found[line[:wordingStart]], line)
			}
		}
	}
	return found
}

// TestWordingsStandInOneFile lets the tests of a package expect a wording of the product in one file only, so that a better sentence
// touches one test file of the package. A constant in messages_test.go serves several files.
func TestWordingsStandInOneFile(t *testing.T) {
	files := literals(t)
	known := wordings(files)
	type wordingOf struct{ folder, wording string }
	expected := map[wordingOf][]string{}
	for file, texts := range files {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, text := range texts {
			for i := 0; i+wordingStart <= len(text); i++ {
				for _, wording := range known[text[i:i+wordingStart]] {
					at := wordingOf{path.Dir(file), wording}
					if strings.HasPrefix(text[i:], wording) && !slices.Contains(expected[at], file) {
						expected[at] = append(expected[at], file)
					}
				}
			}
		}
	}
	if len(expected) < 100 {
		t.Errorf("only %d wordings are expected by tests", len(expected))
	}
	for at, places := range expected {
		if slices.Sort(places); len(places) > 1 {
			t.Errorf("%q is in %s; make it a constant", at.wording, strings.Join(places, " and "))
		}
	}
}
