package find

import (
	"context"
	"slices"

	"emcp/evodb"
	"emcp/toolset/tree"
)

// updateTranslations indexes the translations of documents that the view shows.
func (r *reading) updateTranslations(ctx context.Context, ids []int64) error {
	codes := r.reader.Translated.Codes()
	if len(codes) < 2 {
		return nil
	}
	translated := map[string][]int64{}
	if len(ids) > 0 {
		statement, err := r.reader.Compiler().Translated(ids, codes[1:])
		if err != nil {
			return err
		}
		err = r.reader.DB.Query(ctx, statement, func(scan evodb.Scan) error {
			var id int64
			var code string
			err := scan(&id, &code)
			translated[code] = append(translated[code], id)
			return err
		})
		if err != nil {
			return err
		}
	}
	for n, code := range codes[1:] {
		read := map[int64]bool{}
		if of := translated[code]; len(of) > 0 {
			reader := r.reader.in(code)
			places, err := tree.PlacesOf(ctx, reader.Site, of)
			if err != nil {
				return err
			}
			err = reader.each(ctx, of, func(t *texts) error {
				read[t.id] = true
				r.put(t, places.Of(t.id), "", variantOf(t.id, n+1), code)
				return nil
			})
			if err != nil {
				return err
			}
		}
		for _, id := range ids {
			if !read[id] {
				r.removeVariant(variantOf(id, n+1))
			}
		}
	}
	return nil
}

// forget drops the translations of all documents if the languages of the site have changed.
func (v *viewIndex) forget(codes []string) {
	if slices.Equal(v.codes, codes) {
		return
	}
	v.codes = codes
	for variant := range v.sums {
		if isTranslation(variant) {
			v.removeVariant(variant)
		}
	}
}
