package describe

import (
	"context"
	"slices"
	"sync"

	"emcp/internal/identity"
	"emcp/internal/language"
	"emcp/internal/sitepage"
	"emcp/query"
	"emcp/richtext"
	"emcp/richtext/excerpt"
	"emcp/toolset/document"
	"emcp/toolset/view"
)

// everyPage is what all pages of a language have in common, such as opening hours in the footer.
type everyPage struct {
	Language *string `json:"lang"` // nil: unknown
	Text     string  `json:"text"` // Markdown, or HTML before its conversion
}

// maxNoted is how many languages' pages are compared.
const maxNoted = 5

// everyPage returns what the pages of each language have in common, as HTML. Comparing them takes longer than most
// calls. If wait is true, the call waits for it, like a call for pages; otherwise a later call gets the result.
// Only visitors have pages.
func (d Describer) everyPage(ctx context.Context, wait bool) ([]everyPage, error) {
	if d.Options.Pages == nil || d.Caller.View == identity.Manager {
		return nil, nil
	}
	languages, err := d.Spoken(ctx)
	if err != nil {
		return nil, err
	}
	stamp, err := d.DB.Stamp(ctx)
	if err != nil {
		return nil, err
	}
	var pages []everyPage
	for _, code := range languages.Codes() {
		pages = append(pages, everyPage{Language: &code})
	}
	if pages == nil {
		pages = []everyPage{{}}
	}
	pages = pages[:min(len(pages), maxNoted)]
	patience, cancel := document.WithinCall(ctx)
	defer cancel()
	if !wait {
		cancel()
	}
	var reading sync.WaitGroup
	for i := range pages {
		reading.Go(func() {
			code := view.OrEmpty(pages[i].Language)
			pages[i].Text = d.Options.Pages.Notes(patience, code, stamp, d.ofAllTemplates(code))
		})
	}
	reading.Wait()
	return slices.DeleteFunc(pages, func(p everyPage) bool { return p.Text == "" }), nil
}

// ofAllTemplates returns a function that finds pages of different templates in a language.
func (d Describer) ofAllTemplates(code string) sitepage.Others {
	reader := d.Apart() // the function may run after the call
	return func(ctx context.Context) ([]string, error) {
		items, err := reader.Candidates(ctx, code, query.Search{})
		if err != nil {
			return nil, err
		}
		return reader.AddressesOf(ctx, document.ByTemplate(items))
	}
}

// everyPageMarkdown is everyPage as Markdown.
func (d Describer) everyPageMarkdown(ctx context.Context) ([]everyPage, error) {
	pages, err := d.everyPage(ctx, true)
	for i := range pages {
		part, err := richtext.Convert(ctx, pages[i].Text,
			richtext.Options{Format: richtext.Markdown, URL: view.NoURL, Base: d.URL()})
		if err != nil {
			return nil, view.Ended(ctx)
		}
		pages[i].Text = part.Text
	}
	return pages, err
}

// EveryPageExcerpt returns an excerpt of what all pages have in common, if that has at least half of that many words,
// which a finder of the pages' language finds. The excerpt has at most length characters. A lang other than "" leaves
// out the other languages. EveryPageExcerpt does not wait for pages.
func (d Describer) EveryPageExcerpt(
	ctx context.Context, lang string, words int, finder func(language string) excerpt.Finder, length int,
) (shown string, err error) {
	pages, err := d.everyPage(ctx, false)
	most := (words - 1) / 2
	for _, page := range pages {
		code := view.OrEmpty(page.Language)
		if lang != "" && language.Code(lang) != code {
			continue
		}
		text := d.Readable(ctx, view.Beginning{Text: &page.Text, Whole: new(true)})
		if part, found := excerpt.Of(text, finder(code), length); found > most {
			shown, most = part, found
		}
	}
	return shown, err
}
