//go:build packaging

package packaging_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestRelease has goreleaser build as make does, and put files into the archives that are there.
func TestRelease(t *testing.T) {
	text, err := os.ReadFile("goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var release struct {
		Builds []struct {
			Main, Binary string
			Env, Flags   []string
			LDFlags      []string `yaml:"ldflags"`
		}
		Archives []struct{ Files []yaml.Node }
	}
	if err := yaml.Unmarshal(text, &release); err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range release.Builds {
		ldflags := strings.ReplaceAll(strings.Join(b.LDFlags, " "), "{{ .Tag }}", "$(VERSION)")
		command := strings.Join(b.Env, " ") + " go build " + strings.Join(b.Flags, " ") + " -ldflags '" + ldflags + "' -o bin/" + b.Binary + " " + b.Main
		if !strings.Contains(string(makefile), "\t"+command+"\n") {
			t.Errorf("make does not build with %s", command)
		}
	}
	for _, archive := range release.Archives {
		for _, node := range archive.Files {
			var file struct{ Src string }
			if node.Kind == yaml.ScalarNode {
				file.Src = node.Value
			} else if err := node.Decode(&file); err != nil {
				t.Fatal(err)
			}
			if found, err := filepath.Glob("../" + file.Src); err != nil || len(found) == 0 {
				t.Errorf("there is no %s, %v", file.Src, err)
			}
		}
	}
}
