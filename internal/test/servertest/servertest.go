// Package servertest is what the tests of several packages have in common: servers over a database of tests, clients
// for HTTP, stdio and WebSocket, and the requests and answers of MCP.
//
// Tests import its names without a prefix, because every line of theirs uses some.
package servertest

import (
	"cmp"
	"io"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"emcp/config"
	"emcp/server"
)

// NewServer returns a server over the database at dsn, with Settings. change is pairs of strings: each first one is
// replaced in the settings by the second.
func NewServer(t testing.TB, dsn string, change ...string) *server.Server {
	t.Helper()
	return Start(t, NewConfig(t, dsn, change...), server.Options{})
}

// NewServerWith is NewServer with options.
func NewServerWith(t testing.TB, o server.Options, dsn string, change ...string) *server.Server {
	t.Helper()
	return Start(t, NewConfig(t, dsn, change...), o)
}

// NewAudited is NewServer, and returns the audit log too.
func NewAudited(t testing.TB, dsn string, change ...string) (*server.Server, *Log) {
	t.Helper()
	lines := &Log{}
	return NewServerWith(t, server.Options{Requests: lines}, dsn, change...), lines
}

// Start returns a server that the end of the test closes. It waits longer for Redis and the site than the program does,
// because a busy machine answers late.
func Start(t testing.TB, c *config.Config, o server.Options) *server.Server {
	t.Helper()
	s, err := server.New(c, WithDefaults(o))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// WithDefaults returns o with the values that servers of tests have.
func WithDefaults(o server.Options) server.Options {
	o.Version = "1.2.3"
	o.RedisTime = 2 * time.Second
	o.SiteTime = cmp.Or(o.SiteTime, time.Minute)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Requests == nil {
		o.Requests = io.Discard
	}
	return o
}

// Listen serves the routes of a server and returns the URL before them.
func Listen(t testing.TB, s *server.Server) string {
	t.Helper()
	web := httptest.NewServer(s.Handler())
	t.Cleanup(web.Close)
	return web.URL
}

// Serve starts a server, as NewServer does, and returns the URL before its routes.
func Serve(t testing.TB, dsn string, change ...string) string {
	t.Helper()
	return Listen(t, NewServer(t, dsn, change...))
}
