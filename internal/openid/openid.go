package openid

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/loopback"
	"emcp/internal/outbound"
	"emcp/internal/secret"
)

// Options say at which provider people sign in, and what they may do then.
type Options struct {
	Issuer       string      // the provider's identifier, an https URL
	ClientID     string      // emcp's at the provider
	ClientSecret secret.Text // empty: emcp is a public client there
	Name         string      // for people; empty: the host of Issuer
	Scopes       []string    // that emcp asks for; openid is among them
	MaxAge       time.Duration
	Map          []auth.Mapping // the first entry that fits an account counts; an account without one is refused
}

// ShownName returns how people know the provider.
func (o Options) ShownName() string {
	if u, err := url.Parse(o.Issuer); err == nil {
		return cmp.Or(o.Name, u.Host)
	}
	return o.Name
}

// Ends returns when an account must sign in again. Until then, emcp does not learn that the provider has blocked it.
func (o Options) Ends(a Account) time.Time { return a.SignedIn.Add(o.MaxAge) }

// Rights returns what an account may do now. Errors are faults.
func (o Options) Rights(a Account) (identity.Principal, error) {
	nobody := identity.Principal{Subject: a.subject()}
	if a.Issuer != o.Issuer || !time.Now().Before(o.Ends(a)) {
		return nobody, fault.New(fault.InvalidToken, "the sign-in at %s has expired; sign in again", o.ShownName())
	}
	m, ok := auth.FirstMapping(o.Map, a.Claims)
	if !ok {
		return nobody, fault.New(fault.Forbidden,
			"nothing is granted to this account; the site's owner can change auth.oauth.builtin.openid.map")
	}
	return identity.Principal{Subject: nobody.Subject, Scopes: m.Scopes, View: m.View, Servers: m.Servers}, nil
}

// Bounds of what emcp fetches from a provider.
const (
	fetchTime = 5 * time.Second  // for one answer
	signTime  = 10 * time.Second // for all answers that a sign-in needs
)

// Provider is where people sign in. Several goroutines may use it at a time.
type Provider struct {
	Options
	redirect  string
	client    *http.Client
	published auth.Published[*discovered]
}

// New returns a provider that sends browsers back to the address redirect. Nothing is fetched before the first sign-in.
func New(o Options, redirect string) *Provider {
	return &Provider{Options: o, redirect: redirect, client: newClient()}
}

func newClient() *http.Client {
	return outbound.Client(outbound.Options{Timeout: fetchTime, MaxBody: auth.MaxDocument, Idle: 1})
}

// Close ends the idle connections.
func (p *Provider) Close() { p.client.CloseIdleConnections() }

// discovered is what a provider publishes about itself.
type discovered struct {
	metadata auth.Metadata
	verifier *oidc.IDTokenVerifier
	endpoint oauth2.Endpoint
}

// Discover reads the metadata of a provider now (OpenID Connect Discovery 1.0). They must name
// the issuer to the letter.
func Discover(ctx context.Context, issuer string) (auth.Metadata, error) {
	client := newClient()
	defer client.CloseIdleConnections()
	_, metadata, err := discover(ctx, client, issuer)
	return metadata, err
}

func discover(ctx context.Context, client *http.Client, issuer string) (*oidc.Provider, auth.Metadata, error) {
	var m auth.Metadata
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, client), issuer)
	if err != nil {
		return nil, m, fmt.Errorf("the metadata of the provider cannot be read: %w", brief(err))
	}
	if err := provider.Claims(&m); err != nil {
		return nil, m, fmt.Errorf("the metadata of the provider cannot be read: %w", brief(err))
	}
	for name, address := range map[string]string{
		"authorization_endpoint": m.AuthorizationEndpoint, "token_endpoint": m.TokenEndpoint, "jwks_uri": m.JWKSURI,
	} {
		if !loopback.OrHTTPS(address) {
			return nil, m, fmt.Errorf("the metadata of the provider have no https address in %s", name)
		}
	}
	return provider, m, nil
}

// discover returns what is known of the provider. Its error is a fault.
func (p *Provider) discover(ctx context.Context) (*discovered, error) {
	return p.published.Get(func() (*discovered, error) {
		provider, metadata, err := discover(context.WithoutCancel(ctx), p.client, p.Issuer)
		if err != nil {
			return nil, unreachable(err)
		}
		return &discovered{metadata, provider.Verifier(&oidc.Config{ClientID: p.ClientID}), p.endpoint(metadata)}, nil
	})
}

// endpoint returns the addresses of the provider, and how emcp proves to be the client. It is said here because the
// library would try one way after the other, and a code is good once.
func (p *Provider) endpoint(m auth.Metadata) oauth2.Endpoint {
	style := oauth2.AuthStyleInHeader // the default of OpenID Connect Discovery
	posts := slices.Contains(m.ClientAuthentication, "client_secret_post") &&
		!slices.Contains(m.ClientAuthentication, "client_secret_basic")
	if posts || p.ClientSecret == "" {
		style = oauth2.AuthStyleInParams
	}
	return oauth2.Endpoint{AuthURL: m.AuthorizationEndpoint, TokenURL: m.TokenEndpoint, AuthStyle: style}
}

func (p *Provider) config(d *discovered) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.ClientID, ClientSecret: p.ClientSecret.Reveal(), Endpoint: d.endpoint, RedirectURL: p.redirect,
		Scopes: p.Scopes,
	}
}

// Attempt has the secrets of one sign-in, of which the provider sees each in its time.
type Attempt struct{ State, Nonce, Verifier string }

// Address returns where a browser goes to sign in. Its error is a fault.
func (p *Provider) Address(ctx context.Context, a Attempt) (string, error) {
	d, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	return p.config(d).AuthCodeURL(a.State, oauth2.S256ChallengeOption(a.Verifier), oidc.Nonce(a.Nonce)), nil
}

// FromProvider checks the iss of an answer (RFC 9207): it must be the issuer, and must be there if the provider says
// so. Its error is a fault.
func (p *Provider) FromProvider(ctx context.Context, issuer string) error {
	d, err := p.discover(ctx)
	switch {
	case err != nil:
		return err
	case issuer == "" && !d.metadata.IssuerInResponse, issuer == p.Issuer:
		return nil
	}
	return refused(errors.New("the answer is of another issuer"))
}

// Redeem exchanges the code with which a browser has come back. Its errors are faults: InvalidToken if the provider
// refuses the code, or if what it says is not right.
func (p *Provider) Redeem(ctx context.Context, code string, a Attempt) (Account, error) {
	ctx, cancel := context.WithTimeout(ctx, signTime)
	defer cancel()
	d, err := p.discover(ctx)
	if err != nil {
		return Account{}, err
	}
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := p.config(d).Exchange(ctx, code, oauth2.VerifierOption(a.Verifier))
	var answered *oauth2.RetrieveError
	switch {
	case errors.As(err, &answered) && answered.Response.StatusCode < http.StatusInternalServerError:
		return Account{},
			refused(fmt.Errorf("the token endpoint answers %d %.100q", answered.Response.StatusCode, answered.ErrorCode))
	case err != nil:
		return Account{}, unreachable(brief(err))
	}
	raw, _ := token.Extra("id_token").(string)
	idToken, err := d.verifier.Verify(ctx, raw)
	if err != nil {
		return Account{}, refused(brief(err))
	}
	account, err := p.account(idToken, a.Nonce)
	if err != nil {
		return Account{}, refused(err)
	}
	return account, nil
}

func refused(err error) error {
	return fault.Wrap(fault.InvalidToken, err, "the provider has not confirmed the sign-in; sign in again")
}

func unreachable(err error) error {
	return fault.Wrap(fault.Unavailable, err, "the provider cannot be reached at the moment; try again later")
}

// maxReason bounds what is logged of an answer, in bytes.
const maxReason = 200

// brief returns the beginning of an error that can have a whole answer in it, on one line.
func brief(err error) error {
	text := strings.Join(strings.Fields(err.Error()), " ")
	if len(text) > maxReason {
		text = strings.ToValidUTF8(text[:maxReason], "") + "..."
	}
	return errors.New(text)
}
