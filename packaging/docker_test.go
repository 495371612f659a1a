//go:build packaging

package packaging_test

import (
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"emcp/config"
	"emcp/internal/test/program"
)

// TestImage runs emcp in a root directory with the content of the image, as the image's user.
func TestImage(t *testing.T) {
	image, root := t.TempDir(), t.TempDir()
	command(t, exec.CommandContext(t.Context(), "tar", "-x", "-C", image, "-f", released(t, "image.tar")))
	var manifest []struct {
		Config           string
		RepoTags, Layers []string
	}
	readJSON(t, filepath.Join(image, "manifest.json"), &manifest)
	if len(manifest) != 1 {
		t.Fatalf("there are %d images", len(manifest))
	}
	if diff := cmp.Diff([]string{"emcp:" + version(t)}, manifest[0].RepoTags); diff != "" {
		t.Error(diff)
	}
	for _, layer := range manifest[0].Layers {
		command(t, exec.CommandContext(t.Context(), "tar", "-xz", "-C", root, "-f", filepath.Join(image, layer)))
	}
	certificates, err := os.ReadFile(filepath.Join(root, "etc/ssl/certs/ca-certificates.crt"))
	if err != nil || !x509.NewCertPool().AppendCertsFromPEM(certificates) {
		t.Errorf("the image trusts no authority, %v", err)
	}
	var settings struct {
		OS, Architecture string
		Config           struct {
			User            string
			Entrypoint, Cmd []string
		}
	}
	readJSON(t, filepath.Join(image, manifest[0].Config), &settings)
	if settings.OS != runtime.GOOS || settings.Architecture != runtime.GOARCH {
		t.Errorf("the image is for %s and %s", settings.OS, settings.Architecture)
	}
	path, _ := configuration(t)
	command(t,
		exec.CommandContext(t.Context(), "install", "-D", "-m", "644", path, filepath.Join(root, "etc/emcp/emcp.yaml")))
	command(t, exec.CommandContext(t.Context(), "chmod", "755", root))

	run := append([]string{"--userspec=" + settings.Config.User, root}, settings.Config.Entrypoint...)
	emcp := program.Start(t, exec.Command("chroot", append(run, settings.Config.Cmd...)...))
	probe(t, emcp.Listening(t))
}

// TestCompose checks the files of docker, as far as that is possible without Docker.
func TestCompose(t *testing.T) {
	text, err := os.ReadFile("docker/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var document any
	if err := yaml.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	validate(t, "compose.json", document)

	text, err = os.ReadFile("docker/emcp.yaml")
	if err != nil {
		t.Fatal(err)
	}
	filled := strings.Replace(string(text), "tokens: []", "tokens: [{name: test, sha256: "+hash+"}]", 1)
	if _, err := config.Parse([]byte(filled), func(string) (string, bool) { return "password", true }); err != nil {
		t.Error(err)
	}

	caddy := exec.CommandContext(t.Context(),
		filepath.Join(os.Getenv("EMCP_TEST_WEB_SERVERS"), webServers["caddy"].program),
		"validate", "--adapter", "caddyfile", "--config", "docker/Caddyfile")
	caddy.Env = []string{"HOME=" + t.TempDir()}
	if output, err := caddy.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}
