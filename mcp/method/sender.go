package method

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"emcp/mcp/catalog"
	"emcp/mcp/session"
	"emcp/upstream"
)

// Sender is where a message comes from, and how it wants its answer.
type Sender struct {
	catalog.Client // who it is, and which list of tools it sees

	// How it is notified of changes:
	Subscriber func(ctx context.Context) (*session.Subscriber, error) // a fault if it cannot be notified
	Listener   func() *session.Subscriber                             // nil if it is not notified yet
	Connection *session.Connection                                    // nil over HTTP, where messages come one by one

	// How its message is answered:
	Personal func(ctx context.Context) string // its personal token of the site; nil: it has none
	Key      string                           // the idempotency key of the message, as it was sent
	Count    func(ctx context.Context) error  // counts a call for the caller's rate
	Progress func(upstream.Progress)          // notifies it of the progress of the call; nil: it does not want that
	Results  bool                             // errors in the arguments of a tool are results of the tool
}

// Form identifies the form of the replies to a message. Clients of the same form get the same bytes for the same
// outcome.
func (s Sender) Form(m Message) string {
	return fmt.Sprintf("results=%t stateless=%t", s.Results, m.Stateless)
}

// personalToken returns the personal token of the caller; empty if it has none.
func (s Sender) personalToken(ctx context.Context) string {
	if s.Personal == nil {
		return ""
	}
	return s.Personal(ctx)
}

// keyFor returns the text by which an upstream recognizes a call of the same caller with the same key; empty without a
// key.
func (s Sender) keyFor(handle string) string {
	if s.Key == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(handle + "\x00" + s.Caller.Subject + "\x00" + s.Key))
	return hex.EncodeToString(sum[:])
}
