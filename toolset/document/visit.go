package document

import (
	"context"
	"errors"
	"sync"
	"time"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/sitepage"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// MaxPages is how many pages a call may fetch.
const MaxPages = 10

// notAPage is the reason for documents that are not HTML: weblinks and other media types.
const notAPage = "no_page"

// visit replaces the contents of documents by the main parts of their pages. The documents were read under the view of
// the caller, who is a visitor; no other page is fetched. If a page does not arrive in time, the stored content stays.
func (r *Reader) visit(ctx context.Context, items []*Item) error {
	if r.Caller.View == identity.Manager {
		return fault.Invalid("format",
			"page is what visitors see, but this caller has the manager view; use markdown, text or html")
	}
	var ids []int64
	for _, item := range items {
		ids = append(ids, item.ID)
	}
	places, err := tree.PlacesOf(ctx, r.Site, ids)
	if err != nil {
		return err
	}
	if places.Languages, err = r.Spoken(ctx); err != nil {
		return err
	}
	traits, err := r.traits(ctx, ids, places)
	if err != nil {
		return err
	}
	limited, cancel := WithinCall(ctx)
	defer cancel()
	var fetching sync.WaitGroup
	for _, item := range items {
		if item.kind != allowlist.HTMLContent {
			item.page = &visitorPage{Reason: notAPage}
			continue
		}
		key := sitepage.Key{Document: item.ID, EditedOn: item.edited, URL: places.URL(item.ID),
			Site: traits[item.ID].kin.Site}
		content := item.contentText()
		fetching.Go(func() { item.page, *content = r.visitOne(limited, key, traits[item.ID], *content) })
	}
	fetching.Wait()
	return nil
}

// visitOne returns the content of a document, and where it comes from.
func (r *Reader) visitOne(ctx context.Context, key sitepage.Key, t pageTraits, stored *string) (*visitorPage, *string) {
	page, err := r.Options.Pages.Page(ctx, r.Caller.Share, key, sitepage.Document{
		Text: view.OrEmpty(stored), Titles: t.titles, Kin: t.kin, Others: r.relatives(t.kin),
	})
	if err == nil {
		return &visitorPage{Served: true, base: page.Base}, &page.HTML
	}
	var failure *sitepage.Failure
	errors.As(err, &failure)
	return &visitorPage{Reason: string(failure.Reason), Status: failure.Status}, stored
}

// WithinCall returns a context for two thirds of the call's remaining time, which leaves time for the rest of the call.
func WithinCall(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)*2/3)
}
