package document

import (
	"context"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/richtext"
	"emcp/toolset/jsonout"
)

// maxMedia is how many media of a document an answer lists.
const maxMedia = 100

// mediaOfItem are the media of a document: those that its content shows or links to, and those that are values of
// template variables.
type mediaOfItem struct {
	list    []medium
	total   int
	bounded bool // whether a text ends at a bound, so that there may be more
}

func (m mediaOfItem) cut() bool { return m.total > len(m.list) || m.bounded }

// medium is an image, a video, a sound or another file.
type medium struct {
	richtext.Medium
	where string // content, or the template variable with tvs. before it
}

// MarshalJSONTo writes the medium. alt of an image in the content is null if it has no alternative text.
func (m medium) MarshalJSONTo(e *jsontext.Encoder) error {
	all := jsonout.Object{{Name: "kind", Value: m.Kind}, {Name: "url", Value: m.URL}}
	if m.Alt != nil || m.Kind == richtext.ImageMedium && m.where == "content" {
		all = append(all, jsonout.Member{Name: "alt", Value: m.Alt})
	}
	if m.Caption != "" {
		all = append(all, jsonout.Member{Name: "caption", Value: m.Caption})
	}
	return append(all, jsonout.Member{Name: "where", Value: m.where}).MarshalJSONTo(e)
}

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
