package testdb_test

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"emcp/internal/test/testdb"
)

func TestStartRedis(t *testing.T) {
	a, b := testdb.StartRedis(t), testdb.StartRedis(t)
	if a.Addr == b.Addr {
		t.Errorf("two servers listen at %s", a.Addr)
	}
	if want := "redis://" + a.Addr + "/0"; a.URL != want {
		t.Errorf("the URL is %s, want %s", a.URL, want)
	}
	expectRedis(t, a, "SET k 1", "+OK")
	expectRedis(t, b, "EXISTS k", ":0")
}

func TestRedisRestarts(t *testing.T) {
	r := testdb.StartRedis(t)
	for _, end := range []func(){r.Stop, r.Kill} {
		expectRedis(t, r, "SET k 1", "+OK")
		end()
		if conn, err := net.Dial("tcp", r.Addr); err == nil { //nolint:noctx // refused at once
			conn.Close()
			t.Fatal("the server takes connections after its end")
		}
		r.Start(t)
		expectRedis(t, r, "EXISTS k", ":0")
	}
}

func TestRedisArguments(t *testing.T) {
	r := testdb.StartRedis(t, "--maxmemory-policy", "allkeys-lru", "--requirepass", "secret")
	expectRedis(t, r, "PING", "-NOAUTH Authentication required.")
	expectRedis(t, r, "AUTH secret", "+OK")
	expectRedis(t, r, "AUTH secret\r\nCONFIG GET maxmemory-policy", "+OK\n*2\n$16\nmaxmemory-policy\n$11\nallkeys-lru")
}

func TestRedisIsGoneWithItsTest(t *testing.T) {
	var addr string
	t.Run("test", func(t *testing.T) { addr = testdb.StartRedis(t).Addr })
	if conn, err := net.Dial("tcp", addr); err == nil { //nolint:noctx // refused at once
		conn.Close()
		t.Error("the server outlived its test")
	}
}

// expectRedis sends commands and compares the complete output.
func expectRedis(t *testing.T, r *testdb.Redis, commands, want string) {
	t.Helper()
	conn, err := net.Dial("tcp", r.Addr) //nolint:noctx // there, or refused at once
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, commands+"\r\nQUIT\r\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(bufio.NewReader(conn))
	if err != nil {
		t.Fatal(err)
	}
	got := strings.TrimSuffix(strings.ReplaceAll(string(answer), "\r\n", "\n"), "\n+OK\n") // drops the answer to QUIT
	if got != want {
		t.Errorf("%s: %q, want %q", commands, got, want)
	}
}
