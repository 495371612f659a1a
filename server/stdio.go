package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"emcp/internal/fault"
	"emcp/mcp"
)

// ServeStdio answers the messages on in, one per line, with lines on out. It returns when ctx ends, or when in ends and
// every message is answered. The caller is that of the configuration's stdio section, whose requests are not counted.
func (s *Server) ServeStdio(ctx context.Context, handle string, in io.Reader, out io.Writer) error {
	f := s.front.Load()
	if !f.mcp.Serves(handle) {
		return fmt.Errorf("the configuration has no enabled server %q", handle)
	}
	caller := f.config.Stdio
	client := mcp.Request{Server: handle, Caller: caller, Uncounted: true, Connection: f.mcp.Connect(ctx, handle, caller)}
	c := f.newConversation(ctx, peer{transport: "stdio", client: client}, (&lineWriter{out: out}).write)
	lines := make(chan received)
	go readLines(ctx, in, int(f.servers[handle].Limits.PayloadBytes), lines)
	return c.run(ctx, lines)
}

// lineWriter writes one message per line.
type lineWriter struct {
	mu  sync.Mutex
	out io.Writer
}

func (w *lineWriter) write(message []byte) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	message = append(message, '\n')
	_, _ = w.out.Write(message) // a client that no longer reads has ended the conversation
	return len(message)
}

// readLines sends the lines of in that are not empty, and closes lines at the end. A line of more than limit bytes is
// skipped to its end.
func readLines(ctx context.Context, in io.Reader, limit int, lines chan<- received) {
	defer close(lines)
	send := func(l received) {
		select {
		case lines <- l:
		case <-ctx.Done():
		}
	}
	reader := bufio.NewReader(in)
	for ctx.Err() == nil {
		text, err := readLine(reader, limit)
		if len(bytes.TrimSpace(text)) > 0 {
			send(received{text: text})
		}
		switch {
		case errors.Is(err, io.EOF):
			return
		case errors.As(err, new(*fault.Error)):
			send(received{err: err})
		case err != nil:
			send(received{err: fmt.Errorf("read standard input: %w", err)})
			return
		}
	}
}

// readLine returns the next line. With io.EOF it is the last one, which may be empty.
func readLine(reader *bufio.Reader, limit int) ([]byte, error) {
	var text []byte
	for {
		part, err := reader.ReadSlice('\n')
		if len(text) <= limit+len("\r\n") {
			text = append(text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if len(bytes.TrimRight(text, "\r\n")) > limit {
			// If the input ends directly after it, io.EOF comes with the next line.
			return nil, fault.New(fault.PayloadTooLarge, "the message has more than %d bytes; send less at once", limit)
		}
		return text, err
	}
}
