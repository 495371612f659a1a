package loopback_test

import (
	"testing"

	"emcp/internal/loopback"
)

func TestIs(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "127.9.8.7": true, "::1": true, "::ffff:127.0.0.1": true,
		"": false, "0.0.0.0": false, "::": false, "10.0.0.1": false, "example.com": false, "localhost.example.com": false,
		"[::1]": false, "127.1": false,
	} {
		if got := loopback.Is(host); got != want {
			t.Errorf("%q: %t", host, got)
		}
	}
}

func TestOrHTTPS(t *testing.T) {
	for address, want := range map[string]bool{
		"https://example.com/x": true, "http://localhost/": true, "http://127.0.0.1:88/": true, "http://[::1]:88": true,
		"http://example.com/": false, "http://localhost.example.com/": false, "https://": false, "https:/example.com": false,
		"javascript:alert(1)": false, "example.com": false, "ftp://localhost/": false, "https://%": false, "": false,
	} {
		if got := loopback.OrHTTPS(address); got != want {
			t.Errorf("%q: %t", address, got)
		}
	}
}

func TestListens(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:8787": true, "localhost:80": true, "[::1]:80": true, ":80": false, "0.0.0.0:80": false, "[::]:80": false,
		"127.0.0.1": false, "": false,
	} {
		if got := loopback.Listens(address); got != want {
			t.Errorf("%q: %t", address, got)
		}
	}
}

// TestReach returns addresses of listeners as a client on the computer calls them.
func TestReach(t *testing.T) {
	for listen, want := range map[string]string{
		"127.0.0.1:8787": "127.0.0.1:8787", "0.0.0.0:88": "127.0.0.1:88", "[::]:88": "127.0.0.1:88", ":88": "127.0.0.1:88",
		"[::1]:88": "[::1]:88", "example.com:88": "example.com:88",
	} {
		if got := loopback.Reach(listen); got != want {
			t.Errorf("%s: %s, want %s", listen, got, want)
		}
	}
}
