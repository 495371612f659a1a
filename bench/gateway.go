package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/prometheus/procfs"

	"emcp/internal/test/process"
	"emcp/internal/test/wait"
)

// token is the token of the clients. It has the public view.
const token = "token-of-the-bench"

// gateway is a running emcp.
type gateway struct {
	addr string
	*process.Process
	dir string
}

// startGateway starts the program at path in front of a site. cache is how long it keeps results.
func startGateway(ctx context.Context, path, dsn string, cache time.Duration) (*gateway, error) {
	return startServers(ctx, path, fmt.Sprintf(`
sites: {main: {dsn: %q, statement_timeout: %s}}
cache: {ttl: %s}
domain:
  content: {max_offset: 1000000} # by which the bench gets to the end of a list
  models: {allow: [{model: SiteTemplate}, {model: SiteTmplvar}, {model: SiteTmplvarContentvalue}, {model: SiteSnippet}]}
`, dsn, statementTimeout, cache))
}

// startServers starts the program at path with sites, and with what all gateways have in common.
func startServers(ctx context.Context, path, sites string) (_ *gateway, err error) {
	g := &gateway{}
	if g.dir, err = os.MkdirTemp("", "emcp-bench-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(g.dir)
		}
	}()
	if g.addr, err = freeAddr(); err != nil {
		return nil, err
	}
	hash := sha256.Sum256([]byte(token))
	config := fmt.Sprintf(`
listen: %s
auth: {tokens: [{name: bench, sha256: %s, view: public}]}
rate_limit: {enabled: false}
security: {cursor_key: cursors-of-the-bench-are-for-all-its-gateways}
`, g.addr, hex.EncodeToString(hash[:])) + sites
	file := filepath.Join(g.dir, "emcp.yaml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(g.dir, "log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.Command(path, "serve", "--config", file) //nolint:gosec // the program that is measured
	cmd.Stderr = log
	if g.Process, err = process.Start(cmd); err != nil {
		return nil, err
	}
	if err := wait.Try(startTime, func() error { return g.ready(ctx) }); err != nil {
		text, _ := os.ReadFile(log.Name()) //nolint:gosec // our own
		return nil, errors.Join(err, g.stop(), errors.New(string(text)))
	}
	return g, nil
}

// freeAddr returns a free address.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// startTime is the longest start of a server.
const startTime = 10 * time.Second

// ready returns nil if emcp reaches the database.
func (g *gateway) ready(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+g.addr+"/readyz", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("emcp is not ready: %s", response.Status)
	}
	return nil
}

// stop ends emcp and deletes what it wrote.
func (g *gateway) stop() error {
	g.Stop()
	var failed error
	if status := g.Status(); status != 0 {
		failed = fmt.Errorf("emcp has ended with status %d", status)
	}
	return errors.Join(failed, os.RemoveAll(g.dir))
}

// memory returns the present and the greatest resident memory of emcp, in bytes.
func (g *gateway) memory() (now, most int64, err error) {
	p, err := procfs.NewProc(g.Pid)
	if err != nil {
		return 0, 0, err
	}
	status, err := p.NewStatus()
	return int64(status.VmRSS), int64(status.VmHWM), err //nolint:gosec // less than 8 EiB
}
