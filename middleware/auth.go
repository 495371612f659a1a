package middleware

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/tracing"
)

const callerKey = "caller"

// Authenticate identifies the caller of the server that handle returns, and refuses unknown callers.
func Authenticate(gate auth.Gate, handle func(echo.Context) string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			ctx := c.Request().Context()
			within, span := tracing.Start(ctx, "authenticate")
			caller, err := gate.Caller(within, auth.CredentialsOf(c.Request()), handle(c))
			span.End(err)
			record := audit.RecordOf(ctx)
			record.Subject, record.View = caller.Subject, caller.View
			if err != nil {
				return err
			}
			c.Set(callerKey, caller)
			return next(c)
		}
	}
}

// Demand is what a client needs to call an address where callers can sign in by OAuth.
type Demand struct {
	Metadata string   // URL of the metadata of the address (RFC 9728); empty: there is no OAuth
	Scopes   []string // that a token needs
}

// Challenge answers refused requests with the challenge of RFC 6750 that says why, and with OAuth also where to
// sign in and for which scopes (RFC 9728, section 5.1). demand returns these for a request that was refused
// with a fault of that kind.
func Challenge(demand func(echo.Context, fault.Kind) Demand) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			err := next(c)
			if err != nil {
				f := httpFault(err)
				if text := challenge(f, demand(c, f.Kind)); text != "" {
					c.Response().Header().Set("WWW-Authenticate", text)
				}
			}
			return err
		}
	}
}

// challenge returns the challenge for a fault; empty where authentication would not help.
func challenge(f *fault.Error, d Demand) string {
	var parameters []string
	add := func(name, value string) {
		value = strings.NewReplacer(`"`, "'", `\`, "/").Replace(value) // RFC 6750, section 3
		parameters = append(parameters, fmt.Sprintf(`%s="%s"`, name, value))
	}
	switch {
	case f.Kind == fault.Unauthenticated:
	case f.Kind == fault.InvalidToken:
		add("error", "invalid_token")
		add("error_description", f.Message)
	case f.Kind == fault.ScopeDenied && d.Metadata != "":
		add("error", "insufficient_scope")
		add("error_description", f.Message)
	default:
		return ""
	}
	if d.Metadata != "" {
		add("resource_metadata", d.Metadata)
		if len(d.Scopes) > 0 {
			add("scope", strings.Join(d.Scopes, " "))
		}
	}
	return strings.TrimSuffix("Bearer "+strings.Join(parameters, ", "), " ")
}

// CallerOf returns the caller that Authenticate found.
func CallerOf(c echo.Context) identity.Principal {
	caller, _ := c.Get(callerKey).(identity.Principal)
	return caller
}
