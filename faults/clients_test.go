//go:build faults

package faults_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Limits of slow clients: what emcp gives to a header and to a body, and what it may take to notice.
const (
	headerTime = 5 * time.Second
	bodyTime   = 15 * time.Second
	noticed    = 2 * time.Second
)

// TestSlowClients has clients send their requests byte by byte, while other clients must not be slowed down.
func TestSlowClients(t *testing.T) {
	const slow = 100 // of each kind
	s := newSite(t)
	g := startGateway(t, s.configuration(s.Server.Addr, ""))
	l := newLoad(t, g, g.addr)
	begin := time.Now()
	l.start()
	header := "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAuthorization: Bearer " +
		token(0) + "\r\n"
	var all sync.WaitGroup
	for range slow {
		all.Go(func() { expectCutOff(t, g, "", header+strings.Repeat("X-Padding: a\r\n", 100), headerTime) })
		all.Go(func() { expectCutOff(t, g, header+"Content-Length: 1000\r\n\r\n", strings.Repeat(" ", 1000), bodyTime) })
	}
	all.Wait()
	l.halt()
	during := l.since(begin)
	t.Logf("%v, longest %s", l.expectCodes(during, nil), l.expectLimits(during).Round(time.Millisecond))
}

// expectCutOff sends a part of a request at once and another one byte by byte, until emcp ends the connection.
func expectCutOff(t testing.TB, g *gateway, atOnce, slowly string, limit time.Duration) {
	conn, err := net.Dial("tcp", g.addr) //nolint:noctx // on this machine
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	start := time.Now()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = conn.SetReadDeadline(start.Add(limit + noticed))
		_, _ = io.Copy(io.Discard, conn) // a goodbye, or none
	}()
	_, err = io.WriteString(conn, atOnce)
	for i := 0; err == nil && i < len(slowly); i++ {
		select {
		case <-ended:
			i = len(slowly)
		case <-time.After(100 * time.Millisecond):
			_, err = conn.Write([]byte{slowly[i]})
		}
	}
	<-ended
	if elapsed := time.Since(start); elapsed < limit-noticed || elapsed >= limit+noticed {
		t.Errorf("a slow client was cut off after %s, want %s", elapsed, limit)
	}
}

// idleConnections is how many clients TestIdleConnections has that do nothing.
const idleConnections = 10_000

// TestIdleConnections has very many clients that have asked something once and keep their connections, beside a
// load that must not feel them.
func TestIdleConnections(t *testing.T) {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		t.Fatal(err)
	}
	if want := uint64(idleConnections + 200); files.Cur < want { // Go has already raised it as far as it goes
		t.Fatalf("the machine allows %d open files, the test needs %d (ulimit -Hn)", files.Cur, want)
	}
	s := newSite(t)
	g := startGateway(t, s.configuration(s.Server.Addr, ""))
	l := newLoad(t, g, g.addr)
	before := usageOf(t, g.Pid)
	begin := time.Now()
	l.start()
	idle := make(chan net.Conn, idleConnections)
	var opening sync.WaitGroup
	for range 8 {
		opening.Go(func() {
			for range idleConnections / 8 {
				conn, err := idleConnection(g)
				if err != nil {
					t.Error(err)
					return
				}
				idle <- conn
			}
		})
	}
	opening.Wait()
	opened := time.Now()
	during := usageOf(t, g.Pid)
	time.Sleep(3 * time.Second)
	if state := probe(g); state != `200 {"status":"ready"}` {
		t.Errorf("readyz: %s", state)
	}
	l.halt()
	close(idle)
	open := 0
	for conn := range idle {
		if err := conn.SetReadDeadline(time.Now().Add(time.Millisecond)); err != nil {
			t.Error(err)
		}
		if _, err := conn.Read(make([]byte, 1)); os.IsTimeout(err) {
			open++
		}
		conn.Close()
	}
	outcomes := l.since(begin)
	t.Logf("%v, longest %s; opened in %s, %d of %d still open; before %s, with them %s",
		l.expectCodes(outcomes, nil), l.expectLimits(outcomes).Round(time.Millisecond),
		opened.Sub(begin).Round(time.Millisecond),
		open, idleConnections, before, during)
}

// idleConnection opens a connection, makes one request and keeps it.
func idleConnection(g *gateway) (net.Conn, error) {
	conn, err := net.Dial("tcp", g.addr) //nolint:noctx // on this machine
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"); err != nil {
		return nil, err
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("healthz: %s", response.Status)
	}
	return conn, nil
}

// usage is what a process uses of the machine.
type usage struct {
	files, threads int
	memory         int // KiB of resident memory
}

func (u usage) String() string {
	return fmt.Sprintf("%d files, %d threads, %d MiB", u.files, u.threads, u.memory>>10)
}

// usageOf reads the usage of a process.
func usageOf(t testing.TB, pid int) (u usage) {
	t.Helper()
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	u.files = len(files)
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		n, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB"))
		switch name {
		case "VmRSS":
			u.memory = n
		case "Threads":
			u.threads = n
		}
	}
	return u
}
