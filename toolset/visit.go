package toolset

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/sitepage"
)

// pageFormat is the name of the format in which content is the main part of the page as the site serves it to visitors.
const pageFormat = "page"

// maxPages is how many pages a call gets at most.
const maxPages = 10

// editedOn is read to know whether a page that was fetched before is that of the present document.
var editedOn = func() allowlist.DocumentField {
	all := allowlist.DocumentFields()
	return all[slices.IndexFunc(all, func(f allowlist.DocumentField) bool { return f.Name == "editedon" })]
}()

// visitorPage says where the content of a document comes from. If the site has not served it, content is the stored text.
type visitorPage struct {
	Served bool   `json:"served"`
	Reason string `json:"reason,omitzero"` // why it is not served: a sitepage.Reason, or notAPage
	Status int    `json:"status,omitzero"` // of the site's answer, with the reason status
	base   string
}

// notAPage is the reason for documents that are no HTML: weblinks and other media types.
const notAPage = "no_page"

// visit replaces the contents of documents with the main parts of their pages. The documents have been read under the view of the
// caller, a visitor; no other page is fetched. Pages that do not come in time leave the stored contents.
func (c *call) visit(ctx context.Context, items []*documentItem) error {
	if c.caller.View == identity.Manager {
		return fault.Invalid("format", "page is what visitors see, but this caller has the manager view; use markdown, text or html")
	}
	var ids []int64
	for _, item := range items {
		ids = append(ids, item.id)
	}
	places, err := c.places(ctx, ids)
	if err != nil {
		return err
	}
	limited, cancel := withinCall(ctx)
	defer cancel()
	at := slices.IndexFunc(c.shape.fields, func(f fieldOfCall) bool { return f.Name == "content" })
	var fetching sync.WaitGroup
	for _, item := range items {
		if item.kind != allowlist.HTMLContent {
			item.page = &visitorPage{Reason: notAPage}
			continue
		}
		key := sitepage.Key{Document: item.id, EditedOn: item.edited, URL: places.url(item.id)}
		fetching.Go(func() { item.page, item.cells[at].text = c.visitOne(limited, key, item.cells[at].text) })
	}
	fetching.Wait()
	return nil
}

// visitOne returns where a content comes from, and the content.
func (c *call) visitOne(ctx context.Context, key sitepage.Key, stored *string) (*visitorPage, *string) {
	page, err := c.options.Pages.Page(ctx, key)
	if err == nil {
		return &visitorPage{Served: true, base: page.Base}, &page.HTML
	}
	var failure *sitepage.Failure
	errors.As(err, &failure)
	return &visitorPage{Reason: string(failure.Reason), Status: failure.Status}, stored
}

// withinCall returns a context that ends when two thirds of the time of a call are over, so that the rest of the call has time, too.
func withinCall(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)*2/3)
}
