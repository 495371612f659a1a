package oauth

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"emcp/internal/loopback"
	"emcp/internal/visible"
)

// client is a program that asks for access.
type client struct {
	ID        string
	Name      string   // chosen by the client and not verified
	Redirects []string // addresses to which codes may be sent
	Assertion bool     // it authenticates with a key (private_key_jwt); otherwise it is public
	keys      clientKeys
}

// Limits of the data of clients.
const (
	maxClientID   = 4 << 10 // bytes
	maxClientName = 100     // characters
	maxRedirects  = 10
	maxRedirect   = 1 << 10 // bytes
)

// host returns the host of the client's id, which belongs to the owner of the client. It is "" for a client that
// registered itself, because its owner is unknown.
func (c client) host() string {
	u, err := url.Parse(c.ID)
	if err != nil {
		return ""
	}
	return u.Host
}

// redirectsTo reports whether codes may be sent to an address. It must equal one of the client's addresses to the
// letter, except that a program on this computer may listen on any port (RFC 8252, section 7.3).
func (c client) redirectsTo(address string) bool {
	return slices.Contains(c.Redirects, address) || slices.ContainsFunc(c.Redirects, func(known string) bool {
		a, b := withoutPort(known), withoutPort(address)
		return a != "" && a == b
	})
}

// loopbackAddress matches an http address of this computer. Its groups are the parts before and after the port.
var loopbackAddress = regexp.MustCompile(`^(http://(?:127\.0\.0\.1|\[::1\]|localhost))(?::[0-9]{1,5})?((?:[/?].*)?)$`)

// withoutPort returns an http address of this computer without its port, or "" for other addresses.
func withoutPort(address string) string {
	parts := loopbackAddress.FindStringSubmatch(address)
	if parts == nil {
		return ""
	}
	return parts[1] + parts[2]
}

// appSchemes are schemes that open a program on the user's computer, in addition to schemes with a dot (RFC 8252,
// section 7.1).
var appSchemes = []string{"cursor", "vscode", "vscode-insiders", "windsurf"}

// checkRedirects returns an error if codes cannot be sent to the client's addresses.
func checkRedirects(addresses []string) *oauthError {
	if len(addresses) == 0 || len(addresses) > maxRedirects {
		return refuse(invalidRedirect, "redirect_uris must have 1 to 10 addresses")
	}
	for _, address := range addresses {
		if !goodRedirect(address) {
			return refuse(invalidRedirect,
				"redirect_uris must be https addresses, http addresses of the user's computer, or addresses of a program, "+
					"without a fragment")
		}
	}
	return nil
}

// plainHost matches a host with or without a port. It stands in the content security policy of pages, where other
// characters would be read as further rules.
var plainHost = regexp.MustCompile(`^(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$`)

func goodRedirect(address string) bool {
	if len(address) > maxRedirect || strings.ContainsAny(address, `\#`) || !isPrintableASCII(address) {
		return false
	}
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return false
	}
	switch u.Scheme {
	case "https":
		return plainHost.MatchString(u.Host)
	case "http":
		return loopback.Is(u.Hostname())
	}
	return slices.Contains(appSchemes, u.Scheme) || strings.Contains(u.Scheme, ".")
}

// isPrintableASCII reports whether an address has nothing but printable characters of ASCII, and no space.
func isPrintableASCII(address string) bool {
	return !strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' })
}

// cleanName returns the name of a client for people: short, on one line, without invisible characters and characters
// that change the direction of text.
func cleanName(name string) string {
	name = visible.Line(name)
	if runes := []rune(name); len(runes) > maxClientName {
		name = string(runes[:maxClientName]) + "…"
	}
	return name
}

// clientKeys are the keys of a client: a set in its document, or the address of a set.
type clientKeys struct {
	set []byte
	url string
}
