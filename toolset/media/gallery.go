package media

import (
	"cmp"
	"context"

	"emcp/evodb"
	"emcp/internal/sgallery"
	"emcp/richtext"
	"emcp/toolset/view"
)

// Gallery has the files in the galleries of a document or an item.
type Gallery struct {
	Files []Medium // in order, at most Most
	Total int      // how many there are
}

// Galleries returns the galleries of documents or items, of those that have some, with texts in a language. kind is
// sgallery.OfDocument, or the type of the items. base is the address of the site.
func Galleries(
	ctx context.Context, v *view.Site, kind string, ids []int64, lang, base string,
) (map[int64]*Gallery, error) {
	owner := sgallery.Owner(v.Schema)
	if len(ids) == 0 || owner == "" {
		return nil, nil
	}
	statement, err := v.Compiler().GalleryFiles(kind, ids, owner)
	if err != nil {
		return nil, err
	}
	galleries := map[int64]*Gallery{}
	type place struct {
		gallery *Gallery
		at      int
	}
	places := map[int64]place{} // of the files that are listed
	var files []int64
	err = v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var parent, id int64
		var file, fileType string
		if err := scan(&parent, &id, &file, &fileType); err != nil {
			return err
		}
		m, ok := sgallery.Medium(base, kind, parent, file, fileType)
		if !ok {
			return nil
		}
		g := galleries[parent]
		if g == nil {
			g = &Gallery{}
			galleries[parent] = g
		}
		if g.Total++; len(g.Files) < Most {
			files, places[id] = append(files, id), place{g, len(g.Files)}
			g.Files = append(g.Files, Medium{m, "gallery"})
		}
		return nil
	})
	if err != nil || len(files) == 0 {
		return nil, err
	}
	texts, err := textsOf(ctx, v, files, lang)
	for id, t := range texts {
		m := &places[id].gallery.Files[places[id].at]
		if m.Alt = &t.alt; t.alt == "" {
			m.Alt = nil
		}
		m.Caption = t.caption
	}
	return galleries, err
}

// text is what a gallery says of a file in a language.
type text struct{ lang, alt, caption string }

// textsOf returns the texts of files in a language, or in the one that counts instead.
func textsOf(ctx context.Context, v *view.Site, files []int64, lang string) (map[int64]text, error) {
	statement, err := v.Compiler().GalleryTexts(files, lang)
	if err != nil {
		return nil, err
	}
	line := func(text string) string { return richtext.Cut(v.Untagged(text), 0, maxText).Text }
	found := map[int64]text{}
	return found, v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var t text
		var title, description string
		if err := scan(&id, &t.lang, &t.alt, &title, &description); err != nil {
			return err
		}
		if known, ok := found[id]; ok && (known.lang == lang || t.lang != lang) {
			return nil
		}
		t.alt, t.caption = line(t.alt), cmp.Or(line(title), line(description))
		found[id] = t
		return nil
	})
}

// maxText is how long texts of galleries are in answers, in characters.
const maxText = 300
