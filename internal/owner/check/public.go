package check

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"emcp/config"
	"emcp/internal/outbound"
)

// publicTime bounds each request to the public address.
const publicTime = 3 * time.Second

// publicSubject is the subject of findings about the public address.
const publicSubject = "auth.oauth public address"

// publicAddress sends the requests of a client that signs in to the public address, and reports
// what keeps them from emcp.
func publicAddress(ctx context.Context, c *config.Config) []Finding {
	oauth := c.Auth.OAuth
	if oauth == nil {
		return nil
	}
	client := outbound.Client(outbound.Options{Timeout: publicTime})
	resource := oauth.PublicURL + c.Prefixes[0]
	const why = "assistants cannot find out where to sign in"
	var described struct {
		Resource string `json:"resource"`
	}
	err := fetch(ctx, client, oauth.PublicURL+"/.well-known/oauth-protected-resource"+c.Prefixes[0], &described)
	if finding, failed := obstacle(ctx, c, err, why,
		"/.well-known/oauth-protected-resource and what is below it"); failed {
		return []Finding{finding}
	}
	if described.Resource != resource {
		return []Finding{failure(publicSubject,
			fmt.Sprintf("the metadata there are of %q instead of %s", described.Resource, resource),
			"assistants refuse to sign in", "let the web server pass the address on to this emcp, and reload it")}
	}
	findings := []Finding{ok(publicSubject, "the metadata of "+resource+" can be read")}
	if oauth.Builtin != nil {
		const below = "/.well-known/oauth-authorization-server and /oauth/"
		var authority struct {
			Issuer string `json:"issuer"`
		}
		err := fetch(ctx, client, oauth.PublicURL+"/.well-known/oauth-authorization-server", &authority)
		if finding, failed := obstacle(ctx, c, err, why, below); failed {
			findings = append(findings, finding)
		} else if authority.Issuer != oauth.PublicURL {
			findings = append(findings, failure(publicSubject,
				fmt.Sprintf("the metadata of the authorization server name %q instead of %s", authority.Issuer, oauth.PublicURL),
				why, passOn(below)))
		}
	}
	return append(findings, challenged(ctx, c, client, resource)...)
}

// hostname returns the host of an address without its port.
func hostname(address string) string {
	name, _, err := net.SplitHostPort(host(address))
	if err != nil {
		return host(address) // which has no port
	}
	return name
}

// passOn returns the advice if requests to some paths do not reach emcp.
func passOn(paths string) string {
	return "let the web server pass on " + paths + " to emcp; docs/hosters/install.md has the lines"
}

// misanswer is an answer that does not come from emcp.
type misanswer struct {
	address, status string
	code            int
	location        string // of a redirect
}

// Error says what came back.
func (m misanswer) Error() string {
	switch {
	case m.code == http.StatusOK:
		return m.address + " answers, but not as emcp does"
	case m.location != "":
		return fmt.Sprintf("%s answers %s and leads to %s", m.address, m.status, m.location)
	}
	return fmt.Sprintf("%s answers %s", m.address, m.status)
}

// misanswered returns the error for an answer.
func misanswered(address string, response *http.Response) error {
	return misanswer{address, response.Status, response.StatusCode, response.Header.Get("Location")}
}

// fetch reads the JSON document at an address. The error is a misanswer where something else answers.
func fetch(ctx context.Context, client *http.Client, address string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(response.Body, 64<<10)).Decode(into) != nil {
		return misanswered(address, response)
	}
	return nil
}

// obstacle returns the finding on what is between a client and emcp if a request to the public address failed. why says
// what that means for assistants, and paths are those that the web server must pass on.
func obstacle(ctx context.Context, c *config.Config, err error, why, paths string) (_ Finding, failed bool) {
	if err == nil {
		return Finding{}, false
	}
	if m := (misanswer{}); errors.As(err, &m) {
		return failure(publicSubject, m.Error(), why, detour(ctx, c, m, paths)), true
	}
	if f, failed := untrusted(c, err); failed {
		return f, true
	}
	host := hostname(c.Auth.OAuth.PublicURL)
	do := "see that the web server runs, that the name " + host +
		" leads to this computer, and that the firewall lets requests through"
	var name *net.DNSError
	switch {
	case errors.As(err, &name) && name.IsNotFound:
		do = "create an entry for " + host + " at your DNS provider, or correct public_url"
	case !answers(ctx, c.Listen, c.TLS):
		do = startFirst
	}
	return warning(publicSubject, err.Error(), "from here nobody can sign in", do), true
}

const startFirst = "emcp is not running: start it (systemctl start emcp), and check again"

// detour returns the advice about an answer that does not come from emcp.
func detour(ctx context.Context, c *config.Config, m misanswer, paths string) string {
	switch {
	case m.code == http.StatusOK:
		return "another server or site answers: see that the name " + hostname(m.address) + " leads to this computer; then " +
			passOn(paths)
	case m.location != "":
		return "set public_url to the address that does not redirect, or " + passOn(paths) + " without a redirect"
	case m.code == http.StatusUnauthorized || m.code == http.StatusForbidden:
		return "a rule of the web server or a firewall forbids the request: allow " + paths + " for everybody there"
	case m.code < http.StatusInternalServerError:
		return passOn(paths)
	case !answers(ctx, c.Listen, c.TLS):
		return startFirst
	}
	return "emcp runs, but the web server does not reach it: let it pass requests on to " + c.Listen +
		", and read its error log"
}

// untrusted returns the finding on a certificate that clients refuse, if the error is about one.
func untrusted(c *config.Config, err error) (_ Finding, failed bool) {
	var (
		verification *tls.CertificateVerificationError
		name         x509.HostnameError
		invalid      x509.CertificateInvalidError
	)
	host := hostname(c.Auth.OAuth.PublicURL)
	what, do := "", ""
	switch {
	case errors.Is(err, http.ErrSchemeMismatch):
		what, do = host+" answers without TLS",
			"let the web server answer with a certificate on this port, or correct public_url"
	case !errors.As(err, &verification):
		return Finding{}, false
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired && time.Now().After(invalid.Cert.NotAfter):
		what = fmt.Sprintf("the certificate of %s expired on %s", host, invalid.Cert.NotAfter.UTC().Format(time.DateOnly))
		do = "renew it, such as with certbot renew, and reload the web server"
	case errors.As(err, &name):
		what = "the certificate there is not for " + host
		do = "see that the name " + host + " leads to this computer, and that the web server has a certificate for it"
	default:
		what = "the certificate of " + host + " is not trusted: " + verification.Err.Error()
		do = "give the web server the whole chain of the certificate, such as fullchain.pem, of an authority that clients " +
			"know"
	}
	return failure(publicSubject, what, "clients refuse to connect", do), true
}

// challenged sends an unknown token. The answer shows whether the header Authorization arrives, and whether the
// challenge comes back.
func challenged(ctx context.Context, c *config.Config, client *http.Client, resource string) []Finding {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, resource,
		strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if err != nil {
		return nil
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer emcp-check")
	response, err := client.Do(request)
	if err == nil {
		defer response.Body.Close()
		if response.StatusCode != http.StatusUnauthorized {
			err = misanswered(resource, response)
		}
	}
	if finding, failed := obstacle(ctx, c, err, "assistants cannot call emcp", c.Prefixes[0]); failed {
		return []Finding{finding}
	}
	challenge := response.Header.Get("WWW-Authenticate")
	switch {
	case !strings.Contains(challenge, "resource_metadata="):
		return []Finding{
			failure(publicSubject, "the header WWW-Authenticate does not come back",
				"assistants cannot find out where to sign in", "let the web server leave the header in answers"),
		}
	case !strings.Contains(challenge, `error="invalid_token"`):
		return []Finding{failure(publicSubject, "the header Authorization does not arrive",
			"everybody is refused, also after signing in",
			"let the web server pass it on; for Apache with CGI: CGIPassAuth On")}
	}
	return []Finding{ok(publicSubject, "tokens arrive, and the challenge comes back")}
}

// host returns the host of an address for a message.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "?"
	}
	return u.Host
}
