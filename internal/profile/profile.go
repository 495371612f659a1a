package profile

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/bundle"
	"emcp/internal/fault"
)

// Profile is the contract of a platform.
type Profile struct {
	// Name is the value of servers[].profile.
	Name string
	// CheckTools returns what the platform would refuse about the tools of a server, each with its place.
	CheckTools func(tools []bundle.Tool) []error
	// Envelope has the arguments that calls can have about themselves.
	Envelope Envelope
	// SessionLimit returns how many calls of a tool a session may send. meta is the _meta of the tool.
	SessionLimit func(meta jsontext.Value) SessionLimit
	// Error returns how the platform wants to read a fault.
	Error func(f *fault.Error) Error
}

// Envelope are the arguments of a call that are about the call. They need not be in the schema of the tool.
type Envelope struct {
	Request string // id of the request at the platform
	Session string // of a user of the platform
	Key     string // idempotency key; _meta can have it, too
	Texts   []string
	Objects []string
}

// Strings returns the names of the arguments that are strings.
func (e Envelope) Strings() []string {
	return append(slices.Clone(e.Texts), e.Request, e.Session, e.Key)
}

// SessionLimit bounds the calls that a session may send in a second.
type SessionLimit struct {
	Class     string // calls of the same class count together
	PerSecond int    // 0: no limit
}

// Error is a fault as a platform reads it.
type Error struct {
	fault.Codes

	Data ErrorData
}

// ErrorData are the members of error.data that platforms read beside those of emcp.
type ErrorData struct {
	TOMOCode  string `json:"tomo_error_code,omitzero"`
	TOMOField string `json:"tomo_field,omitzero"`
}
