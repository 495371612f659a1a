package find

import (
	"context"
	"html"

	"emcp/allowlist"
	"emcp/internal/index"
	"emcp/richtext"
	"emcp/toolset/document"
	"emcp/toolset/view"
)

// link is a link in a text that leads to a place within the site.
type link struct {
	index.Link

	address string // absolute
}

// linksIn returns the links of a document.
func (r textReader) linksIn(ctx context.Context, t *row) (links []link, err error) {
	if r.links == nil {
		return nil, nil
	}
	texts := append([]view.Beginning{t.intro}, t.rich...)
	switch t.kind {
	case allowlist.HTMLContent:
		texts = append(texts, t.content)
	case allowlist.WeblinkTarget:
		if target := t.content.Text; target != nil {
			document.TagTarget(&target)
			texts = append(texts, view.Beginning{Text: new(`<a href="` + html.EscapeString(*target) + `">`), Whole: new(true)})
		}
	}
	for _, text := range texts {
		err := richtext.Links(ctx, view.OrEmpty(text.Text), richtext.Options{
			URL: r.links.URL, Base: r.links.Base(), AtSyntax: r.AtSyntax(), Cut: text.Whole == nil || !*text.Whole,
		}, func(address string) {
			if id, path, inside := r.links.Target(address); inside {
				links = append(links, link{index.Link{ID: id, Address: path}, address})
			}
		})
		if err != nil {
			return nil, view.Ended(ctx)
		}
	}
	return links, nil
}
