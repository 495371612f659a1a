package server

import (
	"net/http"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/middleware"
)

// dispatchResult is the body of answers of /dispatch. In the PHP package this route queues calls; emcp runs them at
// once.
type dispatchResult struct {
	Status         string         `json:"status"`
	TaskID         *string        `json:"task_id"`
	TraceID        string         `json:"trace_id"`
	IdempotencyKey string         `json:"idempotency_key"`
	Reused         bool           `json:"reused"`
	Result         jsontext.Value `json:"result"`
}

// serveDispatch handles one JSON-RPC message, and returns the answer as a member of the body.
func (f *front) serveDispatch(c echo.Context) error {
	request := f.request(c)
	request.Dispatch = true
	answer := f.mcp.Handle(c.Request().Context(), request)
	audit.RecordOf(c.Request().Context()).Outcome = answer.Outcome
	switch {
	case answer.Cancelled:
		return middleware.ErrClientGone
	case answer.Refused():
		return answer.Fault
	}
	result := jsontext.Value("null")
	if answer.Reply != nil {
		result = answer.Reply
	}
	if answer.Replayed {
		c.Response().Header().Set(replayedHeader, "true")
	}
	body, err := json.Marshal(dispatchResult{
		Status: "completed", TraceID: middleware.TraceID(c.Request().Context()),
		IdempotencyKey: answer.Key, Reused: answer.Replayed, Result: result,
	})
	if err != nil {
		return err
	}
	return sendAnswer(c, http.StatusOK, body)
}
