package server

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/oauth"
	"emcp/internal/openid"
	"emcp/middleware"
)

// authority returns the authorization server of the configuration.
func (f *front) authority() *oauth.Server {
	s, c := f.base, f.config.Auth.OAuth
	options := oauth.Options{
		Issuer: c.PublicURL, Registration: c.Builtin.Registration, GrantTime: c.Builtin.GrantTime, Source: f.source,
		Store:   s.state,
		Limiter: s.limiter, Fetcher: s.fetcher, Log: s.log,
		Tokens: f.config.Auth.Tokens.Typed(), Personal: f.config.Auth.Personal != nil,
		Address: func(r *http.Request) string { return audit.RecordOf(r.Context()).Network },
	}
	if provider := c.Builtin.OpenID; provider != nil {
		options.OpenID = openid.New(*provider, c.PublicURL+oauth.CallbackPath)
	}
	for _, server := range f.config.Servers {
		options.Resources = append(options.Resources, oauth.Resource{
			Handle: server.Handle, URLs: f.resourceURLs(server.Handle), Scopes: server.Scopes,
			Title: func(ctx context.Context) string { return f.mcp.Title(ctx, server.Handle) },
		})
	}
	return oauth.New(options)
}

// source returns the caller of a token at a server. The token is one of the configuration, or a personal token of the
// server's site. For a token that belonged to the configuration, it does not ask the database. So a removed token is
// refused even while the database is down.
func (f *front) source(ctx context.Context, source oauth.Source, handle string) (identity.Principal, error) {
	if source.Kind != oauth.Personal {
		caller, err := f.config.Auth.Tokens.Lookup(source.Hash)
		if source.Kind == oauth.Configured || !errors.Is(err, auth.ErrUnknown) {
			return caller, err
		}
	}
	personal, ok := f.personal[handle]
	if !ok {
		return identity.Principal{}, auth.ErrUnknown
	}
	return personal.Lookup(ctx, source.Hash)
}

// audited returns a handler of the authorization server as a route, which notes the outcome in the audit record.
func audited(handle oauth.Handler) echo.HandlerFunc {
	return func(c echo.Context) error {
		o := handle(c.Response(), c.Request())
		record := audit.RecordOf(c.Request().Context())
		record.Subject, record.View = o.Caller.Subject, o.Caller.View
		record.Code = cmp.Or(o.Code, record.Code)
		return nil
	}
}

// serveAuthority adds the routes of the authorization server.
func (f *front) serveAuthority(e *echo.Echo) {
	if f.oauth == nil {
		return
	}
	for route, handler := range f.oauth.Routes() {
		method, path, _ := strings.Cut(route, " ")
		e.Add(method, path, audited(handler), middleware.Host(f.config.Security.Hosts), f.base.strangers.Share)
	}
}
