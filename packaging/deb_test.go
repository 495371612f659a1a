//go:build packaging

package packaging_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/program"
)

// TestDebianPackage installs, upgrades, runs and removes the package in a throwaway copy of this system.
func TestDebianPackage(t *testing.T) {
	packages, err := filepath.Glob("../bin/emcp_*.deb")
	if err != nil || len(packages) != 1 {
		t.Fatalf("bin has the packages %q, %v; want one: make deb", packages, err)
	}
	config, _ := configuration(t)
	p := program.Start(t, exec.Command("unshare", "--mount", "testdata/install", t.TempDir(), packages[0], config))
	lines, match := p.Until(t, program.Listens)
	const installed = `# install
emcp: set it up with the folder of the site, as root:
  emcp init --site /var/www/SITE --config /etc/emcp/emcp.yaml
  chown root:emcp /etc/emcp/emcp.yaml && chmod 0640 /etc/emcp/emcp.yaml
  systemctl enable --now emcp
emcp:made by the Debian package emcp:/nonexistent:/usr/sbin/nologin
level for emcp.service: 1.4 OK
# upgrade
/etc/emcp root:root 755
/etc/emcp/emcp.yaml root:emcp 640
/usr/bin/emcp root:root 755
# run`
	if diff := cmp.Diff(installed, strings.Join(lines[:len(lines)-1], "\n")); diff != "" {
		t.Error(diff)
	}
	probe(t, match[1])
	p.Signal(t, syscall.SIGTERM)
	p.Until(t, `"msg":"drained"`)
	lines, _ = p.Until(t, "nothing is left")
	if diff := cmp.Diff("# remove\netc/emcp/emcp.yaml\nvar/lib/emcp/emcp.state\nno user is left\n# with another's user\nemcp:mine\nnothing is left", strings.Join(lines, "\n")); diff != "" {
		t.Error(diff)
	}
}
