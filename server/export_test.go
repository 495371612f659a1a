package server

import (
	"context"
	"crypto/tls"
	"log/slog"
	"time"

	"emcp/evodb"
	"emcp/mcp/session"
	"emcp/mcp/watch"
	"emcp/toolset"
	"emcp/upstream"
)

// What tests know of a server beside its answers.
const (
	CallsAtATime      = callsAtATime
	CallsWaiting      = callsWaiting
	WaitingBytes      = waitingBytes
	MostRefused       = mostRefused
	ControlAtOnce     = controlAtOnce
	FirstMessageBytes = firstMessageBytes
	StrangerBytes     = strangerBytes
	StrangersBytes    = strangersBytes
	HeaderTime        = headerTime
	BodyTime          = bodyTime
	MaxIdle           = maxIdle
	CertificateAge    = certificateAge
	ProtectedResource = protectedResource
	WelcomeStyle      = welcomeStyle
)

func (s *Server) Site(name string) *evodb.DB              { return s.sites[name] }
func (s *Server) Watch(name string) *watch.Watch          { return s.watches[name] }
func (s *Server) Sessions() *session.Sessions             { return s.sessions }
func (s *Server) Answers() *toolset.Answers               { return s.answers }
func (s *Server) Upstream(name string) *upstream.Upstream { return s.front.Load().upstreams[name] }
func (s *Server) WarnOfRedis(ctx context.Context)         { s.warnOfRedis(ctx) }
func (s *Server) AwaitSockets()                           { s.sockets.Wait() }
func (t StreamTimes) OrDefaults() StreamTimes             { return t.orDefaults() }

func (s *Server) WarnOfDatabases(ctx context.Context) {
	s.warnOfDatabases(ctx, s.front.Load().config.Sites)
}

// BreakTools has all calls of tools panic.
func (s *Server) BreakTools() (err error) {
	s.answers = new(toolset.Answers) // without its map
	f, err := s.newFront(s.started, s.front.Load())
	s.front.Store(f)
	return err
}

func NewServedCertificate(certFile, keyFile string) *servedCertificate {
	return &servedCertificate{certFile: certFile, keyFile: keyFile, log: slog.New(slog.DiscardHandler)}
}

func (c *servedCertificate) Get() (*tls.Certificate, error) { return c.get(nil) }
func (c *servedCertificate) LookedAt(t time.Time)           { c.looked = t }
