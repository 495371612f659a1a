package wire

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxProgressToken bounds the token for progress, in bytes, because every notification repeats it.
const maxProgressToken = 256

// readProgressToken returns the token in the _meta of a request: a string or an integer (MCP 2025-11-25, Progress). A
// client that sends anything else is answered without progress.
func readProgressToken(token jsontext.Value) jsontext.Value {
	kind := token.Kind()
	isInteger := kind == '0' && !strings.ContainsAny(string(token), ".eE")
	if kind != '"' && !isInteger || len(token) > maxProgressToken {
		return nil
	}
	return token
}
