//go:build packaging

package packaging_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"emcp/internal/test/program"
)

// newRegistry serves the npm packages of the release as a registry does.
func newRegistry(t *testing.T) *httptest.Server {
	t.Helper()
	v := version(t)
	mux := http.NewServeMux()
	mux.Handle("/files/", http.StripPrefix("/files/", http.FileServer(http.Dir(folder))))
	mux.HandleFunc("/{name}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		archive := name + "-" + v + ".tgz"
		text, err := exec.CommandContext(r.Context(), "tar", "-xzO", "-f", filepath.Join(folder, archive),
			"package/package.json").Output()
		var entry map[string]any
		if err != nil || json.Unmarshal(text, &entry) != nil {
			http.NotFound(w, r)
			return
		}
		entry["dist"] = map[string]string{"tarball": "http://" + r.Host + "/files/" + archive}
		_ = json.NewEncoder(w).Encode(map[string]any{
			"name": name, "dist-tags": map[string]string{"latest": v}, "versions": map[string]any{v: entry},
		})
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// npm returns a command of npm that uses one registry, and no settings of this computer.
func npm(t *testing.T, registry string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(cmd.Environ(), "HOME="+cmd.Dir, "npm_config_registry="+registry, "npm_config_userconfig=/dev/null",
		"npm_config_prefix="+cmd.Dir)
	return cmd
}

// nowhere is a registry that does not answer.
const nowhere = "http://127.0.0.1:1"

// programs is the npm package with the program for this platform.
var programs = "emcp-" + runtime.GOOS + "-" + strings.Replace(runtime.GOARCH, "amd64", "x64", 1)

// tarball returns the path of an npm package of the release.
func tarball(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(folder, name+"-"+version(t)+".tgz"))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestNPX runs emcp from a registry.
func TestNPX(t *testing.T) {
	if output := command(t, npm(t, newRegistry(t).URL, "npx", "--yes", "emcp", "version")); output != "emcp "+
		version(t)+"\n" {
		t.Errorf("it prints %s", output)
	}
}

// TestNPM installs emcp from files, without a registry. The launcher passes its signals on to the program.
func TestNPM(t *testing.T) {
	install := npm(t, nowhere, "npm", "install", "--offline", tarball(t, "emcp"), tarball(t, programs))
	command(t, install)
	path, _ := configuration(t)
	emcp := program.Start(t, exec.Command(filepath.Join(install.Dir, "node_modules/.bin/emcp"), "serve", "--config", path))
	probe(t, emcp.Listening(t))
	emcp.Signal(t, syscall.SIGTERM)
	emcp.Until(t, `"msg":"drained"`)
}

// TestNPMWithoutProgram runs the launcher alone, which reports what is missing.
func TestNPMWithoutProgram(t *testing.T) {
	install := npm(t, nowhere, "npm", "install", "--offline", "--omit=optional", tarball(t, "emcp"))
	command(t, install)
	var errs strings.Builder
	cmd := exec.CommandContext(t.Context(), filepath.Join(install.Dir, "node_modules/.bin/emcp"), "version")
	cmd.Stderr = &errs
	err := cmd.Run()
	want := "emcp: the npm package " + programs + ` is missing.
emcp runs on Linux, macOS and Windows, on x64 and arm64. There, install emcp again without --omit=optional.
`
	if err == nil || errs.String() != want {
		t.Errorf("%v, %s", err, errs.String())
	}
}
