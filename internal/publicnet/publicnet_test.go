package publicnet_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"emcp/internal/publicnet"
)

func TestPublic(t *testing.T) {
	for text, want := range map[string]bool{
		"93.184.215.14": true, "8.8.8.8": true, "2606:4700::1111": true, "::ffff:8.8.8.8": true,
		"127.0.0.1": false, "127.9.9.9": false, "0.0.0.0": false, "0.1.2.3": false, "10.0.0.1": false, "172.16.0.1": false,
		"172.31.255.255": false,
		"192.168.1.1":    false, "169.254.169.254": false, "100.64.0.1": false, "192.0.0.1": false, "192.0.2.1": false,
		"198.18.0.1":   false,
		"198.51.100.1": false, "203.0.113.1": false, "224.0.0.1": false, "239.1.1.1": false, "240.0.0.1": false,
		"255.255.255.255": false,
		"::":              false, "::1": false, "::127.0.0.1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false,
		"::ffff:169.254.169.254": false,
		"64:ff9b::7f00:1":        false, "64:ff9b::a00:1": false, "64:ff9b:1::1": false, "2002:7f00:1::": false,
		"2001::1":     false,
		"2001:db8::1": false,
		"fc00::1":     false, "fd12:3456::1": false, "fe80::1": false, "fe80::1%eth0": false, "fec0::1": false,
		"ff02::1": false,
		"100::1":  false,
	} {
		if got := publicnet.Public(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

// website is an HTTPS server, an authority that its certificate is of, and what it has been asked.
type website struct {
	*httptest.Server
	asked atomic.Int64
}

func open(t *testing.T) *website {
	t.Helper()
	w := &website{}
	routes := http.NewServeMux()
	routes.HandleFunc("/good", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "max-age=60")
		_, _ = w.Write([]byte("{}"))
	})
	routes.Handle("/moved", http.RedirectHandler("/good", http.StatusFound))
	routes.HandleFunc("/large", func(w http.ResponseWriter, _ *http.Request) {
		for range 10 << 10 { // 10 MB
			if _, err := w.Write(make([]byte, 1<<10)); err != nil {
				return
			}
		}
	})
	routes.HandleFunc("/full", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(make([]byte, publicnet.MaxDocument))
	})
	w.Server = httptest.NewTLSServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		w.asked.Add(1)
		routes.ServeHTTP(out, r)
	}))
	t.Cleanup(w.Close)
	return w
}

func (w *website) roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(w.Certificate())
	return pool
}

func anywhere(netip.AddrPort) bool { return true }

func TestGet(t *testing.T) {
	site := open(t)
	f := publicnet.NewFetcher(publicnet.Options{Allow: anywhere, Roots: site.roots()})
	text, header, err := f.Get(t.Context(), site.URL+"/good")
	if err != nil || string(text) != "{}" || header.Get("Cache-Control") != "max-age=60" {
		t.Errorf("%s %v %v", text, header, err)
	}
	if text, _, err := f.Get(t.Context(), site.URL+"/full"); err != nil || len(text) != publicnet.MaxDocument {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	for _, address := range []string{
		site.URL + "/moved", site.URL + "/large", site.URL + "/none", strings.Replace(site.URL, "https", "http", 1) + "/good",
		strings.Replace(site.URL, "https://", "https://user@", 1) + "/good", "https:///good", "file:///etc/passwd", "",
	} {
		if text, _, err := f.Get(t.Context(), address); err == nil {
			t.Errorf("%s: %d bytes", address, len(text))
		}
	}
}

// TestPrivateAddresses asks for documents of this computer by all the names that it has.
func TestPrivateAddresses(t *testing.T) {
	site := open(t)
	_, port, err := net.SplitHostPort(strings.TrimPrefix(site.URL, "https://"))
	if err != nil {
		t.Fatal(err)
	}
	f := publicnet.NewFetcher(publicnet.Options{
		Roots: site.roots(), Allow: func(a netip.AddrPort) bool { return publicnet.Public(a.Addr()) },
	})
	for _, host := range []string{
		"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]", "169.254.169.254", "[64:ff9b::7f00:1]",
		"10.0.0.1",
	} {
		if _, _, err := f.Get(t.Context(), "https://"+host+":"+port+"/good"); !errors.Is(err, publicnet.ErrRefused) {
			t.Errorf("%s: %v", host, err)
		}
	}
	everyPort := publicnet.NewFetcher(publicnet.Options{Roots: site.roots()})
	if _, _, err := everyPort.Get(t.Context(), "https://8.8.8.8:8443/"); !errors.Is(err, publicnet.ErrRefused) {
		t.Errorf("another port: %v", err)
	}
	if n := site.asked.Load(); n != 0 {
		t.Errorf("%d requests arrived", n)
	}
}

// TestRebinding has a name stand for an allowed address first and for another one afterwards: every connection is
// checked anew. 127.0.0.1 takes the place of a public address here.
func TestRebinding(t *testing.T) {
	site := open(t)
	_, port, err := net.SplitHostPort(strings.TrimPrefix(site.URL, "https://"))
	if err != nil {
		t.Fatal(err)
	}
	var last atomic.Int64
	last.Store(1)
	f := publicnet.NewFetcher(publicnet.Options{
		Roots:   site.roots(),
		Resolve: nameserver(t, func() [4]byte { return [4]byte{127, 0, 0, byte(last.Load())} }), //nolint:gosec // 1 or 2
		Allow:   func(a netip.AddrPort) bool { return a.Addr() == netip.MustParseAddr("127.0.0.1") },
	})
	address := "https://example.com:" + port + "/good" // which the certificate of the site names
	if _, _, err := f.Get(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	last.Store(2)
	if _, _, err := f.Get(t.Context(), address); !errors.Is(err, publicnet.ErrRefused) {
		t.Errorf("after the name has another address: %v", err)
	}
	if n := site.asked.Load(); n != 1 {
		t.Errorf("%d requests arrived", n)
	}
}

// nameserver answers every question for an IPv4 address, over a pipe to the resolver that speaks as DNS does over TCP.
func nameserver(t *testing.T, address func() [4]byte) func(context.Context, string, string) (net.Conn, error) {
	t.Helper()
	return func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			for {
				length := make([]byte, 2)
				if _, err := server.Read(length); err != nil {
					return
				}
				question := make([]byte, binary.BigEndian.Uint16(length))
				if _, err := server.Read(question); err != nil {
					return
				}
				var m dnsmessage.Message
				if m.Unpack(question) != nil {
					return
				}
				m.Response, m.Additionals = true, nil
				if m.Questions[0].Type == dnsmessage.TypeA {
					m.Answers = []dnsmessage.Resource{{
						Header: dnsmessage.ResourceHeader{Name: m.Questions[0].Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET},
						Body:   &dnsmessage.AResource{A: address()},
					}}
				}
				answer, err := m.Pack()
				if err != nil {
					return
				}
				if _, err := server.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err !=
					nil { //nolint:gosec // short
					return
				}
			}
		}()
		return client, nil
	}
}

// TestAuthorities refuses a certificate of an authority that nobody knows.
func TestAuthorities(t *testing.T) {
	site := open(t)
	f := publicnet.NewFetcher(publicnet.Options{Allow: anywhere})
	var unknown *tls.CertificateVerificationError
	if _, _, err := f.Get(t.Context(), site.URL+"/good"); !errors.As(err, &unknown) {
		t.Errorf("%v", err)
	}
}
