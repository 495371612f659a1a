package mcp

import (
	"github.com/go-json-experiment/json/jsontext"

	"emcp/mcp/wire"
	"emcp/upstream"
)

// progress returns what notifies the client of a request of its progress; nil if the client does not want that, or
// cannot get it.
func (r Request) progress(m message) func(upstream.Progress) {
	if r.Notify == nil || m.Progress == nil {
		return nil
	}
	type params struct {
		Token jsontext.Value `json:"progressToken"`
		upstream.Progress
	}
	return func(p upstream.Progress) {
		r.Notify(wire.Notification("notifications/progress", params{m.Progress, p}))
	}
}
