package document

import (
	"context"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/sgallery"
	"emcp/richtext"
	"emcp/toolset/media"
	"emcp/toolset/page"
)

// listMedia lists the media of a document's content, before it is converted as o says.
func (r *Reader) listMedia(ctx context.Context, item *Item, t *richText, o richtext.Options) error {
	if t.name != media.Content || t.verbatim || t.target || !r.Shape.has("media") {
		return nil
	}
	found, err := richtext.Media(ctx, **t.text, o, media.Most)
	if err != nil {
		return err
	}
	for _, m := range found.Media {
		item.media.list = append(item.media.list, media.Medium{Medium: m, Where: t.name})
	}
	item.media.total, item.media.bounded = found.Total, found.Cut || t.bounded
	return nil
}

// listFiles lists the files in values of template variables. base is the address of the site.
func (r *Reader) listFiles(ctx context.Context, items []*Item, base string) error {
	if !r.Shape.has("media") || len(items) == 0 {
		return nil
	}
	values, err := r.FileValues(ctx, idsOf(items))
	if err != nil {
		return err
	}
	byID := itemsByID(items)
	for _, v := range values {
		item := byID[v.Document]
		for _, found := range filesIn(v, base) {
			item.media.add(media.Medium{Medium: found, Where: "tvs." + v.TV.Name})
		}
	}
	return nil
}

// listGalleries lists the files in the galleries of documents. base is the address of the site.
func (r *Reader) listGalleries(ctx context.Context, items []*Item, base string) error {
	if !r.Shape.has("media") {
		return nil
	}
	galleries, err := media.Galleries(ctx, r.Site, sgallery.OfDocument, idsOf(items), r.language(), base)
	for _, item := range items {
		if g := galleries[item.ID]; g != nil {
			item.media.add(g.Files...)
			item.media.total += g.Total - len(g.Files)
		}
	}
	return err
}

// filesIn returns the files in a value: the one that it is, or the images, videos and sounds in its rows if it is JSON,
// as MultiTV stores it.
func filesIn(v *page.Value, base string) (files []richtext.Medium) {
	if found, ok := richtext.FileAt(base, strings.TrimSpace(v.Text)); ok && !v.TV.Custom() {
		if v.TV.Type == "image" {
			found.Kind = richtext.ImageMedium
		}
		return []richtext.Medium{found}
	}
	whole := v.TV.Custom() && eachToken(v.Text, func(token jsontext.Token) bool {
		if token.Kind() == '"' {
			found, ok := richtext.FileAt(base, strings.TrimSpace(token.String()))
			if ok && found.Kind != richtext.FileMedium {
				files = append(files, found)
			}
		}
		return true
	})
	if !whole {
		return nil
	}
	return files
}
