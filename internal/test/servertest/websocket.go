package servertest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/coder/websocket"
)

// SocketClient is a client over WebSocket.
type SocketClient struct {
	*websocket.Conn
	Incoming
	Ended string // code and reason, once nothing more comes
}

// ConnectBy dials a server with an HTTP client. The status and the header are those of the answer to the handshake. An
// empty value removes a header.
func ConnectBy(t *testing.T, client *http.Client, url string, headers ...string) (
	conn *websocket.Conn, status int, answered http.Header, err error,
) {
	t.Helper()
	header := http.Header{"Authorization": {"Bearer full"}, "X-Trace-Id": {"trace-1"}}
	for i := 0; i < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
		if headers[i+1] == "" {
			header.Del(headers[i])
		}
	}
	options := &websocket.DialOptions{HTTPClient: client, HTTPHeader: header, Subprotocols: []string{"mcp"}}
	conn, response, err := websocket.Dial(t.Context(), url, options) //nolint:bodyclose // the library does
	if response == nil {
		t.Fatal(err)
	}
	return conn, response.StatusCode, response.Header, err
}

// Connect opens a connection and reads what comes.
func Connect(t *testing.T, url string, headers ...string) *SocketClient {
	t.Helper()
	return ConnectWith(t, http.DefaultClient, url, headers...)
}

// ConnectWith is Connect with a client of its own.
func ConnectWith(t *testing.T, client *http.Client, url string, headers ...string) *SocketClient {
	t.Helper()
	conn, _, _, err := ConnectBy(t, client, url, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return ReadFrom(t, conn)
}

// ReadFrom reads what comes over a connection.
func ReadFrom(t *testing.T, conn *websocket.Conn) *SocketClient {
	t.Helper()
	conn.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = conn.CloseNow() })
	c := &SocketClient{Conn: conn, Incoming: make(Incoming, 1000)}
	go func() {
		defer close(c.Incoming)
		for {
			kind, text, err := conn.Read(context.Background())
			if err != nil {
				c.Ended = ending(err)
				return
			}
			if kind != websocket.MessageText {
				t.Errorf("a message of the type %v: %q", kind, text)
			}
			c.Incoming <- Untraced(string(text))
		}
	}()
	return c
}

// ending returns the code and the reason in the close frame with which a connection has ended.
func ending(err error) string {
	var closed websocket.CloseError
	if errors.As(err, &closed) {
		return fmt.Sprint(int(closed.Code), " ", closed.Reason)
	}
	return "without a word"
}

// Say sends a message.
func (c *SocketClient) Say(t *testing.T, message string) {
	t.Helper()
	if err := c.Write(t.Context(), websocket.MessageText, []byte(message)); err != nil {
		t.Error(err)
	}
}

// ExpectEnd compares how emcp ends the connection, after no other message.
func (c *SocketClient) ExpectEnd(t *testing.T, want string) {
	t.Helper()
	c.Expect(t, "")
	if c.Ended != want {
		t.Errorf("the connection ended: %s; want %s", c.Ended, want)
	}
}

// ConverseOver sends a message on a connection of its own and returns all answers. To find out that no more come, it
// sends a ping behind them.
func ConverseOver(t *testing.T, url, message string, answers int) (got []string) {
	t.Helper()
	c := Connect(t, url)
	defer func() { _ = c.CloseNow() }()
	c.Say(t, message)
	for range answers {
		got = append(got, c.Next(t))
	}
	c.Say(t, WithID(Ping, "7777"))
	for {
		switch answer := c.Next(t); answer {
		case WithID(Pong, "7777"):
			return got
		case "":
			return append(got, c.Ended)
		default:
			got = append(got, answer)
		}
	}
}
