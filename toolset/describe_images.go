package toolset

import (
	"context"
	"errors"

	"emcp/evodb"
	"emcp/richtext"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// Limits of counting images in a description of the site.
const (
	mostCounted  = 1000    // documents
	maxCounted   = 4 << 20 // of their contents, in bytes
	mostReported = 20      // ids of documents with images without an alternative text
)

// siteImages says how many images the stored contents of documents show.
type siteImages struct {
	Documents  int64   `json:"documents"`          // whose contents were read, the newest first
	Partial    bool    `json:"partial,omitzero"`   // whether there are more
	Images     int     `json:"images"`             // in these contents
	WithoutAlt int     `json:"without_alt"`        // of these
	Found      []int64 `json:"found_in,omitempty"` // ids of the newest documents with images without an alternative text
}

// countImages counts the images in contents; nil: there is none. It reads a bounded part of the site and resolves no
// placeholders.
func (c *call) countImages(ctx context.Context) (*siteImages, error) {
	statement, err := c.Compiler().RecentContents(mostCounted + 1)
	if err != nil {
		return nil, err
	}
	var found siteImages
	bytes := 0
	err = c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var content *string
		if err := scan(&id, &content); err != nil {
			return err
		}
		if bytes += len(view.OrEmpty(content)); bytes > maxCounted || found.Documents == mostCounted {
			found.Partial = true
			return paging.ErrFull
		}
		images, without, err := richtext.Images(ctx, view.OrEmpty(content))
		if err != nil {
			return view.Ended(ctx)
		}
		found.Documents++
		found.Images += images
		found.WithoutAlt += without
		if without > 0 && len(found.Found) < mostReported {
			found.Found = append(found.Found, id)
		}
		return nil
	})
	if err != nil && !errors.Is(err, paging.ErrFull) {
		return nil, err
	}
	if found.Images == 0 {
		return nil, nil
	}
	return &found, nil
}
