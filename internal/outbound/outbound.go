package outbound

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

// maxHeader bounds the headers of an answer, in bytes.
const maxHeader = 64 << 10

// dialTime bounds how long a connection may take.
const dialTime = 10 * time.Second

// Options say what is special about a client. The zero value is right for a server that the owner has configured.
type Options struct {
	// Timeout bounds a request together with its answer. With 0 only the context of the request ends it.
	Timeout time.Duration

	// MaxBody bounds an answer, in bytes. Reading further is an *http.MaxBytesError. With 0 the
	// caller bounds what it reads.
	MaxBody int64

	// Idle is how many connections to a host are kept for later requests. With 0 each request has its own.
	Idle int

	// Direct uses no proxy: for addresses that others choose, where a proxy would undo the check of the address, and
	// for the site itself. Otherwise HTTPS_PROXY, HTTP_PROXY and NO_PROXY count (http.ProxyFromEnvironment);
	// requests to localhost are direct.
	Direct bool

	// Dial connects instead of a net.Dialer.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	// TLS is the configuration of connections. MinVersion is TLS 1.2 if it is not set.
	TLS *tls.Config

	// Redirect decides about redirects, as http.Client.CheckRedirect does. If nil, none is followed and the caller gets
	// the redirect itself, because it could lead a token to a host that nobody has configured.
	Redirect func(next *http.Request, via []*http.Request) error
}

// Client returns a client by these options.
func Client(o Options) *http.Client {
	transport := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            o.Dial,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    dialTime,
		ForceAttemptHTTP2:      true,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: maxHeader,
		IdleConnTimeout:        time.Minute,
		MaxIdleConnsPerHost:    o.Idle,
		DisableKeepAlives:      o.Idle == 0,
	}
	if o.Direct {
		transport.Proxy = nil
	}
	if o.Dial == nil {
		transport.DialContext = (&net.Dialer{Timeout: dialTime}).DialContext
	}
	if o.TLS != nil {
		transport.TLSClientConfig = o.TLS.Clone()
		if o.TLS.MinVersion == 0 {
			transport.TLSClientConfig.MinVersion = tls.VersionTLS12
		}
	}
	c := &http.Client{Timeout: o.Timeout, Transport: transport, CheckRedirect: o.Redirect}
	if o.Redirect == nil {
		c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	if o.MaxBody > 0 {
		c.Transport = bounded{transport, o.MaxBody}
	}
	return c
}

// bounded limits the body of each answer.
type bounded struct {
	*http.Transport

	limit int64
}

// RoundTrip sends a request.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.Transport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	response.Body = http.MaxBytesReader(nil, response.Body, b.limit)
	return response, nil
}
