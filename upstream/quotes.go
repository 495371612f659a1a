package upstream

import (
	"time"

	"golang.org/x/time/rate"
)

// quotesPerMinute limits the log lines with text of an upstream, however often it is started.
const quotesPerMinute = 20

// quotes limits log lines to quotesPerMinute.
type quotes struct {
	limiter *rate.Limiter
	now     func() time.Time
}

func newQuotes() *quotes {
	return &quotes{rate.NewLimiter(rate.Every(time.Minute/quotesPerMinute), quotesPerMinute), time.Now}
}

func (q *quotes) admit() bool { return q.limiter.AllowN(q.now(), 1) }
