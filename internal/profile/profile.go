// Package profile has the contracts of platforms that call a server and ask for more than MCP does. Each is one value
// of the type Profile; what reads the configuration and what answers calls follow its rules.
package profile

import (
	"emcp/bundle"
	"emcp/internal/fault"
)

// Profile is the contract of a platform.
type Profile struct {
	// Name is the value of servers[].profile.
	Name string
	// CheckTools returns what the platform would refuse about the tools of a server, each with its place.
	CheckTools func(tools []bundle.Tool) []error
	// Error returns how the platform wants to read a fault of a kind.
	Error func(kind fault.Kind) Error
}

// Error is a fault as a platform reads it.
type Error struct {
	fault.Codes

	Code string // the platform's own
}
