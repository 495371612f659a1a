package upstream

import (
	"context"
	"slices"
	"time"

	"emcp/internal/fault"
)

// Start returns an upstream and connects to it in the background. The caller must close it.
func Start(o Options) *Upstream {
	u := prepare(o)
	u.begin()
	return u
}

// Inspect connects once, reads the lists and disconnects. It finds out whether an upstream
// works. The error is for owners.
func Inspect(ctx context.Context, o Options) (*List, error) {
	u := prepare(o)
	u.inspected = true
	defer u.disconnect()
	err := u.refresh(ctx)
	return u.List(), err
}

// begin connects in the background.
func (u *Upstream) begin() {
	ctx, cancel := context.WithCancel(context.Background())
	u.end = cancel
	u.running.Go(func() { u.run(ctx) })
	u.slow = time.AfterFunc(settleTime, u.settleNow)
}

// prepare returns an upstream without a connection.
func prepare(o Options) *Upstream {
	if o.Pauses == (Pauses{}) {
		o.Pauses = defaultPauses
	}
	u := &Upstream{
		options: o, breaker: newBreaker(o.Pauses.Open), slots: make(chan struct{}, callsAtATime), stderr: newQuotes(),
		refused: newQuotes(),
		poked:   make(chan struct{}, 1), settled: make(chan struct{}), next: make(chan struct{}),
	}
	u.list.Store(&List{})
	return u
}

// settleTime is how long Settled waits for the first list.
const settleTime = 2 * time.Second

func (u *Upstream) settleNow() { u.settle.Do(func() { close(u.settled) }) }

// run reads the lists until the context ends: at the start, when the upstream says that they have changed, when the
// connection has ended, and once in a while.
func (u *Upstream) run(ctx context.Context) {
	failures, ends := 0, 0
	for {
		err := u.attempt(ctx)
		if ctx.Err() != nil {
			return
		}
		if failures++; err == nil {
			failures = 0
		}
		u.report(ctx, err, failures)
		if failures > 0 {
			if !sleep(ctx, u.options.Pauses.retry(failures)) {
				return
			}
			continue
		}
		ended, more := u.pause(ctx)
		if !more {
			return
		}
		if !ended {
			continue
		}
		u.disconnect()
		ends = endsAgain(ends, time.Since(u.connected), u.options.Pauses)
		if !sleep(ctx, u.options.Pauses.retry(ends)) {
			return
		}
	}
}

// endsAgain counts a connection that has ended after it had lasted for some time. It returns how many in a row ended
// soon: a program may end each time as soon as its lists are read.
func endsAgain(ends int, lasted time.Duration, p Pauses) int {
	if lasted >= p.Refresh {
		return 1
	}
	return ends + 1
}

// attempt refreshes the lists. A panic becomes an error, so that it does not end the process.
func (u *Upstream) attempt(ctx context.Context) (err error) {
	defer u.settleNow()
	defer fault.Recovered(&err)
	return u.refresh(ctx)
}

// report logs failures, ever more seldom while they go on, and at level debug each success.
func (u *Upstream) report(ctx context.Context, err error, failures int) {
	switch {
	case err == nil:
		u.options.Log.DebugContext(ctx, "upstream read", "upstream", u.options.Name, "tools", len(u.List().Tools),
			"resources", len(u.List().Resources.Used), "prompts", len(u.List().Prompts.Used))
	case failures&(failures-1) == 0: // 1, 2, 4, 8, ...
		u.options.Log.WarnContext(ctx, "upstream unavailable; retrying", "upstream", u.options.Name, "failures",
			failures, "error", bounded(err))
	}
}

// pause waits until the lists must be read again. ended reports that the connection has ended; more is false
// when the context has ended.
func (u *Upstream) pause(ctx context.Context) (ended, more bool) {
	l := u.current()
	if l == nil {
		return true, true
	}
	p := u.options.Pauses
	refresh := time.NewTimer(p.Refresh)
	defer refresh.Stop()
	select {
	case <-ctx.Done():
		return false, false
	case <-refresh.C:
		return false, true
	case <-u.poked:
		return false, sleep(ctx, p.Change)
	case <-l.ended():
		return true, true
	}
}

// refresh connects if necessary, and reads the lists.
func (u *Upstream) refresh(ctx context.Context) error {
	select {
	case <-u.poked: // what it announced is read now
	default:
	}
	l, list, err := u.tools(ctx)
	if err != nil {
		return err
	}
	known := u.List()
	list.Resources, list.Prompts = known.Resources, known.Prompts
	u.show(ctx, list) // the tools do not wait for the other lists, which may hang
	whole := *list
	u.offers(ctx, l, &whole)
	if err := ctx.Err(); err != nil { // what could not be read because of that says nothing about the upstream
		return err
	}
	u.show(ctx, &whole)
	return nil
}

// tools connects if necessary, and reads the tools. It returns the connection, too.
func (u *Upstream) tools(ctx context.Context) (link, *List, error) {
	ctx, cancel := context.WithTimeout(ctx, refreshTime)
	defer cancel()
	before := u.current()
	l, err := u.connect(ctx)
	if err != nil {
		return nil, nil, err
	}
	list, err := u.read(ctx, l)
	if err != nil {
		u.disconnect()
		return nil, nil, err
	}
	if l != before {
		u.works(ctx) // what failed before it was connected again says nothing about it now
	}
	return l, list, nil
}

// show replaces the list that callers see.
func (u *Upstream) show(ctx context.Context, list *List) {
	before := u.list.Swap(list)
	u.warnOfRefused(ctx, "tool", before.Refused, list.Refused)
	u.warnOfRefused(ctx, "resource", before.Resources.Refused, list.Resources.Refused)
	u.warnOfRefused(ctx, "prompt", before.Prompts.Refused, list.Prompts.Refused)
	u.warnOfFailure(ctx, "resources", before.Resources.Failure, list.Resources.Failure)
	u.warnOfFailure(ctx, "prompts", before.Prompts.Failure, list.Prompts.Failure)
	if u.options.Changed != nil && !list.shows(before) {
		u.options.Changed()
	}
}

// warnOfRefused logs which tools, resources or prompts are not used, and why. It logs nothing if
// they are the same as before.
func (u *Upstream) warnOfRefused(ctx context.Context, what string, before, refused []Refusal) {
	if slices.Equal(before, refused) {
		return
	}
	for _, r := range refused {
		if !u.refused.admit() {
			return
		}
		u.options.Log.WarnContext(ctx, "a "+what+" of an upstream is not used", "upstream", u.options.Name, what, r.Name,
			"reason", r.Reason)
	}
}

// warnOfFailure logs that a list could not be read, unless it failed in the same way before.
func (u *Upstream) warnOfFailure(ctx context.Context, what, before, failure string) {
	if failure != "" && failure != before && u.refused.admit() {
		u.options.Log.WarnContext(ctx, "the "+what+" of an upstream cannot be listed; emcp tries again", "upstream",
			u.options.Name, "error", failure)
	}
}

// connect returns the connection, and makes one if necessary.
func (u *Upstream) connect(ctx context.Context) (link, error) {
	if l := u.current(); l != nil {
		return l, nil
	}
	u.disconnect()
	l, err := u.open(ctx)
	if err != nil {
		return nil, err
	}
	u.connected = time.Now()
	u.mu.Lock()
	defer u.mu.Unlock()
	u.link = l
	close(u.next)
	u.next = make(chan struct{})
	return l, nil
}
