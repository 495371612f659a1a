package sitepage

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
)

// frame returns what pages of a kind have in common, or nil if ctx ends before that is known. It fetches some of the
// pages that others finds, and keeps the frame for 30 minutes. If ctx ends first, or has ended already, fetching goes
// on, so that a later call finds the frame.
func (s *Site) frame(ctx context.Context, kin Kin, others Others) *frame {
	if f, ok := s.frames.GetIfPresent(kin); ok {
		return f
	}
	done := s.flights.DoChan(fmt.Sprint("frame ", kin), func() (any, error) {
		if f, ok := s.frames.GetIfPresent(kin); ok {
			return f, nil
		}
		f := s.compare(context.WithoutCancel(ctx), kin, others) // the callers that wait share it
		s.frames.Set(kin, f)
		return f, nil
	})
	select {
	case r := <-done:
		return r.Val.(*frame)
	case <-ctx.Done():
		return nil
	}
}

// compare fetches pages and finds what they have in common. Other goroutines wait for it, so a panic leaves the frame
// unknown.
func (s *Site) compare(ctx context.Context, kin Kin, others Others) (f *frame) {
	defer func() {
		if cause := recover(); cause != nil {
			slog.Error("comparing pages of the site failed", "panic", cause)
			f = &frame{}
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, 2*s.time)
	defer cancel()
	addresses, err := others(ctx)
	if err != nil {
		return &frame{}
	}
	f = &frame{complete: true}
	seen := notes{chosen: map[uint64]bool{}}
	for _, address := range addresses[:min(len(addresses), maxAttempts)] {
		u, err := url.Parse(address)
		if err != nil || !s.within(u) || isLocal(u) {
			continue
		}
		release, ok := s.turns.take(ctx, comparisonCaller)
		if !ok {
			f.complete = false
			break
		}
		doc, _, failure := s.fetch(ctx, u)
		release()
		if failure != nil {
			f.complete = f.complete && failure.Reason != TimedOut && failure.Reason != Unreachable
			continue
		}
		if kin.Template == anyTemplate {
			seen.add(doc)
		}
		if f.add(kin, address, doc); len(f.pages) == samples {
			f.complete = true
			break
		}
	}
	f.keepNotes(seen)
	return f
}

// comparisonCaller is the caller of pages that are fetched for comparison. It takes turns with real callers.
const comparisonCaller = "emcp"

// Notes returns what is on every page of a language outside of menus and forms, such as opening hours, as HTML of at
// most 2 KiB. No bracket or brace in it begins a tag of Evolution. It compares some of the pages that others finds;
// they should have different templates. If ctx ends before the notes are known, or has ended already, it returns "",
// and a later call returns them. site is the state of what pages are made of, as in Kin.
func (s *Site) Notes(ctx context.Context, language string, site uint64, others Others) string {
	if f := s.frame(ctx, Kin{Template: anyTemplate, Language: language, Site: site}, others); f != nil {
		return f.notes
	}
	return ""
}
