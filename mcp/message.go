package mcp

import (
	"emcp/group"
	"emcp/mcp/wire"
)

// message is a message on its way through a Service.
type message struct {
	wire.Message

	envelope envelope     // of tools/call at a server with a profile
	group    *group.Group // through which tools/call calls the tool, or to which the tool itself belongs; nil: none
	role     group.Role   // of the tool in its group; empty: it is not a tool of a group itself
}

// messageOf returns a message of a method, for what is admitted like a message and is none.
func messageOf(method string) message { return message{Message: wire.Message{Method: method}} }

// era returns the kind of revisions that the message is of.
func (m message) era() era {
	if m.Stateless {
		return stateless
	}
	return handshake
}
