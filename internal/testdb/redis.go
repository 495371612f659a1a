package testdb

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"testing"
)

// StartRedis starts a Redis server for one test and returns its address. It
// keeps nothing on disk and is gone when the test ends.
func StartRedis(t testing.TB) (addr string) {
	t.Helper()
	path, err := findProgram("redis-server")
	if err != nil {
		t.Fatal(err)
	}
	addr, err = freeAddr()
	if err != nil {
		t.Fatal(err)
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.Command(path, "--bind", host, "--port", port, "--dir", dir, "--save", "", "--appendonly", "no")
	p, err := startProcess(cmd, filepath.Join(dir, "log"), func(ctx context.Context) error {
		return pingRedis(ctx, addr)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	return addr
}

// pingRedis says whether a Redis server answers at addr.
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
	if answer != "+PONG\r\n" {
		return fmt.Errorf("it says %q", answer)
	}
	return nil
}
