package wire

import "github.com/go-json-experiment/json"

// Notification returns a notification to a client. Empty params are left out.
func Notification(method string, params any) []byte {
	text, err := json.Marshal(struct {
		JSONRPC string `json:"jsonrpc"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{"2.0", method, params}, json.Deterministic(true))
	if err != nil {
		panic(err) // numbers and strings, and what a client has sent as JSON
	}
	return text
}
