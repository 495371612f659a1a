//go:build packaging

package packaging_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"emcp/config"
	"emcp/internal/test/program"
)

// TestImage runs emcp in a root directory that has what the image has, as the image's user.
func TestImage(t *testing.T) {
	text, err := os.ReadFile("docker/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	_, last, ok := strings.Cut(string(text), "\nFROM scratch\n")
	if !ok {
		t.Fatal("the image is not made from scratch")
	}
	built := map[string]string{"/out/emcp": binary} // what the stage before makes; the rest is as on this system
	root := t.TempDir()
	var user string
	var run []string
	for line := range strings.Lines(last) {
		instruction, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch instruction {
		case "#", "EXPOSE":
		case "COPY":
			from, folder, _ := strings.Cut(strings.TrimPrefix(rest, "--from=build "), " ")
			source, ok := built[from]
			if !ok {
				source = from
			}
			command(t, exec.CommandContext(t.Context(), "install", "-D", source, filepath.Join(root, folder, filepath.Base(from))))
		case "USER":
			user = rest
		case "ENTRYPOINT", "CMD":
			var words []string
			if err := yaml.Unmarshal([]byte(rest), &words); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			run = append(run, words...)
		default:
			t.Errorf("nothing here knows what to do with %s", line)
		}
	}
	path, _ := configuration(t)
	command(t, exec.CommandContext(t.Context(), "install", "-D", "-m", "644", path, filepath.Join(root, "etc/emcp/emcp.yaml")))
	command(t, exec.CommandContext(t.Context(), "chmod", "755", root))

	emcp := program.Start(t, exec.Command("chroot", append([]string{"--userspec=" + user, root}, run...)...))
	probe(t, emcp.Listening(t))
}

// TestCompose checks the files of docker as far as that goes without its engine.
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

	caddy := exec.CommandContext(t.Context(), filepath.Join(os.Getenv("EMCP_TEST_WEB_SERVERS"), webServers["caddy"].program),
		"validate", "--adapter", "caddyfile", "--config", "docker/Caddyfile")
	caddy.Env = []string{"HOME=" + t.TempDir()}
	if output, err := caddy.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}
