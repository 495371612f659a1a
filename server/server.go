package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"

	"emcp/config"
	"emcp/group"
	"emcp/internal/state"
)

// Server answers MCP for all servers of a configuration.
type Server struct {
	*base
	front     atomic.Pointer[front] // of the current configuration
	reloading sync.Mutex
}

// New prepares a server without connecting to anything. Its errors are errors of the configuration.
func New(c *config.Config, o Options) (*Server, error) {
	b, err := newBase(c, o)
	if err != nil {
		return nil, err
	}
	f, err := b.newFront(c, nil)
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	s := &Server{base: b}
	s.front.Store(f)
	return s, nil
}

// newFront prepares the front of a configuration, all sites of which must be sites of the base. It goes on with what
// has not changed since the front before, which is nil at the start. Its errors are errors of the configuration.
func (b *base) newFront(c *config.Config, before *front) (*front, error) {
	f := &front{base: b, config: c, servers: map[string]config.Server{}}
	for _, server := range c.Servers {
		f.servers[server.Handle] = server
	}
	f.turns = groupTurns(c, before)
	f.startUpstreams(before)
	service, err := f.service()
	if err == nil {
		f.mcp = service
		err = f.openGate(before)
	}
	if err != nil {
		f.close(before)
		return nil, err
	}
	f.replaced, f.replace = context.WithCancel(b.draining)
	if f.oauth != nil {
		context.AfterFunc(f.replaced, f.oauth.Close)
	}
	f.routes = f.handler()
	return f, nil
}

// groupTurns returns the turns of the groups of a configuration. Tasks of the front before may still run.
func groupTurns(c *config.Config, before *front) map[string]*group.Turns {
	turns := map[string]*group.Turns{}
	for name := range c.Groups {
		if before != nil {
			turns[name] = before.turns[name]
		}
		if turns[name] == nil {
			turns[name] = group.NewTurns()
		}
	}
	return turns
}

// OpenState opens the file in state_dir if people can sign in; otherwise a problem would appear only at the first
// sign-in. Only one process can open it, so processes that serve stdio do not.
func (s *Server) OpenState() error {
	if oauth := s.started.Auth.OAuth; oauth == nil || oauth.Builtin == nil {
		return nil
	}
	switch store := s.state.(type) {
	case *state.File:
		if err := store.Open(); err != nil {
			return fmt.Errorf("state_dir: %w", err)
		}
	case *state.Memory:
		s.log.Warn("everybody must sign in again after a restart: set state_dir, or redis.url")
	}
	return nil
}

// Reload applies another configuration to new requests. Running requests keep the one they began with. Streams of
// events end, so that their clients are authenticated again. restart are the changed keys that need a restart; until
// then, servers of new sites are not served. After an error nothing has changed.
func (s *Server) Reload(c *config.Config) (restart []string, err error) {
	s.reloading.Lock()
	defer s.reloading.Unlock()
	c, restart, err = c.Over(s.started)
	if err != nil {
		return nil, err
	}
	before := s.front.Load()
	f, err := s.newFront(c, before)
	if err != nil {
		return nil, err
	}
	s.front.Store(f)
	before.successor.Store(f)
	before.replace()
	before.close(f)
	s.Refresh()
	return restart, nil
}

// Refresh makes later calls read the sites again, and fetch their pages again.
func (s *Server) Refresh() {
	for _, site := range s.sites {
		site.Refresh()
	}
}

// Handler answers HTTP requests. Each keeps the configuration it began with.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.front.Load().routes.ServeHTTP(w, r) })
}

// Close ends the connections to all sites and to Redis.
func (s *Server) Close() error {
	s.stop()
	s.front.Load().close(nil)
	return s.close()
}
