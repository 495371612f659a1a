package upstream

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
)

// link is a connection on which the handshake has been made, or is being made.
type link interface {
	// exchange sends a request and returns the result of the response with its id.
	exchange(ctx context.Context, r request) (jsontext.Value, error)
	// notify sends a notification.
	notify(ctx context.Context, method string) error
	// greeted gives the link the results of the handshake.
	greeted(revision string, listChanged bool)
	// ended is closed when the connection can no longer be used.
	ended() <-chan struct{}
	// close ends the connection and waits for its goroutines.
	close()
}

// request is a request to an upstream.
type request struct {
	id     int64
	method string
	params any
	token  string            // in place of that of the upstream; empty: that one
	header map[string]string // of HTTP, beside those that every request has
	// whole says that the request is finished even if its caller leaves, so that nothing is done by half.
	whole    bool
	progress *reporter // nil: the caller does not ask for it
}

func (r request) text() ([]byte, error) {
	return json.Marshal(struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int64  `json:"id"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{"2.0", r.id, r.method, r.params}, json.Deterministic(true))
}

// cancelled returns the notification that cancels the request.
func (r request) cancelled() []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, r.id)
}

// maxAnswer limits a message of an upstream, and all messages that answer one request together, in bytes.
const maxAnswer = 8 << 20

// Errors of connections. Their texts are for the log and for owners.
var (
	errEnded      = errors.New("the connection has ended")
	errTooMuch    = fmt.Errorf("it sent more than %d bytes in one answer", maxAnswer)
	errNotMessage = errors.New("it sent something that is not a JSON-RPC message")
	errSession    = errors.New("it no longer knows the session")
	errRefused    = errors.New("it does not accept the credential")
	errNotSent    = errors.New("it could not be reached")
	errBusy       = errors.New("it takes no request at the moment")
)

// rpcError is a JSON-RPC error of an upstream.
type rpcError struct {
	code    int64
	message string
}

func (e *rpcError) Error() string {
	return fmt.Sprintf("it answered with the error %d: %s", e.code, clean(e.message, 200))
}

// Codes of JSON-RPC: for wrong arguments, and for faults of the server.
const (
	invalidParams = -32602
	internalError = -32603
)

// kind returns the kind of the fault: InvalidParams if the caller can fix it, else UpstreamFailed.
func (e *rpcError) kind() fault.Kind {
	if e.code == invalidParams {
		return fault.InvalidParams
	}
	return fault.UpstreamFailed
}

// said returns the message for the caller, short and on one line. It is empty for a fault of the server: the message
// can contain a stack or addresses, and callers cannot fix the fault.
func (e *rpcError) said() string {
	if e.code == internalError {
		return ""
	}
	return cleanLine(e.message, maxError)
}

// message is what an upstream sent.
type message struct {
	id     jsontext.Value // as it was sent; nil: none
	method string
	params jsontext.Value
	result jsontext.Value
	err    *rpcError
	// failure is the reason why the response could not be read.
	failure error
}

// parse reads a message. Names must be unique and strings valid UTF-8.
func parse(text []byte) (m message, err error) {
	var in struct {
		JSONRPC string         `json:"jsonrpc"`
		ID      jsontext.Value `json:"id"`
		Method  string         `json:"method"`
		Params  jsontext.Value `json:"params"`
		Result  jsontext.Value `json:"result"`
		Error   *struct {
			Code    int64  `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(text, &in); err != nil || in.JSONRPC != "2.0" {
		return m, errNotMessage
	}
	m = message{id: in.ID, method: in.Method, params: in.Params, result: in.Result}
	if string(m.id) == "null" {
		m.id = nil
	}
	if in.Error != nil {
		m.err = &rpcError{in.Error.Code, in.Error.Message}
	}
	return m, nil
}

// answers reports whether the message is the response to the request with that id.
func (m message) answers(id int64) bool {
	return m.method == "" && string(m.id) == strconv.FormatInt(id, 10)
}

// outcome returns the result of a response.
func (m message) outcome() (jsontext.Value, error) {
	switch {
	case m.failure != nil:
		return nil, m.failure
	case m.err != nil:
		return nil, m.err
	case m.result.Kind() != '{':
		return nil, errNotMessage
	}
	return m.result, nil
}

// changes reports whether the message says that a list has changed.
func (m message) changes() bool {
	return m.id == nil && strings.HasPrefix(m.method, "notifications/") && strings.HasSuffix(m.method, "/list_changed")
}

// reply returns the answer to a request of the upstream: emcp answers ping, and offers nothing else. It
// is nil for other messages.
func (m message) reply() []byte {
	switch {
	case m.id == nil || m.method == "" || len(m.id) > 100:
		return nil
	case m.method == "ping":
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{}}`, m.id)
	}
	return fmt.Appendf(nil,
		`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"emcp does not offer this to servers"}}`, m.id)
}

func notification(method string) []byte {
	return []byte(`{"jsonrpc":"2.0","method":"` + method + `"}`)
}

const initializeMethod = "initialize"

// lastID is the id of the last request to any upstream.
var lastID atomic.Int64

// newRequest returns a request with an id of its own.
func newRequest(method string, params any) request {
	return request{id: lastID.Add(1), method: method, params: params}
}
