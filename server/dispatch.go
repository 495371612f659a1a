package server

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
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

var idempotencyKey = regexp.MustCompile(`^[!-~]{1,255}$`)

// dispatch answers one JSON-RPC message with the answer inside an envelope.
func (s *Server) dispatch(c echo.Context) error {
	_, answer, err := s.exchange(c)
	if err != nil {
		return err
	}
	if answer == nil {
		answer = []byte("null")
	}
	key := c.Request().Header.Get("Idempotency-Key")
	if key != "" && !idempotencyKey.MatchString(key) {
		return fault.New(fault.BadRequest, "Idempotency-Key must have 1 to 255 visible ASCII characters")
	}
	if key == "" {
		sum := sha256.Sum256(middleware.BodyOf(c))
		key = hex.EncodeToString(sum[:])
	}
	body, err := json.Marshal(dispatched{
		Status: "completed", TraceID: middleware.TraceID(c.Request().Context()), IdempotencyKey: key, Result: answer,
	})
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, body)
}
