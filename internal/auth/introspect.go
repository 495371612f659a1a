package auth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	"emcp/internal/fault"
	"emcp/internal/secret"
)

// Introspection is how emcp asks the issuer about tokens (RFC 7662).
type Introspection struct {
	ClientID string
	Secret   secret.Text
}

// introspected is the issuer's answer about a token.
type introspected struct {
	claims issuedClaims
	active bool
}

// introspector asks the issuer about tokens, and uses each answer for a short time.
type introspector struct {
	options  Introspection
	discover func(context.Context) (Metadata, error)
	found    *otter.Cache[TokenHash, introspected]
}

func newIntrospector(o Introspection, discover func(context.Context) (Metadata, error)) *introspector {
	return &introspector{o, discover, otter.Must(&otter.Options[TokenHash, introspected]{
		MaximumSize: MaxFindings, ExpiryCalculator: otter.ExpiryCreating[TokenHash, introspected](FindingAge),
	})}
}

// claims returns the claims of an active token from the issuer.
func (i *introspector) claims(ctx context.Context, token string) (issuedClaims, error) {
	found, err := i.found.Get(ctx, HashToken(token), otter.LoaderFunc[TokenHash, introspected](
		func(ctx context.Context, _ TokenHash) (introspected, error) { return i.ask(ctx, token) }))
	switch {
	case err != nil:
		return issuedClaims{}, fault.Wrap(fault.Unavailable, err, "tokens cannot be checked at the moment; try again later")
	case !found.active:
		return issuedClaims{}, ErrUnknown
	}
	return found.claims, nil
}

// ask sends the request. All waiting calls share its answer, so it does not end with the first of them.
func (i *introspector) ask(ctx context.Context, token string) (introspected, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), LookupTime)
	defer cancel()
	m, err := i.discover(ctx)
	if err != nil {
		return introspected{}, err
	}
	if m.IntrospectionEndpoint == "" {
		return introspected{}, errors.New("the metadata of the issuer have no introspection_endpoint")
	}
	form := url.Values{"token": {token}, "token_type_hint": {"access_token"}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, m.IntrospectionEndpoint,
		strings.NewReader(form.Encode()))
	if err != nil {
		return introspected{}, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "application/json")
	request.SetBasicAuth(url.QueryEscape(i.options.ClientID), url.QueryEscape(i.options.Secret.Reveal()))
	var answer introspected
	if err := doJSON(request, &answer.claims); err != nil {
		return introspected{}, err
	}
	active, _ := answer.claims.all["active"].(bool)
	expires := answer.claims.ExpiresAt
	answer.active = active && (expires == nil || time.Now().Before(expires.Time))
	return answer, nil
}
