package testdb

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"emcp/internal/test/process"
)

// Redis is a Redis server. It stores nothing on disk: its data is lost when it ends.
type Redis struct {
	// Addr is the server's TCP address on the loopback interface.
	Addr string
	// URL is the address for a client's configuration.
	URL string

	path, dir string
	args      []string
	process   *process.Process
}

// StartRedis starts a Redis server for one test, which may stop and restart it. args are further command-line
// arguments, such as "--maxmemory-policy", "allkeys-lru". The server ends with the test.
func StartRedis(t testing.TB, args ...string) *Redis {
	t.Helper()
	path, err := findProgram("redis-server")
	if err != nil {
		t.Fatal(err)
	}
	addr, err := freeAddr()
	if err != nil {
		t.Fatal(err)
	}
	r := &Redis{Addr: addr, URL: "redis://" + addr + "/0", path: path, dir: t.TempDir(), args: args}
	r.Start(t)
	t.Cleanup(func() { r.process.Kill() })
	return r
}

// Stop shuts the server down and waits for its end.
func (r *Redis) Stop() { r.process.Stop() }

// Kill ends the server as a crash would.
func (r *Redis) Kill() { r.process.Kill() }

// Freeze suspends the server until Thaw: it keeps its connections but answers nothing.
func (r *Redis) Freeze(t testing.TB) { t.Helper(); r.process.Signal(t, syscall.SIGSTOP) }

// Thaw resumes a frozen server.
func (r *Redis) Thaw(t testing.TB) { t.Helper(); r.process.Signal(t, syscall.SIGCONT) }

// Start starts a stopped or killed server again, empty and at the same address.
func (r *Redis) Start(t testing.TB) {
	t.Helper()
	host, port, err := net.SplitHostPort(r.Addr)
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"--bind", host, "--port", port, "--dir", r.dir, "--save", "", "--appendonly", "no"}, r.args...)
	p, err := startProcess(exec.Command(r.path, args...), filepath.Join(r.dir, "log"), func(ctx context.Context) error {
		return pingRedis(ctx, r.Addr)
	})
	if err != nil {
		t.Fatal(err)
	}
	r.process = p
}

// pingRedis returns nil if a Redis server answers at addr, even if it asks for a password.
func pingRedis(ctx context.Context, addr string) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		return err
	}
	answer, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return err
	}
	if answer != "+PONG\r\n" && !strings.HasPrefix(answer, "-NOAUTH ") {
		return fmt.Errorf("it says %q", answer)
	}
	return nil
}
