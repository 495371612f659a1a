package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"emcp/config"
	"emcp/internal/outbound"
)

// publicTime bounds each request to the public address.
const publicTime = 3 * time.Second

// publicAddress sends the requests of a client that signs in to the public address, and reports what a web server in
// between does not pass on. If emcp does not run yet, it can only report that.
func publicAddress(ctx context.Context, c *config.Config) []Finding {
	oauth := c.Auth.OAuth
	if oauth == nil {
		return nil
	}
	const subject = "auth.oauth public address"
	client := outbound.Client(outbound.Options{Timeout: publicTime})
	resource := oauth.PublicURL + c.Prefixes[0]
	const why = "assistants cannot find out where to sign in"
	var described struct {
		Resource string `json:"resource"`
	}
	switch err := fetch(ctx, client, oauth.PublicURL+"/.well-known/oauth-protected-resource"+c.Prefixes[0], &described); {
	case errors.As(err, new(unexpected)):
		return []Finding{failure(subject, err.Error(), why, "let the web server pass on /.well-known/oauth-protected-resource and what is below it; docs/access.md has the lines")}
	case err != nil:
		return []Finding{warning(subject, err.Error(), "from here nobody can sign in",
			"start emcp and check again; see that the name leads here, and that the certificate is complete")}
	case described.Resource != resource:
		return []Finding{failure(subject, fmt.Sprintf("the metadata there are of %q instead of %s", described.Resource, resource), "assistants refuse to sign in",
			"let the web server pass the address on to this emcp, and reload it")}
	}
	findings := []Finding{ok(subject, "the metadata of "+resource+" can be read")}
	if oauth.Builtin != nil {
		var authority struct {
			Issuer string `json:"issuer"`
		}
		err := fetch(ctx, client, oauth.PublicURL+"/.well-known/oauth-authorization-server", &authority)
		if err == nil && authority.Issuer != oauth.PublicURL {
			err = fmt.Errorf("the metadata of the authorization server name %q instead of %s", authority.Issuer, oauth.PublicURL)
		}
		if err != nil {
			findings = append(findings, failure(subject, err.Error(), why, "let the web server pass on /.well-known/oauth-authorization-server and /oauth/; docs/access.md has the lines"))
		}
	}
	return append(findings, challenged(ctx, client, resource)...)
}

// unexpected is an answer that emcp does not give.
type unexpected struct{ error }

// fetch reads the JSON document at an address. The error is unexpected where something else answers.
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
	if response.StatusCode != http.StatusOK {
		return unexpected{fmt.Errorf("%s answers %s", address, response.Status)}
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, 64<<10)).Decode(into); err != nil {
		return unexpected{fmt.Errorf("%s does not answer with JSON", address)}
	}
	return nil
}

// challenged sends an unknown token. The answer shows whether the header Authorization arrives, and whether the
// challenge comes back.
func challenged(ctx context.Context, client *http.Client, resource string) []Finding {
	const subject = "auth.oauth public address"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, resource, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if err != nil {
		return nil
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer emcp-check")
	response, err := client.Do(request)
	if err != nil {
		return []Finding{failure(subject, err.Error(), "assistants cannot call emcp", "let the web server pass the address on to emcp")}
	}
	defer response.Body.Close()
	challenge := response.Header.Get("WWW-Authenticate")
	switch {
	case response.StatusCode != http.StatusUnauthorized:
		return []Finding{failure(subject, fmt.Sprintf("%s answers %s to a token that nobody has", resource, response.Status), "it is not emcp that answers, or not as it should",
			"let the web server pass the address on to emcp")}
	case !strings.Contains(challenge, "resource_metadata="):
		return []Finding{failure(subject, "the header WWW-Authenticate does not come back", "assistants cannot find out where to sign in", "let the web server leave the header in answers")}
	case !strings.Contains(challenge, `error="invalid_token"`):
		return []Finding{failure(subject, "the header Authorization does not arrive", "everybody is refused, also after signing in",
			"let the web server pass it on; for Apache with CGI: CGIPassAuth On")}
	}
	return []Finding{ok(subject, "tokens arrive, and the challenge comes back")}
}
