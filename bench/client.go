package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
)

// client is one connection to an HTTP server. It does as little as possible, because it shares the processors with the
// server that it measures.
type client struct {
	conn   net.Conn
	reader *bufio.Reader
	body   bytes.Buffer
}

func dial(ctx context.Context, addr string) (*client, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return &client{conn: conn, reader: bufio.NewReaderSize(conn, 1<<16)}, nil
}

func (c *client) close() { c.conn.Close() }

// arguments are those of a tool.
type arguments map[string]any

// callRequest writes the HTTP request of a call.
func callRequest(tool string, args arguments) ([]byte, error) {
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": args},
	})
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil,
		"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"+
			"Content-Length: %d\r\n\r\n%s", token, len(body), body), nil
}

// errBusy means that a call got no connection to the database in time.
var errBusy = errors.New("all connections to the database are busy")

// do sends a request and returns the body of the answer, which is valid until the next request.
func (c *client) do(request []byte) ([]byte, error) {
	if _, err := c.conn.Write(request); err != nil {
		return nil, err
	}
	response, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	c.body.Reset()
	if _, err := io.Copy(&c.body, response.Body); err != nil {
		return nil, err
	}
	body := c.body.Bytes()
	if response.StatusCode == http.StatusServiceUnavailable {
		return nil, errBusy
	}
	if response.StatusCode != http.StatusOK || bytes.HasPrefix(body, []byte(`{"jsonrpc":"2.0","id":1,"error"`)) {
		return nil, errors.New(string(body))
	}
	return body, nil
}

// toolResult is the part of an answer that the bench reads.
type toolResult struct {
	Result struct {
		Structured struct {
			Items []struct {
				ID int64 `json:"id"`
			} `json:"items"`
			Item *struct {
				ID int64 `json:"id"`
			} `json:"item"`
			NextCursor string `json:"next_cursor"`
		} `json:"structuredContent"`
	} `json:"result"`
}

// call calls a tool and reads its answer.
func (c *client) call(tool string, args arguments) (toolResult, error) {
	var r toolResult
	request, err := callRequest(tool, args)
	if err != nil {
		return r, err
	}
	body, err := c.do(request)
	if err != nil {
		return r, fmt.Errorf("%s %v: %w", tool, args, err)
	}
	return r, json.Unmarshal(body, &r)
}

// ids returns the ids of the documents or rows in the answer.
func (r toolResult) ids() []int64 {
	var ids []int64
	for _, item := range r.Result.Structured.Items {
		ids = append(ids, item.ID)
	}
	if item := r.Result.Structured.Item; item != nil {
		ids = append(ids, item.ID)
	}
	return ids
}
