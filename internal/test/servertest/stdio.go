package servertest

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"

	"emcp/server"
)

var traceID = regexp.MustCompile(`"trace_id":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"`)

// Untraced replaces the trace ids that emcp makes by that of the tests.
func Untraced(text string) string { return traceID.ReplaceAllString(text, `"trace_id":"trace-1"`) }

// Talk sends a whole input and returns the lines of the answer, without the line ends.
func Talk(t *testing.T, s *server.Server, handle, input string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := s.ServeStdio(t.Context(), handle, strings.NewReader(input), &out); err != nil {
		t.Error(err)
	}
	text, ended := strings.CutSuffix(out.String(), "\n")
	switch {
	case out.Len() == 0:
		return nil
	case !ended:
		t.Errorf("the last line has no end: %q", out.String())
	}
	return strings.Split(Untraced(text), "\n")
}

// StdioClient is a client over stdio that stays connected.
type StdioClient struct {
	In io.WriteCloser
	Incoming
	Ended chan error
}

// Converse connects a client to the server content.
//
//nolint:revive // t comes first in helpers
func Converse(t *testing.T, ctx context.Context, s *server.Server) *StdioClient {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	c := &StdioClient{toServer, make(Incoming), make(chan error, 1)}
	go func() {
		err := s.ServeStdio(ctx, "content", in, out)
		out.Close()
		c.Ended <- err
	}()
	go func() {
		defer close(c.Incoming)
		for lines := bufio.NewScanner(fromServer); lines.Scan(); {
			c.Incoming <- Untraced(lines.Text())
		}
	}()
	t.Cleanup(func() { toServer.Close() })
	return c
}

// Say sends a message.
func (c *StdioClient) Say(t *testing.T, message string) {
	t.Helper()
	if _, err := io.WriteString(c.In, message+"\n"); err != nil {
		t.Error(err)
	}
}
