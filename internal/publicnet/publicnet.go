package publicnet

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"

	"emcp/internal/outbound"
)

// Limits of a fetch.
const (
	fetchTime   = 5 * time.Second
	MaxDocument = 64 << 10 // bytes
	fetches     = 4        // at the same time
)

// Fetcher fetches documents over HTTPS.
type Fetcher struct {
	client *http.Client
	slots  chan struct{}
}

// Options are for tests, which have no public addresses. A nil value is the default.
type Options struct {
	Allow   func(netip.AddrPort) bool // instead of Public and the port 443
	Roots   *x509.CertPool            // instead of the system's authorities
	Resolve func(ctx context.Context, network, address string) (net.Conn, error)
}

// ErrRefused means that an address is not public.
var ErrRefused = errors.New("not a public address")

// NewFetcher returns a fetcher.
func NewFetcher(o Options) *Fetcher {
	if o.Allow == nil {
		o.Allow = func(a netip.AddrPort) bool { return a.Port() == 443 && Public(a.Addr()) }
	}
	dialer := &net.Dialer{
		Timeout: fetchTime,
		// The address is checked at the connection, after the name was resolved. An earlier check would not count,
		// because the name may resolve differently later.
		ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
			a, err := netip.ParseAddrPort(address)
			if err != nil || !o.Allow(a) {
				return fmt.Errorf("%s is %w", address, ErrRefused)
			}
			return nil
		},
	}
	if o.Resolve != nil {
		dialer.Resolver = &net.Resolver{PreferGo: true, Dial: o.Resolve}
	}
	return &Fetcher{
		// A proxy would connect in our place.
		client: outbound.Client(outbound.Options{
			Timeout: fetchTime, Direct: true, Dial: dialer.DialContext, TLS: &tls.Config{RootCAs: o.Roots},
		}),
		slots: make(chan struct{}, fetches),
	}
}

// Get returns the document at an https address, and the headers of the answer. It does not follow redirects. Any status
// other than 200 is an error, and so are more than MaxDocument bytes. It takes at most 5 s.
func (f *Fetcher) Get(ctx context.Context, address string) ([]byte, http.Header, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.User != nil || u.Host == "" {
		return nil, nil, errors.New("not an https address")
	}
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	select {
	case f.slots <- struct{}{}:
		defer func() { <-f.slots }()
	case <-ctx.Done():
		return nil, nil, errors.New("too many documents are being fetched; try again later")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "emcp")
	response, err := f.client.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("answers %s", response.Status)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, MaxDocument+1))
	switch {
	case err != nil:
		return nil, nil, err
	case len(text) > MaxDocument:
		return nil, nil, fmt.Errorf("has more than %d bytes", MaxDocument)
	}
	return text, response.Header, nil
}

// reserved are special networks (RFC 6890) that netip does not recognize, and networks whose addresses contain an IPv4
// address, which could be a private one.
var reserved = func() []netip.Prefix {
	var all []netip.Prefix
	for _, text := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24",
		"240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
		"3fff::/20", "5f00::/16", "fec0::/10",
	} {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}()

// Public reports whether an address belongs to the internet, and not to this computer or a private network.
func Public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() {
		return false
	}
	return !slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(a) })
}
