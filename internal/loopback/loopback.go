// Package loopback recognizes addresses that only this computer can reach.
package loopback

import (
	"net"
	"net/netip"
	"net/url"
)

// Is reports whether a host, a name or an address without port and brackets, is a loopback one:
// localhost, 127.0.0.0/8 or ::1.
func Is(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// OrHTTPS reports whether a URL is safe from changes on the network path: https, or http to a loopback host.
func OrHTTPS(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && Is(u.Hostname()))
}

// Listens reports whether a listener at an address, host:port, can be reached only from this computer.
func Listens(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && Is(host)
}

// Reach returns the address, host:port, at which this computer reaches a listener: 127.0.0.1 if it listens on all
// interfaces.
func Reach(address string) string {
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
