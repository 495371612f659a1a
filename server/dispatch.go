package server

import (
	"context"
	"errors"
	"net/http"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"emcp/middleware"
)

// dispatched is the answer of /dispatch, the route for callers that queue their calls in the PHP package. emcp runs
// every call at once.
type dispatched struct {
	Status         string         `json:"status"`
	TaskID         *string        `json:"task_id"`
	TraceID        string         `json:"trace_id"`
	IdempotencyKey string         `json:"idempotency_key"`
	Reused         bool           `json:"reused"`
	Result         jsontext.Value `json:"result"`
}

// dispatch answers one JSON-RPC message with the answer inside an envelope.
func (f *front) dispatch(c echo.Context) error {
	answered, err := f.exchange(c, dispatchKeys)
	switch {
	case errors.Is(err, context.Canceled):
		return gone(c)
	case err != nil:
		return err
	}
	if answered.key == "" { // nothing was run
		if answered.key, err = f.sentKey(c); err != nil {
			return err
		}
	}
	answer := []byte("null")
	if answered.reply.member != nil {
		answer = answered.reply.response(answered.message.id)
	}
	if answered.replayed {
		c.Response().Header().Set(replayedHeader, "true")
	}
	body, err := json.Marshal(dispatched{
		Status: "completed", TraceID: middleware.TraceID(c.Request().Context()),
		IdempotencyKey: answered.key, Reused: answered.replayed, Result: answer,
	})
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, body)
}
