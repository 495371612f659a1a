package upstream

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

const (
	socketProtocol = "mcp"            // the subprotocol of WebSocket for MCP
	pingPause      = 30 * time.Second // between pings, which keep connections through proxies open
	socketTime     = 10 * time.Second // in which a server takes a message, or answers a ping
)

// socketLink speaks MCP over WebSocket: each message is a text message.
type socketLink struct {
	*duplex
	conn    *websocket.Conn
	client  *http.Client
	running sync.WaitGroup
}

// dialSocket connects to a server.
func dialSocket(ctx context.Context, o Options, changed func()) (*socketLink, error) {
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	client := newClient()
	header := http.Header{}
	if token := o.Token.Reveal(); token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	conn, response, err := websocket.Dial(ctx, o.URL, &websocket.DialOptions{ //nolint:bodyclose // the library does
		HTTPClient: client, HTTPHeader: header, Subprotocols: []string{socketProtocol},
		CompressionMode: websocket.CompressionDisabled,
	})
	if err == nil && conn.Subprotocol() != socketProtocol {
		_ = conn.CloseNow()
		err = errors.New("no subprotocol")
	}
	if err != nil {
		client.CloseIdleConnections()
		return nil, notConnected(ctx, response, err)
	}
	conn.SetReadLimit(maxAnswer)
	s := &socketLink{duplex: newDuplex(o, changed), conn: conn, client: client}
	s.running.Go(s.read)
	s.running.Go(func() { s.write(s.put) })
	s.running.Go(s.keepAlive)
	return s, nil
}

// notConnected returns why a handshake has failed. It leaves out what the server sent, which the error
// of the library can contain.
func notConnected(ctx context.Context, response *http.Response, err error) error {
	if response == nil {
		return plain(ctx, err)
	}
	if response.StatusCode != http.StatusSwitchingProtocols {
		if refused := refusal(response); refused != nil {
			return refused
		}
	}
	return errors.New("it does not speak MCP over WebSocket (subprotocol mcp) at this address")
}

// close ends the connection.
func (s *socketLink) close() {
	s.end()
	_ = s.conn.CloseNow() // a server that answers no close frame would be waited for
	s.running.Wait()
	s.client.CloseIdleConnections()
}

// read handles the messages of the server until one is not a text message or is too large.
func (s *socketLink) read() {
	defer s.end()
	for {
		kind, text, err := s.conn.Read(context.Background())
		if err != nil || kind != websocket.MessageText || !s.take(text) {
			return
		}
	}
}

// put writes a message.
func (s *socketLink) put(text []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), socketTime)
	defer cancel()
	return s.conn.Write(ctx, websocket.MessageText, text)
}

// keepAlive sends pings, and ends the connection if the server does not answer them.
func (s *socketLink) keepAlive() {
	ticker := time.NewTicker(pingPause)
	defer ticker.Stop()
	for {
		select {
		case <-s.over:
			return
		case <-ticker.C:
		}
		ctx, cancel := context.WithTimeout(context.Background(), socketTime)
		err := s.conn.Ping(ctx)
		cancel()
		if err != nil {
			s.end()
			return
		}
	}
}
