package find

import (
	"context"
	"slices"

	"emcp/evodb"
	"emcp/internal/index"
	"emcp/toolset/tree"
)

// The index of a translated site has a document once for each of its languages: under its own id in the default
// language, and under a number made of the id and the language in the others.

// idBits is how many bits ids of documents have at most.
const idBits = 40

// variantOf returns the number of a document in a language, by the place of the language in slang.Site.Languages.
func variantOf(document int64, language int) int64 { return document | int64(language)<<idBits }

// documentOf returns the document of a variant.
func documentOf(variant int64) int64 { return variant & (1<<idBits - 1) }

// isTranslation reports whether a variant is not that of the default language.
func isTranslation(variant int64) bool { return variant>>idBits > 0 }

// in returns a reader of texts in a language.
func (r textReader) in(code string) textReader {
	other := *r.Apart()
	other.Lang = code
	r.Reader, r.links = &other, nil
	return r
}

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

// speak decides in which language a translated site is searched: that of the call, otherwise that of the words, if the
// caller's answers can say so.
func (s *Searcher) speak(v *viewIndex, q index.Query, asked *Words) {
	codes := s.Translated.Codes()
	if len(codes) == 0 || asked.Language != "" || s.Lang == "" {
		return
	}
	asked.Language = codes[0]
	q.Limit = 1
	found := v.index.Search(q)
	q.Language = codes[0]
	switch {
	case slices.Contains(codes, found.Language):
		asked.Language = found.Language
	case len(found.Hits) > 0 && slices.Contains(codes, found.Hits[0].Language) && len(v.index.Search(q).Hits) == 0:
		asked.Language = found.Hits[0].Language
	}
	s.Lang = asked.Language
}

// lookUp searches the index. Hits have the ids of documents.
func (h *Hits) lookUp(q index.Query) index.Result {
	if h.Lang == "" && q.Language == "" { // callers of the contract do not know translations
		q.Language = h.Translated.Default()
	}
	if only := q.Only; only != nil {
		q.Only = func(variant int64) bool { return only(documentOf(variant)) }
	}
	r := h.view.index.Search(q)
	for i := range r.Hits {
		r.Hits[i].ID = documentOf(r.Hits[i].ID)
	}
	return r
}

// languageOf returns the language of a document in the index.
func (h *Hits) languageOf(document int64) string {
	at := max(0, slices.Index(h.Translated.Codes(), h.Lang))
	return h.view.index.Language(variantOf(document, at))
}
