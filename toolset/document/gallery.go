package document

import (
	"cmp"
	"context"

	"emcp/evodb"
	"emcp/internal/sgallery"
	"emcp/richtext"
)

// listGalleries lists the files in the galleries of documents. base is the address of the site.
func (r *Reader) listGalleries(ctx context.Context, items []*Item, base string) error {
	owner := sgallery.Owner(r.Schema)
	if !r.Shape.has("media") || len(items) == 0 || owner == "" {
		return nil
	}
	statement, err := r.Compiler().GalleryFiles(idsOf(items), owner)
	if err != nil {
		return err
	}
	byID := itemsByID(items)
	var files []int64           // that are listed
	places := map[int64]int{}   // of the files in the lists
	owners := map[int64]*Item{} // of the files
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var parent, id int64
		var file, kind string
		if err := scan(&parent, &id, &file, &kind); err != nil {
			return err
		}
		m, ok := sgallery.Medium(base, parent, file, kind)
		if !ok {
			return nil
		}
		item := byID[parent]
		if item.media.total++; len(item.media.list) < maxMedia {
			files, places[id], owners[id] = append(files, id), len(item.media.list), item
			item.media.list = append(item.media.list, medium{m, "gallery"})
		}
		return nil
	})
	if err != nil || len(files) == 0 {
		return err
	}
	texts, err := r.galleryTexts(ctx, files)
	for id, t := range texts {
		m := &owners[id].media.list[places[id]]
		if m.Alt = &t.alt; t.alt == "" {
			m.Alt = nil
		}
		m.Caption = t.caption
	}
	return err
}

// galleryText is what a gallery says of a file in a language.
type galleryText struct{ lang, alt, caption string }

// galleryTexts returns the texts of files in the language of the call, or in the one that counts instead.
func (r *Reader) galleryTexts(ctx context.Context, files []int64) (map[int64]galleryText, error) {
	lang := r.language()
	statement, err := r.Compiler().GalleryTexts(files, lang)
	if err != nil {
		return nil, err
	}
	found := map[int64]galleryText{}
	return found, r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var t galleryText
		var title, description string
		if err := scan(&id, &t.lang, &t.alt, &title, &description); err != nil {
			return err
		}
		if known, ok := found[id]; ok && (known.lang == lang || t.lang != lang) {
			return nil
		}
		t.alt = r.galleryLine(t.alt)
		t.caption = cmp.Or(r.galleryLine(title), r.galleryLine(description))
		found[id] = t
		return nil
	})
}

// galleryLine returns a text of a gallery as media have it.
func (r *Reader) galleryLine(text string) string {
	return richtext.Cut(r.Untagged(text), 0, maxGalleryText).Text
}

// maxGalleryText is how long texts of galleries are in answers, in characters.
const maxGalleryText = 300
