package server

import (
	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/mcp"
)

// session is what mcp-go keeps of a client. Every message has one of its own, so that nothing crosses from client to
// client and any replica can answer.
type session struct {
	id            string
	notifications chan mcp.JSONRPCNotification
}

func newSession() *session {
	return &session{uuid.NewString(), make(chan mcp.JSONRPCNotification, 1)}
}

// Initialize does nothing: every request is complete in itself.
func (*session) Initialize() {}

// Initialized is always true: tools can be called without a handshake.
func (*session) Initialized() bool { return true }

// NotificationChannel takes what the server would tell on its own, which emcp does not.
func (s *session) NotificationChannel() chan<- mcp.JSONRPCNotification { return s.notifications }

// SessionID returns an id that no other message has.
func (s *session) SessionID() string { return s.id }
