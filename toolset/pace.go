package toolset

import (
	"context"
	"time"

	"emcp/toolset/view"
)

// searchStep is the multiple to which the time of a search is rounded up, if the view hides parts of the site's texts.
//
// Such a search reads texts because of words in tags, whose parameters the caller must not see, and then drops them.
// Without the step a word that only a tag has took a quarter longer than one that nothing has, so that a caller could
// guess a parameter letter by letter.
const searchStep = 10 * time.Millisecond

// untilStep returns how long to wait until a search has taken a whole number of steps.
func untilStep(taken, step time.Duration) time.Duration { return (step - taken%step) % step }

// coarse is how exact a timer of Go is. On Linux it ends up to a millisecond late, by the fraction of a millisecond
// that it was set to, which would tell the time of the search again.
const coarse = 2 * time.Millisecond

// pace waits until a search has taken a whole number of steps. It returns the context's error
// if the context ends first.
func pace(ctx context.Context, began time.Time, step time.Duration) error {
	end := time.Now().Add(untilStep(time.Since(began), step))
	timer := time.NewTimer(time.Until(end) - coarse)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return view.Ended(ctx)
	}
	for left := time.Until(end); left > 0; left = time.Until(end) {
		sleep(left)
	}
	return nil
}
