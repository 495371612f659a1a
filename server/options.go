package server

import (
	"cmp"
	"io"
	"log/slog"
	"time"

	"emcp/internal/publicnet"
	"emcp/mcp/session"
	"emcp/mcp/watch"
)

// Options are what a server needs besides its configuration.
type Options struct {
	Version  string // of the program, as initialize shows it
	Log      *slog.Logger
	Requests io.Writer // gets the audit lines; requests that end at the same time call its Write at the same time

	// Tests set these. Their zero values are what the program uses.
	RedisTime time.Duration // the longest wait for Redis
	SiteTime  time.Duration // the longest wait of the first answer to a client for the site
	Streams   StreamTimes
	Sessions  *session.Sessions
	Changes   *session.Changes
	Clock     watch.Clock       // of the rounds that look at sites
	Fetcher   publicnet.Options // of what clients publish about themselves
}

// StreamTimes are the times of answers, of streams of events and of connections over WebSocket.
type StreamTimes struct {
	Longest   time.Duration // of a stream; then the client opens another
	Heartbeat time.Duration // between signs of life, for proxies and clients that close silent connections
	Recheck   time.Duration // between two checks whether the caller may still have the stream
	Write     time.Duration // the longest that the client may take to read an answer or an event
	Closing   time.Duration // the same for the event that ends the stream

	// Of connections over WebSocket, which have no longest time:
	First time.Duration // until the first message of a client that has not sent a token yet
	Idle  time.Duration // without a message of the client; then it connects again when it has one
	Doubt time.Duration // while emcp cannot find out whether the caller may still have the connection
}

// orDefaults returns t with the defaults in place of zeros. A personal token is looked up again after 2 s, so that with
// Recheck and Closing a stream ends within 5 s of its revocation, even if the client does not read.
func (t StreamTimes) orDefaults() StreamTimes {
	return StreamTimes{
		Longest:   cmp.Or(t.Longest, 10*time.Minute),
		Heartbeat: cmp.Or(t.Heartbeat, 15*time.Second),
		Recheck:   cmp.Or(t.Recheck, 2*time.Second),
		Write:     cmp.Or(t.Write, writeTime),
		Closing:   cmp.Or(t.Closing, 500*time.Millisecond),
		First:     cmp.Or(t.First, 5*time.Second),
		Idle:      cmp.Or(t.Idle, time.Hour),
		Doubt:     cmp.Or(t.Doubt, time.Minute),
	}
}

// Limits of one connection. A call itself may take as long as the statement timeout of its site.
const (
	headerTime    = 5 * time.Second
	bodyTime      = 15 * time.Second
	writeTime     = 30 * time.Second
	idleTime      = time.Minute
	maxHeader     = 16 << 10
	drainTime     = 9 * time.Second
	drainInterval = 200 * time.Millisecond
)
