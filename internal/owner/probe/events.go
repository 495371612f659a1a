package probe

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

const eventStream = "text/event-stream"

// answerOf reads a stream of server-sent events until one has a JSON-RPC answer, and returns that event's data. Requests and
// notifications of the server, which may come before, are left out.
func answerOf(stream io.Reader) ([]byte, error) {
	lines := bufio.NewReader(stream)
	var data []byte
	var seen bool
	for {
		line, err := lines.ReadString('\n')
		line = strings.TrimRight(line, "\r\n")
		if err != nil && line == "" {
			if err == io.EOF {
				return nil, nil // which is no JSON-RPC answer
			}
			return nil, err
		}
		value, isData := strings.CutPrefix(line, "data:")
		switch {
		case isData:
			if seen {
				data = append(data, '\n')
			}
			data, seen = append(data, strings.TrimPrefix(value, " ")...), true
		case line == "":
			if answers(data) {
				return data, nil
			}
			data, seen = nil, false
		}
	}
}

// answers reports whether the data is an answer, or nothing that a stream may carry.
func answers(data []byte) bool {
	if len(bytes.TrimSpace(data)) == 0 {
		return false // an event that only names an id
	}
	var m struct {
		Method *string `json:"method"`
	}
	return json.Unmarshal(data, &m) != nil || m.Method == nil
}
