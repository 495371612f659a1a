package document

import (
	"context"
	"strings"

	"emcp/richtext"
)

// maxMedia is how many media of a document an answer lists.
const maxMedia = 100

// listMedia lists the media of a document's content, before it is converted as o says.
func (r *Reader) listMedia(ctx context.Context, item *Item, t *richText, o richtext.Options) error {
	if t.name != "content" || t.verbatim || t.target || !r.Shape.has("media") {
		return nil
	}
	found, err := richtext.Media(ctx, **t.text, o, maxMedia)
	if err != nil {
		return err
	}
	for _, m := range found.Media {
		item.media.list = append(item.media.list, medium{m, t.name})
	}
	item.media.total, item.media.bounded = found.Total, found.Cut || t.bounded
	return nil
}

// listFiles lists the values of template variables whose type is image or file. base is the address of the site.
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
		found, ok := richtext.FileAt(base, strings.TrimSpace(v.Text))
		if !ok {
			continue
		}
		if v.TV.Type == "image" {
			found.Kind = richtext.ImageMedium
		}
		item := byID[v.Document]
		if item.media.total++; len(item.media.list) < maxMedia {
			item.media.list = append(item.media.list, medium{found, "tvs." + v.TV.Name})
		}
	}
	return nil
}
