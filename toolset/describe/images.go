package describe

import (
	"context"
	"errors"

	"emcp/evodb"
	"emcp/richtext"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// Limits of counting images.
const (
	maxRead     = 1000    // documents
	maxBytes    = 4 << 20 // of their contents
	maxReported = 20      // ids of documents with images without an alternative text
)

// images counts the images in the stored contents of documents.
type images struct {
	Documents  int64   `json:"documents"`          // whose contents were read, the newest first
	Partial    bool    `json:"partial,omitzero"`   // whether there are more
	Images     int     `json:"images"`             // in these contents
	WithoutAlt int     `json:"without_alt"`        // of these
	Found      []int64 `json:"found_in,omitempty"` // ids of the newest documents with images without an alternative text
}

// countImages counts the images in contents, or returns nil if there is none. It reads a bounded part of the site and
// resolves no placeholders.
func (d Describer) countImages(ctx context.Context) (*images, error) {
	statement, err := d.Compiler().RecentContents(maxRead + 1)
	if err != nil {
		return nil, err
	}
	var found images
	bytes := 0
	err = d.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var content *string
		if err := scan(&id, &content); err != nil {
			return err
		}
		if bytes += len(view.OrEmpty(content)); bytes > maxBytes || found.Documents == maxRead {
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
		if without > 0 && len(found.Found) < maxReported {
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
