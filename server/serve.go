package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"emcp/internal/loopback"
)

// Serve answers on a listener until ctx ends. Then running calls have time to finish.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	idle := newIdleConnections()
	web := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       bodyTime,
		WriteTimeout:      writeTime + s.longestCall(), // limitAnswerTime shortens it when the answer begins
		IdleTimeout:       idleTime,
		ConnState:         idle.note,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		TLSConfig:         s.tls,
	}
	s.log.InfoContext(ctx, "listening", "address", listener.Addr().String(), "tls", s.tls != nil)
	if s.tls == nil && !loopback.Listens(listener.Addr().String()) {
		s.log.WarnContext(ctx,
			"others on the network can read the tokens: set tls, or listen on a loopback address behind a web server with HTTPS")
	}
	s.warnOfDatabases(ctx, s.front.Load().config.Sites) // the listener is open: callers wait until this has ended
	s.warnOfRedis(ctx)
	served := make(chan error, 1)
	go func() {
		if s.tls != nil {
			served <- web.ServeTLS(listener, "", "")
		} else {
			served <- web.Serve(listener)
		}
	}()

	select {
	case err := <-served:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	// readyz already fails for a moment, so that a load balancer stops sending before the listener closes. Streams end
	// here, because they would never finish.
	s.drain()
	time.Sleep(drainInterval)
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := errors.Join(web.Shutdown(drain), s.awaitSockets(drain)); err != nil {
		return fmt.Errorf("calls were still running after %s: %w", drainTime, errors.Join(err, web.Close()))
	}
	s.log.InfoContext(ctx, "drained")
	return nil
}

// awaitSockets waits until all connections over WebSocket have ended, which http.Server does not know any more.
func (s *Server) awaitSockets(ctx context.Context) error {
	ended := make(chan struct{})
	go func() {
		s.sockets.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
