package emcp_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// longestCycle is how many files of a package may need each other, so that readers understand one after the other.
const longestCycle = 5

// sources import the packages of the module, but no libraries: what these declare is in no file of the module.
type sources struct {
	files    *token.FileSet
	packages map[string]*types.Package
	needed   map[string][]string // by file: those that declare a name in it
}

// Import implements types.Importer.
func (s *sources) Import(name string) (*types.Package, error) {
	folder, inside := strings.CutPrefix(name, "emcp/")
	if s.packages[name] != nil || !inside {
		return s.packages[name], nil
	}
	all, err := build.ImportDir(folder, 0)
	var parsed []*ast.File
	for _, file := range all.GoFiles {
		syntax, _ := parser.ParseFile(s.files, filepath.Join(folder, file), nil, parser.SkipObjectResolution)
		parsed = append(parsed, syntax)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: s, Error: func(error) {}} // names of libraries are unknown
	s.packages[name], _ = config.Check(name, s.files, parsed, &info)
	for use, object := range info.Uses {
		if object.Pkg() == s.packages[name] {
			user := s.files.Position(use.Pos()).Filename
			s.needed[user] = append(s.needed[user], s.files.Position(object.Pos()).Filename)
		}
	}
	return s.packages[name], err
}

// TestCycles finds the files of a package that need each other, directly or through others.
func TestCycles(t *testing.T) {
	s := sources{token.NewFileSet(), map[string]*types.Package{}, map[string][]string{}}
	for folder := range product(t) {
		if _, err := s.Import("emcp/" + folder); err != nil {
			t.Fatal(err)
		}
	}
	reached := map[string]map[string]bool{} // by file: those that it needs, directly or through others
	for file := range s.needed {
		reached[file] = map[string]bool{}
		for next := slices.Clone(s.needed[file]); len(next) > 0; next = next[1:] {
			if !reached[file][next[0]] {
				reached[file][next[0]] = true
				next = append(next, s.needed[next[0]]...)
			}
		}
	}
	for file := range reached {
		var cycle []string
		for other := range reached[file] {
			if reached[other][file] {
				cycle = append(cycle, other)
			}
		}
		if slices.Sort(cycle); len(cycle) > longestCycle && file == cycle[0] {
			t.Errorf("%d files need each other, at most %d may: %s", len(cycle), longestCycle, strings.Join(cycle, ", "))
		}
	}
}
