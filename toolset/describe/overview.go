package describe

import (
	"cmp"
	"context"
	"slices"

	"github.com/maypok86/otter/v2"

	"emcp/evodb"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// Overview is what a caller's view shows of the site, as far as instructions describe it. It is immutable.
type Overview struct {
	name, url string
	documents int64
	languages []string    // with the ids of their roots
	sections  []section   // folders first, each group in menu order
	more      bool        // whether there are more sections
	templates []*template // templates that documents have, the most frequent first
	everyPage bool        // whether evo.site.describe returns what all pages say
}

// section is a document at the root of the site.
type section struct {
	id        int64
	title     string
	documents int64 // the section and the documents below it; 0: not counted
}

// Overviews keeps the overviews of the last minute.
type Overviews = otter.Cache[view.Audience, *Overview]

// Limits of overviews.
const (
	maxSections   = 200
	maxTreeCount  = 20_000 // largest site whose sections are counted, in documents
	maxTreeLevels = 100
)

// NewOverviews returns an empty cache.
func NewOverviews() *Overviews { return view.NewCache[*Overview]() }

// Overview reads the overview. name is the name of the site. described says that the caller can call
// evo.site.describe.
func (d Describer) Overview(ctx context.Context, name string, described bool) (*Overview, error) {
	templates, tvs, _, err := d.templates(ctx, "")
	if err != nil {
		return nil, err
	}
	if err := d.countRanges(ctx, tvs); err != nil {
		return nil, err
	}
	languages, err := d.Spoken(ctx)
	if err != nil {
		return nil, err
	}
	o := &Overview{name: name, url: d.URL(), languages: languageOutlines(languages)}
	for _, t := range templates {
		if o.documents += t.Documents; t.Documents > 0 {
			o.templates = append(o.templates, t)
		}
	}
	slices.SortStableFunc(o.templates, func(a, b *template) int { return cmp.Compare(b.Documents, a.Documents) })
	if described {
		texts, err := d.everyPage(ctx, false)
		if err != nil {
			return nil, err
		}
		o.everyPage = len(texts) > 0
	}
	o.sections, o.more, err = d.rootSections(ctx)
	return o, err
}

// countRanges adds the ranges of dates and numbers. On big sites it leaves them out, because clients do not wait long.
func (d Describer) countRanges(ctx context.Context, tvs []*variable) error {
	tvs = slices.DeleteFunc(slices.Clone(tvs), func(tv *variable) bool { return !tv.isDate() && !tv.isNumber() })
	if len(tvs) == 0 || d.Schema.Documents > maxTreeCount {
		return nil
	}
	_, err := d.countForms(ctx, tvs, query.NewSample(d.Schema.Documents))
	return err
}

// rootSections returns the first visible documents at the root of the site, and whether there are more.
func (d Describer) rootSections(ctx context.Context) (sections []section, more bool, err error) {
	d.Shape = document.ShapeInput{Fields: []string{"pagetitle"}}.Shape(document.ListLength, d.Options)
	items, more, err := d.ReadPage(ctx, d.ItemCompiler().Children(0), paging.Page{Limit: maxSections})
	if err != nil {
		return nil, false, err
	}
	counts, err := d.countSections(ctx)
	if err != nil {
		return nil, false, err
	}
	sections = make([]section, len(items))
	for i, doc := range items {
		sections[i] = section{doc.ID, doc.Text("pagetitle"), counts[doc.ID]}
	}
	slices.SortStableFunc(sections, func(a, b section) int {
		return cmp.Compare(min(b.documents, 2), min(a.documents, 2))
	})
	return sections, more, nil
}

// countSections returns, for each document at the root, the number of visible documents in its section. It returns nil
// on big sites.
func (d Describer) countSections(ctx context.Context) (map[int64]int64, error) {
	if d.Schema.Documents > maxTreeCount {
		return nil, nil
	}
	statement, err := d.Compiler().Parents(maxTreeCount + 1)
	if err != nil {
		return nil, err
	}
	parents := map[int64]int64{}
	var visible []int64
	err = d.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id, parent int64
		var seen bool
		if err := scan(&id, &parent, &seen); err != nil {
			return err
		}
		if parents[id] = parent; seen {
			visible = append(visible, id)
		}
		return nil
	})
	if err != nil || len(parents) > maxTreeCount {
		return nil, err
	}
	counts := map[int64]int64{}
	for _, id := range visible {
		for range maxTreeLevels { // circular parents have no root
			if parents[id] == 0 {
				counts[id]++
				break
			}
			id = parents[id]
		}
	}
	return counts, nil
}
