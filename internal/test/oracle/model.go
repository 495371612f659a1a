package oracle

import "emcp/internal/test/evosite"

// Object is a JSON object. Its numbers are int64, its lists []Object.
type Object = map[string]any

// Model answers calls over one site. It leaves the words of a query out: Must, May and CheckExcerpt check these.
type Model struct {
	site      *evosite.Site
	now       int64
	documents map[int64]evosite.Document
	values    map[valueKey]*string
}

type valueKey struct{ tv, document int64 }

// New returns the model of a site at a time, given in Unix seconds.
func New(site *evosite.Site, now int64) *Model {
	m := &Model{
		site: site, now: now,
		documents: map[int64]evosite.Document{}, values: map[valueKey]*string{},
	}
	for _, d := range site.Documents {
		m.documents[d.ID] = d
	}
	for _, v := range site.Values {
		m.values[valueKey{v.TV, v.Document}] = v.Text
	}
	return m
}

func nullable(text *string) any {
	if text == nil {
		return nil
	}
	return *text
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
