package mcp

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/upstream"
)

// maxProgressToken bounds the token for progress, in bytes, because every notification repeats it.
const maxProgressToken = 256

// readProgressToken returns the token in the _meta of a request: a string or an integer (MCP 2025-11-25, Progress). A client that sends
// anything else is answered without progress.
func readProgressToken(token jsontext.Value) jsontext.Value {
	kind := token.Kind()
	isInteger := kind == '0' && !strings.ContainsAny(string(token), ".eE")
	if kind != '"' && !isInteger || len(token) > maxProgressToken {
		return nil
	}
	return token
}

// progress returns what notifies the client of a request of its progress; nil if the client does not want that, or cannot get it.
func (r Request) progress(m Message) func(upstream.Progress) {
	if r.Notify == nil || m.progress == nil {
		return nil
	}
	type params struct {
		Token jsontext.Value `json:"progressToken"`
		upstream.Progress
	}
	return func(p upstream.Progress) {
		r.Notify(notification("notifications/progress", params{m.progress, p}))
	}
}
