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

// Redis is a Redis server. It keeps nothing on disk: what it knows is gone
// when it ends.
type Redis struct {
	// Addr is the server's TCP address on the loopback interface.
	Addr string
	// URL is what a client is configured with.
	URL string

	path, dir string
	args      []string
	process   *process.Process
}

// StartRedis starts a Redis server for one test, which may stop and restart
// it. args are further command-line arguments, such as "--maxmemory-policy",
// "allkeys-lru". The server is gone when the test ends.
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

// Stop shuts the server down in order and waits for its end.
func (r *Redis) Stop() { r.process.Stop() }

// Kill ends the server as a crash would.
func (r *Redis) Kill() { r.process.Kill() }

// Freeze stops the server where it stands: it keeps its connections and answers nothing, until Thaw.
func (r *Redis) Freeze(t testing.TB) { t.Helper(); r.process.Signal(t, syscall.SIGSTOP) }

// Thaw lets a frozen server go on.
func (r *Redis) Thaw(t testing.TB) { t.Helper(); r.process.Signal(t, syscall.SIGCONT) }

// Start starts a server again that was stopped or killed: empty, at the same
// address.
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

// pingRedis says whether a Redis server answers at addr. One that asks for a
// password does.
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
