package sitepage

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"
)

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

// result is a page, or the reason for its absence.
type result struct {
	page    Page
	failure *Failure // nil: page is valid
}

func (r result) get() (Page, error) {
	if r.failure != nil {
		return Page{}, r.failure
	}
	return r.page, nil
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

// errRedirect ends a fetch with a redirect that emcp does not follow.
var errRedirect = errors.New("a redirect that is not followed")

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
