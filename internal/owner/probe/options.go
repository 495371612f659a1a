package probe

import (
	"crypto/x509"
	"errors"
	"net/url"
	"time"
)

// Options say what to probe, and how.
type Options struct {
	URL     string // see CheckURL
	Token   string // bearer token; empty: none
	Version string // of this program, as servers see it
	All     bool   // also call tools that are not marked as read-only
	Repeat  int    // how often to send requests that change nothing
	Timeout time.Duration

	roots *x509.CertPool // authorities of certificates; nil: those of the system
	clock *clock         // nil: that of the system
}

// CheckURL returns an error if the address cannot be that of a server.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return errors.New("the URL must be like https://www.example.com/mcp")
	case u.User != nil:
		return errors.New("the URL must not contain a user or password; pass the token with --token or EMCP_TOKEN")
	case u.Fragment != "":
		return errors.New("the URL must not contain #; servers do not get the part after it")
	}
	return nil
}

// handshakes are the revisions of MCP that begin with initialize. stateless is the revision that does not.
var handshakes = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

const stateless = "2026-07-28"
