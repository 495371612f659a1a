package probe

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

const eventStream = "text/event-stream"

// answerOf reads a stream of server-sent events up to the first JSON-RPC answer, and returns the data of that event. It
// skips requests and notifications of the server, which may come first.
func answerOf(stream io.Reader) ([]byte, error) {
	lines := bufio.NewReader(stream)
	var data []byte
	var seen bool
	for {
		line, err := lines.ReadString('\n')
		line = strings.TrimRight(line, "\r\n")
		if err != nil && line == "" {
			if err == io.EOF {
				return nil, nil // the stream ended without an answer
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

// answers reports whether the data of an event ends the search for the answer: it is the answer, or it is invalid. It
// is false for requests and notifications, which may come first.
func answers(data []byte) bool {
	if len(bytes.TrimSpace(data)) == 0 {
		return false // the event only sets an id
	}
	var m struct {
		Method *string `json:"method"`
	}
	return json.Unmarshal(data, &m) != nil || m.Method == nil
}
