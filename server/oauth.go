package server

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/oauth"
	"emcp/middleware"
)

// authority returns the authorization server of the configuration.
func (f *front) authority() *oauth.Server {
	s, c := f.server, f.config.Auth.OAuth
	options := oauth.Options{
		Issuer: c.PublicURL, Registration: c.Builtin.Registration, GrantTime: c.Builtin.GrantTime, Source: f.source, Store: s.state,
		Limiter: s.limiter, Fetcher: s.fetcher, Log: s.log,
		Address: func(r *http.Request) string { return audit.RecordOf(r.Context()).Network },
	}
	for _, server := range f.config.Servers {
		options.Resources = append(options.Resources, oauth.Resource{
			Handle: server.Handle, URLs: f.resourceURLs(server.Handle), Title: server.Title, Scopes: server.Scopes,
		})
	}
	return oauth.New(options)
}

// source returns whom the token of a hash stands for at a server: one of the configuration, or a personal one of its site.
func (f *front) source(ctx context.Context, hash auth.TokenHash, handle string) (identity.Principal, error) {
	caller, err := f.config.Auth.Tokens.Lookup(hash)
	if personal, ok := f.personal[handle]; ok && errors.Is(err, auth.ErrUnknown) {
		return personal.Lookup(ctx, hash)
	}
	return caller, err
}

// serveAuthority adds the routes of the authorization server.
func (f *front) serveAuthority(e *echo.Echo) {
	if f.oauth == nil {
		return
	}
	for route, handler := range f.oauth.Routes() {
		method, path, _ := strings.Cut(route, " ")
		e.Add(method, path, echo.WrapHandler(handler), middleware.Host(f.config.Security.Hosts))
	}
}
