package toolset

import (
	"context"
	"slices"
	"sync"

	"emcp/internal/identity"
	"emcp/internal/language"
	"emcp/internal/sitepage"
	"emcp/query"
	"emcp/richtext"
	"emcp/richtext/textmatch"
	"emcp/toolset/document"
	"emcp/toolset/find"
	"emcp/toolset/view"
)

// everyPage is what all pages of a language say, such as opening hours in the footer.
type everyPage struct {
	Language *string `json:"lang"` // nil: unknown
	Text     string  `json:"text"` // Markdown, or HTML before its conversion
}

// maxNoted is the most languages whose pages are compared.
const maxNoted = 5

// everyPage returns what the pages of each language have in common, as HTML. Comparing them takes longer than most
// calls: wait says whether the call waits for that, like a call for pages. Otherwise a later call gets what this one
// started. Only visitors read pages.
func (c *call) everyPage(ctx context.Context, wait bool) ([]everyPage, error) {
	if c.Options.Pages == nil || c.Caller.View == identity.Manager {
		return nil, nil
	}
	known, err := c.Spoken(ctx)
	if err != nil {
		return nil, err
	}
	stamp, err := c.DB.Stamp(ctx)
	if err != nil {
		return nil, err
	}
	var all []everyPage
	for _, code := range known.Codes() {
		all = append(all, everyPage{Language: &code})
	}
	if all == nil {
		all = []everyPage{{}}
	}
	all = all[:min(len(all), maxNoted)]
	patience, cancel := document.WithinCall(ctx)
	defer cancel()
	if !wait {
		cancel()
	}
	var reading sync.WaitGroup
	for i := range all {
		reading.Go(func() {
			code := view.OrEmpty(all[i].Language)
			all[i].Text = c.Options.Pages.Notes(patience, code, stamp, c.ofAllTemplates(code))
		})
	}
	reading.Wait()
	return slices.DeleteFunc(all, func(p everyPage) bool { return p.Text == "" }), nil
}

// ofAllTemplates returns how to find pages of different templates in a language.
func (c *call) ofAllTemplates(code string) sitepage.Others {
	alone := c.Apart() // the search may go on after the call
	return func(ctx context.Context) ([]string, error) {
		items, err := alone.Candidates(ctx, code, query.Search{})
		if err != nil {
			return nil, err
		}
		return alone.AddressesOf(ctx, document.ByTemplate(items))
	}
}

// describeEveryPage is everyPage as Markdown.
func (c *call) describeEveryPage(ctx context.Context) ([]everyPage, error) {
	all, err := c.everyPage(ctx, true)
	for i := range all {
		part, err := richtext.Convert(ctx, all[i].Text,
			richtext.Options{Format: richtext.Markdown, URL: view.NoURL, Base: c.URL()})
		if err != nil {
			return nil, view.Ended(ctx)
		}
		all[i].Text = part.Text
	}
	return all, err
}

// onEveryPage returns an excerpt of what all pages say, if it has at least half of the words. A search in a language
// leaves out the others. It does not wait for pages.
func (c *call) onEveryPage(ctx context.Context, lang string, words []string) (excerpt string, err error) {
	all, err := c.everyPage(ctx, false)
	most := (len(words) - 1) / 2
	for _, page := range all {
		if lang != "" && language.Code(lang) != view.OrEmpty(page.Language) {
			continue
		}
		if shown, found := textmatch.Excerpt(c.Readable(ctx, view.Beginning{Text: &page.Text, Whole: new(true)}), words,
			find.ExcerptLength); found > most {
			excerpt, most = shown, found
		}
	}
	return excerpt, err
}
