package server

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

// eventStream is the media type of server-sent events.
const eventStream = "text/event-stream"

// asksForEvents reports whether a client can read a stream of events.
func asksForEvents(c echo.Context) bool {
	return strings.Contains(strings.ToLower(strings.Join(c.Request().Header.Values("Accept"), ",")), eventStream)
}

// alive is a comment, which clients ignore.
const alive = ":\n\n"

// eventData returns an event.
func eventData(message []byte) string { return "data: " + string(message) + "\n\n" }

// event returns an event with an id. When a client opens a stream again, it sends the id of the last event.
func event(message []byte) string { return "id: " + uuid.NewString() + "\n" + eventData(message) }

// events is a stream of server-sent events.
type events struct {
	response   *echo.Response
	controller *http.ResponseController
	longest    time.Duration // of a write
}

func (f *front) eventsOf(c echo.Context) events {
	return events{c.Response(), http.NewResponseController(c.Response()), f.base.options.Streams.Write}
}

// open writes the head of the response and the first event.
func (w events) open(ctx context.Context, first string) error {
	_ = w.controller.SetReadDeadline(time.Time{}) // of the request, which would end its context
	w.response.Header().Set(echo.HeaderContentType, eventStream)
	w.response.Header().Set(echo.HeaderCacheControl, "no-store")
	w.response.Header().Set("X-Accel-Buffering", "no") // nginx
	w.response.WriteHeader(http.StatusOK)
	return w.write(ctx, first)
}

// write writes at once. It fails when the client takes too long to read, and when ctx ends meanwhile.
func (w events) write(ctx context.Context, text string) error {
	_ = w.controller.SetWriteDeadline(time.Now().Add(w.longest))
	interrupted := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(interrupted)
		_ = w.controller.SetWriteDeadline(time.Now())
	})
	defer func() {
		if !stop() {
			<-interrupted // so that it does not interrupt the next write
		}
	}()
	if _, err := w.response.Write([]byte(text)); err != nil {
		return err
	}
	return w.controller.Flush()
}
