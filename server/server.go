// Package server is the way of a request from the wire to a tool and back: the HTTP routes with their middleware, the
// same for stdio, and between both and mcp-go the JSON-RPC edge.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync/atomic"

	"emcp/config"
	"emcp/evodb"
	"emcp/identity"
	"emcp/toolset"
)

// Server answers MCP for all servers of a configuration.
type Server struct {
	config    *config.Config
	log       *slog.Logger
	sites     map[string]*evodb.DB
	endpoints map[string]*endpoint
	limits    map[string]config.Limits // by handle
	draining  atomic.Bool
}

// New prepares everything without connecting to anything; its errors are mistakes of the configuration. version is
// that of the program, as initialize shows it.
func New(c *config.Config, version string, log *slog.Logger) (*Server, error) {
	s := &Server{
		config: c, log: log,
		sites: map[string]*evodb.DB{}, endpoints: map[string]*endpoint{}, limits: map[string]config.Limits{},
	}
	for name, site := range c.Sites {
		db, err := evodb.Open(evodb.Options{
			DSN: site.DSN.Reveal(), Prefix: site.TablePrefix,
			MaxOpenConns: site.MaxOpenConns, StatementTimeout: site.StatementTimeout,
		})
		if err != nil {
			return nil, errors.Join(fmt.Errorf("sites.%s.dsn: %w", name, err), s.Close())
		}
		s.sites[name] = db
	}
	for _, server := range c.Servers {
		l := server.Limits
		tools := toolset.New(s.sites[server.Site], toolset.Options{
			ListLimit: l.ListLimit, ContentOffset: l.ContentOffset, ModelOffset: l.ModelOffset,
			Depth: l.Depth, ResultBytes: l.ResultBytes, Models: server.Models,
		})
		s.endpoints[server.Handle] = newEndpoint(server.Handle, version, tools, c.Sites[server.Site].StatementTimeout, log)
		s.limits[server.Handle] = l
	}
	return s, nil
}

// Close ends the connections to all sites.
func (s *Server) Close() error {
	var errs []error
	for db := range maps.Values(s.sites) {
		errs = append(errs, db.Close())
	}
	return errors.Join(errs...)
}

// Ready reports whether every site's database answers; the error is a fault.
func (s *Server) Ready(ctx context.Context) error {
	for _, db := range s.sites {
		if err := db.Ping(ctx); err != nil {
			return err
		}
	}
	return nil
}

// authenticator returns who finds the callers over HTTP.
func (s *Server) authenticator() identity.Authenticator {
	if open := s.config.Auth.Open; open != nil {
		return identity.Nobody{Principal: *open}
	}
	return s.config.Auth.Tokens
}
