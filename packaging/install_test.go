//go:build packaging

package packaging_test

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/program"
)

// TestPackages installs, upgrades, runs and removes the packages for Linux in throwaway copies of this system.
func TestPackages(t *testing.T) {
	const installed = `# install
emcp: set it up with the folder of the site, as root:
  emcp init --site /var/www/SITE --config /etc/emcp/emcp.yaml
  chown root:emcp /etc/emcp/emcp.yaml && chmod 0640 /etc/emcp/emcp.yaml
  systemctl enable --now emcp
emcp:made by the package emcp:/nonexistent:/usr/sbin/nologin
level for emcp.service: 1.4 OK
# upgrade
/etc/emcp root:root 755
/etc/emcp/emcp.yaml root:emcp 640
/usr/bin/emcp root:root 755
# run`
	const removed = "# remove\netc/emcp/emcp.yaml\nvar/lib/emcp/emcp.state"
	for format, after := range map[string]string{
		"deb": removed + "\n# purge\nno user is left\n# with another's user\nemcp:mine\nnothing is left",
		"rpm": removed,
	} {
		t.Run(format, func(t *testing.T) {
			config, _ := configuration(t)
			p := program.Start(t,
				exec.Command("unshare", "--mount", "testdata/install", t.TempDir(), released(t, format), config))
			lines, match := p.Until(t, program.Listens)
			if diff := cmp.Diff(installed, strings.Join(lines[:len(lines)-1], "\n")); diff != "" {
				t.Error(diff)
			}
			probe(t, match[1])
			p.Signal(t, syscall.SIGTERM)
			p.Until(t, `"msg":"drained"`)
			lines, _ = p.Until(t, "^done$")
			if diff := cmp.Diff(after, strings.Join(lines[:len(lines)-1], "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
