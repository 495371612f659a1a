package middleware

import (
	"net/netip"
	"slices"

	"github.com/labstack/echo/v4"

	"emcp/internal/ratelimit"
)

// Address returns the address that a request comes from; for IPv6 its /64 network, which belongs to one customer.
func Address(c echo.Context) string {
	address, err := netip.ParseAddr(c.RealIP())
	if err != nil {
		return c.RealIP()
	}
	if address = address.Unmap(); address.Is6() {
		network, _ := address.WithZone("").Prefix(64) // 64 bits are never too many
		return network.String()
	}
	return address.String()
}

// AddressRate refuses requests of an address above perMinute, whoever the callers are; 0 means no limit. Routes
// in except are not counted.
func AddressRate(l ratelimit.Limiter, perMinute int, except ...string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if slices.Contains(except, c.Path()) {
				return next(c)
			}
			if err := ratelimit.Check(c.Request().Context(), l, "address:"+Address(c), perMinute); err != nil {
				return err
			}
			return next(c)
		}
	}
}
