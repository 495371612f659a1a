package document

import (
	"context"
	"net/url"
	"strings"

	"emcp/evodb"
	"emcp/internal/sseo"
	"emcp/toolset/view"
)

// readMetadata reads what the pages of documents print for search engines in the language of the call.
func (r *Reader) readMetadata(ctx context.Context, items []*Item) error {
	if !r.Shape.has("seo") || len(items) == 0 || !sseo.Has(r.Schema, sseo.Meta) {
		return nil
	}
	statement, err := r.Compiler().Metadata(idsOf(items), r.language())
	if err != nil {
		return err
	}
	found := map[int64]*metadata{} // by document; of several rows the first counts, as in sSeo
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var m metadata
		if err := scan(&id, &m.Title, &m.Description, &m.Keywords, &m.Canonical, &m.Robots); err != nil {
			return err
		}
		if found[id] == nil {
			found[id] = &m
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, item := range items {
		if item.seo = found[item.ID]; item.seo == nil {
			continue
		}
		for _, text := range []**string{
			&item.seo.Title, &item.seo.Description, &item.seo.Keywords, &item.seo.Canonical, &item.seo.Robots,
		} {
			r.Untag(text)
			if strings.TrimSpace(view.OrEmpty(*text)) == "" {
				*text = nil
			}
		}
		if !isPage(view.OrEmpty(item.seo.Canonical)) {
			item.seo.Canonical = nil
		}
	}
	return nil
}

// isPage reports whether an address is absolute and that of a page.
func isPage(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}
