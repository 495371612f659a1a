package server_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/server"
)

// silentDatabase accepts connections and says nothing. asked has a value for each.
func silentDatabase(t *testing.T) (dsn string, asked <-chan struct{}) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	connections := make(chan struct{}, 100)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			connections <- struct{}{}
			go func() {
				_, _ = io.Copy(io.Discard, conn) // until the other side gives up
				_ = conn.Close()
			}()
		}
	}()
	return "u:p@tcp(" + listener.Addr().String() + ")/d", connections
}

// TestReadinessOfSeveralSites has a database that answers beside one that is down and one that is silent.
func TestReadinessOfSeveralSites(t *testing.T) {
	silent, _ := silentDatabase(t)
	others := "sites:\n  a: {dsn: \"" + NoDatabase + "\"}\n  b: {dsn: \"" + silent + "\"}\n"
	var log bytes.Buffer
	s := NewServerWith(t, server.Options{Log: slog.New(slog.NewTextHandler(&log, nil))}, Fixture(t).DSN, "sites:\n",
		others)
	s.WarnOfDatabases(t.Context())
	lines := strings.SplitAfter(regexp.MustCompile(`time=\S+ `).ReplaceAllString(log.String(), ""), "\n")
	slices.Sort(lines)
	const warning = `level=WARN msg="calls fail until the database works; emcp check reports what is wrong" site=`
	want := []string{
		"",
		warning + `a error="database_unavailable: ` + DatabaseDownMessage +
			`: dial tcp 127.0.0.1:1: connect: connection refused"` + "\n",
		warning + `b error="database_unavailable: ` + DatabaseDownMessage + `: context deadline exceeded"` + "\n",
	}
	Equal(t, want, lines)
	base := Listen(t, s)
	for range 2 { // the second asks the site that answered
		Equal(t, Answered(`{"status":"ready"}`), Send(t, http.MethodGet, base+"/readyz", ""))
	}
	base = Serve(t, silent, "sites:\n", others)
	Equal(t, notReady("database_unavailable"), Send(t, http.MethodGet, base+"/readyz", ""))
}

// TestRedisThatIsDown is in the log when emcp starts; one that answers is not.
func TestRedisThatIsDown(t *testing.T) {
	for url, lines := range map[string]int{"redis://127.0.0.1:1/0": 1, testdb.StartRedis(t).URL: 0} {
		var log bytes.Buffer
		s := NewServerWith(t, server.Options{Log: slog.New(slog.NewTextHandler(&log, nil))}, NoDatabase, WithRedis(url)...)
		s.WarnOfRedis(t.Context())
		if strings.Count(log.String(), "level=WARN") != lines ||
			lines > 0 && !strings.Contains(log.String(), "see that it runs and that redis.url is right") {
			t.Errorf("%s: %s", url, log.String())
		}
	}
}

// TestSilentDatabaseOfAnotherSite calls a site while all connections to another wait.
func TestSilentDatabaseOfAnotherSite(t *testing.T) {
	silent, asked := silentDatabase(t)
	base := Serve(t, Fixture(t).DSN,
		"sites:\n", "sites:\n  slow: {dsn: \""+silent+"\", max_open_conns: 2, statement_timeout: 1s}\n",
		"servers:\n", "servers:\n  - {handle: slow, site: slow}\n")
	want := Post(t, base+"/mcp/content", GetHome)
	if !strings.Contains(want.Body, `"pagetitle":"Home"`) {
		t.Fatal(want.Body)
	}
	waiting := make(chan string)
	const callers = 20
	for id := range callers {
		go func() {
			waiting <- Post(t, base+"/mcp/slow", ToolCall("evo.content.get", fmt.Sprintf(`{"id":%d}`, id+1))).Body
		}()
	}
	<-asked
	for range callers {
		Equal(t, want, Post(t, base+"/mcp/content", GetHome))
	}
	for range callers {
		if got := <-waiting; !strings.Contains(got, `"retryable":true`) {
			t.Error(got)
		}
	}
}
