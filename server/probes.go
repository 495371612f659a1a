package server

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
)

// Routes of probes. They are not audited, because they come every few seconds.
const (
	health = "/healthz"
	ready  = "/readyz"
)

// probeAnswer is what healthz and readyz answer.
type probeAnswer struct {
	Status string `json:"status"`
	Reason string `json:"reason,omitempty"`
}

func (f *front) health(c echo.Context) error {
	return c.JSON(http.StatusOK, probeAnswer{Status: "ok"})
}

func (f *front) ready(c echo.Context) error {
	if f.base.draining.Err() != nil {
		return c.JSON(http.StatusServiceUnavailable, probeAnswer{"unavailable", "draining"})
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), readyTime)
	defer cancel()
	if err := f.base.ready(ctx, f.config.Sites); err != nil {
		f.base.unready.Do(func() { f.base.log.WarnContext(ctx, "not ready", "error", err) })
		return c.JSON(http.StatusServiceUnavailable, probeAnswer{"unavailable", string(fault.From(err).Kind)})
	}
	return c.JSON(http.StatusOK, probeAnswer{Status: "ready"})
}
