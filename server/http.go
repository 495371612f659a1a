package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
	"emcp/middleware"
)

// Handler returns the HTTP routes. Every MCP request walks the chain from top to bottom; a step that refuses it
// returns a fault, and middleware.Errors alone writes what the client sees of that.
func (s *Server) Handler() http.Handler {
	e := echo.New()
	e.HTTPErrorHandler = middleware.Errors(s.log)
	e.Use(
		middleware.Recover,
		middleware.Trace(s.config.Trace.Header, s.config.Trace.GenerateIfMissing),
	)
	e.GET("/healthz", s.health)
	e.GET("/readyz", s.ready)

	chain := []echo.MiddlewareFunc{
		middleware.JSONOnly,                        // 415
		middleware.Body(s.payloadLimit),            // 413
		middleware.Authenticate(s.authenticator()), // 401
		protocolVersion,                            // 400
	}
	for _, prefix := range s.config.Prefixes {
		e.POST(prefix, s.rpc, chain...)
		e.POST(prefix+"/:server", s.rpc, chain...)
		e.POST(prefix+"/:server/dispatch", s.dispatch, chain...)
	}
	return e
}

// handle returns the handle of the server that a request is for.
func (s *Server) handle(c echo.Context) string {
	if handle := c.Param("server"); handle != "" {
		return handle
	}
	return s.config.Servers[0].Handle
}

// payloadLimit returns how large a request may be. Which servers there are is not told before the caller is known, so
// that a wrong handle has the limit of the first.
func (s *Server) payloadLimit(c echo.Context) int64 {
	limits, ok := s.limits[s.handle(c)]
	if !ok {
		limits = s.config.Servers[0].Limits
	}
	return limits.PayloadBytes
}

// protocolVersion refuses revisions of MCP that emcp does not speak (MCP 2025-11-25, Protocol Version Header). No
// header is fine.
func protocolVersion(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		version := c.Request().Header.Get("MCP-Protocol-Version")
		if version != "" && !slices.Contains(protocolVersions, version) {
			return fault.New(fault.BadRequest, "emcp does not speak this MCP-Protocol-Version; it speaks %s", strings.Join(protocolVersions, ", "))
		}
		return next(c)
	}
}

// rpc answers one JSON-RPC message: 200 with the answer, or 202 when it wants none.
func (s *Server) rpc(c echo.Context) error {
	m, answer, err := s.exchange(c)
	switch {
	case err != nil:
		return err
	case answer == nil:
		return c.NoContent(http.StatusAccepted)
	case m.method == "initialize":
		c.Response().Header().Set("MCP-Session-Id", uuid.NewString())
	}
	return c.JSONBlob(http.StatusOK, answer)
}

// exchange reads the message of a request and finds its answer.
func (s *Server) exchange(c echo.Context) (message, []byte, error) {
	ctx := c.Request().Context()
	m, err := parseMessage(middleware.BodyOf(c))
	if err != nil {
		return m, fail(ctx, s.log, m.id, fault.From(err)), nil
	}
	endpoint, ok := s.endpoints[s.handle(c)]
	if !ok {
		f := fault.New(fault.UnknownServer, "there is no server of this name; check the last part of the URL")
		return m, fail(ctx, s.log, m.id, f), nil
	}
	answer, err := endpoint.answer(ctx, middleware.CallerOf(c), m)
	return m, answer, err
}

// state is what healthz and readyz answer.
type state struct {
	Status string `json:"status"`
	Reason string `json:"reason,omitempty"`
}

func (s *Server) health(c echo.Context) error {
	return c.JSON(http.StatusOK, state{Status: "ok"})
}

// readyTime bounds the look at the databases.
const readyTime = time.Second

func (s *Server) ready(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), readyTime)
	defer cancel()
	reason := "draining"
	if !s.draining.Load() {
		err := s.Ready(ctx)
		if err == nil {
			return c.JSON(http.StatusOK, state{Status: "ready"})
		}
		s.log.WarnContext(ctx, "not ready", "error", err)
		reason = string(fault.From(err).Kind)
	}
	return c.JSON(http.StatusServiceUnavailable, state{"unavailable", reason})
}

// Limits of one connection. A call itself may take as long as its site's statement timeout.
const (
	headerTime    = 5 * time.Second
	bodyTime      = 15 * time.Second
	writeTime     = 30 * time.Second
	idleTime      = time.Minute
	maxHeader     = 16 << 10
	drainTime     = 9 * time.Second
	drainInterval = 200 * time.Millisecond
)

// Serve answers on a listener until ctx ends, then lets the calls that are under way finish.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	longest := time.Duration(0)
	for _, site := range s.config.Sites {
		longest = max(longest, site.StatementTimeout)
	}
	web := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       bodyTime,
		WriteTimeout:      writeTime + longest,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	served := make(chan error, 1)
	go func() { served <- web.Serve(listener) }()
	s.log.InfoContext(ctx, "listening", "address", listener.Addr().String())

	select {
	case err := <-served:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	// A moment in which readyz already says no, so that a load balancer stops sending before the listener closes.
	s.draining.Store(true)
	time.Sleep(drainInterval)
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := web.Shutdown(drain); err != nil {
		return fmt.Errorf("calls were still running after %s: %w", drainTime, errors.Join(err, web.Close()))
	}
	s.log.InfoContext(ctx, "drained")
	return nil
}
