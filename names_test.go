package emcp_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path"
	"strings"
	"testing"
)

// TestNoShadowedNames finds parameters and locals with the name of something that their package declares. Readers would take one for the
// other.
func TestNoShadowedNames(t *testing.T) {
	listed, err := exec.CommandContext(t.Context(), "git", "ls-files", "*.go").Output()
	if err != nil {
		t.Fatalf("list the files of the repository: %v", err)
	}
	packages := map[string][]*ast.File{}
	positions := token.NewFileSet()
	for _, name := range strings.Fields(string(listed)) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(positions, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		packages[path.Dir(name)] = append(packages[path.Dir(name)], file)
	}
	if len(packages) < 20 {
		t.Fatalf("there are %d packages", len(packages))
	}
	for _, files := range packages {
		names := declared(files)
		for _, name := range locals(files) {
			if names[name.Name] {
				t.Errorf("%s: the package declares %s as well", positions.Position(name.Pos()), name.Name)
			}
		}
	}
}

// declared returns the names that a package declares.
func declared(files []*ast.File) map[string]bool {
	names := map[string]bool{}
	for _, file := range files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names[d.Name.Name] = names[d.Name.Name] || d.Recv == nil
			case *ast.GenDecl:
				for _, name := range named(d) {
					names[name.Name] = true
				}
			}
		}
	}
	delete(names, "_")
	return names
}

// named returns the names of constants, variables and types in a declaration.
func named(d *ast.GenDecl) (names []*ast.Ident) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			names = append(names, s.Name)
		case *ast.ValueSpec:
			names = append(names, s.Names...)
		}
	}
	return names
}

// locals returns the names that functions declare: receivers, parameters, results and what their bodies have.
func locals(files []*ast.File) (names []*ast.Ident) {
	fields := func(lists ...*ast.FieldList) {
		for _, list := range lists {
			if list == nil {
				continue
			}
			for _, field := range list.List {
				names = append(names, field.Names...)
			}
		}
	}
	defined := func(operator token.Token, expressions ...ast.Expr) {
		for _, e := range expressions {
			if name, ok := e.(*ast.Ident); ok && operator == token.DEFINE {
				names = append(names, name)
			}
		}
	}
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType:
			fields(n.Params, n.Results)
		case *ast.AssignStmt:
			defined(n.Tok, n.Lhs...)
		case *ast.RangeStmt:
			defined(n.Tok, n.Key, n.Value)
		case *ast.GenDecl:
			names = append(names, named(n)...)
		}
		return true
	}
	for _, file := range files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				fields(d.Recv)
				ast.Inspect(d, look)
			case *ast.GenDecl: // functions in the values of variables
				for _, s := range d.Specs {
					ast.Inspect(s, func(n ast.Node) bool {
						f, ok := n.(*ast.FuncLit)
						if ok {
							ast.Inspect(f, look)
						}
						return !ok
					})
				}
			}
		}
	}
	return names
}
