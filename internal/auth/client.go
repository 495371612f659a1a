package auth

import (
	"net/http"
	"time"
)

// maxDocument bounds an answer of an authorization server, such as its metadata or its key set, in bytes.
const maxDocument = 256 << 10

// NewClient returns a client for the addresses of an authorization server, which the owner has chosen, with a time limit for each
// answer. It reads at most 256 KiB of an answer; reading further is an http.MaxBytesError. It follows no redirects, because these
// lead to addresses that nobody has chosen.
func NewClient(limit time.Duration) *http.Client {
	return &http.Client{
		Timeout:       limit,
		Transport:     bounded{&http.Transport{Proxy: http.ProxyFromEnvironment, MaxResponseHeaderBytes: maxDocument, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// bounded reads at most maxDocument bytes of each answer.
type bounded struct{ *http.Transport }

// RoundTrip sends a request.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.Transport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	response.Body = http.MaxBytesReader(nil, response.Body, maxDocument)
	return response, nil
}
