//go:build packaging

package packaging_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// folder is where make release has put the release.
const folder = "../dist"

// readJSON reads a file of JSON.
func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: make release", err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// version returns the version of the release.
func version(t *testing.T) string {
	t.Helper()
	var metadata struct{ Version string }
	readJSON(t, filepath.Join(folder, "metadata.json"), &metadata)
	return metadata.Version
}

// released returns the path of the file with an ending, in the release, for this platform.
func released(t *testing.T, ending string) string {
	t.Helper()
	return filepath.Join(folder, "emcp_"+version(t)+"_"+runtime.GOOS+"_"+runtime.GOARCH+"."+ending)
}

// TestRelease expects every file of the release, and in each of them the version that its name has.
func TestRelease(t *testing.T) {
	v := version(t)
	want := []string{"emcp_" + v + "_checksums.txt", "emcp-" + v + ".tgz"}
	for os, formats := range map[string][]string{
		"linux":   {"tar.gz", "deb", "rpm", "image.tar", "mcpb", "cdx.json"},
		"darwin":  {"tar.gz", "mcpb", "cdx.json"},
		"windows": {"zip", "mcpb", "cdx.json"},
	} {
		for arch, processor := range map[string]string{"amd64": "x64", "arm64": "arm64"} {
			for _, format := range formats {
				want = append(want, "emcp_"+v+"_"+os+"_"+arch+"."+format)
			}
			want = append(want, "emcp-"+strings.Replace(os, "windows", "win32", 1)+"-"+processor+"-"+v+".tgz")
		}
	}
	paths, err := filepath.Glob(folder + "/emcp*")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, path := range paths {
		found = append(found, filepath.Base(path))
	}
	slices.Sort(found)
	slices.Sort(want)
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("want (-), released (+):\n%s", diff)
	}
	check := exec.CommandContext(t.Context(), "sha256sum", "--check", "--strict", "--quiet", "emcp_"+v+"_checksums.txt")
	check.Dir = folder
	command(t, check)

	unpacked := t.TempDir()
	command(t, exec.CommandContext(t.Context(), "tar", "-xz", "-C", unpacked, "-f", released(t, "tar.gz")))
	program := filepath.Join(unpacked, "emcp")
	if output := command(t, exec.CommandContext(t.Context(), program, "version")); output != "emcp "+v+"\n" {
		t.Errorf("the program of %s prints %s", v, output)
	}
	built, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(program); err != nil || !bytes.Equal(text, built) {
		t.Errorf("the program is not the one of make build, %v", err)
	}

	sorted := strings.Replace(v, "-", "~", 1) // a version before the release
	if output := command(t,
		exec.CommandContext(t.Context(), "dpkg-deb", "--field", released(t, "deb"), "Version")); output != sorted+"\n" {
		t.Errorf("the version of the .deb is %s, want %s", output, sorted)
	}
	sorted = strings.ReplaceAll(sorted, "-", "_") // which rpm takes for the end of a version
	if output := command(t,
		exec.CommandContext(t.Context(), "rpm", "-qp", "--qf", "%{VERSION}", released(t, "rpm"))); output != sorted {
		t.Errorf("the version of the .rpm is %s, want %s", output, sorted)
	}
	var materials struct {
		Metadata   struct{ Component struct{ Version string } }
		Components []struct{ Name string }
	}
	readJSON(t, released(t, "cdx.json"), &materials)
	if materials.Metadata.Component.Version != v {
		t.Errorf("the materials are of version %s", materials.Metadata.Component.Version)
	}
	if !slices.ContainsFunc(materials.Components,
		func(c struct{ Name string }) bool { return c.Name == "github.com/Masterminds/squirrel" }) {
		t.Errorf("the materials are %v", materials.Components)
	}
}

// TestReproducible builds the release again: in another folder, on a computer with another name and time zone, and with
// other modes of files. All files must be the same.
func TestReproducible(t *testing.T) {
	elsewhere := t.TempDir()
	command(t, exec.CommandContext(t.Context(), "unshare", "--uts", "sh", "-ec", `
		hostname elsewhere
		umask 077
		tar -c -C .. --exclude ./.cache --exclude ./bin --exclude ./dist --exclude node_modules . |
			tar -x -C "$0" --no-same-permissions
		TZ=Asia/Tokyo make -C "$0" release >"$0/log" 2>&1 || { cat "$0/log" >&2; exit 1; }`, elsewhere))
	name := "emcp_" + version(t) + "_checksums.txt"
	first, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadFile(filepath.Join(elsewhere, "dist", name))
	if err != nil {
		t.Fatalf("%v: are dist and these files of one commit?", err)
	}
	if diff := cmp.Diff(string(first), string(second)); diff != "" {
		t.Error(diff)
	}
}
