// Package media has the images, videos, sounds and other files that belong to documents and items: how answers have
// them, and which are in galleries of sGallery. It knows the view of a site, and neither documents nor items.
package media

import (
	"github.com/go-json-experiment/json/jsontext"

	"emcp/richtext"
	"emcp/toolset/jsonout"
)

// Most is how many media of a document or an item an answer lists.
const Most = 100

// Content is where media are that a text shows or links to.
const Content = "content"

// Medium is an image, a video, a sound or another file.
type Medium struct {
	richtext.Medium
	Where string // Content, gallery, or the template variable with tvs. before it
}

// MarshalJSONTo writes the medium. alt of an image in the content is null if it has no alternative text.
func (m Medium) MarshalJSONTo(e *jsontext.Encoder) error {
	all := jsonout.Object{{Name: "kind", Value: m.Kind}, {Name: "url", Value: m.URL}}
	if m.Alt != nil || m.Kind == richtext.ImageMedium && m.Where == Content {
		all = append(all, jsonout.Member{Name: "alt", Value: m.Alt})
	}
	if m.Caption != "" {
		all = append(all, jsonout.Member{Name: "caption", Value: m.Caption})
	}
	return append(all, jsonout.Member{Name: "where", Value: m.Where}).MarshalJSONTo(e)
}
