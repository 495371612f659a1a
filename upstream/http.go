package upstream

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/outbound"
)

// Bounds of the stream on which a server announces changes.
const (
	maxStream   = 1 << 20          // bytes; then the stream is opened again
	streamPause = 30 * time.Second // before it is opened again
)

// politeTime bounds the notice that a session or a call has ended.
const politeTime = time.Second

// Headers of streamable HTTP.
const (
	sessionHeader  = "MCP-Session-Id"
	revisionHeader = "MCP-Protocol-Version"
	// keyHeader is not in the form that net/http knows: it sends a request with Idempotency-Key again when a connection
	// breaks, but a tool that writes must not be called twice.
	keyHeader = "idempotency-key"
)

// httpLink speaks streamable HTTP (MCP 2025-11-25, Transports).
type httpLink struct {
	client  *http.Client
	url     string
	token   string
	changed func() // the server has announced a change of its lists

	open      context.Context // until close
	hangUp    context.CancelFunc
	forgotten atomic.Bool    // the server no longer knows the session
	running   sync.WaitGroup // the stream

	mu       sync.Mutex
	session  string
	revision string
	once     sync.Once
	over     chan struct{} // closed when the session has ended
}

func newHTTPLink(url, token string, changed func()) *httpLink {
	h := &httpLink{client: newClient(), url: url, token: token, changed: changed, over: make(chan struct{})}
	h.open, h.hangUp = context.WithCancel(context.Background())
	return h
}

// newClient returns an HTTP client for one server. It has no time limit: contexts have.
func newClient() *http.Client { return outbound.Client(outbound.Options{Idle: callsAtATime}) }

func (h *httpLink) ended() <-chan struct{} { return h.over }

func (h *httpLink) close() {
	h.hangUp()
	h.running.Wait()
	h.forget()
	h.end()
	h.client.CloseIdleConnections()
}

// forget ends the session, so that the server need not keep it. A server that does not know how refuses that.
func (h *httpLink) forget() {
	h.mu.Lock()
	session := h.session
	h.mu.Unlock()
	select {
	case <-h.over:
		return
	default:
	}
	if session == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), politeTime)
	defer cancel()
	if response, err := h.do(ctx, http.MethodDelete, nil, "*/*", request{}); err == nil {
		_ = response.Body.Close()
	}
}

func (h *httpLink) end() { h.once.Do(func() { close(h.over) }) }

func (h *httpLink) greeted(revision string, listChanged bool) {
	h.mu.Lock()
	h.revision = revision
	h.mu.Unlock()
	if listChanged {
		h.running.Go(h.listen)
	}
}

// do sends an HTTP request. The context ends it.
func (h *httpLink) do(
	ctx context.Context, method string, body []byte, accept string, r request,
) (*http.Response, error) {
	q, err := http.NewRequestWithContext(ctx, method, h.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, value := range r.header {
		q.Header[name] = []string{value} // as it is: see keyHeader
	}
	q.Header.Set("Accept", accept)
	if body != nil {
		q.Header.Set("Content-Type", "application/json")
	}
	token := h.token
	if r.token != "" {
		token = r.token
	}
	if token != "" {
		q.Header.Set("Authorization", "Bearer "+token)
	}
	h.mu.Lock()
	session, revision := h.session, h.revision
	h.mu.Unlock()
	if session != "" {
		q.Header.Set(sessionHeader, session)
	}
	if revision != "" {
		q.Header.Set(revisionHeader, revision)
	}
	response, err := h.client.Do(q)
	if err != nil {
		return nil, plain(ctx, err)
	}
	if err := h.refusal(response, session, r.method != ""); err != nil {
		_ = response.Body.Close()
		return nil, err
	}
	return response, nil
}

// plain returns an error of net/http without the address, which its message contains.
func plain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	kind := errEnded
	if op := (*net.OpError)(nil); errors.As(err, &op) && op.Op == "dial" ||
		errors.As(err, new(*tls.CertificateVerificationError)) ||
		errors.Is(err, http.ErrSchemeMismatch) {
		kind = errNotSent
	}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return fmt.Errorf("%w: %s", kind, bounded(err)) // it can have what the server has sent
}

// refusal returns the error of an HTTP response without success. isRequest says that it answers a request of MCP.
func (h *httpLink) refusal(r *http.Response, session string, isRequest bool) error {
	switch {
	case session == "":
	case r.StatusCode == http.StatusNotFound && isRequest:
		h.forgotten.Store(true)
		h.end()
		return errSession
	case r.StatusCode == http.StatusNotFound, r.StatusCode == http.StatusBadRequest:
		// Some servers answer 400 when they have forgotten the session, and 404 to what they do not have, such as the stream.
		// Reading the lists shows which it is.
		h.changed()
	}
	return refusal(r)
}

// refusal returns the error of a response without success.
func refusal(r *http.Response) error {
	switch {
	case r.StatusCode >= 200 && r.StatusCode < 300:
		return nil
	case r.StatusCode == http.StatusUnauthorized, r.StatusCode == http.StatusForbidden:
		return fmt.Errorf("%w (HTTP %d)", errRefused, r.StatusCode)
	case r.StatusCode >= 300 && r.StatusCode < 400:
		return fmt.Errorf("it redirects elsewhere (HTTP %d), which emcp does not follow", r.StatusCode)
	}
	switch r.StatusCode {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return fmt.Errorf("%w (HTTP %d)", errBusy, r.StatusCode)
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return fmt.Errorf("%w (HTTP %d)", errEnded, r.StatusCode)
	}
	text, _ := io.ReadAll(io.LimitReader(r.Body, 64<<10))
	if m, err := parse(text); err == nil && m.err != nil {
		return m.err
	}
	return fmt.Errorf("it answered with HTTP %d", r.StatusCode)
}

func (h *httpLink) exchange(ctx context.Context, r request) (jsontext.Value, error) {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(h.open, cancel)()
	result, err := h.answer(within, r)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		if !r.whole {
			go h.cancel(r)
		}
	case errors.Is(err, errSession):
	case h.open.Err() != nil && h.forgotten.Load() && !r.whole:
		return nil, errSession // the link was closed because of that, before the server said it of this request
	case h.open.Err() != nil:
		return nil, errEnded
	}
	return result, err
}

// cancel notifies the server that a request is cancelled.
func (h *httpLink) cancel(r request) {
	ctx, cancel := context.WithTimeout(h.open, politeTime)
	defer cancel()
	_ = h.post(ctx, r.cancelled(), r) // the server may have ended
}

// answer sends a request and reads the answer.
func (h *httpLink) answer(ctx context.Context, r request) (jsontext.Value, error) {
	text, err := r.text()
	if err != nil {
		return nil, err
	}
	response, err := h.do(ctx, http.MethodPost, text, "application/json, text/event-stream", r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if session := response.Header.Get(sessionHeader); r.method == initializeMethod && session != "" {
		h.mu.Lock()
		h.session = session
		h.mu.Unlock()
	}
	body := http.MaxBytesReader(nil, response.Body, maxAnswer)
	switch media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); media {
	case "application/json":
		text, err := io.ReadAll(body)
		if err != nil {
			return nil, readError(ctx, err)
		}
		m, err := parse(text)
		if err == nil && !m.answers(r.id) {
			err = errNotMessage
		}
		if err != nil {
			return nil, err
		}
		return m.outcome()
	case "text/event-stream":
		m, err := h.find(ctx, body, r)
		if err != nil {
			return nil, readError(ctx, err)
		}
		return m.outcome()
	}
	return nil, errors.New("its answer is neither JSON nor a stream of events")
}

// readError returns why an answer could not be read to its end: the context has ended, there was too much of it, or
// the connection has ended.
func readError(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, new(*http.MaxBytesError)):
		return errTooMuch
	}
	return fmt.Errorf("%w: %w", errEnded, err)
}

// mostReplies limits how many requests of the server emcp answers while the server answers one.
const mostReplies = 5

// find reads events up to the response to a request. Of other messages it handles progress, announced changes and
// requests, and ignores the rest.
func (h *httpLink) find(ctx context.Context, body io.Reader, r request) (found message, err error) {
	replies := 0
	err = events(body, func(data []byte) bool {
		m, wrong := parse(data)
		switch {
		case wrong != nil:
		case m.answers(r.id):
			found = m
			return false
		case m.changes():
			h.changed()
		case m.reply() != nil && replies < mostReplies:
			replies++
			_ = h.post(ctx, m.reply(), r) // if it is lost, the server's request fails, and so does its call
		default:
			r.progress.hear(m)
		}
		return true
	})
	if err == nil && found.id == nil {
		err = io.ErrUnexpectedEOF
	}
	return found, err
}

// post sends a message that has no answer.
func (h *httpLink) post(ctx context.Context, text []byte, r request) error {
	response, err := h.do(ctx, http.MethodPost, text, "application/json, text/event-stream", request{token: r.token})
	if err != nil {
		return err
	}
	return response.Body.Close()
}

func (h *httpLink) notify(ctx context.Context, method string) error {
	return h.post(ctx, notification(method), request{})
}

// events passes the data of each server-sent event to take until that returns false, or the stream ends.
func events(body io.Reader, take func(data []byte) bool) error {
	reader := bufio.NewReader(body)
	var data []byte
	for {
		line, err := reader.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		line = bytes.TrimRight(line, "\r\n")
		switch value, found := bytes.CutPrefix(line, []byte("data:")); {
		case found:
			if data != nil {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(value, []byte(" "))...)
		case len(line) == 0 && data != nil:
			if !take(data) {
				return nil
			}
			data = nil
		}
		if err != nil {
			if data != nil {
				take(data)
			}
			return nil
		}
	}
}

// listen reads the stream on which the server announces changes until the link is closed. It reopens the stream when it
// ends, unless the server has no such stream.
func (h *httpLink) listen() {
	for h.follow() {
		if !sleep(h.open, streamPause) {
			return
		}
		h.changed() // there can have been a change while there was no stream
	}
}

// follow opens the stream and reads it to its end. It returns false if the server has no stream.
func (h *httpLink) follow() (more bool) {
	response, err := h.do(h.open, http.MethodGet, nil, "text/event-stream", request{})
	if err != nil {
		return errors.Is(err, errNotSent) || errors.Is(err, errBusy) || errors.Is(err, errEnded)
	}
	defer response.Body.Close()
	if media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); media != "text/event-stream" {
		return false
	}
	_ = events(http.MaxBytesReader(nil, response.Body, maxStream), func(data []byte) bool {
		if m, err := parse(data); err == nil && m.changes() {
			h.changed()
		}
		return true
	})
	return true
}

func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
