//go:build packaging

package packaging_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// validate checks a document against one of the schemas of scripts/fetch-schemas.
func validate(t *testing.T, schema string, document any) {
	t.Helper()
	folder := os.Getenv("EMCP_TEST_SCHEMAS")
	if folder == "" {
		t.Fatal("EMCP_TEST_SCHEMAS does not say where scripts/fetch-schemas has put them: make packaging-test")
	}
	compiler := jsonschema.NewCompiler()
	compiled, err := compiler.Compile(filepath.Join(folder, schema))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(document); err != nil {
		t.Error(err)
	}
}

func decode(t *testing.T, text string) any {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return document
}

// command runs a program to its end and returns what it writes.
func command(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	output, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		_ = errors.As(err, &exit)
		t.Fatalf("%s: %v\n%s", cmd, err, exit.Stderr)
	}
	return string(output)
}

// TestBundle installs a bundle and starts it like the application that the bundle is for.
func TestBundle(t *testing.T) {
	installed := t.TempDir()
	unpack(t, released(t, "mcpb"), installed)

	text, err := os.ReadFile(filepath.Join(installed, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	validate(t, "manifest.json", decode(t, string(text)))
	var manifest struct {
		Version string
		Server  struct {
			EntryPoint string `json:"entry_point"`
			Config     struct {
				Command string
				Args    []string
				Env     map[string]string
			} `json:"mcp_config"`
		}
		UserConfig map[string]struct{ Default string } `json:"user_config"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Version != version(t) {
		t.Errorf("the version is %s", manifest.Version)
	}

	_, dsn := newSite(t)
	pairs := []string{"${__dirname}", installed, "${user_config.dsn}", dsn}
	for name, setting := range manifest.UserConfig {
		pairs = append(pairs, "${user_config."+name+"}", setting.Default)
	}
	fill := strings.NewReplacer(pairs...)
	var args []string
	for _, arg := range manifest.Server.Config.Args {
		args = append(args, fill.Replace(arg))
	}
	program := fill.Replace(manifest.Server.Config.Command)
	if want := filepath.Join(installed, manifest.Server.EntryPoint); program != want {
		t.Errorf("it runs %s, want the entry point %s", program, want)
	}
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = []string{}
	for name, value := range manifest.Server.Config.Env {
		cmd.Env = append(cmd.Env, name+"="+fill.Replace(value))
	}
	cmd.Stdin = strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1,` +
			`"fields":["pagetitle"]}}}` + "\n")
	var answer struct {
		Result struct{ StructuredContent struct{ Item map[string]any } }
	}
	output := command(t, cmd)
	if err := json.Unmarshal([]byte(output), &answer); err != nil {
		t.Fatalf("%v in %s", err, output)
	}
	if diff := cmp.Diff(map[string]any{"id": 1.0, "pagetitle": "Home"}, answer.Result.StructuredContent.Item); diff != "" {
		t.Errorf("%s\n%s", diff, output)
	}
}

// unpack puts the files of an archive into the folder.
func unpack(t *testing.T, archive, folder string) {
	t.Helper()
	reader, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	for _, file := range reader.File {
		content, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, file.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, file.Mode()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRegistryEntry(t *testing.T) {
	bundle := filepath.Join(t.TempDir(), "emcp_1.2.3_linux_amd64.mcpb")
	if err := os.WriteFile(bundle, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	output := command(t, exec.CommandContext(t.Context(), pack, "registry", "com.example/emcp", "1.2.3",
		"https://downloads.example.com/v1.2.3", bundle))
	validate(t, "server.json", decode(t, output))
	want := fmt.Sprintf(`{
  "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  "name": "com.example/emcp",
  "title": "Evolution CMS",
  "description": "Lets assistants read an Evolution CMS site: documents, template variables, templates and more",
  "version": "1.2.3",
  "packages": [
    {
      "registryType": "mcpb",
      "identifier": "https://downloads.example.com/v1.2.3/emcp_1.2.3_linux_amd64.mcpb",
      "fileSha256": "%x",
      "transport": {
        "type": "stdio"
      }
    }
  ]
}
`, sha256.Sum256([]byte("content")))
	if diff := cmp.Diff(want, output); diff != "" {
		t.Error(diff)
	}
}

// TestPackFails expects an error message and no file.
func TestPackFails(t *testing.T) {
	folder := t.TempDir()
	for _, args := range [][]string{
		{"release"}, {"release", "1.2.3", "yesterday", folder}, {"release", "1.2.3", "2026-11-25T12:00:00Z", folder},
	} {
		var errs bytes.Buffer
		cmd := exec.CommandContext(t.Context(), pack, args...)
		cmd.Stderr = &errs
		if err := cmd.Run(); err == nil || !strings.HasPrefix(errs.String(), "pack: ") {
			t.Errorf("%q: %v, %s", args, err, errs.String())
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) > 0 {
		t.Errorf("left are %v, %v", files, err)
	}
}
