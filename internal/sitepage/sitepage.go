package sitepage

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"

	"emcp/internal/outbound"
)

// Limits of fetching.
const (
	fetchTime    = 10 * time.Second
	maxPage      = 1 << 20 // of a page in bytes, without compression
	maxRedirects = 3
)

// Limits of the cache.
const (
	keptBytes  = 16 << 20
	pageAge    = 10 * time.Minute
	failureAge = 10 * time.Second
	keptExtra  = 256 // memory of a page in addition to its text, in bytes
)

// Key identifies a page, and the state of its document.
type Key struct {
	Document int64
	EditedOn int64
	URL      string // absolute address
	Site     uint64 // state of what else pages are made of

	compared bool // whether the frame of the page was known
}

// Document identifies the document of a page: its page is recognized by its text and titles.
type Document struct {
	Text   string   // its stored text, which is HTML with tags of Evolution
	Titles []string // that its page can have
	Kin    Kin
	Others Others // finds pages of the kin; nil: the page is not compared
}

// Page is the main part of a page.
type Page struct {
	HTML string // no bracket or brace in it begins a tag of Evolution
	Base string // address that relative addresses refer to; ends in a slash
}

// Reason says why there is no page.
type Reason string

// Reasons.
const (
	Unreachable Reason = "unreachable" // no connection, or a broken answer
	TimedOut    Reason = "timeout"     // no complete answer in time
	BadStatus   Reason = "status"      // a status other than 200
	Redirected  Reason = "redirect"    // a redirect to another site, or too many
	TooLarge    Reason = "too_large"   // more than 1 MiB, 60,000 nodes, 512 nested elements or 2 MiB to return
	NotHTML     Reason = "media_type"
	Empty       Reason = "empty"      // the main part has no text
	Unreadable  Reason = "unreadable" // a fault of emcp
	Other       Reason = "other"      // the page does not have the document's own text
	Busy        Reason = "busy"       // too many pages wait to be fetched
	Outside     Reason = "outside"    // the address does not belong to the site
	Local       Reason = "local"      // web servers often show the address to local requests only
)

// Failure is the error for a page that cannot be returned.
type Failure struct {
	Reason Reason
	Status int // only with BadStatus
}

// Error describes the failure without the address.
func (f *Failure) Error() string {
	if f.Status != 0 {
		return fmt.Sprintf("%s %d", f.Reason, f.Status)
	}
	return string(f.Reason)
}

// Site fetches the pages of one site. It is safe for concurrent use.
type Site struct {
	base    *url.URL
	agent   string
	client  *http.Client
	turns   *turns
	flights singleflight.Group
	time    time.Duration // limit of one fetch
	known   *otter.Cache[Key, result]
	frames  *otter.Cache[Kin, *frame]
}

// result is a page, or the reason for its absence.
type result struct {
	page    Page
	failure *Failure // nil: page is valid
}

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

func (r result) get() (Page, error) {
	if r.failure != nil {
		return Page{}, r.failure
	}
	return r.page, nil
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

// errRedirect ends a fetch with a redirect that emcp does not follow.
var errRedirect = errors.New("a redirect that is not followed")

func (s *Site) redirect(next *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects || !s.within(next.URL) || isLocal(next.URL) {
		return errRedirect
	}
	return nil
}

// within reports whether an address belongs to the site: it has the same scheme, host and port, and is below the same
// path.
func (s *Site) within(u *url.URL) bool {
	if u.Scheme != s.base.Scheme || u.User != nil || !strings.EqualFold(u.Hostname(), s.base.Hostname()) ||
		port(u) != port(s.base) {
		return false
	}
	return strings.HasPrefix(strings.TrimSuffix(path.Clean("/"+u.Path), "/")+"/", s.base.Path)
}

// port returns the port of an address, by default that of its scheme.
func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}
