package servertest

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// Reply is an HTTP answer without the headers that every server sends.
type Reply struct {
	Status int
	Header map[string]string
	Body   string
}

// Send sends a request and returns the answer. headers are names and values; an empty value removes a
// header that is sent otherwise. It may be called from any goroutine.
func Send(t testing.TB, method, url, body string, headers ...string) Reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return Reply{}
	}
	for i, pairs := 0, append([]string{
		"Content-Type", "application/json", "Authorization", "Bearer full", "X-Trace-Id", "trace-1",
	}, headers...); i < len(pairs); i += 2 {
		r.Header.Set(pairs[i], pairs[i+1])
		if pairs[i+1] == "" {
			r.Header.Del(pairs[i])
		}
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return Reply{}
	}
	return ReadReply(t, response)
}

// ReadReply reads the answer to its end.
func ReadReply(t testing.TB, response *http.Response) Reply {
	t.Helper()
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
		return Reply{}
	}
	header := map[string]string{}
	for name, values := range response.Header {
		if name != "Date" && name != "Content-Length" {
			header[name] = strings.Join(values, ", ")
		}
	}
	if response.Close {
		header["Connection"] = "close" // which net/http takes out
	}
	return Reply{response.StatusCode, header, string(bytes.TrimSpace(body))}
}

// Post is Send with POST.
func Post(t testing.TB, url, body string, headers ...string) Reply {
	t.Helper()
	return Send(t, http.MethodPost, url, body, headers...)
}

// Keyed posts a message with an idempotency key.
func Keyed(t testing.TB, url, body, key string, headers ...string) Reply {
	t.Helper()
	return Post(t, url, body, append([]string{"Idempotency-Key", key}, headers...)...)
}

// UUID4 matches a random UUID.
var UUID4 = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
