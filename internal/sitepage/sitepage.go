package sitepage

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	"emcp/internal/outbound"
)

// New returns the site at an address, which must be http or https with a host. version is the version of emcp.
func New(base, version string) (*Site, error) {
	u, err := url.Parse(strings.TrimSuffix(base, "/") + "/")
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("not the address of a site, such as https://www.example.com/")
	}
	s := &Site{
		base: u, agent: "emcp/" + version, time: fetchTime, turns: newTurns(),
		known: otter.Must(&otter.Options[Key, result]{
			MaximumWeight: keptBytes,
			Weigher: func(k Key, r result) uint32 {
				return uint32(len(r.page.HTML) + len(k.URL) + keptExtra)
			}, //nolint:gosec // bounded by maxPage
			ExpiryCalculator: otter.ExpiryCreatingFunc(func(e otter.Entry[Key, result]) time.Duration {
				if e.Value.failure != nil {
					return failureAge
				}
				return pageAge
			}),
		}),
		frames: otter.Must(&otter.Options[Kin, *frame]{
			MaximumWeight: keptFrames,
			Weigher:       func(_ Kin, f *frame) uint32 { return f.weight() },
			ExpiryCalculator: otter.ExpiryCreatingFunc(func(e otter.Entry[Kin, *frame]) time.Duration {
				if !e.Value.complete {
					return failureAge
				}
				return frameAge
			}),
		}),
	}
	s.client = outbound.Client(outbound.Options{Direct: true, Redirect: s.redirect})
	return s, nil
}

// Page returns the main part of a page: the part that has the text of its document. Calls for the same key share one
// fetch and its result: a page for at most 10 minutes, a failure for 10 seconds. The fetch waits for a turn of the
// caller, which can be any name. At most half of the time is spent on pages to compare with. If ctx ends first, the
// fetch goes on, so that a later call finds the page. The error is always a *Failure.
func (s *Site) Page(ctx context.Context, caller string, k Key, d Document) (Page, error) {
	k.compared = true
	if r, ok := s.known.GetIfPresent(k); ok {
		return r.get()
	}
	u, err := url.Parse(k.URL)
	switch {
	case err != nil || !s.within(u):
		return Page{}, &Failure{Reason: Outside}
	case isLocal(u):
		return Page{}, &Failure{Reason: Local}
	}
	frame := s.frameOf(ctx, d)
	if k.compared = frame != nil; !k.compared {
		if r, ok := s.known.GetIfPresent(k); ok {
			return r.get()
		}
	}
	done := s.flights.DoChan(fmt.Sprint(k), func() (any, error) {
		if r, ok := s.known.GetIfPresent(k); ok { // of a fetch that has ended since
			return r, nil
		}
		//nolint:contextcheck // the callers that wait share it
		return s.inTurn(caller, k, u, d, frame.onOthersThan(k.URL)), nil
	})
	select {
	case r := <-done:
		return r.Val.(result).get()
	case <-ctx.Done():
		return Page{}, &Failure{Reason: TimedOut}
	}
}

// frameOf returns the frame of a document's page, or nil if it does not become known in half of the time.
func (s *Site) frameOf(ctx context.Context, d Document) *frame {
	if d.Others == nil {
		return nil
	}
	if end, limited := ctx.Deadline(); limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
	}
	return s.frame(ctx, d.Kin, d.Others)
}

// inTurn fetches a page when it is the caller's turn, and keeps the result.
func (s *Site) inTurn(caller string, k Key, u *url.URL, d Document, c *common) result {
	ctx, cancel := context.WithTimeout(context.Background(), longestWaiting)
	defer cancel()
	release, ok := s.turns.take(ctx, caller)
	if !ok {
		return result{failure: &Failure{Reason: Busy}}
	}
	defer release()
	r := s.load(u, d, c)
	s.known.Set(k, r)
	return r
}

// load fetches a page and finds its main part. Other goroutines wait for it, so a panic is a failure of this page.
func (s *Site) load(u *url.URL, d Document, c *common) (r result) {
	defer func() {
		if cause := recover(); cause != nil {
			slog.Error("reading a page of the site failed", "panic", cause)
			r = result{failure: &Failure{Reason: Unreadable}}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), s.time)
	defer cancel()
	doc, at, failure := s.fetch(ctx, u)
	if failure != nil {
		return result{failure: failure}
	}
	page, failure := mainPart(ctx, doc, at, d, c)
	return result{page, failure}
}

func (s *Site) redirect(next *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects || !s.within(next.URL) || isLocal(next.URL) {
		return errRedirect
	}
	return nil
}
